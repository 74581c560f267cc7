// SPDX-License-Identifier: MIT
// Searches and builds stop soon after they are told to, by whatever means, and say what they know.
//
//   optimal_stopping_test [quick]
//
// "Soon" is a tenth of a second on an idle machine; sanitizers and shared machines are given more.
#include <thread>

#include "optimal_support.hpp"

using namespace taquin;
using namespace taquin::optimal;
using namespace taquin::optimal::testing;

namespace {

// Seconds. A build that does not listen takes longer; a machine that is shared, or that watches every access, is slow to hear.
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
constexpr double kSoon = 20.0;
#else
constexpr double kSoon = 2.0;
#endif

// The moments of a build's life at which it is told.
constexpr int kMoments = kThreadsOnly ? 4 : 12;

const std::vector<std::uint8_t> kKorf79 = {0, 1, 9, 7, 11, 13, 5, 3, 14, 12, 4, 2, 8, 6, 10, 15};  // 42 moves

// Cancels from another thread after a while.
class Canceller {
  public:
    Canceller(StopControl& control, std::chrono::milliseconds after) {
        started_ = thread_.start([&control, after] {
            std::this_thread::sleep_for(after);
            control.cancel();
        });
        if (!started_) control.cancel();  // where there are no threads
    }
    void join() { thread_.join(); }

  private:
    Thread thread_;
    bool started_ = false;
};

void test_searches() {
    const Shape shape{4, 4};
    const LookupPlan plan = plan_lookups(shape, 0, partition_by_sizes(shape, 0, GroupSizes(15, 1)));
    const Tables tables(plan, 1);
    const OptimalSolver solver(shape, goal_with_blank(shape, 0), plan, tables.views(), nullptr);
    const std::vector<std::uint8_t> hard = {15, 14, 8, 12, 10, 11, 9, 13, 2, 6, 5, 1, 3, 7, 4, 0};  // 80 moves
    for (const int threads : {1, 2}) {
        SearchControl control;
        Canceller canceller(control, std::chrono::milliseconds(50));
        const double begin = wall_seconds();
        const SolveResult result = solver.solve(hard, control, {.threads = threads});
        const double seconds = wall_seconds() - begin;
        canceller.join();
        check(!result.solution && result.stop_reason == StopReason::cancelled && seconds < 0.5, "a search can be cancelled");
        check(result.lower_bound >= solver.estimate(hard) && result.nodes == control.nodes.load(), "a stopped search says what it knows");

        SearchControl timed;
        timed.limit_seconds(0.03);
        check(solver.solve(hard, timed, {.threads = threads}).stop_reason == StopReason::time_limit, "a time limit stops");
        SearchControl counted;
        counted.node_limit = 5000;
        const SolveResult limited = solver.solve(hard, counted, {.threads = threads});
        check(limited.stop_reason == StopReason::node_limit && limited.nodes < 5100, "a node limit stops");
    }
    SearchControl control;
    const int estimate = solver.estimate(kKorf79);
    const SolveResult known = solver.solve(kKorf79, control, {.known_length = estimate + 2});
    check(!known.solution && known.lower_bound == estimate + 2 && known.iterations.size() == 1, "a known solution ends the search");
    SearchControl resumed;
    check(solver.solve(kKorf79, resumed, {.from_bound = 39}).iterations.front().bound == 40, "a bound is brought to the right parity");
    std::vector<std::uint8_t> odd = kKorf79;
    std::swap(odd[1], odd[2]);
    check_refused("an unsolvable board", [&] { solver.root_of(odd); });
}

// However early or late it is told.
template <class Build>
void check_stops(const std::string& what, Build&& build) {
    const double begin = wall_seconds();
    {
        BuildControl control;
        check(build(control), what + " is not stopped by nobody");
    }
    const double whole = wall_seconds() - begin;
    bool ever_stopped = false;
    for (int part = 0; part < kMoments; ++part) {
        BuildControl control;
        const double limit = whole * part / kMoments;
        control.limit_seconds(limit);
        const double start = wall_seconds();
        const bool built = build(control);
        check(wall_seconds() - start < limit + kSoon, what + " stops at its time limit");
        check(built == !control.stopped(), what + " says whether it was stopped");
        ever_stopped = ever_stopped || !built;
    }
    check(ever_stopped, what + " can be stopped");
    // Looking up on the caller's thread, as work does that has no thread of its own: never longer apart than a moment.
    BuildControl control;
    double last = wall_seconds();
    double longest = 0;
    control.look_up = [&] {
        const double now = wall_seconds();
        longest = std::max(longest, now - last);
        last = now;
    };
    check(build(control), what + " is not stopped by looking up");
    std::printf("  %-22s %6.0f ms, asks every %5.1f ms or more often\n", what.c_str(), 1000 * whole, 1000 * longest);
    check(longest < kSoon / 2, what + " asks often");
}

void test_builds() {
    if (!kThreadsOnly)
        check_stops("an automaton", [](BuildControl& control) { return build_automaton({4, 4}, 12, control).has_value(); });
    for (const auto& [shape, tiles] : {std::pair{Shape{3, 4}, std::vector<int>{2, 3, 6, 7, 8, 10, 11}},  // ranked: rotations
                                       std::pair{Shape{4, 4}, std::vector<int>{1, 2, 3, 5, 6, 7}}}) {    // direct: scattered
        const Pattern pattern = make_pattern(shape, 0, tiles);
        std::vector<std::uint8_t> table(memory_size(pattern.bytes()));
        for (const int threads : kThreadsOnly ? std::vector{2} : std::vector{1, 2})
            check_stops(std::to_string(tiles.size()) + " tiles, " + std::to_string(threads) + " threads",
                        [&](BuildControl& control) { return build_table(pattern, table, control, threads); });
    }
    BuildControl control;
    const Pattern pattern = make_pattern({3, 4}, 0, {2, 3, 6, 7, 8, 10, 11});
    std::vector<std::uint8_t> table(memory_size(pattern.bytes()));
    double share = 0;
    control.look_up = [&] {
        check(control.share.load() >= share && control.share.load() <= 1, "a share is a share and rises");
        share = control.share.load();
    };
    check(build_table(pattern, table, control, 2) && share > 0.9 && control.depth.load() > 20, "a build says how far it is");
}

}  // namespace

int main() {
    step("searches", test_searches);
    step("builds", test_builds);
    std::puts("all is well");
}
