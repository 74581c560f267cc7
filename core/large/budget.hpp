// SPDX-License-Identifier: MIT
// How much of the time or work allowed has been used, shared by the threads of one solve.
//
// Unlike a search that stops at a limit, a solve plans with it: each phase has a share. So the limits are kept here, and only
// a cancellation stops a solve before its first path. `spent` is always a number between 0 and 1, whatever the limits are.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>

#include "../base/stop.hpp"

namespace taquin::large {

// Work is counted in generated boards. A solve limited by work alone never decides by the clock, so that one thread
// repeats it exactly.
class Budget {
  public:
    static constexpr double kNoTimeLimit = std::numeric_limits<double>::infinity();
    static constexpr std::uint64_t kNoWorkLimit = StopControl::kNoNodeLimit;

    Budget(double seconds, std::uint64_t work) : seconds_(std::max(seconds, 0.0)), work_limit_(work) {}

    // Anybody may cancel it, from any thread; a solve on the caller's own thread looks up through it.
    StopControl& stop() { return stop_; }

    void charge(std::uint64_t work) { work_.fetch_add(work, std::memory_order_relaxed); }
    void cancel() { stop_.cancel(); }

    bool cancelled() const { return stop_.stopped(); }
    std::uint64_t work() const { return work_.load(std::memory_order_relaxed); }
    double elapsed() const { return stop_.elapsed(); }

    // Look up from the work, and tell whether to stop at once.
    bool interrupted() {
        if (stop_.look_up) stop_.look_up();
        return cancelled();
    }

    // The part used, 1 when all is. Without any limit plans are made as for a minute, and it never reaches 1.
    double spent() const {
        if (work_limit_ != kNoWorkLimit) {
            const double by_work = part(static_cast<double>(work()), static_cast<double>(work_limit_));
            return seconds_ == kNoTimeLimit ? by_work : std::max(by_work, part(elapsed(), seconds_));
        }
        return seconds_ == kNoTimeLimit ? std::min(elapsed() / kUnlimitedPlan, 0.999) : part(elapsed(), seconds_);
    }

    // Boards that the whole solve can generate at a typical speed: a first guess, corrected as soon as there is experience.
    double guessed_work(int threads) const {
        const double seconds = seconds_ == kNoTimeLimit && work_limit_ == kNoWorkLimit ? kUnlimitedPlan : seconds_;
        return std::min(static_cast<double>(work_limit_), seconds * kTypicalWorkPerSecond * threads);
    }

    // Boards that can still be generated, going by the speed so far.
    double work_left() const {
        const double used = std::max(spent(), kLeastPart);
        return (1 - used) / used * static_cast<double>(work());
    }

  private:
    static constexpr double kUnlimitedPlan = 60;
    static constexpr double kTypicalWorkPerSecond = 16e6;
    static constexpr double kLeastPart = 1e-12;  // so that what is left is finite

    // A limit of nothing is used up, even by nothing.
    static double part(double used, double limit) { return used >= limit ? 1 : used / limit; }

    StopControl stop_;
    const double seconds_;
    const std::uint64_t work_limit_;
    std::atomic<std::uint64_t> work_{0};
};

// A share of a budget: one phase of the solve, which must be over when the whole budget is spent up to `until`.
class Share {
  public:
    Share(Budget& budget, double until) : budget_(&budget), until_(until) {}

    void charge(std::uint64_t work) const { budget_->charge(work); }
    bool over() const { return budget_->interrupted() || budget_->spent() >= until_; }
    // Whether all work is to stop at once; for any thread, and cheap.
    bool stopping() const { return budget_->cancelled(); }
    double spent() const { return budget_->spent(); }

  private:
    Budget* budget_;
    double until_;
};

}  // namespace taquin::large
