// SPDX-License-Identifier: MIT
// A list of independent pieces of work shared by some threads, the caller's among them.
#pragma once

#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace taquin::optimal {

// Runs `work(thread_number)` on `threads` threads at once, number 0 being the caller's own; rethrows what one threw.
template <class Work>
void run_on_threads(int threads, Work&& work) {
    std::exception_ptr failure;
    std::mutex failure_mutex;
    const auto guarded = [&](int number) {
        try {
            work(number);
        } catch (...) {
            const std::lock_guard lock(failure_mutex);
            failure = std::current_exception();
        }
    };
    std::vector<std::thread> others;
    for (int number = 1; number < threads; ++number) others.emplace_back(guarded, number);
    guarded(0);
    for (std::thread& thread : others) thread.join();
    if (failure) std::rethrow_exception(failure);
}

// Hands out the numbers 0 .. count-1 in chunks; each goes to exactly one taker.
class WorkList {
  public:
    WorkList(std::size_t count, std::size_t chunk) : count_(count), chunk_(chunk) {}

    // Sets [begin, end) to the next chunk; false when nothing is left.
    bool take(std::size_t& begin, std::size_t& end) {
        begin = next_.fetch_add(chunk_, std::memory_order_relaxed);
        if (begin >= count_) return false;
        end = begin + chunk_ < count_ ? begin + chunk_ : count_;
        return true;
    }

  private:
    std::size_t count_;
    std::size_t chunk_;
    std::atomic<std::size_t> next_{0};
};

}  // namespace taquin::optimal
