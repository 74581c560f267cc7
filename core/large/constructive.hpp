// SPDX-License-Identifier: MIT
// A solver that cannot fail: line by line, then an exhaustive search of the last few cells.
//
// The free part of the board is always a rectangle. While its larger side exceeds three cells its first line across that
// side is put in order and closed: its tiles one by one, the last two together in a small window at the end of the line.
#pragma once

#include <array>
#include <optional>
#include <stdexcept>
#include <unordered_map>

#include "../base/random.hpp"
#include "layout.hpp"

namespace taquin::large {

class ConstructiveSolver {
  public:
    // The layout must be solvable.
    static Path solve(const Layout& start) {
        return *ConstructiveSolver(start).run([] { return false; });
    }

    // Nothing if `stopped` says so before the end; asked once a line.
    template <class Stopped>
    static std::optional<Path> solve_unless(Stopped stopped, const Layout& start) {
        return ConstructiveSolver(start).run(stopped);
    }

  private:
    static constexpr int kWindowDepth = 3;

    // The free rectangle, seen so that lines run along one side and stack up in depth.
    struct Line {
        Region free;
        bool vertical;

        int length() const { return vertical ? free.rows : free.cols; }
        Place at(int along, int depth) const {
            return vertical ? place_at(free.row + along, free.col + depth) : place_at(free.row + depth, free.col + along);
        }
    };

    explicit ConstructiveSolver(const Layout& start)
        : board_(start), free_(Region::whole(start.shape())), closed_(place_count(), false), tile_at_(place_count()),
          seen_(place_count(), 0), came_by_(place_count(), kNoMove) {}

    std::size_t place_count() const { return static_cast<std::size_t>(board_.shape().rows) << 8; }

    template <class Stopped>
    std::optional<Path> run(Stopped stopped) {
        const Path home_walk = bring_blank_home_last();
        board_.each_place([&](Place place) {
            if (place != board_.blank) tile_at_[board_[place]] = place;
        });
        while (std::max(free_.rows, free_.cols) > 3 || free_.rows * free_.cols > 6) {
            if (stopped()) return std::nullopt;
            close_line();
        }
        search_rest();
        for (const Direction move : home_walk) path_.push_back(move);
        return reduced(path_);
    }

    // Solve for a goal with its blank in the last corner, from which the returned moves lead to the true goal.
    Path bring_blank_home_last() {
        const Shape& shape = board_.shape();
        Path walk;
        Layout goal(shape);
        goal.each_place([&](Place place) { goal[place] = place; });
        goal.blank = board_.blank_home;
        while (row_of(goal.blank) < shape.rows - 1) goal.apply(kDown), walk.push_back(kDown);
        while (col_of(goal.blank) < shape.cols - 1) goal.apply(kRight), walk.push_back(kRight);
        std::vector<Place> moved_home(place_count());
        goal.each_place([&](Place place) {
            if (place != goal.blank) moved_home[goal[place]] = place;
        });
        board_.each_place([&](Place place) {
            if (place != board_.blank) board_[place] = moved_home[board_[place]];
        });
        board_.blank_home = goal.blank;
        std::reverse(walk.begin(), walk.end());
        for (Direction& move : walk) move = opposite(move);
        return walk;
    }

    void apply(Direction move) {
        const Place from = stepped(board_.blank, move);
        tile_at_[board_[from]] = board_.blank;
        board_.apply(move);
        path_.push_back(move);
    }

    bool is_open(Place place) const { return free_.contains(place) && !closed_[place]; }

    void close_line() {
        const Line line{free_, free_.cols > free_.rows};
        for (int along = 0; along < line.length() - 2; ++along) {
            bring(line.at(along, 0), line.at(along, 0));
            closed_[line.at(along, 0)] = true;
        }
        close_last_two(line);
        if (line.vertical)
            ++free_.col, --free_.cols;
        else
            ++free_.row, --free_.rows;
    }

