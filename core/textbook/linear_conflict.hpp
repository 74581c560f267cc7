// SPDX-License-Identifier: MIT
// Linear conflict: Manhattan distance plus two moves for every tile that must leave its own line to let others pass.
//
// A tile has a part in the conflicts of its home row and its home column alone, so a slide changes at most one line: its home
// row when it enters or leaves that, or its home column. What a short line has is looked up.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "../base/shelf.hpp"
#include "heuristics.hpp"

namespace taquin {

// How the conflicts of a line are counted.
enum class Conflicts {
    kRemovals,  // the fewest tiles to take out so that none is left: admissible
    kPairs,     // reversed pairs: the textbook count, which overestimates
};

// Counts the conflicts among places of a line, given in the order of its cells: 1, 2, ... for tiles at home in this line, by
// where they belong, and 0 for all others.
class ConflictCounter {
  public:
    explicit ConflictCounter(Conflicts conflicts) : conflicts_(conflicts), short_lines_(short_lines(conflicts)) {}

    // Places of lines up to this length fit a code of `kBits` bits each, the first cell's in the lowest.
    static constexpr int kShort = 5;
    static constexpr int kBits = 3;

    std::uint64_t count_code(std::size_t code) const { return short_lines_[code]; }
    std::uint64_t count(const Tile* places, int length) const { return count_of(conflicts_, places, length); }

  private:
    using Counts = std::array<std::uint8_t, std::size_t{1} << (kBits * kShort)>;

    // The conflicts of every code, made once and shared.
    static const std::uint8_t* short_lines(Conflicts conflicts) {
        static constinit Shelf<Conflicts, Counts> shelf;
        return shelf.get(conflicts, [&] { return make_counts(conflicts); }).data();
    }

    static std::unique_ptr<const Counts> make_counts(Conflicts conflicts) {
        auto counts = std::make_unique<Counts>();
        for (std::size_t code = 0; code < counts->size(); ++code) {
            Tile places[kShort];
            for (int at = 0; at < kShort; ++at) places[at] = code >> (kBits * at) & ((1u << kBits) - 1);
            if (std::all_of(places, places + kShort, [](Tile place) { return place <= kShort; }))
                (*counts)[code] = static_cast<std::uint8_t>(count_of(conflicts, places, kShort));
        }
        return counts;
    }

    static std::uint64_t count_of(Conflicts conflicts, const Tile* places, int length) {
        return conflicts == Conflicts::kPairs ? reversed_pairs(places, length) : removals(places, length);
    }

    static std::uint64_t reversed_pairs(const Tile* places, int length) {
        std::uint64_t pairs = 0;
        for (int right = 1; right < length; ++right)
            for (int left = 0; left < right; ++left) pairs += places[right] && places[left] > places[right];
        return pairs;
    }

    // All but the longest increasing subsequence must go.
    static std::uint64_t removals(const Tile* places, int length) {
        std::uint64_t ending_at[kMaxCells];
        std::uint64_t longest = 0, count = 0;
        for (int right = 0; right < length; ++right) {
            if (!places[right]) continue;
            ++count;
            ending_at[right] = 1;
            for (int left = 0; left < right; ++left)
                if (places[left] && places[left] < places[right])
                    ending_at[right] = std::max(ending_at[right], ending_at[left] + 1);
            longest = std::max(longest, ending_at[right]);
        }
        return count - longest;
    }

    const Conflicts conflicts_;
    const std::uint8_t* const short_lines_;
};

class LinearConflict final : public Part {
  public:
    LinearConflict(const Goal& goal, Conflicts conflicts)
        : goal_(goal), counter_(conflicts), manhattan_(TileSum::manhattan(goal)) {
        const Shape shape = goal.shape;
        for (int row = 0; row < shape.rows; ++row) rows_.push_back(line(row * shape.cols, 1, shape.cols));
        for (int col = 0; col < shape.cols; ++col) cols_.push_back(line(col, shape.cols, shape.rows));
        for (int cell = 0; cell < goal.cells; ++cell) {
            row_of_[static_cast<std::size_t>(cell)] = static_cast<Cell>(shape.row(cell));
            col_of_[static_cast<std::size_t>(cell)] = static_cast<Cell>(shape.col(cell));
        }
    }

