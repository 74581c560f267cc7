// SPDX-License-Identifier: MIT
// Breadth-first search.
//
// Nodes are appended in the order in which they will be taken off, so the node table is the queue; g never falls along it.
#pragma once

#include "task.hpp"

namespace taquin {

// Nodes between fetching the index lines of a node's children and looking the children up.
inline constexpr NodeIndex kBreadthAhead = 6;

// Fetch what the expansion of a node will look up. Inlined by force, as all that only fetches: see `NodeTable`.
template <class State>
TAQUIN_INLINE void prefetch_children(const NodeTable<State>& table, NodeIndex index, const Geometry& geometry) {
    const auto& node = table[index];
    const Expanded<State> board(node.state, geometry.cells);
    for (const Step step : geometry.steps(board.blank, table.last_move(node))) table.prefetch(board.child(step).hash());
}

template <class State>
Outcome breadth_first_search(const Task& task, Control& control) {
    Stats& stats = control.stats;
    NodeTable<State> table(control);
    TraceNumbers numbers(control);
    const State goal = State::pack(task.goal.data(), task.geometry.cells);
    const State root = State::pack(task.start.data(), task.geometry.cells);
    table.add(root, root.hash(), kNoNode, 0, kUp);
    stats.generated = 1;
    stats.max_frontier = 1;
    for (NodeIndex index = 0; index < table.size(); ++index) {
        const auto& node = table[index];
        stats.max_depth = node.g;
        control.prove(node.g);
        if (node.state == goal) return control.found(table.path(index), true);
        if (!control.may_expand(node.g)) continue;
        if (table.outgrows_cache() && index + kBreadthAhead < table.size())
            prefetch_children(table, index + kBreadthAhead, task.geometry);
        const Expanded<State> board(node.state, task.geometry.cells);
        numbers.expanded(table, index, control.expand(table.size() - index - 1), 0, board.tiles.data());
        for (const Step step : task.geometry.steps(board.blank, table.last_move(node))) {
            const State child = board.child(step);
            const std::uint64_t hash = child.hash();
            if (table.find(child, hash) != kNoNode) continue;
            table.add(child, hash, index, node.g + 1, step.move);
            ++stats.generated;
        }
        stats.max_frontier = std::max<std::uint64_t>(stats.max_frontier, table.size() - index - 1);
    }
    return control.exhausted();
}

}  // namespace taquin
