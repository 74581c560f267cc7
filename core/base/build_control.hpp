// SPDX-License-Identifier: MIT
// A running build of a table, from outside: it may be stopped, and asked how far it is, by any thread.
#pragma once

#include <atomic>

#include "stop.hpp"

namespace taquin {

class BuildControl : public StopControl {
  public:
    std::atomic<int> depth{0};
    // Share of the placements reached, from 0 to 1; rises to 1, except where parity makes some unreachable.
    std::atomic<double> share{0};
};

}  // namespace taquin
