// SPDX-License-Identifier: MIT
// One way to run on threads: whatever happens, every thread that was started is joined before the caller goes on.
//
// A system may refuse a thread (a limit on processes, no threads at all): the work is then done by fewer, at least by the caller.
// So work must be handed out (see `WorkList`) and never be promised to a certain thread.
#pragma once

#include <atomic>
#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#if defined(__unix__) || defined(__APPLE__)
#include <pthread.h>
#define TAQUIN_PTHREADS
#else
#include <system_error>
#include <thread>
#endif

namespace taquin {

// A thread that is joined when it goes out of scope. Its stack has the same size on every system: searches recurse as deep as
// paths are long, and some systems give a new thread half a megabyte.
class Thread {
  public:
    static constexpr std::size_t kStackBytes = std::size_t{8} << 20;

    Thread() = default;
    ~Thread() { join(); }
    Thread(const Thread&) = delete;
    Thread& operator=(const Thread&) = delete;

    // Run `work`, which must not throw; false if no thread could be started. The thread object must stay where it is.
    bool start(std::function<void()> work) {
        work_ = std::move(work);
#if defined(TAQUIN_PTHREADS)
        pthread_attr_t attributes;
        if (pthread_attr_init(&attributes) != 0) return false;
        pthread_attr_setstacksize(&attributes, kStackBytes);
        running_ = pthread_create(&thread_, &attributes, &Thread::enter, this) == 0;
        pthread_attr_destroy(&attributes);
#else
        try {
            thread_ = std::thread(work_);
            running_ = true;
        } catch (const std::system_error&) {
            running_ = false;
        }
#endif
        return running_;
    }

    void join() {
        if (!running_) return;
        running_ = false;
#if defined(TAQUIN_PTHREADS)
        pthread_join(thread_, nullptr);
#else
        thread_.join();
#endif
    }

  private:
#if defined(TAQUIN_PTHREADS)
    static void* enter(void* self) {
        static_cast<Thread*>(self)->work_();
        return nullptr;
    }
    pthread_t thread_{};
#else
    std::thread thread_;
#endif
    std::function<void()> work_;
    bool running_ = false;
};

// Runs `work(number)` on up to `threads` threads at once, number 0 being the caller's own; rethrows what one threw.
template <class Work>
void run_on_threads(int threads, Work&& work) {
    std::exception_ptr failure;
    std::mutex failure_mutex;
    const auto guarded = [&](int number) {
        try {
            work(number);
        } catch (...) {
            const std::lock_guard lock(failure_mutex);
            if (!failure) failure = std::current_exception();
        }
    };
    {
        std::vector<std::unique_ptr<Thread>> others;
        for (int number = 1; number < threads; ++number) {
            others.push_back(std::make_unique<Thread>());
            if (!others.back()->start([&guarded, number] { guarded(number); })) break;
        }
        guarded(0);
    }
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

// Calls `job(index)` once for every index below `count`, on as many threads at a time as there are jobs, if the system has them.
template <class Job>
void run_jobs(std::size_t count, Job&& job) {
    WorkList list(count, 1);
    run_on_threads(static_cast<int>(count), [&](int) {
        std::size_t index = 0, end = 0;
        while (list.take(index, end)) job(index);
    });
}

}  // namespace taquin
