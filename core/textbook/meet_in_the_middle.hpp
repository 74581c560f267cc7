// SPDX-License-Identifier: MIT
// MM: priorities max(f, 2g), or max(f, 2g + 1), so that neither side goes farther than half of the way.
//
// A node is within the bound when its f is and its 2g is: so the gate has a last row (g) and a last column (f).
#pragma once

#include "two_sided.hpp"

namespace taquin {

template <class State, class Estimator>
class MeetInTheMiddle : TwoSided<State, SmallestG, Estimator> {
    using Base = TwoSided<State, SmallestG, Estimator>;
    using Base::backward_, Base::forward_;

  public:
    using Base::Base;

    Outcome run() {
        if (this->solved_already()) return this->already();
        this->plant();
        const std::int64_t epsilon = this->task_.setting("epsilon");
        std::int64_t bound = 0;
        while (this->both_wait()) {
            const std::int64_t f = forward_.fs.least(), other_f = backward_.fs.least();
            const std::int64_t least = std::max({f, other_f, forward_.rows.least() + backward_.rows.least() + 1});
            if (this->prove(std::max(bound, least))) break;
            const std::int64_t last_g = bound < epsilon ? -1 : (bound - epsilon) / 2;
            if (forward_.queue.settle(last_g, bound, forward_.table))
                this->expand(forward_, this->take_settled(forward_));
            else if (backward_.queue.settle(last_g, bound, backward_.table))
                this->expand(backward_, this->take_settled(backward_));
            else
                bound = std::max(bound + 1, std::min(f, other_f));
        }
        return this->end();
    }
};

}  // namespace taquin
