// SPDX-License-Identifier: MIT
// Whole solves: paths lead to the goal from boards of every shape and size, are the shortest where that is easy, and repeat
// themselves; what is no question is refused. `large_anytime_test quick` does a tenth of the work, for emulators and thread
// sanitizers.

#include "large_support.hpp"

using namespace taquin;
using namespace taquin::large;
using namespace taquin::large::testing;

namespace {

std::uint64_t effort = 10;  // how much work solves get: 10 by default

void test_shapes_and_goals() {
    Random random(12);
    const std::pair<int, int> shapes[] = {{2, 2}, {2, 3}, {3, 2}, {2, 17}, {17, 2}, {3, 3}, {3, 24}, {24, 3}, {4, 4}, {5, 5}, {6, 9}, {9, 6}, {12, 12}, {4, 40}, {20, 20}};
    for (const auto& [rows, cols] : shapes)
        for (int board = 0; board < 4; ++board) {
            const Tiles goal = board % 2 ? shuffled(default_goal(rows, cols), random) : default_goal(rows, cols);
            AnytimeRequest request = request_for(rows, cols, random_board(cols, goal, random), goal);
            request.seconds = Budget::kNoTimeLimit;
            request.work = 30'000 * effort;
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
    Random random(13);
    const std::pair<int, int> shapes[] = {{2, 128}, {128, 2}, {3, 128}, {128, 5}, {128, 128}};
    for (const auto& [rows, cols] : shapes) {
        const Tiles goal = default_goal(rows, cols);
        AnytimeRequest request = request_for(rows, cols, random_board(cols, goal, random), goal);
        request.seconds = 0.2;
        request.threads = 2;
        solve_and_check(request);
    }
}

void test_against_exact_distances() {
    const Tiles goal = default_goal(2, 3);
    for (const auto& [tiles, exact] : distances({2, 3}, goal)) {
        if (exact % (effort == 1 ? 20 : 5) != 0) continue;
        AnytimeRequest request = request_for(2, 3, tiles, goal);
        request.seconds = Budget::kNoTimeLimit;
        request.work = 20'000;
        Recorder recorder;
        check(AnytimeSolver(request).run(recorder).path.size() == at(exact), "2x3 is solved in the fewest moves");
    }
}

void test_same_seed_same_path() {
    for (const int size : {6, 12}) {
        AnytimeRequest request = request_for(size, size, sample_board(size, size, kTuningSeed, 0), default_goal(size, size));
        request.seconds = Budget::kNoTimeLimit;
        request.work = 100'000 * effort;
        request.seed = 5;
        Recorder first, second, third;
        const Path path = AnytimeSolver(request).run(first).path;
        check(path == AnytimeSolver(request).run(second).path, "one thread repeats itself");
        request.seed = 6;
        // On a small board both may find the same good path.
        check(size == 6 || path != AnytimeSolver(request).run(third).path, "another seed gives another path");
    }
}

// What is known is never lost, however little is left to do; and it is where the windows go on from.
void test_goes_on_from_a_known_path() {
    for (const int size : {5, 8}) {
        AnytimeRequest request = request_for(size, size, sample_board(size, size, kTuningSeed, 1), default_goal(size, size));
        request.seconds = Budget::kNoTimeLimit;
        request.work = 100'000 * effort;
        Recorder first, second, third;
        const Path path = AnytimeSolver(request).run(first).path;
        request.known = path;
        request.seed = 7;
        check(AnytimeSolver(request).run(second).path.size() <= path.size(), "a second solve is no worse than the first");
        request.work = 1;
        const AnytimeResult least = AnytimeSolver(request).run(third);
        check(least.found && least.path.size() <= path.size(), "the known path is there at once");
        request.known.pop_back();
        check_refused("a path that ends elsewhere is refused", [&] { AnytimeSolver solver(request); });
    }
}

void test_bad_input() {
    const Tiles goal = default_goal(3, 3);
    Tiles odd = goal;
    std::swap(odd[0], odd[1]);
    check_refused("an unsolvable board is refused", [&] { AnytimeSolver(request_for(3, 3, odd, goal)); });
    check_refused("repeated tiles are refused", [&] { AnytimeSolver(request_for(3, 3, Tiles(9, 1), goal)); });
    check_refused("missing tiles are refused", [&] { AnytimeSolver(request_for(3, 3, {0, 1, 2}, goal)); });
    check_refused("a single row is refused", [&] { AnytimeSolver(request_for(1, 9, goal, goal)); });
    AnytimeRequest idle = request_for(3, 3, goal, goal);
    idle.threads = 0;
    check_refused("no threads are refused", [&] { AnytimeSolver solver(idle); });
}

}  // namespace

int main(int argc, char** argv) {
    if (argc > 1 && std::string(argv[1]) == "quick") effort = 1;
    test_shapes_and_goals();
    test_longest_sides();
    test_against_exact_distances();
    test_same_seed_same_path();
    test_goes_on_from_a_known_path();
    test_bad_input();
    std::puts("all checks hold");
}
