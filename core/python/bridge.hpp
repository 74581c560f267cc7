// SPDX-License-Identifier: MIT
// The one bridge between work of the core and the Python that waits for it.
//
// Python is asked on the thread that called the core and on no other, with the interpreter locked only as long as it takes.
// Whatever goes wrong there (an exception, an answer without truth, Ctrl-C) is kept, the work is told to stop and waited for, and
// only then does the exception go on to the caller: nothing unwinds past running threads, and none is left behind.
#pragma once

#include <nanobind/nanobind.h>

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#if defined(__GLIBCXX__)
#include <cxxabi.h>
#endif

#include "../base/stop.hpp"
#include "../base/threads.hpp"

namespace taquin {

inline constexpr auto kPollInterval = std::chrono::milliseconds(20);

// While the interpreter shuts down, a thread that wants its lock is ended by force: Python unwinds it like an exception that
// nobody may keep, which aborts the process in any destructor; a little later there is no lock any more. Such a thread waits here
// for the end of the process instead, as Python itself has it from 3.14 on.
[[noreturn]] inline void wait_forever() {
    for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
}

// The thread that shuts it down may still call the core.
inline thread_local bool shuts_down = false;

// `lock` is the call that may not return.
template <class Lock>
auto lock_or_wait_forever(Lock&& lock) noexcept {
    if (!Py_IsInitialized() && !shuts_down) wait_forever();
    try {
        return lock();
    } catch (...) {
        wait_forever();
    }
}

// Holds the interpreter's lock, on a thread that has let go of it.
class Locked {
  public:
    Locked() : state_(lock_or_wait_forever([] { return PyGILState_Ensure(); })) {}
    ~Locked() { PyGILState_Release(state_); }
    Locked(const Locked&) = delete;
    Locked& operator=(const Locked&) = delete;

  private:
    PyGILState_STATE state_;
};

// Lets go of the interpreter's lock.
class Unlocked {
  public:
    Unlocked() {
        shuts_down = !Py_IsInitialized();  // for whoever has the lock then is the one
        thread_ = PyEval_SaveThread();
    }
    ~Unlocked() {
        lock_or_wait_forever([this] { PyEval_RestoreThread(thread_); });
    }
    Unlocked(const Unlocked&) = delete;
    Unlocked& operator=(const Unlocked&) = delete;

  private:
    PyThreadState* thread_;
};

// Calls `ask` with the interpreter locked, on a thread that has let go of it, and returns what it returns.
template <class Ask>
auto with_python(Ask&& ask) {
    const Locked locked;
#if defined(__GLIBCXX__)
    try {
        return ask();
    } catch (const abi::__forced_unwind&) {  // the end by force came while Python code had let others run
        wait_forever();
    }
#else
    return ask();
#endif
}

// Whether an object is true, as `if` would have it; throws what its `__bool__` raises.
inline bool is_true(nanobind::handle object) {
    const int truth = PyObject_IsTrue(object.ptr());
    if (truth < 0) throw nanobind::python_error();
    return truth != 0;
}

// Throws what a handler of signals raises, such as KeyboardInterrupt.
inline void check_signals() {
    if (PyErr_CheckSignals() != 0) throw nanobind::python_error();
}

// Calls of Python from within work that must not be unwound: the first that fails is the last.
class PythonCalls {
  public:
    // Calls `ask` with the interpreter locked; true means stop: it says so, it failed, or one before it did.
    template <class Ask>
    bool say_stop(Ask&& ask) {
        if (failure_) return true;
        return with_python([&] {
            try {
                check_signals();
                return ask();
            } catch (const std::exception&) {  // not all there is: an end by force must not be kept
                failure_ = std::current_exception();
                return true;
            }
        });
    }

    // When the work has ended: throws what a call threw.
    void rethrow() {
        if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
    }

  private:
    std::exception_ptr failure_;
};

// Runs `work` on this thread, which looks up from it and asks Python now and then: many short searches, each on a thread of its
// own, would spend their time waking each other. `ask` returns true to stop; work that uses more threads is asked from this one.
template <class Ask, class Work>
void run_here(StopControl& control, Ask&& ask, Work&& work, std::chrono::milliseconds interval = kPollInterval) {
    PythonCalls python;
    std::exception_ptr failure;
    const auto caller = std::this_thread::get_id();
    auto next = StopControl::Clock::now() + interval;
    control.look_up = [&] {
        if (std::this_thread::get_id() != caller || control.stopped() || StopControl::Clock::now() < next) return;
        if (python.say_stop(ask)) control.cancel();
        next = StopControl::Clock::now() + interval;
    };
    {
        const Unlocked unlocked;
        try {
            work();
        } catch (...) {
            failure = std::current_exception();
        }
    }
    control.look_up = nullptr;
    python.rethrow();
    if (failure) std::rethrow_exception(failure);
}

// Runs `work` on a thread of its own while this one waits, and asks Python every 20 ms; on this one if the system has no thread
// to spare.
template <class Ask, class Work>
void run_beside(StopControl& control, Ask&& ask, Work&& work) {
    PythonCalls python;
    std::exception_ptr failure;
    bool started = false;
    {
        const Unlocked unlocked;
        std::mutex mutex;
        std::condition_variable ended;
        bool done = false;
        Thread worker;
        started = worker.start([&] {
            try {
                work();
            } catch (...) {
                failure = std::current_exception();
            }
            const std::lock_guard lock(mutex);
            done = true;
            ended.notify_one();
        });
        std::unique_lock lock(mutex);
        while (started && !ended.wait_for(lock, kPollInterval, [&] { return done; })) {
            lock.unlock();
            if (!control.stopped() && python.say_stop(ask)) control.cancel();
            lock.lock();
        }
    }
    if (!started) return run_here(control, ask, work);
    python.rethrow();
    if (failure) std::rethrow_exception(failure);
}

// What threads of the work have to tell, for Python to take when it is asked next.
template <class News>
class Mailbox {
  public:
    void put(News news) {
        const std::lock_guard lock(mutex_);
        news_.push_back(std::move(news));
    }
    std::vector<News> take() {
        const std::lock_guard lock(mutex_);
        return std::exchange(news_, {});
    }

  private:
    std::mutex mutex_;
    std::vector<News> news_;
};

// Limits as Python writes them.
inline void set_limits(StopControl& control, std::optional<double> seconds, std::optional<std::uint64_t> nodes) {
    if (nodes) control.node_limit = *nodes;
    if (seconds) control.limit_seconds(*seconds);
}

}  // namespace taquin
