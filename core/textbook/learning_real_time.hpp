// SPDX-License-Identifier: MIT
// LRTA*: an agent that steps to the best neighbour, and learns that its board is at least one move farther away.
//
// What was learned of a board is kept by the number that the table of boards gives it, and never falls.
#pragma once

#include "counted_vector.hpp"
#include "task.hpp"

namespace taquin {

template <class State>
class LearningRealTime {
  public:
    LearningRealTime(const Task& task, Control& control)
        : task_(task), control_(control), boards_(control), learned_(control), moves_(control),
          goal_(State::pack(task.goal.data(), task.geometry.cells)) {}

    Outcome run() {
        const State root = State::pack(task_.start.data(), task_.geometry.cells);
        Evaluator::Context context;
        root_h_ = task_.evaluator.assess(task_.start.data(), context);
        control_.stats.generated = 1;
        control_.stats.max_frontier = 1;
        control_.prove(root_h_);
        for (std::int64_t trial = 1; trial <= task_.setting("trials"); ++trial) {
            control_.stats.iterations = static_cast<std::uint64_t>(trial);
            if (!walk(root)) break;
            if (!control_.has_best || moves_.size() < control_.best.size()) {
                control_.best.assign(moves_.begin(), moves_.end());
                control_.has_best = true;
            }
            control_.prove(known(root, root_h_));
            if (static_cast<std::int64_t>(control_.best.size()) == control_.lower_bound) break;
        }
        if (!control_.has_best) return control_.gave_up(Ending::kExhausted);
        return control_.found(std::move(control_.best), false);
    }

  private:
    struct Place {
        State state;
        std::int64_t h;
        Direction move;
    };

    // Step until the goal is met; false where the depth limit ends the walk.
    bool walk(const State& root) {
        moves_.clear();
        Place place{root, known(root, root_h_), kNoMove};
        std::uint64_t parent = 0;
        while (!(place.state == goal_)) {
            const auto g = static_cast<std::int64_t>(moves_.size());
            if (!control_.may_expand(g)) return false;
            place = step(place, g, parent);
            moves_.push_back(place.move);
        }
        control_.stats.max_depth = std::max(control_.stats.max_depth, static_cast<std::int64_t>(moves_.size()));
        return true;
    }

    // Learn from the neighbours and return the best of them, the first on ties. `parent` is the number of the step before, then of this.
    Place step(const Place& place, std::int64_t g, std::uint64_t& parent) {
        Expanded<State> board(place.state, task_.geometry.cells);
        Evaluator::Context context, child_context;
        task_.evaluator.prepare(board.tiles.data(), context);
        const Steps& steps = task_.geometry.steps(board.blank, kNoMove);
        Place best{};
        for (const Step step : steps) {
            const State state = board.child(step);
            const NodeIndex index = boards_.find(state, state.hash());
            const std::int64_t h =
                index == kNoNode ? board.estimate(task_.evaluator, context, step, child_context) : learned_[index];
            if (step.cell == steps.begin()->cell || h < best.h) best = {state, h, step.move};
        }
        const std::int64_t h = std::max(place.h, best.h + control_.scale);
        learn(place.state, h);
        control_.stats.max_depth = std::max(control_.stats.max_depth, g);
        const std::uint64_t number = control_.expand(1);
        if (control_.traces(number)) control_.trace({number, parent, place.move, g, h}, board.tiles.data());
        parent = number;
        control_.stats.generated += steps.count;
        control_.stats.max_frontier = std::max<std::uint64_t>(control_.stats.max_frontier, steps.count);
        return best;
    }

    std::int64_t known(const State& state, std::int64_t otherwise) const {
        const NodeIndex index = boards_.find(state, state.hash());
        return index == kNoNode ? otherwise : learned_[index];
    }

    void learn(const State& state, std::int64_t h) {
        const std::uint64_t hash = state.hash();
        const NodeIndex index = boards_.find(state, hash);
        if (index != kNoNode) {
            learned_[index] = h;
            return;
        }
        boards_.add(state, hash, kNoNode, 0, kUp);
        learned_.push_back(h);
    }

    const Task& task_;
    Control& control_;
    NodeTable<State> boards_;
    CountedVector<std::int64_t> learned_;
    CountedVector<Direction> moves_;  // from the start to where the agent stands
    const State goal_;
    std::int64_t root_h_ = 0;
};

}  // namespace taquin
