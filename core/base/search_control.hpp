// SPDX-License-Identifier: MIT
// What a running search shares with the outside: limits and the stop flag of `StopControl` going in, counters coming out.
//
// Counters may be read, and the search cancelled, from any thread while it runs.
#pragma once

#include <atomic>
#include <cstdint>

#include "stop.hpp"

namespace taquin {

class SearchControl : public StopControl {
  public:
    // Nodes generated so far, over all iterations, some ten thousand per thread behind the truth.
    std::atomic<std::uint64_t> nodes{0};
    // The bound of the running iteration: no solution is shorter.
    std::atomic<int> bound{0};
    // Subtree roots of the running iteration.
    std::atomic<std::size_t> roots{0};
    std::atomic<std::size_t> roots_finished{0};

    // Adds nodes and checks the limits; true means stop.
    bool report(std::uint64_t more_nodes) {
        return check(nodes.fetch_add(more_nodes, std::memory_order_relaxed) + more_nodes);
    }
    // How many nodes a thread may generate before it reports: about a millisecond's worth, less near the node limit.
    std::uint64_t report_interval() const {
        constexpr std::uint64_t kUsual = 1 << 15;
        const std::uint64_t done = nodes.load(std::memory_order_relaxed);
        const std::uint64_t left = node_limit > done ? node_limit - done : 0;
        return left < kUsual ? left + 1 : kUsual;
    }
};

}  // namespace taquin
