// SPDX-License-Identifier: MIT
// Bidirectional A*: one A* from either end, the smaller frontier first, until the least f of a side proves the best path.
#pragma once

#include "two_sided.hpp"

namespace taquin {

template <class State, class Estimator>
class BidirectionalAStar : TwoSided<State, LeastF, Estimator> {
    using Base = TwoSided<State, LeastF, Estimator>;
    using Base::backward_, Base::forward_;

  public:
    using Base::Base;

    Outcome run() {
        if (this->solved_already()) return this->already();
        this->plant();
        while (this->both_wait()) {
            if (this->prove(std::max(forward_.rows.least(), backward_.rows.least()))) break;
            auto& side = this->smaller();
            this->expand(side, this->take_first(side));
        }
        return this->end();
    }
};

}  // namespace taquin
