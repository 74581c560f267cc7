// SPDX-License-Identifier: MIT
// Every kernel that is unrolled for a shape and its usual tables solves boards, and as the kernels for any shape do.
//
// The one program that sanitizers see with the unrolled kernels in it, beside the module.
#include "optimal_support.hpp"
#include "../base/random.hpp"

using namespace taquin;
using namespace taquin::optimal;
using namespace taquin::optimal::testing;

namespace {

// Solves the same boards with every one of the partitions; all must agree on the lengths.
void test_kernels(const Shape& shape, const std::vector<GroupSizes>& all_sizes, int steps) {
    const std::vector<std::uint8_t> goal = goal_with_blank(shape, 0);
    const Automaton automaton = build_automaton(shape, 10);
    std::vector<std::size_t> lengths;
    for (const GroupSizes& sizes : all_sizes) {
        const LookupPlan plan = plan_lookups(shape, 0, partition_by_sizes(shape, 0, sizes));
        const Tables tables(plan, 2);
        Random random(17);
        std::vector<std::size_t> own;
        for (int board = 0; board < 6; ++board) {
            const std::vector<std::uint8_t> start = walked(goal, shape, steps, random);
            const OptimalSolver solver(shape, goal, plan, tables.views(), board % 2 ? &automaton : nullptr);
            SearchControl control;
            const SolveResult result = solver.solve(start, control, {.threads = 1 + board % 2});
            check(result.solution && replays(shape, start, goal, *result.solution), "a solution on " + name(shape) + " leads to the goal");
            own.push_back(result.solution->size());
        }
        if (lengths.empty()) lengths = own;
        check(own == lengths, "all kernels find the same lengths on " + name(shape));
    }
}

}  // namespace

int main() {
    step("4x4", [] { test_kernels({4, 4}, {{4, 4, 4, 3}, {5, 5, 5}, {6, 6, 3}, {7, 5, 3}}, 120); });
    step("5x5", [] { test_kernels({5, 5}, {GroupSizes(8, 3), {4, 4, 4, 4, 4, 4}}, 60); });
    std::puts("all is well");
}
