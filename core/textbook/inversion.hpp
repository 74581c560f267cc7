// SPDX-License-Identifier: MIT
// Inversion distance: inversions of the board read row by row bound the vertical moves, read by columns the sideways ones.
//
// A slide along a line of a reading passes no tile in it, so it changes the other reading alone.
#pragma once

#include "heuristics.hpp"

namespace taquin {

// The context holds both counts: the reading by rows in the low half, the reading by columns in the high one.
class Inversion final : public Part {
  public:
    explicit Inversion(const Goal& goal) : rows_(goal.shape.rows), cols_(goal.shape.cols), cells_(goal.cells) {
        int by_row = 0, by_col = 0;
        for (int place = 0; place < cells_; ++place) {
            if (const Tile tile = goal.tiles[static_cast<std::size_t>(place)]) row_number_[tile] = ++by_row;
            if (const Tile tile = goal.tiles[static_cast<std::size_t>(column_cell(place))]) col_number_[tile] = ++by_col;
        }
    }

    std::uint64_t assess(const Tile* tiles) const override {
        std::uint32_t by_row = 0, by_col = 0;
        for (int right = 1; right < cells_; ++right) {
            for (int left = 0; left < right; ++left) {
                by_row += inverted(row_number_, tiles[left], tiles[right]);
                by_col += inverted(col_number_, tiles[column_cell(left)], tiles[column_cell(right)]);
            }
        }
        return pack(by_row, by_col);
    }

    // The tile has passed the tiles between its two cells in one of the readings: each of those pairs has turned round.
    std::uint64_t after(std::uint64_t before, const Tile* tiles, const Slide& slide) const override {
        auto by_row = static_cast<std::uint32_t>(before), by_col = static_cast<std::uint32_t>(before >> 32);
        const int step = slide.to < slide.from ? 1 : -1;  // towards the front of both readings, or the back
        if (!slide.is_sideways()) {
            for (int cell = std::min(slide.from, slide.to) + 1; cell < std::max(slide.from, slide.to); ++cell)
                by_row += turned(row_number_, slide.tile, tiles[cell], step);
        } else {
            const int first = column_place(std::min(slide.from, slide.to)), last = column_place(std::max(slide.from, slide.to));
            for (int place = first + 1; place < last; ++place)
                by_col += turned(col_number_, slide.tile, tiles[column_cell(place)], step);
        }
        return pack(by_row, by_col);
    }

    std::uint64_t recall(const Tile* tiles, std::int64_t) const override { return assess(tiles); }

    std::int64_t value(std::uint64_t context) const override {
        return fewest_moves(static_cast<std::uint32_t>(context), cols_) +
               fewest_moves(static_cast<std::uint32_t>(context >> 32), rows_);
    }

  private:
    using Numbers = std::array<int, kMaxCells>;

    int column_cell(int place) const { return place % rows_ * cols_ + place / rows_; }
    int column_place(int cell) const { return cell % cols_ * rows_ + cell / cols_; }

    static bool inverted(const Numbers& number, Tile left, Tile right) {
        return left && right && number[left] > number[right];
    }

    static std::uint32_t turned(const Numbers& number, Tile moved, Tile passed, int step) {
        return static_cast<std::uint32_t>(number[moved] > number[passed] ? step : -step);
    }

    // One move across lines of this length changes the inversions by length - 1, length - 3, ..., 1 - length.
    static std::int64_t fewest_moves(std::int64_t inversions, int length) {
        const int step = length - 1;
        const std::int64_t moves = (inversions + step - 1) / step;
        return step % 2 && (moves - inversions) % 2 ? moves + 1 : moves;
    }

    static std::uint64_t pack(std::uint32_t by_row, std::uint32_t by_col) { return std::uint64_t{by_col} << 32 | by_row; }

    const int rows_, cols_, cells_;
    Numbers row_number_{}, col_number_{};
};

}  // namespace taquin
