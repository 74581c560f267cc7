// SPDX-License-Identifier: MIT
// What a running search shares with the outside: limits and a stop flag going in, counters coming out.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>

namespace taquin::optimal {

enum class StopReason { none, cancelled, time_limit, node_limit };

// All members may be read, and `cancel` called, from any thread while the search runs.
class SearchControl {
  public:
    using Clock = std::chrono::steady_clock;

    // Set before the search.
    std::uint64_t node_limit = std::numeric_limits<std::uint64_t>::max();
    Clock::time_point deadline = Clock::time_point::max();
    // Called at every report, about each millisecond, if set: a search on the caller's own thread has no other way to look up.
    std::function<void()> look_up;

    // Nodes generated so far, over all iterations, some ten thousand per thread behind the truth.
    std::atomic<std::uint64_t> nodes{0};
    // The bound of the running iteration: no solution is shorter.
    std::atomic<int> bound{0};
    // Subtree roots of the running iteration.
    std::atomic<std::size_t> roots{0};
    std::atomic<std::size_t> roots_finished{0};

    void cancel() { stop(StopReason::cancelled); }
    bool stopped() const { return reason_.load(std::memory_order_relaxed) != StopReason::none; }
    StopReason reason() const { return reason_.load(std::memory_order_relaxed); }

    // Adds nodes and checks the limits; true means stop.
    bool report(std::uint64_t more_nodes) {
        const std::uint64_t total = nodes.fetch_add(more_nodes, std::memory_order_relaxed) + more_nodes;
        if (total >= node_limit) stop(StopReason::node_limit);
        else if (deadline != Clock::time_point::max() && Clock::now() >= deadline) stop(StopReason::time_limit);
        if (look_up) look_up();
        return stopped();
    }
    // How many nodes a thread may generate before it reports: about a millisecond's worth, less near the node limit.
    std::uint64_t report_interval() const {
        constexpr std::uint64_t kUsual = 1 << 15;
        const std::uint64_t done = nodes.load(std::memory_order_relaxed);
        const std::uint64_t left = node_limit > done ? node_limit - done : 0;
        return left < kUsual ? left + 1 : kUsual;
    }

  private:
    // The first reason stays.
    void stop(StopReason why) {
        StopReason expected = StopReason::none;
        reason_.compare_exchange_strong(expected, why);
    }
    std::atomic<StopReason> reason_{StopReason::none};
};

}  // namespace taquin::optimal
