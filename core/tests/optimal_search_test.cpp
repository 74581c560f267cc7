// SPDX-License-Identifier: MIT
// Optimal lengths, node counts and subtree roots, against plain searches.
//
//   optimal_search_test [quick]         every property on small boards
//   optimal_search_test exhaustive      larger groups, so that every kernel has its turn
#include <random>

#include "optimal_support.hpp"

using namespace taquin;
using namespace taquin::optimal;
using namespace taquin::optimal::testing;

namespace {

// IDA*'s iteration as the textbook has it; returns the nodes, the goal must lie beyond the bound.
std::uint64_t plain_iteration(const Heuristic& heuristic, const Automaton* automaton, const Root& node, int bound) {
    std::uint64_t nodes = 0;
    for (int move = 0; move < kMoves; ++move) {
        if (!heuristic.shape().can_move(node.blank, move)) continue;
        if (!node.path.empty() && move == opposite(node.path.back())) continue;
        Root child = node;
        if (automaton != nullptr) child.automaton_state = automaton->next(node.automaton_state, move);
        if (child.automaton_state == Automaton::kPruned) continue;
        ++nodes;
        child.blank = heuristic.shape().target(node.blank, move);
        std::swap(child.home[at(child.blank)], child.home[at(node.blank)]);
        child.path.push_back(static_cast<std::uint8_t>(move));
        if (child.g() + heuristic.estimate(child.home) <= bound) nodes += plain_iteration(heuristic, automaton, child, bound);
    }
    return nodes;
}

enum class Views { usual, two_partitions };

LookupPlan plan_views(const Shape& shape, int blank_goal, const GroupSizes& sizes, Views views) {
    const Partition first = partition_by_sizes(shape, blank_goal, sizes);
    if (views == Views::usual) return plan_lookups(shape, blank_goal, first);
    return plan_lookups(shape, blank_goal, first, unlike_partition(shape, blank_goal, sizes, first));
}

// Every `stride`-th board within `max_depth` of the goal, for every blank goal cell, against plain distances.
void test_all_boards(const Shape& shape, const GroupSizes& sizes, std::size_t stride, int max_depth = 1000,
                     Views views = Views::usual) {
    const Automaton automaton = build_automaton(shape, 10);
    for (int blank_goal = 0; blank_goal < shape.cells(); ++blank_goal) {
        const LookupPlan plan = plan_views(shape, blank_goal, sizes, views);
        const Tables tables(plan, 1);
        const std::vector<std::uint8_t> goal = goal_with_blank(shape, blank_goal);
        const OptimalSolver with(shape, goal, plan, tables.views(), &automaton);
        const OptimalSolver without(shape, goal, plan, tables.views(), nullptr);
        std::size_t number = 0;
        for (const auto& [home, distance] : plain_distances(shape, blank_goal, max_depth)) {
            if (number++ % stride != 0) continue;
            std::vector<std::uint8_t> start;
            for (const int cell : home) start.push_back(goal[at(cell)]);
            for (const OptimalSolver* solver : {&with, &without}) {
                SearchControl control;
                const SolveResult result = solver->solve(start, control);
                check(result.solution && static_cast<int>(result.solution->size()) == distance, "an optimal length on " + name(shape));
                check(replays(shape, start, goal, *result.solution), "a solution leads to the goal");
                check(solver->estimate(start) <= distance, "the estimate is admissible");
            }
        }
    }
}

const std::vector<std::uint8_t> kKorf1 = {14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3};   // 57 moves

// The nodes of an exhausted iteration are the textbook's, however it is cut and whichever kernel searches it.
void test_iterations(const Shape& shape, int blank_goal, const LookupPlan& plan, int max_bounds) {
    const Tables tables(plan, 2);
    const Automaton automaton = build_automaton(shape, 10);
    std::mt19937 random(7);
    for (const Automaton* used : {static_cast<const Automaton*>(nullptr), &automaton}) {
        const OptimalSolver solver(shape, goal_with_blank(shape, blank_goal), plan, tables.views(), used);
        std::vector<std::uint8_t> start = goal_with_blank(shape, blank_goal);
        for (int blank = blank_goal, step = 0; step < 150; ++step) {
            const auto move = static_cast<int>(random() % kMoves);
            if (!shape.can_move(blank, move)) continue;
            std::swap(start[at(blank)], start[at(shape.target(blank, move))]);
            blank = shape.target(blank, move);
        }
        const Root root = solver.root_of(start);
        int bound = solver.heuristic().estimate(root.home);
        for (int i = 0; i < max_bounds; ++i, bound += 2) {
            SearchControl whole_control;
            const RootsResult whole = search_roots(solver.heuristic(), solver.automaton(), {&root, 1}, bound, whole_control);
            if (whole.solution) break;
            check(whole.exhausted && whole.nodes == plain_iteration(solver.heuristic(), used, root, bound),
                  "an iteration on " + name(shape) + " has the textbook's nodes");
            check(whole_control.nodes.load() == whole.nodes, "the control knows the nodes");
            for (const std::size_t wanted : {std::size_t{10}, std::size_t{300}})
                for (const int threads : {1, 2}) {
                    SearchControl control;
                    const RootList list = split_roots(solver.heuristic(), solver.automaton(), root, bound, wanted, control);
                    std::uint64_t sum = list.nodes;
                    const RootsResult split = search_roots(solver.heuristic(), solver.automaton(), list.roots, bound, control, threads,
                                                           [&](std::size_t, std::uint64_t nodes) { sum += nodes; });
                    check(split.exhausted && list.nodes + split.nodes == whole.nodes && sum == whole.nodes,
                          "an iteration on " + name(shape) + " has the same nodes however it is cut");
                }
        }
    }
}

void test_iterations(const Shape& shape, int blank_goal, const Partition& partition, int max_bounds) {
    test_iterations(shape, blank_goal, plan_lookups(shape, blank_goal, partition), max_bounds);
}

// A search that breaks off after a long iteration, and goes on from there, makes the iterations of one that does not.
void test_breaking_off() {
    const Shape shape{4, 4};
    const LookupPlan plan = plan_lookups(shape, 0, partition_by_sizes(shape, 0, {5, 5, 5}));
    const Tables tables(plan, 2);
    const OptimalSolver solver(shape, goal_with_blank(shape, 0), plan, tables.views(), nullptr);
    SearchControl whole_control;
    const SolveResult whole = solver.solve(kKorf1, whole_control);
    const std::uint64_t nodes = whole.iterations[whole.iterations.size() / 2].nodes;
    SearchControl control;
    const SolveResult first = solver.solve(kKorf1, control, {.long_iteration = nodes});
    check(!first.solution && first.stop_reason == StopReason::none && first.iterations.back().nodes >= nodes,
          "a search breaks off after a long iteration");
    check(first.lower_bound == first.iterations.back().bound + 2, "and knows where to go on");
    const SolveResult second =
        solver.solve(kKorf1, control, {.threads = 2, .from_bound = first.lower_bound, .nodes_before = first.iterations.back().nodes});
    check(second.solution && second.solution->size() == whole.solution->size(), "the rest finds the path");
    check(first.iterations.size() + second.iterations.size() == whole.iterations.size(), "no iteration is made twice");
    for (std::size_t number = 0; number + 1 < whole.iterations.size(); ++number) {
        const bool early = number < first.iterations.size();
        const Iteration& iteration = early ? first.iterations[number] : second.iterations[number - first.iterations.size()];
        check(iteration.nodes == whole.iterations[number].nodes, "an iteration has the same nodes after breaking off");
    }
}

// A path from the start names the same root that splitting made.
void test_root_paths() {
    const Shape shape{3, 3};
    const LookupPlan plan = plan_lookups(shape, 0, partition_by_sizes(shape, 0, {4, 4}));
    const Tables tables(plan, 1);
    const Automaton automaton = build_automaton(shape, 10);
    const OptimalSolver solver(shape, goal_with_blank(shape, 0), plan, tables.views(), &automaton);
    const std::vector<std::uint8_t> start = {8, 0, 6, 5, 4, 7, 2, 3, 1};
    SearchControl control;
    const RootList list = split_roots(solver.heuristic(), solver.automaton(), solver.root_of(start), 31, 50, control);
    check(list.roots.size() >= 50, "roots to compare");
    int looks = 0;
    control.look_up = [&] {
        if (++looks == 2) control.cancel();
    };
    check(split_roots(solver.heuristic(), solver.automaton(), solver.root_of(start), 31, 5000, control).roots.empty() && looks == 2,
          "splitting stops when it is told to");
    SearchControl few;
    few.node_limit = 20;
    const RootList cut_short = split_roots(solver.heuristic(), solver.automaton(), solver.root_of(start), 31, 5000, few);
    check(cut_short.roots.empty() && few.reason() == StopReason::node_limit && cut_short.nodes < 25, "splitting keeps the node limit");
    for (const Root& root : list.roots) {
        const Root again = solver.root_after(start, root.path);
        check(again.home == root.home && again.blank == root.blank && again.automaton_state == root.automaton_state &&
                  again.path == root.path,
              "a root is found again by its path");
    }
    check_refused("a path that leaves the board", [&] { solver.root_after(start, Path{0}); });
    check_refused("a path with a move that is none", [&] { solver.root_after(start, Path{7}); });
    check_refused("a path that goes back", [&] { solver.root_after(start, Path{1, 2}); });
}

void test_fifteen() {
    const Shape shape{4, 4};
    const LookupPlan plan = plan_lookups(shape, 0, partition_by_sizes(shape, 0, {5, 5, 5}));
    const Tables tables(plan, 2);
    const Automaton automaton = build_automaton(shape, 12);
    const OptimalSolver solver(shape, goal_with_blank(shape, 0), plan, tables.views(), &automaton);
    for (const int threads : {1, 2}) {
        SearchControl control;
        const SolveResult result = solver.solve(kKorf1, control, {.threads = threads});
        check(result.solution && result.solution->size() == 57 && result.lower_bound == 57, "Korf's first board takes 57 moves");
    }
}

void run_quick() {
    if (!kThreadsOnly) step("all boards", [] {
        test_all_boards({2, 2}, {2, 1}, 1);
        test_all_boards({2, 3}, {3, 2}, 5);
        test_all_boards({3, 3}, {4, 4}, 100, 16);
        test_all_boards({3, 3}, {7, 1}, 200, 16);
        test_all_boards({4, 4}, {5, 5, 5}, 100, 10);
        test_all_boards({2, 3}, {3, 2}, 5, 1000, Views::two_partitions);
        test_all_boards({3, 4}, {4, 4, 3}, 50, 12, Views::two_partitions);
        test_all_boards({4, 4}, {5, 5, 5}, 100, 10, Views::two_partitions);
    });
    step("iterations", [] {
        for (const int blank : {0, 3, 5, 6, 15}) {
            test_iterations({4, 4}, blank, partition_by_sizes({4, 4}, blank, {5, 5, 5}), 2);
            test_iterations({4, 4}, blank, partition_by_sizes({4, 4}, blank, {4, 4, 4, 3}), 2);
        }
        test_iterations({4, 4}, 0, {{1, 2, 3}, {4, 5}}, 2);  // some tiles in no group
        test_iterations({3, 4}, 0, partition_by_sizes({3, 4}, 0, {6, 5}), 3);
        test_iterations({3, 5}, 7, partition_by_sizes({3, 5}, 7, {4, 4, 3, 3}), 2);
        test_iterations({5, 5}, 12, partition_by_sizes({5, 5}, 12, GroupSizes(8, 3)), 2);
        test_iterations({5, 6}, 29, best_partition({5, 6}, 29, 1 << 20), 2);
        test_iterations({4, 4}, 2, plan_views({4, 4}, 2, {5, 5, 5}, Views::two_partitions), 2);
        test_iterations({4, 6}, 23, plan_views({4, 6}, 23, {4, 4, 4, 4, 4, 3}, Views::two_partitions), 2);
        // Ranked tables; those of 3x5 take most of the time of all.
        if (kThreadsOnly) test_iterations({3, 4}, 11, plan_views({3, 4}, 11, {7, 4}, Views::two_partitions), 2);
        else test_iterations({3, 5}, 14, plan_views({3, 5}, 14, {7, 7}, Views::two_partitions), 2);
    });
    step("root paths", test_root_paths);
    step("breaking off", test_breaking_off);
    step("fifteen", test_fifteen);
    std::puts("all is well");
}

// All kernels with large groups: 7-8 by the unrolled ranked kernel, and boards of each blank goal cell.
void run_exhaustive() {
    for (int blank = 0; blank < 16; ++blank) {
        test_iterations({4, 4}, blank, partition_by_sizes({4, 4}, blank, {6, 6, 3}), 3);
        test_iterations({4, 4}, blank, partition_by_sizes({4, 4}, blank, {7, 5, 3}), 3);
    }
    test_all_boards({3, 3}, {4, 4}, 50);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc > 1 && std::string(argv[1]) == "exhaustive") run_exhaustive();
    else run_quick();
}
