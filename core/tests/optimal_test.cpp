// SPDX-License-Identifier: MIT
// Tests and measurements of core/optimal, without Python.
//
//   optimal_test quick                       every property on small boards; for sanitizers and CI
//   optimal_test exhaustive                  every entry of every table of small shapes against a plain search
//   optimal_test build                       time to build the usual tables
//   optimal_test solve ROWSxCOLS SIZES       solve the boards on standard input, e.g. `solve 4x4 6-6-3`
//   optimal_test korf15 SIZES                the same as `solve 4x4 SIZES --goal first`
//   optimal_test korf24 COUNT                the first COUNT boards with 6-6-6-6, blank first
//
// A board is a line of tiles, 0 the blank; one number more than cells, in front, is the expected length of the solution.
// Options: --threads N, --automaton LENGTH (0: none), --goal first|last, --iterations (print them), --plain (no reflection).
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <deque>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <sstream>

#include <thread>

#include "../optimal/partition.hpp"
#include "../optimal/pattern_builder.hpp"
#include "../optimal/solver.hpp"

#ifdef __linux__
#include <sys/mman.h>
#endif

using namespace taquin;
using namespace taquin::optimal;

namespace {

void check(bool holds, const std::string& what) {
    if (holds) return;
    std::cerr << "FAILED: " << what << std::endl;
    std::exit(1);
}

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

double wall_seconds() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

std::string name(const Shape& shape) { return std::to_string(shape.rows) + "x" + std::to_string(shape.cols); }

std::size_t at(int index) { return static_cast<std::size_t>(index); }

// The tables of a plan, in memory that may use huge pages.
class Tables {
  public:
    Tables(const LookupPlan& plan, int threads) {
        for (const Pattern& pattern : plan.tables) {
            std::size_t bytes = pattern.bytes();
            memory_.push_back(std::unique_ptr<std::uint8_t, decltype(&std::free)>(
                static_cast<std::uint8_t*>(std::aligned_alloc(kHugePage, (bytes + kHugePage - 1) / kHugePage * kHugePage)), &std::free));
#ifdef __linux__
            madvise(memory_.back().get(), bytes, MADV_HUGEPAGE);
#endif
            const std::span<std::uint8_t> table(memory_.back().get(), bytes);
            check(build_table(pattern, table, {threads, {}}), "a build without callback is not cancelled");
            views_.push_back(table);
        }
    }
    std::span<const std::span<const std::uint8_t>> views() const { return views_; }

  private:
    static constexpr std::size_t kHugePage = std::size_t{1} << 21;
    std::vector<std::unique_ptr<std::uint8_t, decltype(&std::free)>> memory_;
    std::vector<std::span<const std::uint8_t>> views_;
};

std::vector<std::uint8_t> goal_with_blank(const Shape& shape, int blank) {
    std::vector<std::uint8_t> goal;
    std::uint8_t tile = 1;
    for (int cell = 0; cell < shape.cells(); ++cell) goal.push_back(cell == blank ? std::uint8_t{0} : tile++);
    return goal;
}

// --- Slow and plain, to compare with. ---

using Cells = std::vector<int>;

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

// Distances of all boards that reach the goal (`home[cell] == cell`), from there.
std::map<Cells, int> plain_distances(const Shape& shape, int blank_goal, int max_depth = 1000) {
    Cells goal;
    for (int cell = 0; cell < shape.cells(); ++cell) goal.push_back(cell);
    std::map<Cells, int> distance{{goal, 0}};
    std::deque<std::pair<Cells, int>> queue{{goal, blank_goal}};
    while (!queue.empty()) {
        const auto [board, blank] = queue.front();
        queue.pop_front();
        const int depth = distance[board];
        if (depth == max_depth) continue;
        for (int move = 0; move < kMoves; ++move) {
            if (!shape.can_move(blank, move)) continue;
            auto next = board;
            const int target = shape.target(blank, move);
            std::swap(next[at(blank)], next[at(target)]);
            if (distance.try_emplace(next, depth + 1).second) queue.emplace_back(next, target);
        }
    }
    return distance;
}

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

bool replays(const Shape& shape, std::vector<std::uint8_t> board, const std::vector<std::uint8_t>& goal, const Path& path) {
    int blank = static_cast<int>(std::find(board.begin(), board.end(), 0) - board.begin());
    for (const std::uint8_t move : path) {
        if (!shape.can_move(blank, move)) return false;
        const int target = shape.target(blank, move);
        std::swap(board[at(blank)], board[at(target)]);
        blank = target;
    }
    return board == goal;
}

// --- The tests. ---

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
        build_table(pattern, same, {threads, {}});
        check(table == same, "a table does not depend on the number of threads");
    }
    check(estimate_build_bytes(pattern) > pattern.bytes(), "the estimate includes the table");
    const Pattern large = make_pattern({4, 4}, 0, {2, 3, 6, 7, 10, 11, 14});
    table.resize(large.bytes());
    int calls = 0;
    const bool built = build_table(large, table, {2, [&](const BuildProgress& progress) {
                                                     check(progress.share >= 0 && progress.share <= 1, "a share is a share");
                                                     return ++calls < 2;
                                                 }});
    check(!built && calls == 2, "a build stops when its callback says so");
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
    for (const char* problem : {"sizes", "twice", "blank"}) {
        bool refused = false;
        try {
            if (*problem == 's') partition_by_sizes({4, 4}, 0, {5, 5});
            if (*problem == 't') plan_lookups({3, 3}, 0, {{1, 2}, {2, 3}});
            if (*problem == 'b') plan_lookups({3, 3}, 0, {{0, 1}});
        } catch (const std::invalid_argument&) {
            refused = true;
        }
        check(refused, std::string("a bad partition is refused: ") + problem);
    }
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

