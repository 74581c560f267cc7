// SPDX-License-Identifier: MIT
// The shape of a board and the steps of a blank on it.
//
// Cells are numbered row by row from 0. Nothing is checked here: whoever takes a shape from outside does that.
#pragma once

#include "moves.hpp"

namespace taquin {

struct Shape {
    int rows = 0;
    int cols = 0;

    constexpr int cells() const { return rows * cols; }
    constexpr int row(int cell) const { return cell / cols; }
    constexpr int col(int cell) const { return cell % cols; }
    constexpr bool operator==(const Shape&) const = default;

    constexpr bool can_move(int blank, int move) const {
        switch (move) {
            case kUp: return row(blank) > 0;
            case kLeft: return col(blank) > 0;
            case kRight: return col(blank) < cols - 1;
            default: return row(blank) < rows - 1;
        }
    }
    // Where the blank gets by a move: the cell of the tile that slides. Only for moves that stay on the board.
    constexpr int target(int blank, int move) const {
        const int steps[kMoves] = {-cols, -1, 1, cols};
        return blank + steps[move];
    }
    constexpr int distance(int a, int b) const {
        const int down = row(a) - row(b);
        const int right = col(a) - col(b);
        return (down < 0 ? -down : down) + (right < 0 ? -right : right);
    }
};

}  // namespace taquin
