// SPDX-License-Identifier: MIT
// The parts of core/large by themselves: sampled boards, the constructive solver, the lower bound, the map of what is left to
// do, and the plans made with what a budget says.
#include <cmath>
#include <limits>

#include "large_support.hpp"

using namespace taquin;
using namespace taquin::large;
using namespace taquin::large::testing;

namespace {

void test_sampled_boards_are_solvable() {
    for (const auto& [size, count] : kEvaluationBoards)
        for (int index = 0; index < count; ++index)
            for (const std::uint64_t seed : {kEvaluationSeed, kTuningSeed}) {
                const Tiles board = sample_board(size, size, seed, static_cast<std::uint64_t>(index));
                check(solvable(size, board, default_goal(size, size)), name({size, size}) + ": a sampled board is solvable");
            }
}

void test_constructive_solver() {
    Random random(11);
    for (int board = 0; board < 600; ++board) {
        const int longest = board % 20 == 0 ? 30 : 8;
        const int rows = 2 + static_cast<int>(random.below(static_cast<std::size_t>(longest - 1)));
        const int cols = 2 + static_cast<int>(random.below(static_cast<std::size_t>(longest - 1)));
        const Tiles goal = board % 2 ? shuffled(default_goal(rows, cols), random) : default_goal(rows, cols);
        const Tiles start = random_board(cols, goal, random);
        const auto path = ConstructiveSolver::solve(Layout({rows, cols}, start, goal));
        check(replays({rows, cols}, start, goal, path), name({rows, cols}) + ": constructive solution");
    }
}

// Every tile of 128x128 turned by 180 degrees is as far from home as it can be: the sum of all values exceeds 32 bits, which the
// sanitizers see.
void test_terrain_of_a_turned_board() {
    const int size = 128;
    const Tiles goal = default_goal(size, size);
    const Layout turned({size, size}, Tiles(goal.rbegin(), goal.rend()), goal);
    Terrain terrain(turned.shape());
    terrain.survey(turned, Evaluation(1.8, 4));
    const auto in_the_middle = [](Place place) { return distance(place, place_at(size / 2, size / 2)) < 20; };
    const auto in_a_corner = [](Place place) { return distance(place, place_at(size - 1, size - 1)) < 20; };
    Random random(1);
    const Place from = place_at(size / 2, size / 2);
    const Place richest = terrain.richest(from, 0, random, [&](Place place) { return in_the_middle(place) || in_a_corner(place); });
    check(in_a_corner(richest), "more is left to do in a corner of a turned board than in its middle");
}

void test_budget_is_a_part_between_0_and_1() {
    const double seconds[] = {-1, 0, std::numeric_limits<double>::denorm_min(), 1e-9, 1, 1e300, Budget::kNoTimeLimit};
    for (const double limit : seconds)
        for (const std::uint64_t work_limit : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{1} << 60, Budget::kNoWorkLimit})
            for (const std::uint64_t work : {std::uint64_t{0}, std::uint64_t{1000}}) {
                Budget budget(limit, work_limit);
                budget.charge(work);
                const std::string name = std::to_string(limit) + " s, " + std::to_string(work_limit) + " boards: ";
                check(budget.spent() >= 0 && budget.spent() <= 1, name + "a part is spent");
                check(std::isfinite(budget.work_left()) && budget.work_left() >= 0, name + "some work is left");
                check(budget.guessed_work(1000) >= 0, name + "some work is guessed");
                const WindowSettings windows = plan_windows(1000, budget.work_left());
                check(windows.narrowest >= 12 && windows.narrowest <= 50, name + "windows are planned");
                for (const int size : {3, 12, 40}) {
                    const Tiles goal = default_goal(size, size);
                    Ladder ladder(Layout({size, size}, Tiles(goal.rbegin(), goal.rend()), goal), budget.guessed_work(2));
                    for (int rung = 0; rung < 20; ++rung)
                        if (const auto settings = ladder.next(budget.spent())) check(settings->width > 0, name + "a beam has a width");
                }
            }
}

void test_lower_bound_is_admissible() {
    for (const auto& [tiles, exact] : distances({2, 3}, default_goal(2, 3)))
        check(lower_bound(Layout({2, 3}, tiles, default_goal(2, 3))) <= exact, "lower bound is admissible on 2x3");
}

}  // namespace

int main() {
    test_sampled_boards_are_solvable();
    test_constructive_solver();
    test_terrain_of_a_turned_board();
    test_budget_is_a_part_between_0_and_1();
    test_lower_bound_is_admissible();
    std::puts("all checks hold");
}
