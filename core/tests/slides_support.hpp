// SPDX-License-Identifier: MIT
// What the tests of core/slides share: tables, and the distances of boards in slides, found without the parts under test.
#pragma once

#include <set>

#include "../slides/solver.hpp"
#include "support.hpp"

namespace taquin::slides::testing {

using namespace taquin::testing;

using Tiles = std::vector<std::uint8_t>;

inline Tiles goal_with_blank(const Shape& shape, int blank) {
    Tiles goal;
    std::uint8_t tile = 1;
    for (int cell = 0; cell < shape.cells(); ++cell) goal.push_back(cell == blank ? std::uint8_t{0} : tile++);
    return goal;
}

// A solver with its tables, in memory that may use huge pages.
class Solving {
  public:
    Solving(const Shape& shape, const Tiles& goal, std::uint64_t most_entries, int threads = 1) {
        const Plan plan = make_plan(shape, find_blank(goal), most_entries);
        std::vector<std::span<const std::uint8_t>> views;
        for (const Colouring& colouring : plan.tables) {
            BuildControl control;
            memory_.push_back(allocate_block(colouring.bytes()));
            const std::span<std::uint8_t> table(reinterpret_cast<std::uint8_t*>(memory_.back().get()), colouring.bytes());
            check(build_table(colouring, table, control, threads), "a table is built");
            views.push_back(table);
        }
        solver_.emplace(goal, plan, views);
    }
    const SlideSolver& operator*() const { return *solver_; }
    const SlideSolver* operator->() const { return &*solver_; }

  private:
    std::vector<Block> memory_;
    std::optional<SlideSolver> solver_;
};

inline int slides_in(const Moves& moves) {
    int runs = 0;
    for (std::size_t at = 0; at < moves.size(); ++at) runs += at == 0 || moves[at] != moves[at - 1];
    return runs;
}

// The distances of boards in slides, as far as `deepest`.
inline std::map<Tiles, int> slide_distances(Shape shape, const Tiles& goal, int deepest = 1000) {
    std::map<Tiles, int> depth{{goal, 0}};
    std::vector<Tiles> queue{goal};
    for (std::size_t next = 0; next < queue.size() && depth[queue[next]] < deepest; ++next)
        for (int move = 0; move < kMoves; ++move) {
            Tiles board = queue[next];
            while (slide(board, shape, move))
                if (depth.emplace(board, depth[queue[next]] + 1).second) queue.push_back(board);
        }
    return depth;
}

// The distance of one board in slides, by breadth-first search from both ends.
inline int slide_distance(Shape shape, const Tiles& start, const Tiles& goal) {
    std::set<Tiles> seen[2] = {{start}, {goal}};
    std::vector<Tiles> layers[2] = {{start}, {goal}};
    if (start == goal) return 0;
    for (int depth = 1;; ++depth) {
        const std::size_t end = layers[0].size() <= layers[1].size() ? 0 : 1;
        std::vector<Tiles> next;
        for (const Tiles& from : layers[end])
            for (int move = 0; move < kMoves; ++move) {
                Tiles board = from;
                while (slide(board, shape, move)) {
                    if (seen[1 - end].count(board)) return depth;
                    if (seen[end].insert(board).second) next.push_back(board);
                }
            }
        layers[end] = std::move(next);
    }
}

}  // namespace taquin::slides::testing
