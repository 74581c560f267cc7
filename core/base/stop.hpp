// SPDX-License-Identifier: MIT
// Limits of time and nodes, and whether to stop: one object that every search asks and anybody may tell, from any thread.
//
// The first reason to stop stays. Nothing here throws; a search that unwinds by exceptions throws its own.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>

namespace taquin {

enum class StopReason { none, cancelled, time_limit, node_limit };

// What Python calls it.
inline const char* name_of(StopReason reason) {
    switch (reason) {
        case StopReason::cancelled: return "cancelled";
        case StopReason::time_limit: return "time";
        case StopReason::node_limit: return "nodes";
        default: return "";
    }
}

class StopControl {
  public:
    using Clock = std::chrono::steady_clock;

    static constexpr std::uint64_t kNoNodeLimit = std::numeric_limits<std::uint64_t>::max();

    // --- Set before the search ---

    std::uint64_t node_limit = kNoNodeLimit;
    // Called whenever a search on the caller's own thread looks up from its work, about each millisecond; it may cancel.
    std::function<void()> look_up;

    // Stop so many seconds from now; an endless time is no limit.
    void limit_seconds(double seconds) {
        constexpr double kForever = 1e9;
        if (seconds < kForever)
            deadline_ = Clock::now() +
                        std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(std::max(seconds, 0.0)));
    }

    // --- Asked and told while it runs ---

    void cancel() { stop(StopReason::cancelled); }
    bool stopped() const { return reason() != StopReason::none; }
    StopReason reason() const { return reason_.load(std::memory_order_relaxed); }

    // Look at the clock and the nodes, and let the caller's thread look up; true means stop.
    bool check(std::uint64_t nodes) {
        if (nodes >= node_limit) stop(StopReason::node_limit);
        else if (has_deadline() && Clock::now() >= deadline_) stop(StopReason::time_limit);
        if (look_up) look_up();
        return stopped();
    }

    bool has_deadline() const { return deadline_ != Clock::time_point::max(); }
    double elapsed() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }

  private:
    void stop(StopReason why) {
        StopReason expected = StopReason::none;
        reason_.compare_exchange_strong(expected, why);
    }

    const Clock::time_point begin_ = Clock::now();
    Clock::time_point deadline_ = Clock::time_point::max();
    std::atomic<StopReason> reason_{StopReason::none};
};

}  // namespace taquin
