// SPDX-License-Identifier: MIT
// How a solve ends: by its limits, down to none at all, by cancelling, by an observer that throws, and on a system that starts
// no threads.
#include <stdexcept>

#if defined(__linux__)
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

#include "large_support.hpp"

using namespace taquin;
using namespace taquin::large;
using namespace taquin::large::testing;

namespace {

// A path that nothing can shorten must not keep a solve without a clock from ending.
void test_work_limit_ends_the_solve() {
    Random random(14);
    for (const auto& [rows, cols] : {std::pair{2, 2}, {2, 3}, {3, 3}, {4, 4}}) {
        const Tiles goal = default_goal(rows, cols);
        AnytimeRequest request = request_for(rows, cols, random_board(cols, goal, random), goal);
        request.seconds = Budget::kNoTimeLimit;
        request.work = 500'000;
        Recorder recorder;
        const AnytimeResult result = AnytimeSolver(request).run(recorder);
        check(result.work < 2 * request.work, name({rows, cols}) + ": ends when the work is done");
    }
}

// A limit of nothing still leaves time for a first path, and nothing else.
void test_limits_of_nothing() {
    Random random(15);
    for (const auto& [rows, cols] : {std::pair{2, 3}, {5, 5}, {30, 30}}) {
        const Tiles goal = default_goal(rows, cols);
        for (const bool by_time : {true, false})
            for (const int threads : {1, 3}) {
                AnytimeRequest request = request_for(rows, cols, random_board(cols, goal, random), goal);
                request.seconds = by_time ? 0 : Budget::kNoTimeLimit;
                if (!by_time) request.work = 0;
                request.threads = threads;
                check(solve_and_check(request).work == 0, name({rows, cols}) + ": no work with a limit of none");
            }
    }
}

// The largest board, every tile as far from home as can be, with and without time.
void test_a_turned_board() {
    const Tiles goal = default_goal(128, 128);
    Tiles turned(goal.rbegin(), goal.rend());
    if (!solvable(128, turned, goal)) std::swap(turned[1], turned[2]);
    for (const double seconds : {0.0, 0.5}) {
        AnytimeRequest request = request_for(128, 128, turned, goal);
        request.seconds = seconds;
        request.threads = 2;
        solve_and_check(request);
    }
}

void test_cancelling(double allowed) {
    for (const int size : {8, 30, 128}) {
        AnytimeRequest request = request_for(size, size, sample_board(size, size, kTuningSeed, 0), default_goal(size, size));
        request.seconds = 60;
        request.threads = 2;
        Recorder recorder(0.05);
        const AnytimeResult result = AnytimeSolver(request).run(recorder);
        check(result.cancelled, "a cancelled solve says so");
        check(recorder.seconds() < 0.05 + allowed, name({size, size}) + ": cancelled in time");
        check(!result.found || replays({size, size}, request.start, request.goal, result.path), "what was found leads to the goal");
    }
}

void test_cancelling_from_outside() {
    AnytimeRequest request = request_for(8, 8, sample_board(8, 8, kTuningSeed, 0), default_goal(8, 8));
    request.seconds = 60;
    AnytimeSolver solver(request);
    Thread other;
    const bool started = other.start([&] { solver.stop().cancel(); });
    if (!started) solver.stop().cancel();
    Recorder recorder;
    check(solver.run(recorder).cancelled, "a solve can be cancelled by its stop control");
}

// Throws when it is asked for the third time, or when it is told of a path.
class Thrower : public AnytimeObserver {
  public:
    explicit Thrower(bool when_told) : when_told_(when_told) {}

    void improved(std::size_t, double) override {
        if (when_told_) throw std::runtime_error("told");
    }
    bool poll() override {
        if (!when_told_ && ++asked_ == 3) throw std::runtime_error("asked");
        return false;
    }

  private:
    const bool when_told_;
    int asked_ = 0;
};

void test_an_observer_that_throws(double allowed) {
    for (const bool when_told : {true, false}) {
        AnytimeRequest request = request_for(12, 12, sample_board(12, 12, kTuningSeed, 0), default_goal(12, 12));
        request.seconds = 60;
        request.threads = 2;
        Thrower thrower(when_told);
        const Recorder clock;
        bool thrown = false;
        try {
            AnytimeSolver(request).run(thrower);
        } catch (const std::runtime_error&) {
            thrown = true;
        }
        check(thrown, "what an observer throws is thrown on");
        check(clock.seconds() < allowed, "and ends the solve");
    }
}

void test_ways_to_end() {
    // Generous: sanitizers, emulators and busy machines slow everything down. The figure to hold is 0.1 s.
    constexpr double kAllowed = 3;
    test_cancelling(kAllowed);
    test_cancelling_from_outside();
    test_an_observer_that_throws(kAllowed);
}

// Without threads a solve does all on the thread that calls it, and still reports, cancels and throws.
void test_without_threads() {
#if defined(__linux__)
    std::fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        const rlimit none{1, 1};
        const bool limited = setrlimit(RLIMIT_NPROC, &none) == 0 && (getuid() != 0 || setuid(65534) == 0);
        Thread thread;
        if (!limited || thread.start([] {})) {
            std::printf("threads cannot be forbidden here: not tested without\n");
        } else {
            AnytimeRequest request = request_for(12, 12, sample_board(12, 12, kTuningSeed, 0), default_goal(12, 12));
            request.seconds = 0.3;
            request.threads = 4;
            solve_and_check(request);
            test_ways_to_end();
        }
        std::fflush(stdout);
        _exit(0);
    }
    int status = 0;
    check(child > 0 && waitpid(child, &status, 0) == child && status == 0, "solves without threads");
#endif
}

}  // namespace

int main() {
    test_without_threads();
    test_work_limit_ends_the_solve();
    test_limits_of_nothing();
    test_a_turned_board();
    test_ways_to_end();
    std::puts("all checks hold");
}
