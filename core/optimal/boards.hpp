// SPDX-License-Identifier: MIT
// Boards in terms of goal cells: `home[cell]` is the goal cell of what stands there, the blank included.
//
// A `HomeBoard` made here is a permutation of the cells; the searches and tables behind rely on that.
#pragma once

#include <span>

#include "../base/permutation.hpp"
#include "geometry.hpp"

namespace taquin::optimal {

using HomeBoard = std::array<std::uint8_t, kMaxCells>;

// The cell of every tile; throws unless the tiles are 0 .. cells-1, each once.
inline HomeBoard cells_of_tiles(const Shape& shape, std::span<const std::uint8_t> tiles) {
    check_shape(shape);
    check_tiles(tiles, static_cast<std::size_t>(shape.cells()));
    HomeBoard result{};
    for (std::size_t cell = 0; cell < tiles.size(); ++cell) result[tiles[cell]] = static_cast<std::uint8_t>(cell);
    return result;
}

// A board of tiles, given the goal cell of each; throws unless it is a board.
inline HomeBoard home_board(const Shape& shape, const HomeBoard& home_of_tile, std::span<const std::uint8_t> tiles) {
    check_tiles(tiles, static_cast<std::size_t>(shape.cells()));
    HomeBoard result{};
    for (std::size_t cell = 0; cell < tiles.size(); ++cell) result[cell] = home_of_tile[tiles[cell]];
    return result;
}

// A board whose tiles are named by their goal cells already; throws unless it is a board.
inline HomeBoard home_board(const Shape& shape, std::span<const std::uint8_t> cells) {
    check_tiles(cells, static_cast<std::size_t>(shape.cells()));
    HomeBoard result{};
    std::copy(cells.begin(), cells.end(), result.begin());
    return result;
}

// The distances of all tiles from home.
inline int manhattan(const Shape& shape, int blank_goal, const HomeBoard& home) {
    int sum = 0;
    for (int cell = 0; cell < shape.cells(); ++cell) {
        const int at_home = home[static_cast<std::size_t>(cell)];
        if (at_home != blank_goal) sum += shape.distance(cell, at_home);
    }
    return sum;
}

}  // namespace taquin::optimal
