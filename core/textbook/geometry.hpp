// SPDX-License-Identifier: MIT
// The steps of a blank from each cell of a board, in the order in which a search tries them, written out once.
//
// Every step stays on the board and none undoes the move before it, so that a search need not ask. Boards have at most
// `kMaxCells` cells.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "../base/moves.hpp"
#include "../base/shape.hpp"

namespace taquin {

using Tile = std::uint8_t;
using Cell = std::uint8_t;

inline constexpr int kMaxCells = 64;

struct Step {
    Direction move;
    Cell cell;
};

// The steps from a cell that do not lead back to where the blank came from.
struct Steps {
    std::array<Step, kMoves> step;
    std::uint8_t count = 0;

    const Step* begin() const { return step.data(); }
    const Step* end() const { return step.data() + count; }
};

class Geometry {
  public:
    Geometry(int rows, int cols, const std::array<Direction, kMoves>& order) : shape{rows, cols}, cells(rows * cols) {
        for (int cell = 0; cell < cells; ++cell)
            for (int last = kUp; last <= kNoMove; ++last)
                for (const Direction move : order)
                    if (shape.can_move(cell, move) && (last == kNoMove || move != opposite(last)))
                        add(steps_[index(cell, last)], move, shape.target(cell, move));
    }

    // Steps of a blank that reached `cell` by the move `last` and does not undo it.
    const Steps& steps(int cell, Direction last) const { return steps_[index(cell, last)]; }

    const Shape shape;
    const int cells;

  private:
    static std::size_t index(int cell, int last) { return static_cast<std::size_t>(cell * (kMoves + 1) + last); }

    static void add(Steps& steps, Direction move, int cell) {
        steps.step[steps.count++] = {move, static_cast<Cell>(cell)};
    }

    std::array<Steps, kMaxCells*(kMoves + 1)> steps_{};
};

}  // namespace taquin
