// SPDX-License-Identifier: MIT
// Boards as networks know them: with the blank's home in the last cell.
#pragma once

#include "layout.hpp"

namespace taquin::large {

// How a board has to be turned so that the blank's home becomes the last cell.
class Turned {
  public:
    static bool is_possible(const Layout& board, int side) {
        const Shape& shape = board.shape();
        return shape.rows == side && shape.cols == side && is_edge(row_of(board.blank_home), side) && is_edge(col_of(board.blank_home), side);
    }

    explicit Turned(const Layout& board)
        : side_(board.shape().rows), upside_down_(row_of(board.blank_home) == 0), left_to_right_(col_of(board.blank_home) == 0) {}

    int cell(Place place) const {
        const int row = upside_down_ ? side_ - 1 - row_of(place) : row_of(place);
        const int col = left_to_right_ ? side_ - 1 - col_of(place) : col_of(place);
        return row * side_ + col;
    }
    Direction move(Direction move) const {
        const bool vertical = move == kUp || move == kDown;
        return (vertical ? upside_down_ : left_to_right_) ? opposite(move) : move;
    }

  private:
    static bool is_edge(int at, int side) { return at == 0 || at == side - 1; }

    int side_;
    bool upside_down_, left_to_right_;
};

}  // namespace taquin::large
