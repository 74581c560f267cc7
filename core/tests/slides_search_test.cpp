// SPDX-License-Identifier: MIT
// Whether the solver finds the fewest slides: against breadth-first search on every small board, sampled on larger ones.
#include "slides_support.hpp"

using namespace taquin;
using namespace taquin::slides;
using namespace taquin::slides::testing;

namespace {

constexpr std::uint64_t kUsualEntries = 16'000'000;

void check_board(const Solving& solving, Shape shape, const Tiles& board, const Tiles& goal, int depth, int threads = 1) {
    SearchControl control;
    SolveOptions options;
    options.threads = threads;
    const SolveResult result = solving->solve(board, control, options);
    check(result.solution.has_value(), "a board is solved");
    check(replays(shape, board, goal, *result.solution), "a path leads to the goal");
    check(slides_in(*result.solution) == depth && result.lower_bound == depth, "a path has the fewest slides");
    check(solving->estimate(board) <= depth, "an estimate is no more than the truth");
}

using Distances = std::map<Tiles, int>;

// Every `stride`-th board, with tables so small that they do not know everything.
void check_boards(Shape shape, const Tiles& goal, const Distances& distances, std::uint64_t most_entries, std::size_t stride) {
    const Solving solving(shape, goal, most_entries);
    std::size_t number = 0;
    for (const auto& [board, depth] : distances)
        if (number++ % stride == 0) check_board(solving, shape, board, goal, depth);
}

void test_small_shapes(bool quick) {
    for (const Shape shape : {Shape{2, 2}, Shape{2, 3}, Shape{3, 2}, Shape{2, 4}, Shape{4, 2}})
        for (int blank = 0; blank < shape.cells(); ++blank) {
            const Tiles goal = goal_with_blank(shape, blank);
            const Distances distances = slide_distances(shape, goal);
            check_boards(shape, goal, distances, 1, quick ? 101 : 17);
            check_boards(shape, goal, distances, 1600, quick ? 31 : 1);
            check_boards(shape, goal, distances, kUsualEntries, quick ? 13 : 1);
        }
}

void test_three_by_three(bool quick) {
    const Shape shape{3, 3};
    const Tiles goal = goal_with_blank(shape, 8);
    const Solving exact(shape, goal, kUsualEntries), rough(shape, goal, 12'000);
    int deepest = 0;
    std::size_t number = 0;
    const auto distances = slide_distances(shape, goal);
    for (const auto& [board, depth] : distances) {
        deepest = std::max(deepest, depth);
        if (!quick || number % 10 == 0) check_board(exact, shape, board, goal, depth);
        if (number++ % (quick ? 100 : 10) == 0) check_board(rough, shape, board, goal, depth);
    }
    check(distances.size() == 181440 && deepest == 24, "no 3x3 board needs more than 24 slides");
}

// Shapes with several pieces to a strip, near their goals.
void check_near(Shape shape, int blank, int deepest) {
    const Tiles goal = goal_with_blank(shape, blank);
    check_boards(shape, goal, slide_distances(shape, goal, deepest), shape.cells() > 16 ? 1'200'000 : 160'000, 29);
}

void test_larger_shapes() {
    for (const auto& [shape, blank] : {std::pair(Shape{3, 4}, 11), std::pair(Shape{3, 4}, 5), std::pair(Shape{5, 3}, 0),
                                       std::pair(Shape{2, 8}, 9), std::pair(Shape{4, 4}, 15), std::pair(Shape{4, 4}, 9),
                                       std::pair(Shape{5, 5}, 24), std::pair(Shape{6, 6}, 14)})
        check_near(shape, blank, shape.cells() > 16 ? 4 : 6);
}

// Boards as far from their goals as random ones are.
void test_far_boards(bool quick) {
    Random random(11);
    for (const auto& [shape, blank] : {std::pair(Shape{3, 4}, 11), std::pair(Shape{3, 4}, 6), std::pair(Shape{4, 3}, 1), std::pair(Shape{2, 5}, 9)}) {
        const Tiles goal = goal_with_blank(shape, blank);
        const Solving solving(shape, goal, 400'000);
        for (int round = 0; round < (quick ? 1 : 30); ++round) {
            const Tiles board = walked(goal, shape, 1000, random);
            check_board(solving, shape, board, goal, slide_distance(shape, board, goal), 1 + round % 2);
        }
    }
}

// Iterations take the same nodes whoever searches them.
void test_threads(bool quick) {
    const Shape shape{3, 5};
    const Tiles goal = goal_with_blank(shape, 14);
    const Solving solving(shape, goal, 1'600'000);
    Random random(5);
    std::uint64_t largest = 0;
    for (int round = 0; round < (quick ? 2 : 10); ++round) {
        const Tiles board = walked(goal, shape, 300, random);
        std::vector<SolveResult> results;
        for (const int threads : {1, 4}) {
            SearchControl control;
            SolveOptions options;
            options.threads = threads;
            results.push_back(solving->solve(board, control, options));
            check(replays(shape, board, goal, *results.back().solution), "a path leads to the goal");
            check(slides_in(*results.back().solution) == results.back().lower_bound, "a path has the fewest slides");
        }
        check(results[0].lower_bound == results[1].lower_bound && results[0].iterations.size() == results[1].iterations.size(),
              "threads find paths of the same length");
        for (std::size_t at = 0; at + 1 < results[0].iterations.size(); ++at) {
            check(results[0].iterations[at].nodes == results[1].iterations[at].nodes, "an iteration has its nodes on any threads");
            largest = std::max(largest, results[0].iterations[at].nodes);
        }
    }
    check(largest > 25'000, "some iterations were worth splitting");
}

void test_limits() {
    const Shape shape{4, 4};
    const Tiles goal = goal_with_blank(shape, 15);
    const Solving solving(shape, goal, 8000);
    Random random(1);
    const Tiles board = walked(goal, shape, 400, random);
    for (const int threads : {1, 3}) {
        SolveOptions options;
        options.threads = threads;
        SearchControl few, none, cancelled;
        few.node_limit = 100'000;
        const SolveResult limited = solving->solve(board, few, options);
        check(limited.stop_reason == StopReason::node_limit && !limited.solution && limited.nodes < 400'000, "nodes are limited");
        none.limit_seconds(0);
        check(solving->solve(board, none, options).stop_reason == StopReason::time_limit, "time is limited");
        cancelled.cancel();
        check(solving->solve(board, cancelled, options).stop_reason == StopReason::cancelled, "a search is cancelled");
        SearchControl known;
        options.known_length = solving->estimate(board);
        const SolveResult knowing = solving->solve(board, known, options);
        check(!knowing.solution && knowing.nodes == 0 && knowing.lower_bound == options.known_length, "a known path ends a search");
    }
    SearchControl control;
    SolveOptions options;
    options.from_bound = 5;
    Tiles near = goal;
    slide(near, shape, kUp);
    check(solving->solve(goal, control).solution->empty(), "the goal is solved");
    check(solving->estimate(near) == 1, "a slide away is a slide away");
    check_refused("an unsolvable board", [&] {
        Tiles odd = goal;
        std::swap(odd[0], odd[1]);
        solving->estimate(odd);
    });
    check_refused("no board", [&] { solving->estimate(Tiles(16, 3)); });
}

}  // namespace

int main(int count, char** arguments) {
    const bool quick = count > 1 && std::string(arguments[1]) == "quick";
    step("small shapes", [&] { test_small_shapes(quick); });
    step("3x3", [&] { test_three_by_three(quick); });
    step("larger shapes", [] { test_larger_shapes(); });
    step("far boards", [&] { test_far_boards(quick); });
    step("threads", [&] { test_threads(quick); });
    step("limits", [] { test_limits(); });
}
