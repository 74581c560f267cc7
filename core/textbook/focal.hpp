// SPDX-License-Identifier: MIT
// A*-epsilon: among the nodes whose f is at most w times the least f, the smallest h first, then the smallest f, then the newest.
//
// Estimates are rounded up to whole moves, so rows (h) and columns (f) are small integers. The gate never falls.
#pragma once

#include "gated_queue.hpp"
#include "task.hpp"

namespace taquin {

template <class State, class Estimator>
class Focal {
  public:
    Focal(const Task& task, Control& control, const Estimator& evaluator)
        : task_(task), control_(control), evaluator_(evaluator), table_(control), queue_(control, table_, Ties{}), fs_(control), numbers_(control) {}

    Outcome run() {
        const State goal = State::pack(task_.goal.data(), task_.geometry.cells);
        add_root();
        for (std::int64_t least = 0; waiting_;) {
            if (const std::int64_t f = fs_.least(); f > least) control_.prove((least = f) * control_.scale);
            queue_.settle(std::numeric_limits<std::int64_t>::max(), least * task_.weight_over / task_.weight_under, table_);
            Place place{};
            const NodeIndex index = queue_.pop(place);
            if (const NodeIndex next = queue_.likely_next(); next != kNoNode) table_.prefetch_node(next);
            auto& node = table_[index];
            node.open = 0;
            discount(place.column);
            control_.stats.max_depth = std::max<std::int64_t>(control_.stats.max_depth, node.g);
            if (node.state == goal)
                return control_.found(table_.path(index), task_.weight_over == task_.weight_under && control_.admissible);
            if (control_.may_expand(node.g)) expand(index, place.row);
        }
        return control_.exhausted();
    }

  private:
    using Context = typename Estimator::Context;

    std::int64_t whole(std::int64_t scaled) const { return control_.scale == 1 ? scaled : control_.whole_moves(scaled); }

    void add_root() {
        Context context;
        const std::int64_t h = whole(evaluator_.assess(task_.start.data(), context));
        const State root = State::pack(task_.start.data(), task_.geometry.cells);
        control_.stats.generated = 1;
        control_.stats.max_frontier = 1;
        put(h, h, table_.add(root, root.hash(), kNoNode, 0, kUp));
    }

    void put(std::int64_t h, std::int64_t f, NodeIndex node) {
        ++waiting_;
        fs_.add(f);
        queue_.push(h, f, node);
    }

    void discount(std::int64_t f) {
        --waiting_;
        fs_.remove(f);
    }

    void expand(NodeIndex index, std::int64_t h) {
        const auto& node = table_[index];
        const std::int64_t g = node.g + 1;
        Expanded<State> board(node.state, task_.geometry.cells);
        numbers_.expanded(table_, index, control_.expand(waiting_), h * control_.scale, board.tiles.data());
        State children[kMoves];
        const Steps& steps = task_.geometry.steps(board.blank, table_.last_move(node));
        int at = 0;
        for (const Step step : steps) table_.prefetch((children[at++] = board.child(step)).hash());
        Context context, child_context;
        control_.scale == 1 ? evaluator_.recall(board.tiles.data(), h, context) : evaluator_.prepare(board.tiles.data(), context);
        at = 0;
        for (const Step step : steps) {
            const State& child = children[at++];
            const std::uint64_t hash = child.hash();
            const NodeIndex known = table_.find(child, hash);
            if (known != kNoNode && table_[known].g <= g) continue;
            const std::int64_t child_h = whole(board.estimate(evaluator_, context, step, child_context));
            if (known != kNoNode && table_[known].open) discount(table_[known].g + child_h);
            put(child_h, g + child_h,
                known == kNoNode ? table_.add(child, hash, index, g, step.move) : table_.supersede(known, hash, index, g, step.move));
            ++control_.stats.generated;
        }
        control_.stats.max_frontier = std::max(control_.stats.max_frontier, waiting_);
    }

    const Task& task_;
    Control& control_;
    const Estimator& evaluator_;
    NodeTable<State> table_;
    GatedQueue queue_;
    Tally fs_;
    TraceNumbers numbers_;
    std::uint64_t waiting_ = 0;
};

}  // namespace taquin
