// SPDX-License-Identifier: MIT
// The parts of core/textbook by themselves, each against plain code: states, node tables, queues, heuristics, the enumeration.
#include <cstdlib>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <tuple>

#include "../textbook/cost_table.hpp"
#include "../textbook/explore.hpp"
#include "../textbook/inversion.hpp"
#include "textbook_support.hpp"

using namespace taquin;
using namespace taquin::testing;

namespace {

// --- States ---

// The blank is looked for on the board alone; evaluated by the compiler, which takes no pointer past the end.
constexpr Tile kNine[9] = {1, 2, 3, 4, 5, 6, 7, 8, 0};
static_assert(blank_of(kNine, 9) == 8);
constexpr Tile kFull[4] = {3, 1, 2, 4};
static_assert(blank_of(kFull, 4) == 4);

template <class State>
void test_state(Shape shape) {
    Random random(7);
    const std::string name = "a state of " + testing::name(shape) + " ";
    Tiles tiles = goal_of(shape), before;
    for (int step = 0; step < 300; ++step) {
        before = std::exchange(tiles, walked(tiles, shape, 1, random));
        const State state = State::pack(tiles.data(), shape.cells()), last = State::pack(before.data(), shape.cells());
        Tiles again(tiles.size());
        state.unpack(again.data(), shape.cells());
        check(again == tiles, name + "unpacks to what was packed");
        for (int cell = 0; cell < shape.cells(); ++cell) check(state.tile(cell) == tiles[at(cell)], name + "knows its tiles");
        if constexpr (requires { state.blank(); }) check(state.blank() == find_blank(tiles), name + "knows its blank");
        check(last.moved(find_blank(before), find_blank(tiles)) == state, name + "moves");
        check(!(state == last) && state == State::pack(again.data(), shape.cells()), name + "equals its like alone");
        check(state.hash() != last.hash(), name + "has a hash of its own");
        check(state.precedes(last) == (tiles < before) && last.precedes(state) == (before < tiles), name + "is in order");
        check(!state.precedes(state), name + "does not precede itself");
    }
}

void test_states() {
    for (const Shape shape : {Shape{2, 2}, Shape{3, 3}, Shape{2, 8}, Shape{4, 4}}) test_state<Packed64>(shape);
    for (const Shape shape : {Shape{2, 2}, Shape{3, 4}, Shape{4, 4}, Shape{3, 6}, Shape{2, 11}, Shape{5, 5}})
        test_state<Packed128>(shape);
    for (const Shape shape : {Shape{2, 2}, Shape{5, 5}, Shape{6, 6}, Shape{2, 32}, Shape{8, 8}}) test_state<Unpacked>(shape);
}

// --- Node tables ---

// Adds boards of a random walk until the table has so many; every one is found again, by its newest node.
template <class State>
void fill(NodeTable<State>& table, Shape shape, NodeIndex count, std::map<Tiles, NodeIndex>& known) {
    Random random(3);
    Tiles tiles = goal_of(shape);
    for (NodeIndex last = kNoNode; table.size() < count;) {
        const State state = State::pack(tiles.data(), shape.cells());
        const auto found = known.find(tiles);
        check(table.find(state, state.hash()) == (found == known.end() ? kNoNode : found->second), "a table knows its boards");
        if (found == known.end())
            last = known[tiles] = table.add(state, state.hash(), last, random.between(0, 1000), kLeft);
        else if (random.below(4) == 0)
            last = found->second = table.supersede(found->second, state.hash(), last, 5, kRight);
        tiles = walked(tiles, shape, 3, random);
    }
}

template <class State>
void test_node_table(Shape shape) {
    const std::string name = "a node table of " + testing::name(shape) + " ";
    Watcher watcher;
    Control control(Limits{}, watcher, 0, true, 1);
    {
        constexpr NodeIndex kSmall = 32 * 4096;  // the nodes of the blocks before the large ones
        NodeTable<State> table(control);
        std::map<Tiles, NodeIndex> known;
        fill(table, shape, kSmall, known);
        const std::uint64_t before = control.stats.peak_memory;
        fill(table, shape, kSmall + 5000, known);
        check((control.stats.peak_memory - before) % kHugePage == 0, name + "takes whole huge pages once it is large");
#if defined(__linux__)
        check(reinterpret_cast<std::uintptr_t>(&table[kSmall]) % kHugePage == 0, name + "has its large blocks on huge pages");
#endif
        std::size_t newest = 0;
        for (const auto& [tiles, index] : known) {
            const State state = State::pack(tiles.data(), shape.cells());
            newest += table.find(state, state.hash()) == index && table[index].state == state && !table[index].superseded;
        }
        check(newest == known.size(), name + "keeps all boards as it grows");
        const auto superseded = [&] {
            std::size_t count = 0;
            for (NodeIndex index = 0; index < table.size(); ++index) count += table[index].superseded;
            return count;
        };
        check(superseded() + known.size() == table.size(), name + "has one node of a board that is not superseded");
        check(table.path(0).empty() && table.last_move(table[0]) == kNoMove, name + "has a root");
    }
    Limits none;
    none.memory = 0;
    Control poor(none, watcher, 0, true, 1);
    try {
        control.take_memory(1);  // all has been given back, so that one byte more is no new peak
        const std::uint64_t peak = control.stats.peak_memory;
        control.take_memory(static_cast<std::size_t>(peak) - 1);
        check(control.stats.peak_memory == peak, name + "gives back what it took");
        const NodeTable<State> refused(poor);
        check(false, name + "takes no memory that it may not take");
    } catch (const Stop& stop) {
        check(stop.ending == Ending::kMemory, name + "ends by memory");
    }
}

// The largest number stands for no node: a search ends before it is handed out, and the root stays what it was.
void test_node_numbers() {
    for (const NodeIndex most : {NodeIndex{1}, NodeIndex{4095}, NodeIndex{4096}, NodeIndex{4097}, NodeIndex{140000}}) {
        NodeTable<Packed64> table(quiet_control(), most);
        NodeIndex last = 0;
        std::optional<Ending> ending;
        try {
            for (std::uint64_t bits = 0; bits < 2u * most; ++bits) {
                const Packed64 state{bits};
                last = table.add(state, state.hash(), bits ? last : kNoNode, 0, kUp);
            }
        } catch (const Stop& stop) {
            ending = stop.ending;
        }
        check(ending == Ending::kMemory && table.size() == most && last == most - 1, "a table without numbers ends by memory");
        check(table[0].state == Packed64{0} && table[0].parent == kNoNode, "a full table keeps its root");
    }
    static_assert(kNoNode == 0xFFFFFFFF);
}

// --- Queues ---

struct Waiting {
    std::int64_t f, g;
    NodeIndex node;
};

// Pushes and pops at random; the next node is looked for among all, by the rules as they are written in Python.
template <class Queue>
void test_queue(Ties ties, const std::string& name) {
    Random random(5);
    NodeTable<Packed64> table(quiet_control());
    Queue queue(quiet_control(), table, ties);
    std::vector<Waiting> waiting;
    Tiles tiles = goal_of({4, 4});
    const auto key = [&](const Waiting& entry) {
        const std::int64_t sign = ties.depth == Ties::Depth::kDeepest ? -1 : ties.depth == Ties::Depth::kShallowest ? 1 : 0;
        const std::int64_t depth = sign * entry.g;
        const std::int64_t age = ties.last == Ties::Last::kOldest ? entry.node : -std::int64_t{entry.node};
        std::array<Tile, 16> board{};
        if (ties.last == Ties::Last::kSmallestBoard) table[entry.node].state.unpack(board.data(), 16);
        return std::tuple(entry.f, depth, board, ties.last == Ties::Last::kSmallestBoard ? 0 : age);
    };
    const auto earlier = [&](const Waiting& a, const Waiting& b) { return key(a) < key(b); };
    for (int step = 0; step < 2000; ++step) {
        // Many of one f and depth at a time, so that blocks of a column fill and empty.
        if (random.below(static_cast<std::size_t>(step / 200 % 2 ? 4 : 2)) != 0 || waiting.empty()) {
            Packed64 state{};
            do {
                tiles = walked(tiles, {4, 4}, 2, random);
                state = Packed64::pack(tiles.data(), 16);
            } while (table.find(state, state.hash()) != kNoNode);
            const Waiting entry{random.between(20, 22), random.between(3, 4), table.add(state, state.hash(), kNoNode, 0, kUp)};
            waiting.push_back(entry);
            queue.push(entry.f, entry.g, entry.node);
        } else {
            std::int64_t f = 0;
            NodeIndex node = 0;
            const auto next = std::min_element(waiting.begin(), waiting.end(), earlier);
            check(queue.pop(f, node) && f == next->f && node == next->node, name + " gives the next node");
            waiting.erase(next);
            if (const NodeIndex likely = queue.likely_next(); likely != kNoNode && !waiting.empty())
                check(likely < table.size(), name + " guesses a node");
        }
    }
}

void test_queues() {
    using Depth = Ties::Depth;
    using Last = Ties::Last;
    test_queue<BucketQueue<DeepestFirst, NewestFirst>>({Depth::kDeepest, Last::kNewest}, "deep, lifo");
    test_queue<BucketQueue<DeepestFirst, OldestFirst>>({Depth::kDeepest, Last::kOldest}, "deep, fifo");
    test_queue<BucketQueue<ShallowestFirst, NewestFirst>>({Depth::kShallowest, Last::kNewest}, "shallow, lifo");
    test_queue<BucketQueue<ShallowestFirst, OldestFirst>>({Depth::kShallowest, Last::kOldest}, "shallow, fifo");
    test_queue<BucketQueue<AnyDepth, NewestFirst>>({Depth::kAny, Last::kNewest}, "lifo");
    test_queue<BucketQueue<AnyDepth, OldestFirst>>({Depth::kAny, Last::kOldest}, "fifo");
    for (const Depth depth : {Depth::kDeepest, Depth::kShallowest, Depth::kAny})
        for (const Last last : {Last::kNewest, Last::kOldest, Last::kSmallestBoard})
            test_queue<HeapQueue<Packed64>>({depth, last}, "a heap");
}

// --- Heuristics ---

int plain_manhattan(const Tiles& tiles, Shape shape) {
    int sum = 0;
    for (int cell = 0; cell < shape.cells(); ++cell) {
        const int tile = tiles[at(cell)];  // its home is the cell of its own number
        if (tile) sum += std::abs(tile / shape.cols - cell / shape.cols) + std::abs(tile % shape.cols - cell % shape.cols);
    }
    return sum;
}

// Conflicts of one line, whose tiles at home in it are given in order: reversed pairs, or the fewest to take out, by trying all.
int plain_conflicts(const std::vector<int>& line, Conflicts conflicts) {
    int pairs = 0, fewest = static_cast<int>(line.size());
    for (std::size_t right = 0; right < line.size(); ++right)
        for (std::size_t left = 0; left < right; ++left) pairs += line[left] > line[right];
    for (unsigned kept = 0; kept < 1u << line.size(); ++kept) {
        std::vector<int> rest;
        for (std::size_t place = 0; place < line.size(); ++place)
            if (kept >> place & 1) rest.push_back(line[place]);
        if (std::is_sorted(rest.begin(), rest.end())) fewest = std::min(fewest, static_cast<int>(line.size() - rest.size()));
    }
    return conflicts == Conflicts::kPairs ? pairs : fewest;
}

int plain_linear_conflict(const Tiles& tiles, Shape shape, Conflicts conflicts) {
    int total = plain_manhattan(tiles, shape);
    for (int row = 0; row < shape.rows; ++row) {
        std::vector<int> line;
        for (int col = 0; col < shape.cols; ++col)
            if (const int tile = tiles[at(row * shape.cols + col)]; tile && tile / shape.cols == row) line.push_back(tile);
        total += 2 * plain_conflicts(line, conflicts);
    }
    for (int col = 0; col < shape.cols; ++col) {
        std::vector<int> line;
        for (int row = 0; row < shape.rows; ++row)
            if (const int tile = tiles[at(row * shape.cols + col)]; tile && tile % shape.cols == col) line.push_back(tile);
        total += 2 * plain_conflicts(line, conflicts);
    }
    return total;
}

// The fewest moves across lines for every arrangement of goal lines on cells, -1 for the blank: what walking distance abstracts
// to, without the counting.
using Arrangement = std::multiset<std::pair<int, int>>;  // line, goal line; the blank has goal line -1

std::map<Arrangement, int> plain_walks(int lines, int width) {
    Arrangement goal;
    for (int line = 0; line < lines; ++line)
        for (int place = 0; place < width; ++place) goal.insert({line, line == 0 && place == 0 ? -1 : line});
    std::map<Arrangement, int> depth{{goal, 0}};
    std::vector<Arrangement> queue{goal};
    for (std::size_t next = 0; next < queue.size(); ++next) {
        const Arrangement now = queue[next];
        const int blank = std::find_if(now.begin(), now.end(), [](const auto& one) { return one.second < 0; })->first;
        for (const auto& [line, home] : now) {
            if (std::abs(line - blank) != 1) continue;
            Arrangement moved = now;
            moved.erase(moved.find({line, home}));
            moved.erase(moved.find({blank, -1}));
            moved.insert({blank, home});
            moved.insert({line, -1});
            if (depth.emplace(moved, depth[now] + 1).second) queue.push_back(moved);
        }
    }
    return depth;
}

int plain_walking_distance(const Tiles& tiles, Shape shape, const std::map<Arrangement, int>& rows,
                           const std::map<Arrangement, int>& cols) {
    Arrangement by_row, by_col;
    for (int cell = 0; cell < shape.cells(); ++cell) {
        const int tile = tiles[at(cell)];
        by_row.insert({cell / shape.cols, tile ? tile / shape.cols : -1});
        by_col.insert({cell % shape.cols, tile ? tile % shape.cols : -1});
    }
    return rows.at(by_row) + cols.at(by_col);
}

// Carries a heuristic along a walk: after a slide, from scratch, and from its estimate, it says the same.
template <class Plain>
void test_part(const Part& part, Shape shape, const std::string& name, Plain&& plain) {
    Random random(13);
    Tiles tiles = goal_of(shape);
    std::uint64_t context = part.assess(tiles.data());
    for (int step = 0; step < 400; ++step) {
        const Tiles before = std::exchange(tiles, walked(tiles, shape, 1, random));
        const auto from = static_cast<Cell>(find_blank(tiles)), to = static_cast<Cell>(find_blank(before));
        const Slide made{before[from], from, to};
        const std::uint64_t recalled = part.recall(before.data(), part.value(context));
        check(part.after(recalled, tiles.data(), made) == part.assess(tiles.data()), name + " goes on from its estimate");
        context = part.after(context, tiles.data(), made);
        check(context == part.assess(tiles.data()), name + " goes on from its neighbour");
        check(part.value(context) == plain(tiles), name + " is what plain code says");
    }
}

void test_heuristics() {
    for (const Shape shape : {Shape{2, 2}, Shape{3, 3}, Shape{4, 4}, Shape{3, 5}, Shape{2, 7}, Shape{8, 8}, Shape{6, 2}}) {
        const Goal goal(shape.rows, shape.cols, goal_of(shape));
        const std::string name = " on " + testing::name(shape);
        test_part(*TileSum::manhattan(goal), shape, "manhattan" + name,
                  [&](const Tiles& tiles) { return plain_manhattan(tiles, shape); });
        for (const Conflicts conflicts : {Conflicts::kRemovals, Conflicts::kPairs})
            test_part(LinearConflict(goal, conflicts), shape, "linear conflict" + name,
                      [&](const Tiles& tiles) { return plain_linear_conflict(tiles, shape, conflicts); });
        const std::shared_ptr<const Part> others[] = {std::make_shared<Gaschnig>(goal), std::make_shared<Inversion>(goal),
                                                      TileSum::misplaced(goal), TileSum::euclidean(goal)};
        for (const auto& part : others)
            test_part(*part, shape, "a heuristic" + name,
                      [&](const Tiles& tiles) { return part->value(part->assess(tiles.data())); });
    }
    for (const Shape shape : {Shape{2, 2}, Shape{3, 3}, Shape{2, 4}, Shape{3, 2}}) {
        const auto rows = plain_walks(shape.rows, shape.cols), cols = plain_walks(shape.cols, shape.rows);
        test_part(WalkingDistance(Goal(shape.rows, shape.cols, goal_of(shape)), quiet_control()), shape, "walking distance on " + testing::name(shape),
                  [&](const Tiles& tiles) { return plain_walking_distance(tiles, shape, rows, cols); });
    }
    bool refused = false;
    try {
        const WalkingTable table(8, 8, 0, quiet_control());
    } catch (const std::length_error&) {
        refused = true;
    }
    check(refused, "walking distance refuses a board whose counts do not fit a word");
}

// --- Costs from outside ---

// Random costs, of some pairs too: what they sum to, and what is refused.
void test_cost_tables() {
    Random random(17);
    for (const Shape shape : {Shape{2, 2}, Shape{3, 3}, Shape{4, 4}, Shape{2, 5}, Shape{8, 8}}) {
        const auto cells = at(shape.cells());
        std::vector<std::uint32_t> per_tile(cells * cells), pairs;
        for (std::uint32_t& cost : per_tile) cost = static_cast<std::uint32_t>(random.below(1000));
        for (std::size_t cell = 0; cell < cells; ++cell) per_tile[cell] = 0;
        std::map<std::array<std::uint32_t, 4>, std::uint32_t> known;
        for (int pair = 0; pair < 3000; ++pair) {
            const auto a = static_cast<std::uint32_t>(1 + random.below(cells - 1)), b = static_cast<std::uint32_t>(1 + random.below(cells - 1));
            const auto from = static_cast<std::uint32_t>(random.below(cells)), to = static_cast<std::uint32_t>(random.below(cells));
            if (a >= b || from == to || !known.emplace(std::array{a, from, b, to}, pair).second) continue;
            const std::uint32_t numbers[] = {a, from, b, to, static_cast<std::uint32_t>(pair)};
            pairs.insert(pairs.end(), numbers, numbers + 5);
        }
        const auto plain = [&](const Tiles& tiles, bool with_pairs) {
            std::int64_t sum = 0;
            for (std::uint32_t cell = 0; cell < cells; ++cell) {
                sum += per_tile[tiles[cell] * cells + cell];
                for (std::uint32_t other = 0; other < cells && with_pairs; ++other)
                    if (const auto found = known.find({tiles[cell], cell, tiles[other], other}); found != known.end()) sum += found->second;
            }
            return sum;
        };
        const Goal goal(shape.rows, shape.cols, goal_of(shape));
        const auto with = std::make_shared<const CostTable>(shape.rows, shape.cols, per_tile, pairs);
        const auto without = std::make_shared<const CostTable>(shape.rows, shape.cols, per_tile, std::vector<std::uint32_t>{});
        test_part(*part_of_costs(with, goal), shape, "costs of pairs on " + name(shape), [&](const Tiles& tiles) { return plain(tiles, true); });
        test_part(*part_of_costs(without, goal), shape, "costs on " + name(shape), [&](const Tiles& tiles) { return plain(tiles, false); });
    }
    using Numbers = std::vector<std::uint32_t>;
    const auto is_refused = [](int rows, int cols, std::size_t costs, Numbers pairs) {
        try {
            const CostTable table(rows, cols, Numbers(costs), pairs);
        } catch (const std::invalid_argument&) {
            return true;
        }
        return false;
    };
    check(!is_refused(2, 2, 16, {1, 0, 2, 1, 5}), "costs of a board are taken");
    for (const Numbers& pair : {Numbers{0, 0, 2, 1, 5}, {1, 0, 1, 1, 5}, {1, 0, 4, 1, 5}, {1, 1, 2, 1, 5}, {1, 4, 2, 1, 5}, {1, 0, 2}})
        check(is_refused(2, 2, 16, pair), "pairs of anything else are refused");
    check(CostTable(2, 2, Numbers(16, 3), Numbers{1, 0, 2, 1, 5, 2, 3, 1, 1, 7, 3, 0, 2, 1, 4}).largest() == 3 * 3 + 7 + 4,
          "costs say how large a sum may get");
    check(is_refused(2, 2, 15, {}) && is_refused(1, 4, 16, {}) && is_refused(9, 8, 5184, {}), "costs of no board are refused");
    const auto square = std::make_shared<const CostTable>(2, 4, Numbers(64), Numbers{});
    bool is_another = false;
    try {
        part_of_costs(square, Goal(4, 2, goal_of({4, 2})));
    } catch (const std::invalid_argument&) {
        is_another = true;
    }
    check(is_another, "costs of another shape are refused");
}

// --- The enumeration ---

void test_exploring() {
    for (const Shape shape : {Shape{2, 2}, Shape{2, 3}, Shape{3, 2}, Shape{2, 4}, Shape{3, 3}}) {
        const auto plain = distances(shape, goal_of(shape));
        std::vector<std::uint64_t> wanted;
        std::vector<Tiles> farthest;
        for (const auto& [tiles, depth] : plain) {
            if (wanted.size() <= at(depth)) wanted.resize(at(depth) + 1);
            ++wanted[at(depth)];
        }
        for (const auto& [tiles, depth] : plain)
            if (at(depth) + 1 == wanted.size()) farthest.push_back(tiles);
        for (const int threads : {0, 1, 3}) {
            StopControl control;
            Explorer explorer(shape.rows, shape.cols, goal_of(shape), false, threads, control);
            std::vector<std::uint64_t> told;
            const auto counts = explorer.run([&](int depth, std::uint64_t count) {
                check(at(depth) == told.size(), "layers are told in order");
                told.push_back(count);
            });
            check(counts == wanted && told == wanted, "the boards of " + testing::name(shape) + " at every depth");
            std::vector<Tiles> deepest = explorer.deepest(1000);
            std::sort(deepest.begin(), deepest.end());
            check(deepest == farthest, "the deepest boards of " + testing::name(shape));
            check(explorer.deepest(1).size() == 1, "no more of the deepest than were asked for");
        }
    }
    {
        StopControl control;
        Explorer explorer(3, 3, goal_of({3, 3}), true, 2, control);
        const auto counts = explorer.run([](int, std::uint64_t) {});
        check(counts.size() == 25 && counts[1] == 4 && counts[17] == 31485 && counts[24] == 1, "the eight puzzle in slides");
    }
    StopControl control;
    int looks = 0, layers = 0;
    control.look_up = [&] {
        if (layers == 1 && ++looks == 3) control.cancel();
    };
    Explorer stopped(3, 4, goal_of({3, 4}), false, 1, control);
    check(stopped.run([&](int, std::uint64_t) { ++layers; }).size() == 1, "an enumeration stops within a layer");
}

}  // namespace

int main() {
    test_states();
    test_node_table<Packed64>({4, 4});
    test_node_table<Packed128>({5, 5});
    test_node_table<Unpacked>({6, 6});
    test_node_numbers();
    test_queues();
    test_heuristics();
    test_cost_tables();
    test_exploring();
    std::puts("all checks hold");
}
