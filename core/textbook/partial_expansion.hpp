// SPDX-License-Identifier: MIT
// EPEA*: a node waits with a value F, at first its f; its children of that f are made, and it goes back with the next larger one.
//
// The first time a node is taken off, F is its f, and children of smaller f, which an inconsistent heuristic may have, are made too.
// Estimates are rounded up to whole moves, so that every value has a bucket.
#pragma once

#include "queues.hpp"
#include "task.hpp"

namespace taquin {

template <class State, class Estimator>
class PartialExpansion {
  public:
    PartialExpansion(const Task& task, Control& control, const Estimator& evaluator)
        : task_(task), control_(control), evaluator_(evaluator), table_(control), queue_(control, table_, Ties{}), numbers_(control) {}

    Outcome run() {
        const State goal = State::pack(task_.goal.data(), task_.geometry.cells);
        const State root = State::pack(task_.start.data(), task_.geometry.cells);
        Context context;
        const std::int64_t root_h = whole(evaluator_.assess(task_.start.data(), context));
        control_.stats.generated = 1;
        control_.stats.max_frontier = 1;
        queue_.push(root_h, 0, table_.add(root, root.hash(), kNoNode, 0, kUp));
        live_ = 1;
        std::int64_t value, proven = -1;
        NodeIndex index;
        while (queue_.pop(value, index)) {
            if (const NodeIndex next = queue_.likely_next(); next != kNoNode) table_.prefetch_node(next);
            auto& node = table_[index];
            if (node.superseded) continue;
            node.open = 0;
            --live_;
            control_.stats.max_depth = std::max<std::int64_t>(control_.stats.max_depth, node.g);
            if (value > proven) control_.prove((proven = value) * control_.scale);
            if (node.state == goal) return control_.found(table_.path(index), control_.admissible);
            if (control_.may_expand(node.g)) expand(index, value);
        }
        return control_.exhausted();
    }

  private:
    using Context = typename Estimator::Context;

    std::int64_t whole(std::int64_t scaled) const { return control_.scale == 1 ? scaled : control_.whole_moves(scaled); }

    void expand(NodeIndex index, std::int64_t value) {
        auto& node = table_[index];
        const std::int64_t g = node.g + 1;
        Expanded<State> board(node.state, task_.geometry.cells);
        Context context, child_context;
        const std::int64_t h = whole(evaluator_.assess(board.tiles.data(), context));
        const bool is_first = value == node.g + h;
        numbers_.expanded(table_, index, control_.expand(live_), h * control_.scale, board.tiles.data());
        std::int64_t later = kNone;
        Child made[kMoves];
        int count = 0;
        for (const Step step : task_.geometry.steps(board.blank, table_.last_move(node))) {
            const std::int64_t f = g + whole(board.estimate(evaluator_, context, step, child_context));
            if (f > value) {
                later = std::min(later, f);
            } else if (f == value || is_first) {
                const State state = board.child(step);
                made[count++] = {state, state.hash(), step, f};
                table_.prefetch(made[count - 1].hash);
                // It comes closer to the goal, so it is likely to be expanded next.
                if (table_.outgrows_cache()) table_.prefetch_children(state, step, task_.geometry);
            }
        }
        if (later != kNone) {
            node.open = 1;
            ++live_;
            queue_.push(later, node.g, index);
        }
        for (int at = 0; at < count; ++at) make(index, made[at], g);
        control_.stats.max_frontier = std::max(control_.stats.max_frontier, live_);
    }

    struct Child {
        State state;
        std::uint64_t hash;
        Step step;
        std::int64_t f;
    };

    void make(NodeIndex parent, const Child& child, std::int64_t g) {
        const NodeIndex known = table_.find(child.state, child.hash);
        if (known != kNoNode && table_[known].g <= g) return;
        live_ += known == kNoNode || !table_[known].open;
        queue_.push(child.f, g, known == kNoNode ? table_.add(child.state, child.hash, parent, g, child.step.move)
                                                 : table_.supersede(known, child.hash, parent, g, child.step.move));
        ++control_.stats.generated;
    }

    static constexpr std::int64_t kNone = std::numeric_limits<std::int64_t>::max();

    const Task& task_;
    Control& control_;
    const Estimator& evaluator_;
    NodeTable<State> table_;
    BucketQueue<DeepestFirst, NewestFirst> queue_;
    TraceNumbers numbers_;
    std::uint64_t live_ = 0;
};

}  // namespace taquin