    std::uint64_t assess(const Tile* tiles) const override {
        std::uint64_t total = manhattan_->assess(tiles);
        for (const Line& row : rows_) total += 2 * conflicts(tiles, row);
        for (const Line& col : cols_) total += 2 * conflicts(tiles, col);
        return total;
    }

    // A slide up or down leaves the order within its column alone and changes two rows; sideways likewise.
    std::uint64_t after(std::uint64_t before, const Tile* tiles, const Slide& slide) const override {
        const std::uint64_t total = manhattan_->after(before, tiles, slide);
        if (slide.is_sideways()) {
            const int home = goal_.col[slide.tile];
            return total + change(tiles, slide, cols_[static_cast<std::size_t>(home)], home, col_of_, row_of_);
        }
        const int home = goal_.row[slide.tile];
        return total + change(tiles, slide, rows_[static_cast<std::size_t>(home)], home, row_of_, col_of_);
    }

    bool is_quick() const override { return true; }

  private:
    using PerCell = std::array<Cell, kMaxCells>;

    // A row or column.
    struct Line {
        int first, step, length;
        std::array<Tile, kMaxCells> place{};  // of each tile: see `ConflictCounter`
    };

    Line line(int first, int step, int length) const {
        Line line{first, step, length};
        for (int at = 0; at < length; ++at)
            if (const Tile tile = goal_.tiles[static_cast<std::size_t>(first + at * step)])
                line.place[tile] = static_cast<Tile>(at + 1);
        return line;
    }

    // What a slide across lines adds to the estimate by taking the tile into its home line, or out of it; `home` is that line's
    // number, and the arrays tell which of these lines a cell is in and how far along it.
    std::uint64_t change(const Tile* tiles, const Slide& slide, const Line& line, int home, const PerCell& line_of,
                         const PerCell& place_of) const {
        if (line_of[slide.to] == home) return 2 * added(tiles, line, slide.tile, place_of[slide.to]);
        if (line_of[slide.from] == home) return 0 - 2 * added(tiles, line, slide.tile, place_of[slide.from]);
        return 0;
    }

    // The conflicts that a tile brings to its home line by standing at a place of it, where `tiles` has the tile or the blank.
    std::uint64_t added(const Tile* tiles, const Line& line, Tile tile, int at) const {
        if (line.length <= ConflictCounter::kShort) {
            const int shift = ConflictCounter::kBits * at;
            const std::size_t own = std::size_t{line.place[tile]} << shift;
            const std::size_t all = code(tiles, line) | own;
            return counter_.count_code(all) - counter_.count_code(all ^ own);
        }
        Tile places[kMaxCells];
        write_places(tiles, line, places);
        places[at] = line.place[tile];
        const std::uint64_t with = counter_.count(places, line.length);
        places[at] = 0;
        return with - counter_.count(places, line.length);
    }

    std::uint64_t conflicts(const Tile* tiles, const Line& line) const {
        if (line.length <= ConflictCounter::kShort) return counter_.count_code(code(tiles, line));
        Tile places[kMaxCells];
        write_places(tiles, line, places);
        return counter_.count(places, line.length);
    }

    static std::size_t code(const Tile* tiles, const Line& line) {
        std::size_t code = 0;
        for (int at = 0, cell = line.first; at < line.length; ++at, cell += line.step)
            code |= std::size_t{line.place[tiles[cell]]} << (ConflictCounter::kBits * at);
        return code;
    }

    static void write_places(const Tile* tiles, const Line& line, Tile* places) {
        for (int at = 0; at < line.length; ++at) places[at] = line.place[tiles[line.first + at * line.step]];
    }

    const Goal goal_;
    const ConflictCounter counter_;
    const std::unique_ptr<TileSum> manhattan_;
    std::vector<Line> rows_, cols_;
    PerCell row_of_{}, col_of_{};
};

}  // namespace taquin
