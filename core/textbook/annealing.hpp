// SPDX-License-Identifier: MIT
// Simulated annealing: a random walk that takes a worse board the more seldom the colder it is.
//
// The random numbers are those of the reference engine, and drawn in its order.
#pragma once

#include <cmath>

#include "../base/random.hpp"
#include "counted_vector.hpp"
#include "task.hpp"

namespace taquin {

template <class State>
class Annealing {
  public:
    Annealing(const Task& task, Control& control)
        : task_(task), control_(control), walked_(control), random_(static_cast<std::uint64_t>(task.setting("seed"))) {}

    Outcome run() {
        const State goal = State::pack(task_.goal.data(), task_.geometry.cells);
        const std::int64_t steps = task_.setting("cooling");
        Evaluator::Context context;
        State state = State::pack(task_.start.data(), task_.geometry.cells);
        h_ = task_.evaluator.assess(task_.start.data(), context);
        control_.stats.generated = 1;
        control_.stats.max_frontier = 1;
        control_.prove(h_);
        walked_.push_back({kNoMove, 0});
        for (std::uint64_t cooling = 1; cooling <= kMaxCoolings; ++cooling) {
            control_.stats.iterations = cooling;
            for (std::int64_t step = 0; step < steps; ++step) {
                const auto g = static_cast<std::int64_t>(walked_.size()) - 1;
                control_.stats.max_depth = g;
                if (state == goal) return control_.found(path(), false);
                if (!control_.may_expand(g)) return control_.gave_up(Ending::kExhausted);
                try_move(state, kHot * static_cast<double>(steps - step) / static_cast<double>(steps));
            }
        }
        return control_.gave_up(Ending::kLocalOptimum);
    }

  private:
    static constexpr double kHot = 1.5;  // as the reference engine has it
    static constexpr std::uint64_t kMaxCoolings = 20;

    struct Visit {
        Direction move;        // that led here
        std::uint64_t number;  // of its last expansion
    };

    // Take a random child, or stay.
    void try_move(State& state, double temperature) {
        Visit& here = walked_[walked_.size() - 1];
        Expanded<State> board(state, task_.geometry.cells);
        const std::uint64_t number = here.number = control_.expand(1);
        if (control_.traces(number)) {
            const std::uint64_t parent = walked_.size() > 1 ? walked_[walked_.size() - 2].number : 0;
            control_.trace({number, parent, here.move, static_cast<std::int64_t>(walked_.size()) - 1, h_}, board.tiles.data());
        }
        const Steps& steps = task_.geometry.steps(board.blank, here.move);
        const Step step = steps.step[random_.below(steps.count)];
        Evaluator::Context context, child_context;
        task_.evaluator.prepare(board.tiles.data(), context);
        const std::int64_t h = board.estimate(task_.evaluator, context, step, child_context);
        ++control_.stats.generated;
        const double rise = static_cast<double>(h - h_) / static_cast<double>(control_.scale);
        if (rise > 0 && random_.fraction() >= std::exp(-rise / temperature)) return;
        state = board.child(step);
        h_ = h;
        walked_.push_back({step.move, 0});
    }

    std::vector<Direction> path() {
        std::vector<Direction> moves;
        for (const Visit& visit : walked_) moves.push_back(visit.move);
        moves.erase(moves.begin());  // no move led to the start
        return moves;
    }

    const Task& task_;
    Control& control_;
    CountedVector<Visit> walked_;
    Random random_;
    std::int64_t h_ = 0;
};

}  // namespace taquin
