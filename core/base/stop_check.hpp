// SPDX-License-Identifier: MIT
// How loops that build things ask whether to go on: often enough to stop within a few milliseconds, seldom enough to cost nothing.
//
// What is cut short is garbage. Whoever began it asks `StopControl::stopped` when it comes back.
#pragma once

#include <algorithm>
#include <vector>

#include "stop.hpp"

namespace taquin {

// One for each loop of each thread.
class StopCheck {
  public:
    // Looks up at every `stride`-th question: some tens of microseconds' worth of work.
    StopCheck(StopControl& control, unsigned stride) : control_(control), stride_(stride), left_(stride) {}

    bool operator()() {
        if (--left_ != 0) return false;
        left_ = stride_;
        return control_.check(0);
    }

  private:
    StopControl& control_;
    unsigned stride_;
    unsigned left_;
};

// Makes a vector of `size` equal elements, a few megabytes at a time: filling gigabytes takes seconds. False when stopped.
template <class Element>
bool fill_unless_stopped(StopControl& control, std::vector<Element>& vector, std::size_t size, Element value) {
    constexpr std::size_t kStep = (std::size_t{4} << 20) / sizeof(Element);
    vector.clear();
    vector.reserve(size);
    while (vector.size() < size) {
        if (control.check(0)) return false;
        vector.resize(std::min(size, vector.size() + kStep), value);
    }
    return true;
}

}  // namespace taquin
