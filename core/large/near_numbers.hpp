// SPDX-License-Identifier: MIT
// The numbers of pairs and squares of neighbours, and of two tiles that have to pass one another; what a move changes of the sum of the first
// two.
#pragma once

#include "local_features.hpp"

namespace taquin::large {

struct NearNumbers {
    NearNumbers() : pairs(Pairs::kEntries, 0), squares(Squares::kEntries, 0) {}

    // From one number for all that share it.
    NearNumbers(const SharedNumbers& shared, std::span<const std::int16_t> numbers) : NearNumbers() {
        for (std::size_t entry = 0; entry < pairs.size(); ++entry)
            if (shared.of_pair[entry] != SharedNumbers::kNone) pairs[entry] = numbers[shared.of_pair[entry]];
        for (std::size_t entry = 0; entry < squares.size(); ++entry) squares[entry] = numbers[shared.of_square[entry]];
    }

    // Of pairs with a tile of class `tile`, by direction and the neighbour's class.
    const std::int16_t* pairs_of(int tile) const { return pairs.data() + Pairs::entry(tile, 0, 0); }

    std::vector<std::int16_t> pairs;    // by entry
    std::vector<std::int16_t> squares;  // by entry
    // Of two tiles of one line that both belong there, in the wrong order. Only square boards that values were learned of have it.
    std::int16_t passing = 0;
};

// The classes of cells in rows that lie `stride` apart.
template <std::ptrdiff_t stride>
struct NearCells {
    using Cell = cell_class::Packed;

    static std::int32_t with_neighbour(const std::int16_t* numbers, Direction direction, Cell neighbour) {
        return numbers[direction * Pairs::Classes::kCount + cell_class::in_pairs(neighbour)];
    }

    static int row_code(const Cell* left) { return Squares::row_code(cell_class::in_squares(left[0]), cell_class::in_squares(left[1])); }

    // The number of the square that has this cell in its upper left corner.
    static std::int32_t square(const NearNumbers& near, const Cell* cell) { return near.squares[Squares::entry(row_code(cell), row_code(cell + stride))]; }

    // By how much the sum of all numbers changes when the blank moves: a tile comes from one cell and goes to the other, which was
    // empty, and is of class `tile` there.
    static std::int32_t change(const NearNumbers& near, Direction move, const Cell* from, const Cell* to, Cell tile) {
        return pairs_change(near, move, from, to, cell_class::in_pairs(tile)) +
               squares_change(near.squares.data(), move, std::min(from, to), cell_class::in_squares(tile));
    }

  private:
    static std::int32_t with_neighbours(const std::int16_t* numbers, const Cell* cell) {
        return with_neighbour(numbers, kUp, cell[-stride]) + with_neighbour(numbers, kLeft, cell[-1]) + with_neighbour(numbers, kRight, cell[1]) +
               with_neighbour(numbers, kDown, cell[stride]);
    }

    // The cell that the tile comes from will be empty, the one that it goes to was.
    static std::int32_t pairs_change(const NearNumbers& near, Direction move, const Cell* from, const Cell* to, int tile) {
        const std::int16_t* after = near.pairs_of(tile);
        return with_neighbours(after, to) - with_neighbour(after, move, *from) - with_neighbours(near.pairs_of(cell_class::in_pairs(*from)), from);
    }

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
            const int above = row_code(left + at - 1 - stride), below = row_code(left + at - 1 + stride), stale = row_code(left + at - 1);
            sum += squares[Squares::entry(above, fresh[at])] + squares[Squares::entry(fresh[at], below)] -
                   squares[Squares::entry(above, stale)] - squares[Squares::entry(stale, below)];
        }
        return sum;
    }

    // The same for two cells one below the other.
    static std::int32_t along_change(const std::int16_t* squares, const Cell* top, int one, int other) {
        const Cell* bottom = top + stride;
        const int upper[] = {Squares::row_code(cell_class::in_squares(top[-1]), one), Squares::row_code(one, cell_class::in_squares(top[1]))};
        const int lower[] = {Squares::row_code(cell_class::in_squares(bottom[-1]), other), Squares::row_code(other, cell_class::in_squares(bottom[1]))};
        std::int32_t sum = 0;
        for (int at = 0; at < 2; ++at) {
            const int above = row_code(top + at - 1 - stride), below = row_code(bottom + at - 1 + stride);
            const int stale_upper = row_code(top + at - 1), stale_lower = row_code(bottom + at - 1);
            sum += squares[Squares::entry(above, upper[at])] + squares[Squares::entry(upper[at], lower[at])] + squares[Squares::entry(lower[at], below)] -
                   squares[Squares::entry(above, stale_upper)] - squares[Squares::entry(stale_upper, stale_lower)] - squares[Squares::entry(stale_lower, below)];
        }
        return sum;
    }
};

}  // namespace taquin::large
