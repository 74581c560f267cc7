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
    Freshness freshness(turned.shape());
    Terrain terrain(turned.shape(), Region::whole(turned.shape()), freshness);
    terrain.survey(turned, learned_evaluation());
    // Halfway between the two, the way costs the same.
    const Place from = place_at(3 * size / 4, 3 * size / 4);
    Random random(1);
    const Place richest = terrain.richest(from, 0, random);
    const auto in_a_corner = [](Place place) { return distance(place, place_at(size - 1, size - 1)) < 20; };
    check(in_a_corner(richest), "more is left to do in a corner of a turned board than in its middle");
}

// Numbers at random, so that no two features can stand in for one another.
Evaluation random_evaluation(Random& random) {
    const SharedNumbers shared;
    std::vector<std::int16_t> numbers;
    for (int number = 0; number < Evaluation::kOwnSteps + 1 + shared.count; ++number) numbers.push_back(static_cast<std::int16_t>(random.between(-1000, 1000)));
    return Evaluation(shared, numbers);
}

Layout random_layout(int rows, int cols, Random& random) {
    const Tiles goal = shuffled(default_goal(rows, cols), random);
    return Layout({rows, cols}, random_board(cols, goal, random), goal);
}

// Of the whole board, conflicts included.
std::int64_t value_of(const Layout& board, const Evaluation& evaluation) {
    LocalView view;
    view.assign(board, Region::whole(board.shape()));
    CrossBoard lines;
    lines.assign(board, Region::whole(board.shape()));
    std::int64_t value = view.total(evaluation) + std::int64_t{evaluation.conflict} * lines.removals();
    board.each_place([&](Place place) {
        if (place != board.blank) value += evaluation.of(board[place], place);
    });
    return value;
}

void test_changes_add_up() {
    Random random(16);
    const Evaluation evaluation = random_evaluation(random);
    for (int trial = 0; trial < 60; ++trial) {
        const int longest = trial % 20 == 0 ? 128 : 12;
        Layout board = random_layout(random.between(2, longest), random.between(2, 12), random);
        CrossBoard beam_board;
        beam_board.assign(board, Region::whole(board.shape()));
        for (int step = 0; step < 50; ++step) {
            const auto move = static_cast<Direction>(random.below(4));
            if (!board.allows(move)) continue;
            const Place from = stepped(board.blank, move), home = board[from];
            const std::int64_t change = beam_board.value_change(evaluation, move, from, home) + evaluation.conflict * beam_board.removals_change(from, home);
            const std::int64_t before = value_of(board, evaluation);
            board.apply(move);
            beam_board.apply(move);
            check(value_of(board, evaluation) == before + change, name(board.shape()) + ": a move changes the value by what it says");
        }
    }
}

// Only a part of the board is taken over, from wherever the beam was before; what a move changes is the same.
void test_changes_within_a_region() {
    Random random(17);
    const Evaluation evaluation = random_evaluation(random);
    CrossBoard within;
    for (int trial = 0; trial < 200; ++trial) {
        Layout board = random_layout(random.between(2, 20), random.between(2, 20), random);
        const Region region = Region::around(board.blank, board.shape(), random.between(2, 9), random.between(2, 9));
        CrossBoard whole;
        whole.assign(board, Region::whole(board.shape()));
        within.assign(board, region);
        for (int step = 0; step < 50; ++step) {
            const auto move = static_cast<Direction>(random.below(4));
            const Place from = stepped(board.blank, move);
            if (!region.contains(from)) continue;
            check(within.value_change(evaluation, move, from, board[from]) == whole.value_change(evaluation, move, from, board[from]),
                  name(board.shape()) + ": a move changes the same in a region");
            board.apply(move);
            whole.apply(move);
            within.apply(move);
        }
    }
}

// The board turned or reflected, and its goal with it.
Layout turned(const Layout& board, int bits) {
    const Shape& shape = board.shape();
    const auto moved = [&](Place place) {
        const int row = bits & 1 ? shape.rows - 1 - row_of(place) : row_of(place), col = bits & 2 ? shape.cols - 1 - col_of(place) : col_of(place);
        return bits & 4 ? place_at(col, row) : place_at(row, col);
    };
    Layout result(bits & 4 ? Shape{shape.cols, shape.rows} : shape);
    board.each_place([&](Place place) { result[moved(place)] = place == board.blank ? kNowhere : moved(board[place]); });
    result.blank = moved(board.blank);
    result.blank_home = moved(board.blank_home);
    return result;
}

void test_turned_boards_have_the_same_value() {
    Random random(18);
    const Evaluation evaluation = random_evaluation(random);
    for (int trial = 0; trial < 40; ++trial) {
        const Layout board = random_layout(random.between(2, 12), random.between(2, 12), random);
        for (int bits = 1; bits < 8; ++bits)
            check(value_of(turned(board, bits), evaluation) == value_of(board, evaluation), name(board.shape()) + ": turned, the value is the same");
    }
}

void test_learned_numbers_are_all_there() {
    check(std::size(kLearnedNumbers) == static_cast<std::size_t>(Evaluation::kOwnSteps + 1 + SharedNumbers().count), "one number for each feature was learned");
    for (std::size_t steps = 1; steps < kMaxSide; ++steps)
        check(learned_evaluation().axis[steps] > learned_evaluation().axis[steps - 1], "a tile farther from home has more to do");
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
    test_changes_add_up();
    test_changes_within_a_region();
    test_turned_boards_have_the_same_value();
    test_learned_numbers_are_all_there();
    test_budget_is_a_part_between_0_and_1();
    test_lower_bound_is_admissible();
    std::puts("all checks hold");
}
