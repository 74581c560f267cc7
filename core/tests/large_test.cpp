// SPDX-License-Identifier: MIT
// Large boards: correctness checks (no arguments), many boards of mixed shapes (`large_test mixed 1000 0.05`), and the quality
// benchmark: `large_test bench [evaluation|tuning] SIZE COUNT SECONDS [THREADS] [MILLION_BOARDS]`, where COUNT 0 means the number
// fixed below and a limit in boards generated replaces the clock, for machines that are busy with other things.
//
// The seeds below were fixed before any tuning. Tuning uses kTuningSeed only; reported figures use kEvaluationSeed only.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <map>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "../large/anytime.hpp"

namespace {

constexpr std::uint64_t kEvaluationSeed = 0x7A9C11E5'2026'0001ULL;
constexpr std::uint64_t kTuningSeed = 0x7A9C11E5'7E57'0002ULL;

// How many evaluation boards of each k x k size the reported means are taken over, indices 0, 1, 2, ...
constexpr std::pair<int, int> kEvaluationBoards[] = {{5, 20}, {6, 20}, {7, 20}, {8, 20}, {10, 5},
                                                     {15, 5}, {20, 5}, {50, 5}, {100, 5}};

// SplitMix64, spelled out so that the boards do not depend on a standard library.
class SplitMix {
  public:
    explicit SplitMix(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next() {
        std::uint64_t mixed = (state_ += 0x9E3779B97F4A7C15ULL);
        mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9ULL;
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBULL;
        return mixed ^ (mixed >> 31);
    }

    // The bias of the remainder is below 2^-49 for boards of up to 2^14 cells.
    std::size_t below(std::size_t bound) { return static_cast<std::size_t>(next() % bound); }

  private:
    std::uint64_t state_;
};

using taquin::large::Tiles;

// True if the permutation that takes `goal` to `start` is even.
bool is_even_permutation(const Tiles& start, const Tiles& goal) {
    std::vector<std::size_t> goal_cell(goal.size());
    for (std::size_t cell = 0; cell < goal.size(); ++cell) goal_cell[goal[cell]] = cell;
    std::vector<bool> seen(goal.size(), false);
    bool even = true;
    for (std::size_t first = 0; first < start.size(); ++first) {
        if (seen[first]) continue;
        for (std::size_t cell = first; !seen[cell]; cell = goal_cell[start[cell]]) seen[cell] = true, even = !even;
        even = !even;
    }
    return even;
}

bool is_solvable(int cols, const Tiles& start, const Tiles& goal) {
    const auto blank_parity = [cols](const Tiles& tiles) {
        const auto cell = std::find(tiles.begin(), tiles.end(), 0) - tiles.begin();
        return (cell / cols + cell % cols) % 2;
    };
    return is_even_permutation(start, goal) == (blank_parity(start) == blank_parity(goal));
}

// The default goal: 1 2 3 ... with the blank last.
Tiles default_goal(int rows, int cols) {
    Tiles goal(static_cast<std::size_t>(rows * cols));
    std::iota(goal.begin(), goal.end(), std::uint16_t{1});
    goal.back() = 0;
    return goal;
}

// A board drawn uniformly from those from which `goal` can be reached.
Tiles random_board(int cols, const Tiles& goal, SplitMix& random) {
    Tiles tiles = goal;
    for (std::size_t left = tiles.size(); left > 1; --left) std::swap(tiles[left - 1], tiles[random.below(left)]);
    if (!is_solvable(cols, tiles, goal)) {
        const std::size_t first = tiles[0] == 0 ? 1 : 0;
        const std::size_t second = tiles[first + 1] == 0 ? first + 2 : first + 1;
        std::swap(tiles[first], tiles[second]);
    }
    return tiles;
}

// Board number `index` of a shape under a seed; each board has its own stream, so samples of any size share boards.
Tiles sample_board(int rows, int cols, std::uint64_t seed, std::uint64_t index) {
    SplitMix random(seed ^ (static_cast<std::uint64_t>(rows) << 40) ^ (static_cast<std::uint64_t>(cols) << 32) ^ index);
    return random_board(cols, default_goal(rows, cols), random);
}

using taquin::Direction;
using namespace taquin;
using namespace taquin::large;

int failures = 0;

void check(bool holds, const std::string& what) {
    if (holds) return;
    ++failures;
    std::printf("FAILED: %s\n", what.c_str());
}

template <class Call>
bool throws(Call call) {
    try {
        call();
    } catch (const std::invalid_argument&) {
        return true;
    }
    return false;
}

std::string named(int rows, int cols) { return std::to_string(rows) + "x" + std::to_string(cols); }

Tiles shuffled(Tiles tiles, SplitMix& random) {
    for (std::size_t left = tiles.size(); left > 1; --left) std::swap(tiles[left - 1], tiles[random.below(left)]);
    return tiles;
}

// Replays on plain tiles, independently of the solver's own representation.
bool replays(int rows, int cols, Tiles tiles, const Tiles& goal, const Path& path) {
    auto blank = static_cast<int>(std::find(tiles.begin(), tiles.end(), 0) - tiles.begin());
    for (const Direction move : path) {
        const int row = blank / cols + (move == taquin::kDown) - (move == taquin::kUp);
        const int col = blank % cols + (move == taquin::kRight) - (move == taquin::kLeft);
        if (row < 0 || row >= rows || col < 0 || col >= cols) return false;
        std::swap(tiles[static_cast<std::size_t>(blank)], tiles[static_cast<std::size_t>(row * cols + col)]);
        blank = row * cols + col;
    }
    return tiles == goal;
}

class Recorder : public AnytimeObserver {
  public:
    explicit Recorder(double cancel_after = 1e9) : cancel_after_(cancel_after) {}

