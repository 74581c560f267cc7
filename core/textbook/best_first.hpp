// SPDX-License-Identifier: MIT
// Best-first search: uniform cost, greedy, A* and weighted A* are one loop with four orderings. Nodes of equal f come in
// the order that the ties ask for; the queue sees to that.
//
// The newest node of a board is the cheapest known. Older ones stay in the queue, are superseded, and are skipped when they
// come; `live_` counts the others. A node's h is not stored: it follows from f and g.
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

    // The h of a node, from its f. Mostly over_h is 1: worth a branch, since divisions are slow.
    std::int64_t h(std::int64_t f, std::int64_t g) const {
        const std::int64_t weighted = f - over_g * g;
        if (over_h == 1) return weighted;
        return over_h ? weighted / over_h : 0;
    }
};

// The weight of h falls from 1 + extra / 1000 at the root to 1 at a depth: f = 1000 (g + h) + extra (1 - g / depth) h.
struct DynamicOrdering {
    std::int64_t scale;
    std::int64_t extra;
    std::int64_t depth;
    std::int64_t bound = 1000 + extra;

    std::int64_t weight(std::int64_t g) const { return 1000 + extra * std::max<std::int64_t>(0, depth - g) / depth; }
    std::int64_t f(std::int64_t g, std::int64_t h) const { return 1000 * g * scale + weight(g) * h; }
    std::int64_t h(std::int64_t f, std::int64_t g) const { return (f - 1000 * g * scale) / weight(g); }
};

template <class State, class Queue, class Estimator, class Order = Ordering>
class BestFirst {
  public:
    BestFirst(const Task& task, Control& control, Order ordering, Ties ties, const Estimator& evaluator)
        : task_(task),
          control_(control),
          evaluator_(evaluator),
          ordering_(ordering),
          pathmax_(task.setting("pathmax") != 0),
          table_(control),
          queue_(control, table_, ties),
          numbers_(control) {}

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
            if (f > proven_) prove(f);
            if (node.state == goal)
                return control_.found(table_.path(index), ordering_.bound == 1 && control_.admissible);
            if (!control_.may_expand(g)) continue;
            expand(index, ordering_.h(f, g));
        }
        return ordering_.bound == 0 ? control_.gave_up(Ending::kExhausted) : control_.exhausted();
    }

  private:
    void add_root() {
        typename Estimator::Context context;
        const std::int64_t h = evaluator_.assess(task_.start.data(), context);
        const State root = State::pack(task_.start.data(), task_.geometry.cells);
        control_.stats.generated = 1;
        control_.stats.max_frontier = 1;
        control_.prove(h);
        queue_.push(ordering_.f(0, h), 0, table_.add(root, root.hash(), kNoNode, 0, kUp));
        live_ = 1;
    }

    // A node with no larger f than one before proves nothing new.
    void prove(std::int64_t f) {
        proven_ = f;
        if (ordering_.bound) control_.prove((f + ordering_.bound - 1) / ordering_.bound);
    }

    struct Child {
        State state;
        std::uint64_t hash;
        Step step;
        std::int64_t h;
    };

    void expand(NodeIndex index, std::int64_t h) {
        const auto& node = table_[index];
        const std::int64_t g = node.g + 1;
        Expanded<State> board(node.state, task_.geometry.cells);
        numbers_.expanded(table_, index, control_.expand(live_), h, board.tiles.data());
        Child children[kMoves];
        int count = 0;
        for (const Step step : task_.geometry.steps(board.blank, table_.last_move(node))) {
            const State state = board.child(step);
            children[count++] = {state, state.hash(), step, 0};
            table_.prefetch(children[count - 1].hash);
        }
        typename Estimator::Context context, child_context;
        if (pathmax_)
            evaluator_.prepare(board.tiles.data(), context);  // h is more than the board itself says
        else
            evaluator_.recall(board.tiles.data(), h, context);
        const bool early = pathmax_ || evaluator_.is_quick();
        for (int at = 0; early && at < count; ++at) {
            Child& child = children[at];
            child.h = board.estimate(evaluator_, context, child.step, child_context);
            // It comes closer to the goal, so it is likely to be expanded next.
            if (child.h < h && table_.outgrows_cache()) table_.prefetch_children(child.state, child.step, task_.geometry);
        }
        if (pathmax_) raise(children, count, h);
        for (int at = 0; at < count; ++at) {
            Child& child = children[at];
            const NodeIndex known = table_.find(child.state, child.hash);
            if (known != kNoNode && (ordering_.bound == 0 || table_[known].g <= g)) continue;
            if (!early) child.h = board.estimate(evaluator_, context, child.step, child_context);
            push(child, known, index, g);
        }
        control_.stats.max_frontier = std::max(control_.stats.max_frontier, live_);
    }

    // Carry estimates both ways: a board is at most one move nearer to the goal than its neighbour.
    void raise(Child* children, int count, std::int64_t h) const {
        for (int at = 0; at < count; ++at) h = std::max(h, children[at].h - control_.scale);
        for (int at = 0; at < count; ++at) children[at].h = std::max(children[at].h, h - control_.scale);
    }

    // Put a child on the frontier; `known` is an older node of its state, if any.
    void push(const Child& child, NodeIndex known, NodeIndex parent, std::int64_t g) {
        NodeIndex node;
        if (known == kNoNode) {
            node = table_.add(child.state, child.hash, parent, g, child.step.move);
            ++live_;
        } else {
            live_ += !table_[known].open;
            node = table_.supersede(known, child.hash, parent, g, child.step.move);
        }
        ++control_.stats.generated;
        queue_.push(ordering_.f(g, child.h), g, node);
    }

    const Task& task_;
    Control& control_;
    const Estimator& evaluator_;
    const Order ordering_;
    const bool pathmax_;
    NodeTable<State> table_;
    Queue queue_;
    TraceNumbers numbers_;
    std::uint64_t live_ = 0;
    std::int64_t proven_ = -1;  // largest f taken off the frontier
};

}  // namespace taquin
