// SPDX-License-Identifier: MIT
// Depth-first graph search: the frontier is a stack.
//
// No board is pushed twice: a board keeps the first path to it, however long, and the path found may be far from shortest.
#pragma once

#include "counted_vector.hpp"
#include "task.hpp"

namespace taquin {

template <class State>
Outcome depth_first_search(const Task& task, Control& control) {
    Stats& stats = control.stats;
    NodeTable<State> table(control);
    TraceNumbers numbers(control);
    const State goal = State::pack(task.goal.data(), task.geometry.cells);
    const State root = State::pack(task.start.data(), task.geometry.cells);
    CountedVector<NodeIndex> frontier(control);
    frontier.push_back(table.add(root, root.hash(), kNoNode, 0, kUp));
    stats.generated = 1;
    stats.max_frontier = 1;
    while (!frontier.empty()) {
        const NodeIndex index = frontier.pop_back();
        const auto& node = table[index];
        stats.max_depth = std::max<std::int64_t>(stats.max_depth, node.g);
        if (node.state == goal) return control.found(table.path(index), false);
        if (!control.may_expand(node.g)) continue;
        const Expanded<State> board(node.state, task.geometry.cells);
        numbers.expanded(table, index, control.expand(frontier.size()), 0, board.tiles.data());
        const Steps& steps = task.geometry.steps(board.blank, table.last_move(node));
        // Pushed last to first, so that the first tried is expanded first.
        for (int at = steps.count - 1; at >= 0; --at) {
            const Step step = steps.step[static_cast<std::size_t>(at)];
            const State child = board.child(step);
            const std::uint64_t hash = child.hash();
            if (table.find(child, hash) != kNoNode) continue;
            frontier.push_back(table.add(child, hash, index, node.g + 1, step.move));
            ++stats.generated;
        }
        stats.max_frontier = std::max<std::uint64_t>(stats.max_frontier, frontier.size());
    }
    return control.gave_up(Ending::kExhausted);
}

}  // namespace taquin
