// SPDX-License-Identifier: MIT
// BAE*, which is DIBBS: the least b = 2g + h - back first; half the sum of the least b of both sides is the proof where the
// heuristic is consistent, the least f of a side where it is not.
#pragma once

#include "two_sided.hpp"

namespace taquin {

template <class State, class Estimator>
class BidirectionalByError : TwoSided<State, LeastB, Estimator> {
    using Base = TwoSided<State, LeastB, Estimator>;
    using Base::backward_, Base::forward_;

  public:
    using Base::Base;

    Outcome run() {
        if (this->solved_already()) return this->already();
        this->plant();
        const bool consistent = this->task_.setting("consistent") != 0;
        while (this->both_wait()) {
            const std::int64_t bound = consistent ? (forward_.rows.least() + backward_.rows.least() + 1) / 2
                                                  : std::max(forward_.fs.least(), backward_.fs.least());
            if (this->prove(bound)) break;
            auto& side = this->smaller();
            const auto taken = this->take_first(side);
            if (side.table[taken.index].g + taken.h < this->best_) this->expand(side, taken, consistent);
        }
        return this->end();
    }
};

}  // namespace taquin