// Every `stride`-th board within `max_depth` of the goal, for every blank goal cell, against plain distances.
void test_all_boards(const Shape& shape, const GroupSizes& sizes, std::size_t stride, int max_depth = 1000) {
    const Automaton automaton = build_automaton(shape, 10);
    for (int blank_goal = 0; blank_goal < shape.cells(); ++blank_goal) {
        const LookupPlan plan = plan_lookups(shape, blank_goal, partition_by_sizes(shape, blank_goal, sizes));
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
const std::vector<std::uint8_t> kKorf79 = {0, 1, 9, 7, 11, 13, 5, 3, 14, 12, 4, 2, 8, 6, 10, 15};  // 42 moves

// The nodes of an exhausted iteration are the textbook's, however it is cut and whichever kernel searches it.
void test_iterations(const Shape& shape, int blank_goal, const Partition& partition, int max_bounds) {
    const LookupPlan plan = plan_lookups(shape, blank_goal, partition);
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
                    const RootList list = split_roots(solver.heuristic(), solver.automaton(), root, bound, wanted);
                    std::uint64_t sum = list.nodes;
                    const RootsResult split = search_roots(solver.heuristic(), solver.automaton(), list.roots, bound, control, threads,
                                                           [&](std::size_t, std::uint64_t nodes) { sum += nodes; });
                    check(split.exhausted && list.nodes + split.nodes == whole.nodes && sum == whole.nodes,
                          "an iteration on " + name(shape) + " has the same nodes however it is cut");
                }
        }
    }
}

