// SPDX-License-Identifier: MIT
// NBS: expands both nodes of a pair with the least lower bound, found under a bound that rises.
#pragma once

#include "two_sided.hpp"

namespace taquin {

template <class State, class Estimator>
class NearOptimalBidirectional : TwoSided<State, SmallestG, Estimator> {
    using Base = TwoSided<State, SmallestG, Estimator>;
    using Base::backward_, Base::forward_;

  public:
    using Base::Base;

    Outcome run() {
        if (this->solved_already()) return this->already();
        this->plant();
        std::int64_t bound = 0;
        while (this->both_wait()) {
            bound = std::max({bound, forward_.fs.least(), backward_.fs.least(), forward_.rows.least() + backward_.rows.least() + 1});
            if (this->prove(bound)) break;
            if (!has_pair(bound)) {
                ++bound;
                continue;
            }
            const auto u = this->take_settled(forward_), v = this->take_settled(backward_);
            this->expand(forward_, u);
            this->expand(backward_, v);
        }
        return this->end();
    }

  private:
    bool has_pair(std::int64_t bound) {
        return forward_.queue.settle(Base::kUnbounded, bound, forward_.table) &&
               backward_.queue.settle(Base::kUnbounded, bound, backward_.table) &&
               forward_.queue.row() + backward_.queue.row() + 1 <= bound;
    }
};

}  // namespace taquin