    // Move the tile whose home is `home` to `target`, one step at a time, leaving closed cells alone.
    void bring(Place home, Place target) {
        while (tile_at_[home] != target) {
            const Place tile = tile_at_[home];
            closed_[tile] = true;
            approach(tile);
            const bool moved = walk_blank([&](Place place) {
                return distance(place, tile) == 1 && distance(place, target) < distance(tile, target);
            });
            closed_[tile] = false;
            if (!moved) throw std::logic_error("constructive solver: the blank cannot reach a tile");
            apply(towards(tile));
        }
    }

    // Come near by the straight way while there is one, so that the search for the rest of the way stays small.
    void approach(Place tile) {
        while (distance(board_.blank, tile) > 3) {
            Direction nearer = kNoMove;
            for (const Direction move : {kUp, kLeft, kRight, kDown}) {
                const Place next = stepped(board_.blank, move);
                if (is_open(next) && distance(next, tile) < distance(board_.blank, tile)) nearer = move;
            }
            if (nearer == kNoMove) return;
            apply(nearer);
        }
    }

    Direction towards(Place neighbour) const {
        for (const Direction move : {kUp, kLeft, kRight})
            if (stepped(board_.blank, move) == neighbour) return move;
        return kDown;
    }

    // Walk the blank over open cells to the nearest place wanted; false if there is none.
    template <class Wanted>
    bool walk_blank(Wanted wanted) {
        if (wanted(board_.blank)) return true;
        if (++sweep_ == 0) std::fill(seen_.begin(), seen_.end(), 0), sweep_ = 1;
        frontier_.assign(1, board_.blank);
        seen_[board_.blank] = sweep_;
        for (std::size_t at = 0; at < frontier_.size(); ++at) {
            const Place place = frontier_[at];
            for (const Direction move : {kUp, kLeft, kRight, kDown}) {
                const Place next = stepped(place, move);
                if (!is_open(next) || seen_[next] == sweep_) continue;
                seen_[next] = sweep_;
                came_by_[next] = move;
                if (wanted(next)) return follow(next);
                frontier_.push_back(next);
            }
        }
        return false;
    }

    bool follow(Place end) {
        way_.clear();
        for (Place place = end; place != board_.blank; place = stepped(place, opposite(way_.back()))) way_.push_back(came_by_[place]);
        for (std::size_t at = way_.size(); at-- > 0;) apply(way_[at]);
        return true;
    }

    // The last two tiles of a line go in together, through a window that reaches three cells deep.
    void close_last_two(const Line& line) {
        const int length = line.length(), width = std::min(length, 3);
        const Place first = line.at(length - 2, 0), second = line.at(length - 1, 0);
        if (tile_at_[first] == first && tile_at_[second] == second) {
            closed_[first] = closed_[second] = true;
            return;
        }
        std::vector<Place> window;
        for (int depth = 0; depth < kWindowDepth; ++depth)
            for (int along = length - width; along < length; ++along)
                if (is_open(line.at(along, depth))) window.push_back(line.at(along, depth));
        const auto inside = [&](Place place) { return std::find(window.begin(), window.end(), place) != window.end(); };
        if (!inside(tile_at_[first]) || !inside(tile_at_[second]) || !inside(board_.blank)) {
            // With one tile in the corner and the other inside, no two tiles can bar the blank's way in.
            bring(first, second);
            closed_[second] = true;
            if (!inside(tile_at_[second])) bring(second, line.at(length - 2, kWindowDepth - 1));
            const Place other = tile_at_[second];
            closed_[other] = true;
            if (!walk_blank(inside)) throw std::logic_error("constructive solver: the blank cannot enter the window");
            closed_[other] = false;
            closed_[second] = false;
        }
        search_window(window, first, second);
        closed_[first] = closed_[second] = true;
    }

