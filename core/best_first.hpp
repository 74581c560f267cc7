// SPDX-License-Identifier: MIT
// Best-first search: uniform cost, greedy, A* and weighted A* are one loop with four orderings.
#pragma once

#include "queues.hpp"
#include "task.hpp"

namespace taquin {

// f = over_g * g + over_h * h. When h is admissible, no path costs less than f / bound of a node taken off the frontier;
// bound 0 means that f does not look at g: it proves nothing, and a cheaper path to a board changes nothing.
struct Ordering {
    std::int64_t over_g;
    std::int64_t over_h;
    std::int64_t bound;

    std::int64_t f(std::int64_t g, std::int64_t h) const { return over_g * g + over_h * h; }

    // The h of a node, from its f.
    std::int64_t h(std::int64_t f, std::int64_t g) const { return over_h ? (f - over_g * g) / over_h : 0; }
};

template <class State, class Queue>
class BestFirst {
  public:
    BestFirst(const Task& task, Control& control, Ordering ordering)
        : task_(task), control_(control), ordering_(ordering), table_(control), queue_(control), numbers_(control) {}

    Outcome run() {
        const State goal = State::pack(task_.goal.data(), task_.geometry.cells);
        add_root();
        std::int64_t f;
        NodeIndex index;
        while (queue_.pop(f, index)) {
            if (const NodeIndex next = queue_.likely_next(); next != kNoNode) table_.prefetch_node(next);
            auto& node = table_[index];
            if (node.superseded) continue;
            node.open = 0;
            --live_;
            const std::int64_t g = node.g;
            control_.stats.max_depth = std::max(control_.stats.max_depth, g);
            if (ordering_.bound) control_.prove((f + ordering_.bound - 1) / ordering_.bound);
            if (node.state == goal)
                return control_.found(table_.path(index), ordering_.bound == 1 && control_.admissible);
            if (!control_.may_expand(g)) continue;
            expand(index, ordering_.h(f, g));
        }
        return control_.gave_up(Ending::kExhausted);
    }

  private:
    void add_root() {
        EvalContext context;
        const std::int64_t h = task_.evaluator.assess(task_.start.data(), context);
        const State root = State::pack(task_.start.data(), task_.geometry.cells);
        control_.stats.generated = 1;
        control_.stats.max_frontier = 1;
        control_.prove(h);
        queue_.push(ordering_.f(0, h), 0, table_.add(root, root.hash(), kNoNode, 0, kUp));
        live_ = 1;
    }

    void expand(NodeIndex index, std::int64_t h) {
        const auto& node = table_[index];
        const std::int64_t g = node.g + 1;
        Expanded<State> board(node.state, task_.geometry.cells);
        numbers_.expanded(table_, index, control_.expand(live_), h, board.tiles.data());
        const Steps& steps = task_.geometry.steps(board.blank, table_.last_move(node));
        State states[4];
        std::uint64_t hashes[4];
        for (int at = 0; at < steps.count; ++at) {
            states[at] = board.child(steps.step[static_cast<std::size_t>(at)]);
            hashes[at] = states[at].hash();
            table_.prefetch(hashes[at]);
        }
        EvalContext context, child_context;
        task_.evaluator.assess(board.tiles.data(), context);
        for (int at = 0; at < steps.count; ++at) {
            const Step step = steps.step[static_cast<std::size_t>(at)];
            const NodeIndex known = table_.find(states[at], hashes[at]);
            NodeIndex child;
            if (known == kNoNode) {
                child = table_.add(states[at], hashes[at], index, g, step.move);
                ++live_;
            } else {
                if (ordering_.bound == 0 || table_[known].g <= g) continue;
                live_ += !table_[known].open;
                child = table_.supersede(known, hashes[at], index, g, step.move);
            }
            ++control_.stats.generated;
            const std::int64_t child_h = board.estimate(task_.evaluator, context, step, child_context);
            queue_.push(ordering_.f(g, child_h), g, child);
        }
        control_.stats.max_frontier = std::max(control_.stats.max_frontier, live_);
    }

    const Task& task_;
    Control& control_;
    const Ordering ordering_;
    NodeTable<State> table_;
    Queue queue_;
    TraceNumbers numbers_;
    std::uint64_t live_ = 0;
};

}  // namespace taquin
