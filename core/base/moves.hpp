// SPDX-License-Identifier: MIT
// Moves of the blank.
//
// Their numbers are the order in which searches try them, the enum `Move` in Python and the moves in every file: none may change.
#pragma once

#include <cstdint>

namespace taquin {

enum Direction : std::uint8_t { kUp = 0, kLeft = 1, kRight = 2, kDown = 3, kNoMove = 4 };

inline constexpr int kMoves = 4;

// The move that undoes a move.
constexpr Direction opposite(Direction move) { return static_cast<Direction>(3 - move); }
constexpr int opposite(int move) { return 3 - move; }

}  // namespace taquin
