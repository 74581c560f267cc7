// SPDX-License-Identifier: MIT
// Run one job on several threads and pass on what it throws.
#pragma once

#include <exception>
#include <thread>
#include <vector>

namespace taquin::large {

// Calls job(0) to job(threads - 1), the first on the calling thread.
template <class Job>
void on_threads(std::size_t threads, Job job) {
    std::vector<std::exception_ptr> failures(threads);
    const auto guarded = [&](std::size_t index) {
        try {
            job(index);
        } catch (...) {
            failures[index] = std::current_exception();
        }
    };
    std::vector<std::thread> others;
    for (std::size_t index = 1; index < threads; ++index) others.emplace_back(guarded, index);
    guarded(0);
    for (std::thread& other : others) other.join();
    for (const std::exception_ptr& failure : failures)
        if (failure) std::rethrow_exception(failure);
}

}  // namespace taquin::large
