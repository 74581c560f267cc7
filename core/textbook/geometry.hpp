// SPDX-License-Identifier: MIT
// The shape of a board: which moves a blank can make from each cell, in the order in which a search tries them.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "../base/moves.hpp"

namespace taquin {

using Tile = std::uint8_t;
using Cell = std::uint8_t;

inline constexpr int kMaxCells = 64;
inline constexpr int kNoCell = 255;

struct Step {
    Direction move;
    Cell cell;
};

// The steps from a cell that do not lead back to where the blank came from.
struct Steps {
    std::array<Step, 4> step;
    std::uint8_t count = 0;

    const Step* begin() const { return step.data(); }
    const Step* end() const { return step.data() + count; }
};

class Geometry {
  public:
    Geometry(int rows, int cols, const std::array<Direction, 4>& order) : rows(rows), cols(cols), cells(rows * cols) {
        for (int cell = 0; cell < cells; ++cell)
            for (int last = kUp; last <= kNoMove; ++last)
                for (const Direction move : order)
                    if (stays_on_board(cell, move) && (last == kNoMove || move != opposite(static_cast<Direction>(last))))
                        add(steps_[index(cell, last)], move, target(cell, move));
    }

    // Steps of a blank that reached `cell` by the move `last` and does not undo it.
    const Steps& steps(int cell, Direction last) const { return steps_[index(cell, last)]; }

    // The cell that a move leads to.
    int target(int cell, Direction move) const {
        switch (move) {
            case kUp: return cell - cols;
            case kLeft: return cell - 1;
            case kRight: return cell + 1;
            default: return cell + cols;
        }
    }

    const int rows, cols, cells;

  private:
    static std::size_t index(int cell, int last) { return static_cast<std::size_t>(cell * 5 + last); }

    bool stays_on_board(int cell, Direction move) const {
        switch (move) {
            case kUp: return cell >= cols;
            case kLeft: return cell % cols != 0;
            case kRight: return cell % cols != cols - 1;
            default: return cell < cells - cols;
        }
    }

    static void add(Steps& steps, Direction move, int cell) {
        steps.step[steps.count++] = {move, static_cast<Cell>(cell)};
    }

    std::array<Steps, kMaxCells * 5> steps_{};
};

}  // namespace taquin
