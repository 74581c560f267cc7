// SPDX-License-Identifier: MIT
// A board seen from its goal: at every place stands the home of the tile that lies there.
//
// `kNowhere` stands at the blank and nowhere else; the homes of the tiles and the blank's are all the places of the board.
#pragma once

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "place.hpp"

namespace taquin::large {

using Tiles = std::vector<std::uint16_t>;

// Rows are 256 places apart whatever the width, so that a `Place` is the index.
class Layout {
  public:
    Layout() = default;

    explicit Layout(Shape shape) : shape_(shape), home_(static_cast<std::size_t>(shape.rows) << 8, kNowhere) {}

    // Tile names vanish here: what counts is where each tile has to go.
    Layout(Shape shape, const Tiles& start, const Tiles& goal) : Layout(shape) {
        std::vector<Place> goal_place(start.size());
        for (int cell = 0; cell < shape.cells(); ++cell)
            goal_place[goal[static_cast<std::size_t>(cell)]] = place_of(shape, cell);
        blank_home = goal_place[0];
        for (int cell = 0; cell < shape.cells(); ++cell) {
            const std::uint16_t tile = start[static_cast<std::size_t>(cell)];
            const Place place = place_of(shape, cell);
            if (tile == 0) blank = place;
            (*this)[place] = tile == 0 ? kNowhere : goal_place[tile];
        }
    }

    Place& operator[](Place place) { return home_[place]; }
    Place operator[](Place place) const { return home_[place]; }
    Place* data() { return home_.data(); }
    const Place* data() const { return home_.data(); }
    const Shape& shape() const { return shape_; }

    bool allows(Direction move) const { return contains(shape_, stepped(blank, move)); }

    // The move must be allowed; its opposite takes it back.
    void apply(Direction move) {
        const Place from = stepped(blank, move);
        home_[blank] = home_[from];
        home_[from] = kNowhere;
        blank = from;
    }

    template <class Visit>
    void each_place(Visit visit) const {
        for (int row = 0; row < shape_.rows; ++row)
            for (int col = 0; col < shape_.cols; ++col) visit(place_at(row, col));
    }

    int manhattan() const {
        int total = 0;
        each_place([&](Place place) {
            if (place != blank) total += distance(place, home_[place]);
        });
        return total;
    }

    bool is_goal() const { return blank == blank_home && manhattan() == 0; }

    Place blank = 0;
    Place blank_home = 0;

  private:
    Shape shape_;
    std::vector<Place> home_;
};

// Every slide is a transposition that moves the blank by one, so both parities must agree.
inline bool is_solvable(const Layout& layout) {
    const Shape& shape = layout.shape();
    std::vector<bool> seen(static_cast<std::size_t>(shape.cells()), false);
    int transpositions = 0;
    layout.each_place([&](Place first) {
        int length = 0;
        Place place = first;
        while (!seen[static_cast<std::size_t>(cell_of(shape, place))]) {
            seen[static_cast<std::size_t>(cell_of(shape, place))] = true;
            place = place == layout.blank ? layout.blank_home : layout[place];
            ++length;
        }
        transpositions += length > 0 ? length - 1 : 0;
    });
    return transpositions % 2 == distance(layout.blank, layout.blank_home) % 2;
}

// True if the path is legal from `start` to its end and that end is the goal.
inline bool leads_to_goal(Layout start, const Path& path) {
    for (const Direction move : path) {
        if (move > kDown || !start.allows(move)) return false;
        start.apply(move);
    }
    return start.is_goal();
}

// Append a move, or take the last one back where the two would cancel.
inline void append_reduced(Path& path, Direction move) {
    if (!path.empty() && path.back() == opposite(move))
        path.pop_back();
    else
        path.push_back(move);
}

inline Path reduced(const Path& path) {
    Path shorter;
    shorter.reserve(path.size());
    for (const Direction move : path) append_reduced(shorter, move);
    return shorter;
}

}  // namespace taquin::large