void test_stopping() {
    const Shape shape{4, 4};
    const LookupPlan plan = plan_lookups(shape, 0, partition_by_sizes(shape, 0, GroupSizes(15, 1)));
    const Tables tables(plan, 1);
    const OptimalSolver solver(shape, goal_with_blank(shape, 0), plan, tables.views(), nullptr);
    const std::vector<std::uint8_t> hard = {15, 14, 8, 12, 10, 11, 9, 13, 2, 6, 5, 1, 3, 7, 4, 0};  // 80 moves
    for (const int threads : {1, 2}) {
        SearchControl control;
        std::thread canceller([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
            control.cancel();
        });
        const double begin = wall_seconds();
        const SolveResult result = solver.solve(hard, control, {.threads = threads});
        const double seconds = wall_seconds() - begin;
        canceller.join();
        check(!result.solution && result.stop_reason == StopReason::cancelled && seconds < 0.5, "a search can be cancelled");
        check(result.lower_bound >= solver.estimate(hard) && result.nodes == control.nodes.load(), "a stopped search says what it knows");

        SearchControl timed;
        timed.deadline = SearchControl::Clock::now() + std::chrono::milliseconds(30);
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
    bool refused = false;
    std::vector<std::uint8_t> odd = kKorf79;
    std::swap(odd[1], odd[2]);
    try {
        solver.root_of(odd);
    } catch (const std::invalid_argument&) {
        refused = true;
    }
    check(refused, "an unsolvable board is refused");
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
    const auto step = [](const char* what, auto&& test) {
        const double begin = wall_seconds();
        test();
        std::printf("%-12s %6.2f s\n", what, wall_seconds() - begin);
        std::fflush(stdout);
    };
    step("ranks", test_ranks);
    step("builder", test_builder);
    step("partitions", test_partitions);
    step("automaton", [] {
        test_automaton({2, 2}, 6, 8);
        test_automaton({2, 3}, 12, 14);
        test_automaton({3, 3}, 8, 10);
        test_automaton({3, 4}, 6, 7);
    });
    step("all boards", [] {
        test_all_boards({2, 2}, {2, 1}, 1);
        test_all_boards({2, 3}, {3, 2}, 5);
        test_all_boards({3, 3}, {4, 4}, 100, 16);
        test_all_boards({3, 3}, {7, 1}, 200, 16);
        test_all_boards({4, 4}, {5, 5, 5}, 100, 10);
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
    });
    step("stopping", test_stopping);
    step("fifteen", test_fifteen);
    std::puts("all is well");
}

void run_exhaustive() {
    for (const Shape shape : {Shape{2, 2}, Shape{2, 3}, Shape{3, 2}, Shape{3, 3}, Shape{2, 5}, Shape{3, 4}}) {
        check_tables(shape, 1);
        std::printf("%s: every table of 1 to 4 tiles is right\n", name(shape).c_str());
        std::fflush(stdout);
    }
    // All kernels with large groups: 7-8 by the unrolled ranked kernel, and boards of each blank goal cell.
    for (int blank = 0; blank < 16; ++blank) {
        test_iterations({4, 4}, blank, partition_by_sizes({4, 4}, blank, {6, 6, 3}), 3);
        test_iterations({4, 4}, blank, partition_by_sizes({4, 4}, blank, {7, 5, 3}), 3);
    }
    test_all_boards({3, 3}, {4, 4}, 50);
}

// --- Measurements. ---

struct Options {
    int threads = 1;
    int automaton_length = 0;
    bool blank_first = false;
    bool reflect = true;
    bool print_iterations = false;
};

GroupSizes parse_sizes(const std::string& text) {
    GroupSizes sizes;
    std::istringstream stream(text);
    for (int size = 0; stream >> size; stream.ignore()) sizes.push_back(size);
    return sizes;
}

void run_build(const Options& options) {
    const auto build = [&](const Shape& shape, const GroupSizes& sizes) {
        const LookupPlan plan = plan_lookups(shape, 0, partition_by_sizes(shape, 0, sizes));
        for (const Pattern& pattern : plan.tables) {
            std::vector<std::uint8_t> table(pattern.bytes());
            const double cpu = cpu_seconds();
            const double wall = wall_seconds();
            build_table(pattern, table, {options.threads, {}});
            std::printf("%s %d tiles: %.3f s CPU, %.3f s wall, table %.1f MB, peak estimate %.0f MB\n", name(shape).c_str(), pattern.size(),
                        cpu_seconds() - cpu, wall_seconds() - wall, static_cast<double>(pattern.bytes()) / 1e6,
                        static_cast<double>(estimate_build_bytes(pattern)) / 1e6);
            std::fflush(stdout);
        }
    };
    build({4, 4}, {5, 5, 5});
    build({4, 4}, {6, 6, 3});
    build({5, 5}, {6, 6, 6, 6});
    build({4, 4}, {8, 7});
    for (const int length : {12, 14}) {
        const double cpu = cpu_seconds();
        const std::size_t states = build_automaton({5, 5}, length).states();
        std::printf("5x5 automaton of length %d: %.2f s CPU, %zu states\n", length, cpu_seconds() - cpu, states);
    }
}

void run_solve(const Shape& shape, const GroupSizes& sizes, const Options& options, long max_boards) {
    const int blank_goal = options.blank_first ? 0 : shape.cells() - 1;
    const LookupPlan plan = plan_lookups(shape, blank_goal, partition_by_sizes(shape, blank_goal, sizes), options.reflect);
    const Tables tables(plan, options.threads);
    Automaton automaton;
    if (options.automaton_length > 0) automaton = build_automaton(shape, options.automaton_length);
    const std::vector<std::uint8_t> goal = goal_with_blank(shape, blank_goal);
    const OptimalSolver solver(shape, goal, plan, tables.views(), options.automaton_length > 0 ? &automaton : nullptr);

    std::uint64_t nodes = 0;
    double cpu_total = 0;
    double cpu_worst = 0;
    double wall_total = 0;
    long boards = 0;
    for (std::string line; boards < max_boards && std::getline(std::cin, line);) {
        std::istringstream stream(line);
        std::vector<int> numbers;
        for (int number = 0; stream >> number;) numbers.push_back(number);
        if (numbers.empty()) continue;
        const bool has_length = static_cast<int>(numbers.size()) == shape.cells() + 1;
        const int wanted = has_length ? numbers.front() : -1;
        const std::vector<std::uint8_t> start(numbers.begin() + (has_length ? 1 : 0), numbers.end());
        SearchControl control;
        const double cpu = cpu_seconds();
        const double wall = wall_seconds();
        const SolveResult result = solver.solve(start, control, {.threads = options.threads});
        const double spent = cpu_seconds() - cpu;
        cpu_total += spent;
        wall_total += wall_seconds() - wall;
        cpu_worst = std::max(cpu_worst, spent);
        nodes += result.nodes;
        ++boards;
        check(result.solution && replays(shape, start, goal, *result.solution), "board " + std::to_string(boards) + " is solved");
        check(wanted < 0 || static_cast<int>(result.solution->size()) == wanted, "board " + std::to_string(boards) + " is solved optimally");
        if (options.print_iterations) {
            for (const Iteration& iteration : result.iterations)
                std::printf("  bound %d: %llu nodes\n", iteration.bound, static_cast<unsigned long long>(iteration.nodes));
            std::printf("board %ld: %zu moves, %llu nodes, %.3f s CPU\n", boards, result.solution->size(),
                        static_cast<unsigned long long>(result.nodes), spent);
            std::fflush(stdout);
        }
    }
    std::printf("%ld boards, %llu nodes, cpu %.4f s (worst %.4f), wall %.4f s, %.1f M nodes/s of CPU\n", boards,
                static_cast<unsigned long long>(nodes), cpu_total, cpu_worst, wall_total, static_cast<double>(nodes) / cpu_total / 1e6);
}

[[noreturn]] void usage() {
    std::cerr << "usage: optimal_test quick|exhaustive|build|solve ROWSxCOLS SIZES|korf15 SIZES|korf24 COUNT [--threads N]"
                 " [--automaton LENGTH] [--goal first|last] [--plain] [--iterations]\n";
    std::exit(2);
}

}  // namespace

