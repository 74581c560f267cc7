// SPDX-License-Identifier: MIT
// A board as its local features see it: the class of every cell, so that what a move changes is a handful of lookups.
//
// Only the part of the board where the blank may go, and one cell around it, is up to date.
#pragma once

#include "evaluation.hpp"

namespace taquin::large {

class LocalView {
  public:
    void assign(const Layout& layout, Region region) {
        region_ = region;
        cells_.resize(static_cast<std::size_t>(layout.shape().rows + 2) << 8);
        each_cell([&](int row, int col) { cells_[index(row, col)] = cell_class::at(layout, row, col); });
    }

    // The tile with this home slides from one place to the other, which is empty.
    void apply(Place from, Place to, Place home) {
        cells_[index(to)] = cell_class::of(home, to);
        cells_[index(from)] = cell_class::kBlank;
    }

    // By how much the numbers of all features change by that, a move of the blank in direction `move`.
    std::int32_t change(const Evaluation& evaluation, Direction move, Place from, Place to, Place home) const {
        const cell_class::Packed tile = cell_class::of(home, to);
        return pairs_change(evaluation, move, &cells_[index(from)], &cells_[index(to)], cell_class::in_pairs(tile)) +
               squares_change(evaluation.squares.data(), move, &cells_[index(std::min(from, to))], cell_class::in_squares(tile));
    }

    // The numbers of all features.
    std::int64_t total(const Evaluation& evaluation) const {
        std::int64_t sum = 0;
        each_cell([&](int row, int col) {
            const Cell* cell = &cells_[index(row, col)];
            const std::int16_t* numbers = evaluation.pairs_of(cell_class::in_pairs(*cell));
            if (is_near(row, col + 1)) sum += with_neighbour(numbers, kRight, cell[1]);
            if (is_near(row + 1, col)) sum += with_neighbour(numbers, kDown, cell[256]);
            if (is_near(row + 1, col + 1)) sum += evaluation.squares[Squares::entry(row_code(cell), row_code(cell + 256))];
        });
        return sum;
    }

  private:
    using Cell = cell_class::Packed;

    static constexpr std::size_t index(int row, int col) { return static_cast<std::size_t>((row + 1) * 256 + col + 1); }
    static constexpr std::size_t index(Place place) { return place + index(0, 0); }

    bool is_near(int row, int col) const { return row <= region_.row + region_.rows && col <= region_.col + region_.cols; }

    template <class Visit>
    void each_cell(Visit visit) const {
        for (int row = region_.row - 1; row <= region_.row + region_.rows; ++row)
            for (int col = region_.col - 1; col <= region_.col + region_.cols; ++col) visit(row, col);
    }

    static std::int32_t with_neighbour(const std::int16_t* numbers, Direction direction, Cell neighbour) {
        return numbers[direction * Pairs::Classes::kCount + cell_class::in_pairs(neighbour)];
    }

    static std::int32_t with_neighbours(const std::int16_t* numbers, const Cell* cell) {
        return with_neighbour(numbers, kUp, cell[-256]) + with_neighbour(numbers, kLeft, cell[-1]) + with_neighbour(numbers, kRight, cell[1]) +
               with_neighbour(numbers, kDown, cell[256]);
    }

    // The cell that the tile comes from will be empty, the one that it goes to was.
    static std::int32_t pairs_change(const Evaluation& evaluation, Direction move, const Cell* from, const Cell* to, int tile) {
        const std::int16_t* after = evaluation.pairs_of(tile);
        return with_neighbours(after, to) - with_neighbour(after, move, *from) - with_neighbours(evaluation.pairs_of(cell_class::in_pairs(*from)), from);
    }

    static int row_code(const Cell* left) { return Squares::row_code(cell_class::in_squares(left[0]), cell_class::in_squares(left[1])); }

    // `first` is the upper or left one of the two cells that change; the tile comes to lie there if the blank moves right or down.
    static std::int32_t squares_change(const std::int16_t* squares, Direction move, const Cell* first, int tile) {
        constexpr int kBlank = Squares::Classes::kBlank;
        const bool tile_first = move == kRight || move == kDown;
        const int one = tile_first ? tile : kBlank, other = tile_first ? kBlank : tile;
        return move == kLeft || move == kRight ? across_change(squares, first, one, other) : along_change(squares, first, one, other);
    }

    // When two cells side by side change, so do three codes of their row, each part of a square above and one below.
    static std::int32_t across_change(const std::int16_t* squares, const Cell* left, int one, int other) {
        const int fresh[] = {Squares::row_code(cell_class::in_squares(left[-1]), one), Squares::row_code(one, other),
                             Squares::row_code(other, cell_class::in_squares(left[2]))};
        std::int32_t sum = 0;
        for (int at = 0; at < 3; ++at) {
            const int above = row_code(left + at - 1 - 256), below = row_code(left + at - 1 + 256), stale = row_code(left + at - 1);
            sum += squares[Squares::entry(above, fresh[at])] + squares[Squares::entry(fresh[at], below)] -
                   squares[Squares::entry(above, stale)] - squares[Squares::entry(stale, below)];
        }
        return sum;
    }

    // The same for two cells one below the other.
    static std::int32_t along_change(const std::int16_t* squares, const Cell* top, int one, int other) {
        const Cell* bottom = top + 256;
        const int upper[] = {Squares::row_code(cell_class::in_squares(top[-1]), one), Squares::row_code(one, cell_class::in_squares(top[1]))};
        const int lower[] = {Squares::row_code(cell_class::in_squares(bottom[-1]), other), Squares::row_code(other, cell_class::in_squares(bottom[1]))};
        std::int32_t sum = 0;
        for (int at = 0; at < 2; ++at) {
            const int above = row_code(top + at - 1 - 256), below = row_code(bottom + at - 1 + 256);
            const int stale_upper = row_code(top + at - 1), stale_lower = row_code(bottom + at - 1);
            sum += squares[Squares::entry(above, upper[at])] + squares[Squares::entry(upper[at], lower[at])] + squares[Squares::entry(lower[at], below)] -
                   squares[Squares::entry(above, stale_upper)] - squares[Squares::entry(stale_upper, stale_lower)] - squares[Squares::entry(stale_lower, below)];
        }
        return sum;
    }

    Region region_;
    std::vector<Cell> cells_;  // by place, with a margin of one cell all around
};

}  // namespace taquin::large
