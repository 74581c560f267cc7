// SPDX-License-Identifier: MIT
// What all tests of the core share: checks, the time, and boards with their moves.
//
// The first check that does not hold ends the program with status 1. Boards are any vectors of numbers, one of which is the blank;
// their moves are written here a second time, without the core, so that a mistake there cannot hide itself.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "../base/random.hpp"
#include "../base/shape.hpp"

namespace taquin::testing {

// Whether GCC's ThreadSanitizer watches, which takes ten times as long: what one thread does is then left to the other builds.
#ifdef __SANITIZE_THREAD__
inline constexpr bool kThreadsOnly = true;
#else
inline constexpr bool kThreadsOnly = false;
#endif

inline void check(bool holds, const std::string& what) {
    if (holds) return;
    std::printf("FAILED: %s\n", what.c_str());
    std::fflush(stdout);
    std::exit(1);
}

// Checks that a call is refused as Python's ValueError will be.
template <class Call>
void check_refused(const std::string& what, Call&& call) {
    bool refused = false;
    try {
        call();
    } catch (const std::invalid_argument&) {
        refused = true;
    }
    check(refused, what);
}

inline double wall_seconds() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

// Runs one test and says how long it took.
template <class Test>
void step(const char* what, Test&& test) {
    const double begin = wall_seconds();
    test();
    std::printf("%-24s %6.2f s\n", what, wall_seconds() - begin);
    std::fflush(stdout);
}

inline std::string name(const Shape& shape) { return std::to_string(shape.rows) + "x" + std::to_string(shape.cols); }

inline std::size_t at(int index) { return static_cast<std::size_t>(index); }

template <class Board>
int find_blank(const Board& board, int blank = 0) {
    return static_cast<int>(std::find(board.begin(), board.end(), blank) - board.begin());
}

// Moves the blank from its cell; false, and nothing happens, where it would leave the board.
template <class Board>
bool slide_from(int& cell, Board& board, Shape shape, int move) {
    const int row = cell / shape.cols + (move == kDown) - (move == kUp);
    const int col = cell % shape.cols + (move == kRight) - (move == kLeft);
    if (row < 0 || row >= shape.rows || col < 0 || col >= shape.cols) return false;
    std::swap(board[at(cell)], board[at(row * shape.cols + col)]);
    cell = row * shape.cols + col;
    return true;
}

template <class Board>
bool slide(Board& board, Shape shape, int move, int blank = 0) {
    int cell = find_blank(board, blank);
    return slide_from(cell, board, shape, move);
}

template <class Board>
Board walked(Board board, Shape shape, int steps, Random& random) {
    while (steps > 0) steps -= slide(board, shape, random.between(0, kMoves - 1));
    return board;
}

template <class Board, class Path>
bool replays(Shape shape, Board board, const Board& goal, const Path& path) {
    int cell = find_blank(board);
    return std::all_of(path.begin(), path.end(), [&](int move) { return slide_from(cell, board, shape, move); }) && board == goal;
}

// The distances of all boards that reach the goal, as far as `deepest`.
template <class Board>
std::map<Board, int> distances(Shape shape, const Board& goal, int blank = 0, int deepest = 1000) {
    std::map<Board, int> depth{{goal, 0}};
    std::vector<Board> queue{goal};
    for (std::size_t next = 0; next < queue.size() && depth[queue[next]] < deepest; ++next)
        for (int move = 0; move < kMoves; ++move) {
            Board board = queue[next];
            if (slide(board, shape, move, blank) && depth.emplace(board, depth[queue[next]] + 1).second) queue.push_back(board);
        }
    return depth;
}

}  // namespace taquin::testing
