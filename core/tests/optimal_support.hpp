// SPDX-License-Identifier: MIT
// What the tests of core/optimal share: tables, and slow and plain searches to compare with.
//
// The plain searches are written without the parts under test, so that a mistake there cannot hide itself.
#pragma once

#include <ctime>
#include <iostream>
#include <tuple>

#include "../optimal/partition.hpp"
#include "../optimal/pattern_builder.hpp"
#include "../optimal/solver.hpp"
#include "support.hpp"

namespace taquin::optimal::testing {

using namespace taquin::testing;

inline double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

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
inline std::map<Cells, int> plain_distances(const Shape& shape, int blank_goal, int deepest = 1000) {
    Cells goal;
    for (int cell = 0; cell < shape.cells(); ++cell) goal.push_back(cell);
    return distances(shape, goal, blank_goal, deepest);
}

}  // namespace taquin::optimal::testing