int main(int argc, char** argv) {
    std::vector<std::string> words;
    Options options;
    for (int i = 1; i < argc; ++i) {
        const std::string word = argv[i];
        const auto value = [&]() -> std::string { return i + 1 < argc ? argv[++i] : (usage(), ""); };
        if (word == "--threads") options.threads = std::stoi(value());
        else if (word == "--automaton") options.automaton_length = std::stoi(value());
        else if (word == "--goal") options.blank_first = value() == "first";
        else if (word == "--plain") options.reflect = false;
        else if (word == "--iterations") options.print_iterations = true;
        else words.push_back(word);
    }
    constexpr long all = std::numeric_limits<long>::max();
    if (words.size() == 1 && words[0] == "quick") {
        run_quick();
    } else if (words.size() == 1 && words[0] == "exhaustive") {
        run_exhaustive();
    } else if (words.size() == 1 && words[0] == "build") {
        run_build(options);
    } else if (words.size() == 2 && words[0] == "korf15") {
        options.blank_first = true;
        run_solve({4, 4}, parse_sizes(words[1]), options, all);
    } else if (words.size() == 2 && words[0] == "korf24") {
        options.blank_first = true;
        run_solve({5, 5}, {6, 6, 6, 6}, options, std::stol(words[1]));
    } else if (words.size() == 3 && words[0] == "solve" && words[1].find('x') != std::string::npos) {
        const std::size_t cross = words[1].find('x');
        run_solve({std::stoi(words[1].substr(0, cross)), std::stoi(words[1].substr(cross + 1))}, parse_sizes(words[2]), options, all);
    } else {
        usage();
    }
}