    // Breadth-first over the places of two tiles and the blank within the window.
    void search_window(const std::vector<Place>& window, Place first, Place second) {
        struct Node {
            Place first, second, blank;
            int parent;
            Direction move;
        };
        const auto slot = [&](Place place) {
            return static_cast<std::size_t>(std::find(window.begin(), window.end(), place) - window.begin());
        };
        const std::size_t size = window.size();
        std::vector<bool> known(size * size * size, false);
        std::vector<Node> nodes;
        const auto add = [&](const Node& node) {
            const std::size_t code = (slot(node.first) * size + slot(node.second)) * size + slot(node.blank);
            if (!known[code]) known[code] = true, nodes.push_back(node);
        };
        add({tile_at_[first], tile_at_[second], board_.blank, -1, kNoMove});
        for (std::size_t at = 0; at < nodes.size(); ++at) {
            const Node node = nodes[at];
            if (node.first == first && node.second == second) {
                Path way;
                for (auto back = static_cast<int>(at); nodes[static_cast<std::size_t>(back)].parent >= 0;
                     back = nodes[static_cast<std::size_t>(back)].parent)
                    way.push_back(nodes[static_cast<std::size_t>(back)].move);
                for (std::size_t step = way.size(); step-- > 0;) apply(way[step]);
                return;
            }
            for (const Direction move : {kUp, kLeft, kRight, kDown}) {
                const Place next = stepped(node.blank, move);
                if (slot(next) == size) continue;
                add({node.first == next ? node.blank : node.first, node.second == next ? node.blank : node.second, next,
                     static_cast<int>(at), move});
            }
        }
        throw std::logic_error("constructive solver: the window has no solution");
    }

    // At most 2x3 cells are left: 360 boards.
    void search_rest() {
        using Key = std::array<Place, 6>;
        struct Origin {
            Key parent;
            Direction move;
        };
        struct Hash {
            std::size_t operator()(const Key& key) const {
                std::uint64_t hash = 0;
                for (const Place place : key) hash = mix(hash ^ place);
                return static_cast<std::size_t>(hash);
            }
        };
        const Shape small{free_.rows, free_.cols};
        const auto place = [&](int cell) {
            return static_cast<Place>(place_of(small, cell) + place_at(free_.row, free_.col));
        };
        Key start{}, goal{};
        for (int cell = 0; cell < small.cells(); ++cell) {
            start[static_cast<std::size_t>(cell)] = board_[place(cell)];
            goal[static_cast<std::size_t>(cell)] = place(cell) == board_.blank_home ? kNowhere : place(cell);
        }
        std::unordered_map<Key, Origin, Hash> origin{{start, {start, kNoMove}}};
        std::vector<Key> frontier{start};
        for (std::size_t at = 0; at < frontier.size() && !origin.contains(goal); ++at) {
            const Key key = frontier[at];
            const auto blank = static_cast<int>(std::find(key.begin(), key.end(), kNowhere) - key.begin());
            for (const Direction move : {kUp, kLeft, kRight, kDown}) {
                const Place next = stepped(place_of(small, blank), move);
                if (!contains(small, next)) continue;
                Key child = key;
                std::swap(child[static_cast<std::size_t>(blank)], child[static_cast<std::size_t>(cell_of(small, next))]);
                if (origin.try_emplace(child, Origin{key, move}).second) frontier.push_back(child);
            }
        }
        if (!origin.contains(goal)) throw std::invalid_argument("constructive solver: the board is not solvable");
        Path way;
        for (Key key = goal; key != start; key = origin.at(key).parent) way.push_back(origin.at(key).move);
        for (std::size_t at = way.size(); at-- > 0;) apply(way[at]);
    }

    Layout board_;
    Region free_;
    Path path_;
    std::vector<std::uint8_t> closed_;
    std::vector<Place> tile_at_;  // by home
    std::vector<std::uint32_t> seen_;
    std::vector<Direction> came_by_;
    std::vector<Place> frontier_;
    Path way_;
    std::uint32_t sweep_ = 0;
};

}  // namespace taquin::large
