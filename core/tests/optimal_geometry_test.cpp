// SPDX-License-Identifier: MIT
// Ranks and indices, boards at the boundary, partitions and move automata.
//
//   optimal_geometry_test [quick]
#include <random>
#include <set>

#include "../optimal/automaton_bytes.hpp"
#include "optimal_support.hpp"

using namespace taquin;
using namespace taquin::optimal;
using namespace taquin::optimal::testing;

namespace {

void test_ranks() {
    for (int tiles = 1; tiles <= 5; ++tiles)
        for (std::uint64_t rank = 0; rank < factorial(tiles); ++rank) {
            const SlotOrder order = unrank_order(rank, tiles);
            check(rank_order({order.data(), at(tiles)}) == rank, "rank_order undoes unrank_order");
        }
    std::mt19937 random(1);
    for (const Shape shape : {Shape{3, 3}, Shape{4, 4}, Shape{5, 5}, Shape{6, 6}})
        for (const int tiles : {1, 3, 5, 8}) {
            const RankedIndex ranked(shape.cells(), tiles);
            Placement placement = below(tiles);
            std::vector<std::uint8_t> cells;
            for (int slot = 0; slot < tiles; ++slot) {
                cells.push_back(static_cast<std::uint8_t>(slot));
                placement |= static_cast<std::uint64_t>(slot) << (kOrderShift + 3 * slot);
            }
            for (int step = 0; step < 500; ++step) {
                const std::size_t slot = random() % at(tiles);
                const auto to = static_cast<int>(random() % static_cast<unsigned>(shape.cells()));
                if (contains(occupied_cells(placement), to)) continue;
                placement = PlacementStep(cells[slot], to).apply(placement);
                cells[slot] = static_cast<std::uint8_t>(to);
                const CellSet occupied = occupied_cells(placement);
                SlotOrder order{};
                for (std::size_t i = 0; i < cells.size(); ++i)
                    order[at(std::popcount(occupied & below(cells[i])))] = static_cast<std::uint8_t>(i);
                const std::uint64_t wanted = rank_set(occupied) * factorial(tiles) + rank_order({order.data(), cells.size()});
                check(ranked.index(placement) == wanted, "a ranked index follows a move on " + name(shape));
            }
        }
}

void test_boards() {
    const Shape shape{2, 2};
    const std::vector<std::uint8_t> goal = {1, 2, 3, 0};
    const HomeBoard home = cells_of_tiles(shape, goal);
    check(home[0] == 3 && home[1] == 0 && home[3] == 2, "the cell of every tile");
    const HomeBoard board = home_board(shape, home, std::vector<std::uint8_t>{1, 2, 0, 3});
    check(board[0] == 0 && board[2] == 3 && board[3] == 2, "a board in terms of goal cells");
    using Numbers = std::vector<std::uint8_t>;
    for (const Numbers& bad : {Numbers{}, {1, 2, 3}, {1, 2, 3, 3}, {1, 2, 3, 4}, {1, 2, 3, 0, 0}, {15, 15, 15, 15}}) {
        check_refused("tiles that are no board", [&] { cells_of_tiles(shape, bad); });
        check_refused("a board that is none", [&] { home_board(shape, home, bad); });
        check_refused("cells that are no board", [&] { home_board(shape, bad); });
    }
    const std::vector<int> negative = {-1, 2, 3, 0};
    check(!is_permutation_of_range(std::span<const int>(negative), 4), "negative numbers are no tiles");
}

void test_partitions() {
    for (int rows = 2; rows <= 6; ++rows)
        for (int cols = 2; cols <= 6; ++cols)
            for (const int blank : {0, cols / 2, rows * cols / 2, rows * cols - 1}) {
                const Shape shape{rows, cols};
                constexpr std::uint64_t limit = 64 << 20;
                const Partition partition = best_partition(shape, blank, limit);
                const LookupPlan plan = plan_lookups(shape, blank, partition);
                check(plan.bytes() <= limit, "a partition fits the memory");
                CellSet covered = single(blank);
                for (const std::vector<int>& group : partition)
                    for (const int tile : group) covered |= single(tile);
                check(covered == all_cells(shape), "a partition covers the tiles of " + name(shape));
                check(plan.views.size() <= 2, "there are one or two views");
            }
    for (const int corner : {0, 4, 20, 24}) {
        const LookupPlan plan = plan_lookups({5, 5}, corner, partition_by_sizes({5, 5}, corner, {6, 6, 6, 6}));
        check(plan.tables.size() == 2 && plan.views.size() == 2, "Korf and Felner's 24-puzzle needs two tables for two views");
        check(plan.tables == plan_lookups({5, 5}, 0, partition_by_sizes({5, 5}, 0, {6, 6, 6, 6})).tables, "whatever the corner");
    }
    check(best_partition({3, 6}, 0, 300 << 20, 6).front().size() == 6, "groups of at most so many tiles");
    check_refused("sizes that do not add up", [] { partition_by_sizes({4, 4}, 0, {5, 5}); });
    check_refused("a tile in two groups", [] { plan_lookups({3, 3}, 0, {{1, 2}, {2, 3}}); });
    check_refused("the blank in a group", [] { plan_lookups({3, 3}, 0, {{0, 1}}); });
}

int pairs_together(const Partition& partition, const Partition& again) {
    int pairs = 0;
    for (const std::vector<int>& group : partition)
        for (const std::vector<int>& other : again) {
            const auto shared = std::count_if(group.begin(), group.end(),
                                              [&](int cell) { return std::find(other.begin(), other.end(), cell) != other.end(); });
            pairs += static_cast<int>(shared * (shared - 1) / 2);
        }
    return pairs;
}

void test_second_partitions() {
    for (const auto& [shape, sizes] : {std::pair{Shape{4, 6}, GroupSizes{6, 6, 6, 5}}, {Shape{5, 6}, {5, 5, 5, 5, 5, 4}},
                                       {Shape{3, 5}, {5, 5, 4}}, {Shape{4, 4}, {6, 6, 3}}})
        for (const int blank : {1, shape.cells() - 1}) {
            const Partition first = partition_by_sizes(shape, blank, sizes);
            const Partition second = unlike_partition(shape, blank, sizes, first);
            check_partition(shape, blank, second);
            GroupSizes found;
            for (const std::vector<int>& group : second) found.push_back(static_cast<int>(group.size()));
            std::sort(found.rbegin(), found.rend());
            check(found == sizes, "a second partition has the sizes asked for");
            check(2 * pairs_together(first, second) < pairs_together(first, first), "it brings other tiles together");
            const LookupPlan plan = plan_lookups(shape, blank, first, second);
            check(plan.views.size() == 2 && plan.views[1].size() == second.size(), "two partitions are two views");
            const auto last = plan.tables.end();
            for (auto table = plan.tables.begin(); table != last; ++table)
                check(std::find(table + 1, last, *table) == last, "no table is there twice");
        }
    check_refused("sizes that do not add up", [] { unlike_partition({4, 4}, 0, {5, 5}, {{1, 2}}); });
    check_refused("the blank in a group", [] { unlike_partition({4, 4}, 0, {5, 5, 5}, {{0, 1}}); });
    check_refused("a second partition with the blank", [] { plan_lookups({3, 3}, 0, {{1, 2}}, {{0, 1}}); });
}

// Every board within reach is reached in as few moves as without the automaton.
void test_automaton(const Shape& shape, int length, int depth) {
    const Automaton automaton = build_automaton(shape, length);
    check_automaton(automaton, shape);
    for (int blank = 0; blank < shape.cells(); ++blank) {
        const auto distance = plain_distances(shape, blank, depth);
        std::set<Cells> reached;
        struct Node {
            Cells board;
            int blank;
            std::int32_t state;
        };
        std::vector<Node> layer{{distance.begin()->first, blank, automaton.start_state[at(blank)]}};
        for (int cell = 0; cell < shape.cells(); ++cell) layer[0].board[at(cell)] = cell;
        for (int g = 0; g <= depth; ++g) {
            std::vector<Node> next_layer;
            for (const Node& node : layer) {
                if (distance.at(node.board) == g) reached.insert(node.board);
                for (int move = 0; move < kMoves && g < depth; ++move) {
                    const std::int32_t next = automaton.next(node.state, move);
                    if (next == Automaton::kPruned) continue;
                    Node child{node.board, shape.target(node.blank, move), next};
                    std::swap(child.board[at(child.blank)], child.board[at(node.blank)]);
                    next_layer.push_back(child);
                }
            }
            layer = std::move(next_layer);
        }
        check(reached.size() == distance.size(), "the automaton of " + name(shape) + " loses no shortest path");
    }
}

void test_automaton_bytes() {
    const Shape shape{2, 3};
    const Automaton automaton = build_automaton(shape, 12);
    const std::vector<std::uint8_t> bytes = bytes_of_automaton(automaton);
    const Automaton read = automaton_of_bytes(bytes, shape);
    check(read.next_state == automaton.next_state && read.start_state == automaton.start_state, "an automaton survives its bytes");
    check(bytes.size() == 4 * (automaton.start_state.size() + automaton.next_state.size()), "four bytes a number");
    check_refused("bytes that are cut short", [&] { automaton_of_bytes({bytes.data(), bytes.size() - 1}, shape); });
    check_refused("too few bytes", [&] { automaton_of_bytes({bytes.data(), 8}, shape); });
    check_refused("bytes of another shape", [&] { automaton_of_bytes({bytes.data(), bytes.size() - 8}, shape); });
    std::vector<std::uint8_t> wild = bytes;
    wild.back() = 0x40;
    check_refused("a state beyond the last", [&] { automaton_of_bytes(wild, shape); });
}

}  // namespace

int main() {
    step("ranks", test_ranks);
    step("boards", test_boards);
    step("partitions", test_partitions);
    step("second ones", test_second_partitions);
    step("automaton", [] {
        test_automaton({2, 2}, 6, 8);
        test_automaton({2, 3}, 12, 14);
        test_automaton({3, 3}, 8, 10);
        test_automaton({3, 4}, 6, 7);
    });
    step("bytes", test_automaton_bytes);
    std::puts("all is well");
}