    void improved(std::size_t length, double) override { lengths.push_back(length); }
    bool poll() override { return seconds() > cancel_after_; }
    double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count(); }

    std::vector<std::size_t> lengths;

  private:
    const double cancel_after_;
    const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

AnytimeRequest request_for(int rows, int cols, Tiles start, Tiles goal) {
    AnytimeRequest request;
    request.rows = rows;
    request.cols = cols;
    request.start = std::move(start);
    request.goal = std::move(goal);
    return request;
}

void solve_and_check(const AnytimeRequest& request) {
    const std::string name = named(request.rows, request.cols);
    Recorder recorder;
    const AnytimeResult result = AnytimeSolver(request).run(recorder);
    check(result.found && replays(request.rows, request.cols, request.start, request.goal, result.path), name + ": path leads to the goal");
    check(result.lower_bound <= result.path.size(), name + ": lower bound holds");
    check(!recorder.lengths.empty() && recorder.lengths.back() == result.path.size(), name + ": last report is the result");
    check(std::is_sorted(recorder.lengths.rbegin(), recorder.lengths.rend()), name + ": reports only get shorter");
}

void test_constructive_solver() {
    SplitMix random(11);
    for (int board = 0; board < 600; ++board) {
        const int longest = board % 20 == 0 ? 30 : 8;
        const int rows = 2 + static_cast<int>(random.below(static_cast<std::size_t>(longest - 1)));
        const int cols = 2 + static_cast<int>(random.below(static_cast<std::size_t>(longest - 1)));
        const Tiles goal = board % 2 ? shuffled(default_goal(rows, cols), random) : default_goal(rows, cols);
        const Tiles start = random_board(cols, goal, random);
        const auto path = ConstructiveSolver::solve(Layout({rows, cols}, start, goal));
        check(replays(rows, cols, start, goal, path), named(rows, cols) + ": constructive solution");
    }
}

void test_shapes_and_goals() {
    SplitMix random(12);
    const std::pair<int, int> shapes[] = {{2, 2}, {2, 3}, {3, 2}, {2, 17}, {17, 2}, {3, 3}, {3, 24}, {24, 3}, {4, 4}, {5, 5}, {6, 9}, {9, 6}, {12, 12}, {4, 40}, {20, 20}};
    for (const auto& [rows, cols] : shapes)
        for (int board = 0; board < 4; ++board) {
            const Tiles goal = board % 2 ? shuffled(default_goal(rows, cols), random) : default_goal(rows, cols);
            AnytimeRequest request = request_for(rows, cols, random_board(cols, goal, random), goal);
            request.seconds = Budget::kNoTimeLimit;
            request.work = 300'000;
            request.threads = 1 + board / 2;
            request.seed = static_cast<std::uint64_t>(board);
            solve_and_check(request);
        }
    AnytimeRequest solved = request_for(7, 5, default_goal(7, 5), default_goal(7, 5));
    Recorder recorder;
    check(AnytimeSolver(solved).run(recorder).path.empty(), "a solved board needs no moves");
}

// The longest strips, and the largest board: places are looked for along both sides, however unlike.
void test_longest_sides() {
    SplitMix random(13);
    const std::pair<int, int> shapes[] = {{2, 128}, {128, 2}, {3, 128}, {128, 5}, {128, 128}};
    for (const auto& [rows, cols] : shapes) {
        const Tiles goal = default_goal(rows, cols);
        AnytimeRequest request = request_for(rows, cols, random_board(cols, goal, random), goal);
        request.seconds = 0.2;
        request.threads = 2;
        solve_and_check(request);
    }
}

// A path that nothing can shorten must not keep a solve without a clock from ending.
void test_work_limit_ends_the_solve() {
    SplitMix random(14);
    for (const auto& [rows, cols] : {std::pair{2, 2}, {2, 3}, {3, 3}, {4, 4}}) {
        const Tiles goal = default_goal(rows, cols);
        AnytimeRequest request = request_for(rows, cols, random_board(cols, goal, random), goal);
        request.seconds = Budget::kNoTimeLimit;
        request.work = 500'000;
        Recorder recorder;
        const AnytimeResult result = AnytimeSolver(request).run(recorder);
        check(result.work < 2 * request.work, named(rows, cols) + ": ends when the work is done");
    }
}

// Distances of all 2x3 boards from the goal, by breadth-first search.
void test_against_exact_distances() {
    const Tiles goal = default_goal(2, 3);
    std::map<Tiles, std::size_t> depth{{goal, 0}};
    std::vector<Tiles> frontier{goal};
    for (std::size_t at = 0; at < frontier.size(); ++at)
        for (const Direction move : {taquin::kUp, taquin::kLeft, taquin::kRight, taquin::kDown}) {
            Tiles next = frontier[at];
            const auto blank = static_cast<int>(std::find(next.begin(), next.end(), 0) - next.begin());
            const int row = blank / 3 + (move == taquin::kDown) - (move == taquin::kUp);
            const int col = blank % 3 + (move == taquin::kRight) - (move == taquin::kLeft);
            if (row < 0 || row > 1 || col < 0 || col > 2) continue;
            std::swap(next[static_cast<std::size_t>(blank)], next[static_cast<std::size_t>(row * 3 + col)]);
            if (depth.emplace(next, depth[frontier[at]] + 1).second) frontier.push_back(next);
        }
    check(depth.size() == 360, "360 boards of 2x3 can be reached");
    for (const auto& [tiles, exact] : depth) {
        check(static_cast<std::size_t>(lower_bound(Layout({2, 3}, tiles, goal))) <= exact, "lower bound is admissible on 2x3");
        if (exact % 5) continue;
        AnytimeRequest request = request_for(2, 3, tiles, goal);
        request.seconds = Budget::kNoTimeLimit;
        request.work = 20'000;
        Recorder recorder;
        check(AnytimeSolver(request).run(recorder).path.size() == exact, "2x3 is solved in the fewest moves");
    }
}

void test_same_seed_same_path() {
    for (const int size : {6, 12}) {
        AnytimeRequest request = request_for(size, size, sample_board(size, size, kTuningSeed, 0), default_goal(size, size));
        request.seconds = Budget::kNoTimeLimit;
        request.work = 1'000'000;
        request.seed = 5;
        Recorder first, second, third;
        const Path path = AnytimeSolver(request).run(first).path;
        check(path == AnytimeSolver(request).run(second).path, "one thread repeats itself");
        request.seed = 6;
        check(path != AnytimeSolver(request).run(third).path, "another seed gives another path");
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
        check(recorder.seconds() < 0.05 + allowed, named(size, size) + ": cancelled in time");
        check(!result.found || replays(size, size, request.start, request.goal, result.path), "what was found leads to the goal");
    }
}

void test_bad_input() {
    const Tiles goal = default_goal(3, 3);
    Tiles odd = goal;
    std::swap(odd[0], odd[1]);
    check(throws([&] { AnytimeSolver(request_for(3, 3, odd, goal)); }), "an unsolvable board is refused");
    check(throws([&] { AnytimeSolver(request_for(3, 3, Tiles(9, 1), goal)); }), "repeated tiles are refused");
    check(throws([&] { AnytimeSolver(request_for(3, 3, {0, 1, 2}, goal)); }), "missing tiles are refused");
    check(throws([&] { AnytimeSolver(request_for(1, 9, goal, goal)); }), "a single row is refused");
    AnytimeRequest idle = request_for(3, 3, goal, goal);
    idle.threads = 0;
    check(throws([&] { AnytimeSolver solver(idle); }), "no threads are refused");
}

int quick() {
    const bool boards_solvable = [] {
        for (const auto& [size, count] : kEvaluationBoards)
            for (int index = 0; index < count; ++index)
                for (const std::uint64_t seed : {kEvaluationSeed, kTuningSeed})
                    if (!is_solvable(size, sample_board(size, size, seed, static_cast<std::uint64_t>(index)), default_goal(size, size)))
                        return false;
        return true;
    }();
    check(boards_solvable, "sampled boards are solvable");
    test_constructive_solver();
    test_shapes_and_goals();
    test_longest_sides();
    test_work_limit_ends_the_solve();
    test_against_exact_distances();
    test_same_seed_same_path();
    // Generous: sanitizers and busy machines slow everything down. The figure to hold is 0.1 s.
    test_cancelling(1.0);
    test_bad_input();
    std::printf(failures ? "%d checks failed\n" : "all checks hold\n", failures);
    return failures ? 1 : 0;
}

// Shapes of every kind, up to 128 cells a side; every second one with a goal arranged at random.
int mixed(int count, double seconds) {
    SplitMix random(kEvaluationSeed);
    const auto side = [&random](std::size_t longest) { return 2 + static_cast<int>(random.below(longest - 1)); };
    for (int board = 0; board < count; ++board) {
        const std::size_t longest = board % 50 == 0 ? 128 : board % 5 == 0 ? 40 : 12;
        const int rows = board % 7 == 3 ? 2 + board % 2 : side(longest), cols = board % 7 == 5 ? 2 + board % 2 : side(longest);
        const Tiles goal = board % 2 ? shuffled(default_goal(rows, cols), random) : default_goal(rows, cols);
        AnytimeRequest request = request_for(rows, cols, random_board(cols, goal, random), goal);
        request.seconds = seconds;
        request.threads = 2;
        request.seed = static_cast<std::uint64_t>(board);
        solve_and_check(request);
    }
    std::printf("%d boards of mixed shapes, %d failures\n", count, failures);
    return failures ? 1 : 0;
}

double process_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

int bench(std::uint64_t seed, int size, int count, double seconds, int threads, double million_boards) {
    for (const auto& [fixed_size, fixed_count] : kEvaluationBoards)
        if (count == 0 && fixed_size == size) count = fixed_count;
    double moves = 0, distance = 0, bound = 0, wall = 0, work = 0;
    const double begin = process_seconds();
    for (int index = 0; index < count; ++index) {
        AnytimeRequest request = request_for(size, size, sample_board(size, size, seed, static_cast<std::uint64_t>(index)), default_goal(size, size));
        request.seconds = million_boards > 0 ? Budget::kNoTimeLimit : seconds;
        if (million_boards > 0) request.work = static_cast<std::uint64_t>(million_boards * 1e6);
        request.threads = threads;
        Recorder recorder;
        const AnytimeResult result = AnytimeSolver(request).run(recorder);
        check(replays(size, size, request.start, request.goal, result.path), "path leads to the goal");
        moves += static_cast<double>(result.path.size());
        distance += Layout({size, size}, request.start, request.goal).manhattan();
        bound += static_cast<double>(result.lower_bound);
        wall += result.seconds;
        work += static_cast<double>(result.work);
    }
    std::printf("%dx%d boards %d: length / distance %.4f, mean length %.1f, length / lower bound %.4f, wall %.2f s, cpu %.2f s, %.1f M boards generated each\n",
                size, size, count, moves / distance, moves / count, moves / bound, wall / count, (process_seconds() - begin) / count, work / count / 1e6);
    return failures ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    if (arguments.empty()) return quick();
    const auto number = [&](std::size_t at, double otherwise) { return arguments.size() > at ? std::atof(arguments[at].c_str()) : otherwise; };
    if (arguments[0] == "mixed") return mixed(static_cast<int>(number(1, 100)), number(2, 0.05));
    if (arguments[0] != "bench" || arguments.size() < 5) {
        std::printf("usage: large_test [mixed COUNT SECONDS | bench evaluation|tuning SIZE COUNT SECONDS [THREADS] [MILLION_BOARDS]]\n");
        return 2;
    }
    return bench(arguments[1] == "evaluation" ? kEvaluationSeed : kTuningSeed, static_cast<int>(number(2, 8)),
                 static_cast<int>(number(3, 0)), number(4, 1), static_cast<int>(number(5, 2)), number(6, 0));
}
