// SPDX-License-Identifier: MIT
// The grid itself: shapes, blank moves, regions of cells and the symmetries of a rectangle.
//
// Boards behind `check_shape` have 4 to 36 cells, none of them in a single row or column, and a set of cells is one word.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "../base/portable.hpp"
#include "../base/shape.hpp"

namespace taquin::optimal {

// Boards of this part have at most 36 cells, so that a set of cells is one 64-bit word.
inline constexpr int kMaxCells = 36;

// One bit per cell.
using CellSet = std::uint64_t;

constexpr CellSet single(int cell) { return CellSet{1} << cell; }
constexpr CellSet below(int cell) { return single(cell) - 1; }
constexpr bool contains(CellSet set, int cell) { return ((set >> cell) & 1) != 0; }
constexpr int lowest(CellSet set) { return std::countr_zero(set); }

// Calls `visit(cell)` for every cell of the set, in ascending order.
template <class Visit>
constexpr void for_each_cell(CellSet set, Visit&& visit) {
    for (; set != 0; set &= set - 1) visit(lowest(set));
}

// All cells of a board.
constexpr CellSet all_cells(const Shape& shape) { return below(shape.cells()); }

constexpr CellSet neighbours(const Shape& shape, int cell) {
    CellSet result = 0;
    for (int move = 0; move < kMoves; ++move)
        if (shape.can_move(cell, move)) result |= single(shape.target(cell, move));
    return result;
}

// The tiles (by goal cell) that get farther from home when they slide from one cell to another.
constexpr CellSet farther(const Shape& shape, int from, int to) {
    CellSet result = 0;
    for (int home = 0; home < shape.cells(); ++home)
        if (shape.distance(home, to) > shape.distance(home, from)) result |= single(home);
    return result;
}

// Divides, since the cells of a shape from outside may be too many for an int.
inline void check_shape(const Shape& shape) {
    if (shape.rows < 2 || shape.cols < 2 || shape.rows > kMaxCells / shape.cols)
        throw std::invalid_argument("expected a board of at least 2x2 and at most 36 cells, not " +
                                    std::to_string(shape.rows) + "x" + std::to_string(shape.cols));
}

inline void check_blank(const Shape& shape, int blank_goal) {
    if (blank_goal < 0 || blank_goal >= shape.cells())
        throw std::invalid_argument("expected the blank's goal cell to be on the board, not " + std::to_string(blank_goal));
}

// Finds the connected regions of free cells.
class Regions {
  public:
    explicit Regions(const Shape& shape) : cols_(shape.cols) {
        for (int cell = 0; cell < shape.cells(); ++cell) {
            if (shape.col(cell) != 0) not_first_col_ |= single(cell);
            if (shape.col(cell) != shape.cols - 1) not_last_col_ |= single(cell);
        }
    }
    // The cells that a walker starting at `seed` reaches without leaving `free`.
    CellSet region_of(int seed, CellSet free) const {
        for (CellSet region = single(seed);;) {
            const CellSet grown = (region | region << cols_ | region >> cols_ | (region & not_last_col_) << 1 |
                                   (region & not_first_col_) >> 1) &
                                  free;
            if (grown == region) return region;
            region = grown;
        }
    }
    // Calls `visit(region)` for every region of `free`, by ascending lowest cell.
    template <class Visit>
    void for_each_region(CellSet free, Visit&& visit) const {
        for (CellSet left = free; left != 0;) {
            const CellSet region = region_of(lowest(left), free);
            visit(region);
            left &= ~region;
        }
    }

  private:
    int cols_;
    CellSet not_first_col_ = 0;
    CellSet not_last_col_ = 0;
};

// A permutation of the cells.
using CellMap = std::array<std::uint8_t, kMaxCells>;

inline CellSet image(const CellMap& map, CellSet cells) {
    CellSet result = 0;
    for_each_cell(cells, [&](int cell) { result |= single(map[static_cast<std::size_t>(cell)]); });
    return result;
}

// All symmetries of the grid: four of a rectangle, eight of a square. The identity comes first, then the
// transposition where there is one, because that is the reflection the literature uses.
inline std::vector<CellMap> symmetries(const Shape& shape) {
    std::vector<CellMap> result;
    const bool square = shape.rows == shape.cols;
    for (int flips = 0; flips < 4; ++flips) {
        for (int transposed = 0; transposed <= (square ? 1 : 0); ++transposed) {
            CellMap map{};
            for (int cell = 0; cell < shape.cells(); ++cell) {
                int row = shape.row(cell);
                int col = shape.col(cell);
                if ((flips & 1) != 0) row = shape.rows - 1 - row;
                if ((flips & 2) != 0) col = shape.cols - 1 - col;
                if (transposed != 0) std::swap(row, col);
                map[static_cast<std::size_t>(cell)] = static_cast<std::uint8_t>(row * shape.cols + col);
            }
            result.push_back(map);
        }
    }
    return result;
}

}  // namespace taquin::optimal
