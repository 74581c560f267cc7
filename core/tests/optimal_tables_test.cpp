// SPDX-License-Identifier: MIT
// Pattern databases, entry by entry, and what estimates boards without them.
//
//   optimal_tables_test [quick]         some tables of small shapes against a plain search
//   optimal_tables_test exhaustive      all of them
#include <deque>
#include <random>

#include "../optimal/fitted_partition.hpp"
#include "optimal_support.hpp"

using namespace taquin;
using namespace taquin::optimal;
using namespace taquin::optimal::testing;

namespace {

// For every placement of the tiles, the fewest tile moves home, by 0-1 breadth-first search over (placement, blank).
std::map<Cells, int> plain_pattern_distances(const Shape& shape, int blank_goal, const Cells& tiles) {
    const int cells = shape.cells();
    const std::size_t tile_count = tiles.size();
    std::vector<int> distance(power(cells, static_cast<int>(tile_count) + 1), -1);
    Cells state = tiles;
    state.push_back(blank_goal);
    const auto encode = [&] {
        std::size_t code = 0;
        for (const int cell : state) code = code * at(cells) + at(cell);
        return code;
    };
    std::deque<std::pair<Cells, int>> queue{{state, 0}};
    std::map<Cells, int> best;
    while (!queue.empty()) {
        int depth = 0;
        std::tie(state, depth) = queue.front();
        queue.pop_front();
        if (distance[encode()] >= 0) continue;
        distance[encode()] = depth;
        best.try_emplace(Cells(state.begin(), state.end() - 1), depth);
        const int blank = state.back();
        for (int move = 0; move < kMoves; ++move) {
            if (!shape.can_move(blank, move)) continue;
            const int target = shape.target(blank, move);
            Cells next = state;
            next.back() = target;
            const auto tile = std::find(next.begin(), next.end() - 1, target);
            const bool slides_tile = tile != next.end() - 1;
            if (slides_tile) {
                *tile = blank;
                queue.emplace_back(next, depth + 1);
            } else {
                queue.emplace_front(next, depth);
            }
        }
    }
    return best;
}

void check_table(const Shape& shape, int blank_goal, const std::vector<int>& tiles) {
    const Pattern pattern = make_pattern(shape, blank_goal, tiles);
    std::vector<std::uint8_t> table(pattern.bytes());
    build_table(pattern, table);
    std::size_t nonzero_wanted = 0;
    for (const auto& [cells, depth] : plain_pattern_distances(shape, blank_goal, pattern.tiles)) {
        int manhattan = 0;
        for (std::size_t slot = 0; slot < cells.size(); ++slot) manhattan += shape.distance(pattern.tiles[slot], cells[slot]);
        const auto wanted = static_cast<unsigned>(std::min((depth - manhattan) / 2, kMaxDifference));
        nonzero_wanted += wanted != 0 ? 1 : 0;
        const std::vector<std::uint8_t> placement(cells.begin(), cells.end());
        check(read_entry(table.data(), entry_index(pattern, placement)) == wanted, "an entry of a " + name(shape) + " table");
    }
    std::size_t nonzero = 0;
    for (std::uint64_t i = 0; i < pattern.entries(); ++i) nonzero += read_entry(table.data(), i) != 0 ? 1 : 0;
    check(nonzero == nonzero_wanted, "entries of impossible placements are zero");
}

// All groups of 1 to 4 tiles for all blank goal cells; of the groups of each size only every `stride`-th.
void check_tables(const Shape& shape, std::size_t stride) {
    std::size_t number = 0;
    for (int blank = 0; blank < shape.cells(); ++blank)
        for (CellSet group = 1; group <= all_cells(shape); ++group) {
            if (contains(group, blank) || std::popcount(group) > 4 || ++number % stride != 0) continue;
            std::vector<int> tiles;
            for_each_cell(group, [&](int cell) { tiles.push_back(cell); });
            check_table(shape, blank, tiles);
        }
}

void test_builder() {
    check_tables({2, 2}, 1);
    check_tables({2, 3}, 1);
    check_tables({3, 3}, 40);
    check_tables({2, 5}, 300);
    check_tables({3, 4}, 1500);
    check_table({3, 3}, 4, {0, 1, 2, 3, 5, 6, 7});     // ranked
    check_table({2, 3}, 0, {1, 2, 3, 4, 5});           // every tile: half the placements are out of reach
    const Pattern pattern = make_pattern({4, 4}, 15, {0, 1, 4, 5, 2});
    std::vector<std::uint8_t> table(pattern.bytes());
    build_table(pattern, table);
    for (const int threads : {2, 3}) {
        std::vector<std::uint8_t> same(pattern.bytes());
        build_table(pattern, same, threads);
        check(table == same, "a table does not depend on the number of threads");
    }
    check(estimate_build_bytes(pattern) > pattern.bytes(), "the estimate includes the table");
}

// A search for the tiles of each group says what the groups' tables would.
void test_estimates_without_tables() {
    const Shape shape{3, 4};
    const Partition groups = partition_by_sizes(shape, 0, {4, 4, 3});
    const LookupPlan plan = plan_lookups(shape, 0, groups, false);
    const Tables tables(plan, 1);
    const Heuristic heuristic(shape, 0, plan, tables.views());
    SmallPatterns small(shape, 0);
    std::mt19937 random(3);
    std::vector<HomeBoard> boards(20);
    for (HomeBoard& board : boards) {
        for (int cell = 0; cell < shape.cells(); ++cell) board[at(cell)] = static_cast<std::uint8_t>(cell);
        for (int blank = 0, step = 0; step < 300; ++step) {
            const auto move = static_cast<int>(random() % kMoves);
            if (!shape.can_move(blank, move)) continue;
            std::swap(board[at(blank)], board[at(shape.target(blank, move))]);
            blank = shape.target(blank, move);
        }
    }
    StopControl control;
    const std::vector<int> estimates = estimates_by_groups(small, boards, groups, control);
    for (std::size_t number = 0; number < boards.size(); ++number)
        check(estimates[number] == heuristic.estimate(boards[number]), "an estimate without tables");
    std::vector<WeighedBoard> weighed;
    for (const HomeBoard& board : boards) weighed.push_back({board, 1});
    const Partition fitted = PartitionFitter(small, weighed, control).fit(groups);
    check_partition(shape, 0, fitted);
    const auto sum = [&](const Partition& partition) {
        int all = 0;
        for (const int estimate : estimates_by_groups(small, boards, partition, control)) all += estimate;
        return all;
    };
    check(sum(fitted) >= sum(groups), "a fitted partition says no less");
    control.cancel();
    check(PartitionFitter(small, weighed, control).fit(groups) == groups, "fitting that is stopped leaves the groups as they are");
}

}  // namespace

int main(int argc, char** argv) {
    if (argc > 1 && std::string(argv[1]) == "exhaustive") {
        for (const Shape shape : {Shape{2, 2}, Shape{2, 3}, Shape{3, 2}, Shape{3, 3}, Shape{2, 5}, Shape{3, 4}})
            step(name(shape).c_str(), [&] { check_tables(shape, 1); });
        return 0;
    }
    step("builder", test_builder);
    step("estimates", test_estimates_without_tables);
    std::puts("all is well");
}
