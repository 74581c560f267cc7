// SPDX-License-Identifier: MIT
// How much of the time or work allowed has been used, shared by the threads of one solve.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>

namespace taquin::large {

// Work is counted in generated boards. A solve limited by work alone never looks at the clock, so that one thread
// repeats it exactly.
class Budget {
  public:
    static constexpr double kNoTimeLimit = std::numeric_limits<double>::infinity();
    static constexpr std::uint64_t kNoWorkLimit = std::numeric_limits<std::uint64_t>::max();

    Budget(double seconds, std::uint64_t work) : seconds_(seconds), work_limit_(work) {}

    void charge(std::uint64_t work) { work_.fetch_add(work, std::memory_order_relaxed); }
    void cancel() { cancelled_.store(true, std::memory_order_relaxed); }

    bool cancelled() const { return cancelled_.load(std::memory_order_relaxed); }
    std::uint64_t work() const { return work_.load(std::memory_order_relaxed); }
    double elapsed() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }

    // The part used, 1 when all is. Without any limit plans are made as for a minute, and it never reaches 1.
    double spent() const {
        if (work_limit_ != kNoWorkLimit) {
            const double by_work = static_cast<double>(work()) / static_cast<double>(work_limit_);
            return seconds_ == kNoTimeLimit ? by_work : std::max(by_work, elapsed() / seconds_);
        }
        return seconds_ == kNoTimeLimit ? std::min(elapsed() / kUnlimitedPlan, 0.999) : elapsed() / seconds_;
    }

    // Boards that the whole solve can generate at a typical speed: a first guess, corrected as soon as there is experience.
    double guessed_work(int threads) const {
        const double seconds = seconds_ == kNoTimeLimit && work_limit_ == kNoWorkLimit ? kUnlimitedPlan : seconds_;
        return std::min(static_cast<double>(work_limit_), seconds * kTypicalWorkPerSecond * threads);
    }

    // Boards that can still be generated, going by the speed so far.
    double work_left() const {
        const double used = spent();
        return used <= 0 ? 0 : (1 - used) / used * static_cast<double>(work());
    }

  private:
    using Clock = std::chrono::steady_clock;
    static constexpr double kUnlimitedPlan = 60;
    static constexpr double kTypicalWorkPerSecond = 20e6;

    const double seconds_;
    const std::uint64_t work_limit_;
    const Clock::time_point begin_ = Clock::now();
    std::atomic<std::uint64_t> work_{0};
    std::atomic<bool> cancelled_{false};
};

// A share of a budget: one phase of the solve, which must be over when the whole budget is spent up to `until`.
class Share {
  public:
    Share(Budget& budget, double until) : budget_(&budget), until_(until) {}

    void charge(std::uint64_t work) const { budget_->charge(work); }
    bool over() const { return budget_->cancelled() || budget_->spent() >= until_; }
    double left() const { return budget_->cancelled() ? 0 : until_ - budget_->spent(); }
    double spent() const { return budget_->spent(); }
    Budget& budget() const { return *budget_; }

  private:
    Budget* budget_;
    double until_;
};

}  // namespace taquin::large
