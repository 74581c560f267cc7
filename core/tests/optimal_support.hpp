// SPDX-License-Identifier: MIT
// What the tests of core/optimal share: checks that end the program, tables, and slow and plain searches to compare with.
//
// The plain searches are written without the parts under test, so that a mistake there cannot hide itself.
#pragma once

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <deque>
#include <iostream>
#include <map>
#include <string>
#include <tuple>

#include "../optimal/partition.hpp"
#include "../optimal/pattern_builder.hpp"
#include "../optimal/solver.hpp"

namespace taquin::optimal::testing {

inline void check(bool holds, const std::string& what) {
    if (holds) return;
    std::cerr << "FAILED: " << what << std::endl;
    std::exit(1);
}

inline double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

inline double wall_seconds() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

inline std::string name(const Shape& shape) { return std::to_string(shape.rows) + "x" + std::to_string(shape.cols); }

inline std::size_t at(int index) { return static_cast<std::size_t>(index); }

// Runs one test and says how long it took.
template <class Test>
void step(const char* what, Test&& test) {
    const double begin = wall_seconds();
    test();
    std::printf("%-12s %6.2f s\n", what, wall_seconds() - begin);
    std::fflush(stdout);
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

// The tables of a plan, in memory that may use huge pages.
class Tables {
  public:
    Tables(const LookupPlan& plan, int threads) {
        for (const Pattern& pattern : plan.tables) {
            const std::size_t bytes = memory_size(pattern.bytes());
            memory_.push_back(allocate_block(bytes));
            const std::span<std::uint8_t> table(reinterpret_cast<std::uint8_t*>(memory_.back().get()), bytes);
            build_table(pattern, table, threads);
            views_.push_back(table);
        }
    }
    std::span<const std::span<const std::uint8_t>> views() const { return views_; }

  private:
    std::vector<Block> memory_;
    std::vector<std::span<const std::uint8_t>> views_;
};

inline std::vector<std::uint8_t> goal_with_blank(const Shape& shape, int blank) {
    std::vector<std::uint8_t> goal;
    std::uint8_t tile = 1;
    for (int cell = 0; cell < shape.cells(); ++cell) goal.push_back(cell == blank ? std::uint8_t{0} : tile++);
    return goal;
}

using Cells = std::vector<int>;

// Distances of all boards that reach the goal (`home[cell] == cell`), from there.
inline std::map<Cells, int> plain_distances(const Shape& shape, int blank_goal, int max_depth = 1000) {
    Cells goal;
    for (int cell = 0; cell < shape.cells(); ++cell) goal.push_back(cell);
    std::map<Cells, int> distance{{goal, 0}};
    std::deque<std::pair<Cells, int>> queue{{goal, blank_goal}};
    while (!queue.empty()) {
        const auto [board, blank] = queue.front();
        queue.pop_front();
        const int depth = distance[board];
        if (depth == max_depth) continue;
        for (int move = 0; move < kMoves; ++move) {
            if (!shape.can_move(blank, move)) continue;
            auto next = board;
            const int target = shape.target(blank, move);
            std::swap(next[at(blank)], next[at(target)]);
            if (distance.try_emplace(next, depth + 1).second) queue.emplace_back(next, target);
        }
    }
    return distance;
}

inline bool replays(const Shape& shape, std::vector<std::uint8_t> board, const std::vector<std::uint8_t>& goal, const Path& path) {
    int blank = static_cast<int>(std::find(board.begin(), board.end(), 0) - board.begin());
    for (const std::uint8_t move : path) {
        if (!shape.can_move(blank, move)) return false;
        const int target = shape.target(blank, move);
        std::swap(board[at(blank)], board[at(target)]);
        blank = target;
    }
    return board == goal;
}

}  // namespace taquin::optimal::testing
