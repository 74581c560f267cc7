// SPDX-License-Identifier: MIT
// Depth-first branch and bound: all paths within a bound that grows until there is one and falls with every one found.
//
// The current path is an explicit stack; each of its nodes holds those of its children that are still to be visited, best last.
#pragma once

#include "task.hpp"

namespace taquin {

template <class State, class Estimator>
class BranchAndBound {
  public:
    BranchAndBound(const Task& task, Control& control, const Estimator& evaluator)
        : task_(task), control_(control), evaluator_(evaluator), goal_(State::pack(task.goal.data(), task.geometry.cells)) {}

    Outcome run() {
        Child root{State::pack(task_.start.data(), task_.geometry.cells), blank_of(task_.start.data(), task_.geometry.cells), kNoMove, 0, {}};
        root.h = evaluator_.assess(task_.start.data(), root.context);
        control_.stats.generated = 1;
        control_.stats.max_frontier = 1;
        control_.prove(root.h);
        if (root.state == goal_) return control_.found({}, true);
        for (bound_ = control_.whole_moves(root.h);; ++control_.stats.iterations) {
            const std::int64_t bound = bound_;
            smallest_cut_ = kNone;
            exhaust(root);
            if (control_.has_best) return control_.found(std::move(control_.best), control_.admissible);
            if (smallest_cut_ == kNone) return control_.exhausted();
            control_.prove(smallest_cut_ * control_.scale);
            bound_ = std::max(smallest_cut_, bound * 5 / 4);
        }
    }

  private:
    using Context = typename Estimator::Context;
    static constexpr std::int64_t kNone = std::numeric_limits<std::int64_t>::max();

    struct Child {
        State state;
        int blank;
        Direction move;
        std::int64_t h;
        Context context;
    };

    struct Frame {
        Child children[kMoves];
        int left = 0;
        std::uint64_t number = 0;  // of the node whose children these are
        Direction move = kNoMove;  // that made it
    };

    std::int64_t moves(std::int64_t g, std::int64_t h) const { return control_.whole_moves(g * control_.scale + h); }

    Frame& frame(std::size_t depth) {
        if (depth == path_.size()) {
            const std::size_t more = std::max<std::size_t>(64, path_.size());
            control_.take_memory(more * sizeof(Frame));
            path_.resize(path_.size() + more);
        }
        return path_[depth];
    }

    // The frame at a depth holds nodes of that depth.
    void exhaust(const Child& root) {
        frame(0).children[0] = root;
        path_[0].left = 1;
        for (std::size_t depth = 1; depth > 0;) {
            Frame& top = path_[depth - 1];
            if (top.left == 0) {
                --depth;
                continue;
            }
            const Child node = top.children[--top.left];
            const auto g = static_cast<std::int64_t>(depth) - 1;
            if (moves(g, node.h) > bound_ || !control_.may_expand(g)) continue;
            expand(node, depth);
            ++depth;
        }
    }

    void expand(const Child& node, std::size_t depth) {
        Frame& made = frame(depth);
        const std::uint64_t parent = path_[depth - 1].number;
        const auto g = static_cast<std::int64_t>(depth);
        Expanded<State> board(node.state, task_.geometry.cells);
        made.number = control_.expand(depth);
        made.move = node.move;
        made.left = 0;
        if (control_.traces(made.number))
            control_.trace({made.number, depth == 1 ? 0 : parent, node.move, g - 1, node.h}, board.tiles.data());
        for (const Step step : task_.geometry.steps(node.blank, node.move)) {
            ++control_.stats.generated;
            Child child{board.child(step), step.cell, step.move, 0, {}};
            const bool is_goal = child.state == goal_;
            if (!is_goal) child.h = board.estimate(evaluator_, node.context, step, child.context);
            const std::int64_t whole = moves(g, child.h);
            if (whole > bound_) {
                if (!control_.has_best) smallest_cut_ = std::min(smallest_cut_, whole);
                continue;
            }
            visit(g);
            if (is_goal)
                arrive(depth, step.move);
            else
                insert(made, child);
        }
    }

    // Keep the best last, and among equals the first that was made.
    static void insert(Frame& frame, const Child& child) {
        int at = frame.left++;
        for (; at > 0 && frame.children[at - 1].h <= child.h; --at) frame.children[at] = frame.children[at - 1];
        frame.children[at] = child;
    }

    void visit(std::int64_t g) {
        if (g <= control_.stats.max_depth) return;
        control_.stats.max_depth = g;
        control_.stats.max_frontier = static_cast<std::uint64_t>(g) + 1;
    }

    void arrive(std::size_t depth, Direction last) {
        control_.best.clear();
        for (std::size_t at = 2; at <= depth; ++at) control_.best.push_back(path_[at].move);
        control_.best.push_back(last);
        control_.has_best = true;
        bound_ = static_cast<std::int64_t>(depth) - 1;
    }

    const Task& task_;
    Control& control_;
    const Estimator& evaluator_;
    const State goal_;
    std::vector<Frame> path_;
    std::int64_t bound_ = 0;
    std::int64_t smallest_cut_ = kNone;
};

}  // namespace taquin
