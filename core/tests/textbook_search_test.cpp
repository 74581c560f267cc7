// SPDX-License-Identifier: MIT
// Whole searches of core/textbook: answers against plain breadth-first search, the same counters from every kind of code that
// does the same, how often a heuristic is asked, and every way in which a search ends.
#include <tuple>

#include "../base/threads.hpp"
#include "../textbook/inversion.hpp"
#include "textbook_support.hpp"

using namespace taquin;
using namespace taquin::testing;

namespace {

auto counters(const Outcome& outcome) {
    const Stats& stats = outcome.stats;
    return std::tuple(outcome.ending, outcome.moves, outcome.lower_bound, stats.generated, stats.expanded, stats.max_frontier,
                      stats.max_depth, stats.iterations);
}

void test_answers() {
    const Shape shape{3, 3};
    const auto plain = distances(shape, goal_of(shape));
    Random random(17);
    for (int board = 0; board < 30; ++board) {
        const Tiles start = walked(goal_of(shape), shape, board * 2, random);
        const int distance = plain.at(start);
        for (const char* algorithm :
             {"bfs", "ids", "ucs", "astar", "wastar", "idastar", "bidirectional", "greedy", "beam", "dfs", "biastar", "mm", "nbs",
              "bae", "dwastar", "epsilon", "ara", "epea", "sma", "dfbnb", "bfida"}) {
            const std::string name = algorithm;
            if (name == "ids" && distance > 14) continue;
            Question question(shape, start);
            question.with(TileSum::manhattan(question.goal)).with_back(TileSum::manhattan(question.origin));
            if (name == "dfs") question.limits.depth = 40;
            const Outcome outcome = question.ask(algorithm, true);
            if (name == "dfs" && !outcome.has_path) continue;
            check(outcome.has_path && replays(shape, start, goal_of(shape), outcome.moves), name + " finds a path to the goal");
            const auto length = static_cast<int>(outcome.moves.size());
            check(length >= distance && outcome.lower_bound <= distance, name + " claims nothing false");
            if (name == "dwastar") check(length <= 3 * distance, "dwastar keeps its promise");
            if (name != "greedy" && name != "beam" && name != "dfs" && name != "dwastar") {
                check(outcome.ending == Ending::kOptimal && length == distance, name + " finds a shortest path");
            }
        }
    }
}

// The same heuristic twice is the same heuristic, but not a single part: the code for parts of any kind runs.
using MakePart = std::unique_ptr<Part> (*)(const Goal&);

std::unique_ptr<Part> make_manhattan(const Goal& goal) { return TileSum::manhattan(goal); }
std::unique_ptr<Part> make_conflict(const Goal& goal) { return std::make_unique<LinearConflict>(goal, Conflicts::kRemovals); }
std::unique_ptr<Part> make_walking(const Goal& goal) { return std::make_unique<WalkingDistance>(goal, quiet_control()); }
std::unique_ptr<Part> make_inversion(const Goal& goal) { return std::make_unique<Inversion>(goal); }

void test_kinds_of_code_agree() {
    Random random(23);
    const MakePart all[] = {make_manhattan, make_conflict, make_inversion, make_walking};
    for (const Shape shape : {Shape{3, 3}, Shape{4, 4}, Shape{3, 5}, Shape{4, 5}, Shape{6, 5}})
        for (const MakePart make : all) {
            if (make == make_walking && shape.rows + shape.cols > 8) continue;
            for (const char* algorithm :
                 {"astar", "idastar", "beam", "biastar", "mm", "nbs", "bae", "epsilon", "ara", "epea", "sma", "dfbnb", "bfida"}) {
                const Tiles start = walked(goal_of(shape), shape, 60, random);
                Question single(shape, start), twice(shape, start);
                single.with(make(single.goal));
                twice.with(make(twice.goal)).with(make(twice.goal));
                single.with_back(make(single.origin));
                twice.with_back(make(twice.origin)).with_back(make(twice.origin));
                single.limits.nodes = twice.limits.nodes = 20000;
                check(counters(single.ask(algorithm)) == counters(twice.ask(algorithm)),
                      std::string(algorithm) + " on " + name(shape) + " counts alike");
            }
        }
}

std::unique_ptr<TileSum> costs_of_manhattan(const Goal& goal) {
    const auto manhattan = TileSum::manhattan(goal);
    std::vector<std::uint32_t> costs;
    for (int tile = 0; tile < goal.cells; ++tile)
        for (int cell = 0; cell < goal.cells; ++cell) costs.push_back(manhattan->cost(static_cast<Tile>(tile), static_cast<Cell>(cell)));
    return TileSum::of_costs(goal.cells, costs);
}

// The unrolled searches against the one they are unrolled from, also where limits cut them short. Two parts are walked plainly.
void test_unrolled() {
    const Shape shape{4, 4};
    Random random(29);
    std::uint64_t searched = 0;
    for (int board = 0; board < 60; ++board) {
        const Tiles start = walked(goal_of(shape), shape, board * 3, random);
        Question unrolled(shape, start), by_costs(shape, start), plain(shape, start);
        unrolled.with(TileSum::manhattan(unrolled.goal));
        by_costs.with(costs_of_manhattan(by_costs.goal));
        plain.with(TileSum::manhattan(plain.goal)).with(TileSum::manhattan(plain.goal));
        for (int cut = 0; cut <= 20; ++cut) {
            unrolled.limits.nodes = by_costs.limits.nodes = plain.limits.nodes = cut == 0 ? 300000 : random.below(cut < 10 ? 52 : 100000);
            const Outcome walked = plain.ask("idastar");
            check(counters(unrolled.ask("idastar", true)) == counters(walked), "the unrolled search counts as the plain one");
            check(counters(by_costs.ask("idastar")) == counters(walked), "the unrolled search by costs counts as the plain one");
            searched += walked.stats.generated;
        }
    }
    check(searched > 1000000, "the unrolled search had much to do");
    // A board that is far from the goal and from being solved: only the limits end it.
    Question far(shape, {15, 14, 8, 12, 10, 11, 9, 13, 2, 6, 5, 1, 3, 7, 4, 0});
    far.with(TileSum::manhattan(far.goal));
    far.limits.seconds = 0.05;
    const Outcome late = far.ask("idastar", true);
    check(late.ending == Ending::kTime && late.stats.elapsed < 5 && late.stats.generated > 0,
          "the unrolled search keeps to its time");
    far.watcher.cancels = true;
    check(far.ask("idastar", true).ending == Ending::kCancelled, "the unrolled search can be cancelled");
}

// Costs of all kinds: of nothing, so that the goal lies under bounds it is too far for; of much, so that bounds are longer than what
// is unrolled; at home, so that the goal itself costs something.
void test_unrolled_by_any_costs() {
    const Shape shape{4, 4};
    Random random(41);
    for (int board = 0; board < 200; ++board) {
        const Tiles start = walked(goal_of(shape), shape, board % 40, random);
        Question single(shape, start), twice(shape, start);
        const std::size_t most = std::size_t{1} << (board % 11);
        std::vector<std::uint32_t> costs(256);
        for (std::size_t tile = 1; tile < 16; ++tile)
            for (std::size_t cell = 0; cell < 16; ++cell)
                costs[tile * 16 + cell] = tile == cell && board % 3 ? 0 : static_cast<std::uint32_t>(random.below(most) + (board % 2));
        single.with(TileSum::of_costs(16, costs));
        twice.with(TileSum::of_costs(16, costs)).with(TileSum::of_costs(16, costs));
        single.admissible = twice.admissible = false;
        single.settings["pathmax"] = twice.settings["pathmax"] = board % 5 == 0;
        single.limits.nodes = twice.limits.nodes = 100000;
        check(counters(single.ask("idastar")) == counters(twice.ask("idastar")), "costs of all kinds are searched as plainly");
    }
}

// A slow function of the board: it is asked once for each node that is generated, and never again for its expansion.
class Counting : public FreshPart {
  public:
    Counting(const Goal& goal, std::uint64_t& calls) : manhattan_(TileSum::manhattan(goal)), calls_(calls) {}

    std::uint64_t assess(const Tile* tiles) const override {
        ++calls_;
        return manhattan_->assess(tiles);
    }

  private:
    std::unique_ptr<TileSum> manhattan_;
    std::uint64_t& calls_;
};

void test_each_board_is_assessed_once() {
    Random random(31);
    for (const char* algorithm : {"astar", "wastar", "greedy", "beam"})
        for (const bool alone : {true, false}) {
            std::uint64_t calls = 0;
            Question question({3, 3}, walked(goal_of({3, 3}), {3, 3}, 50, random));
            question.with(std::make_unique<Counting>(question.goal, calls));
            if (!alone) question.with(TileSum::misplaced(question.goal));
            const Outcome outcome = question.ask(algorithm);
            check(calls == outcome.stats.generated, std::string(algorithm) + " asks a heuristic once for a node");
        }
}

// A heuristic whose every value takes a queue of its own length.
class Astronomical final : public FreshPart {
  public:
    std::uint64_t assess(const Tile*) const override { return 20'000'000; }
};

void test_endings() {
    const Shape shape{4, 4};
    const Tiles far{15, 14, 8, 12, 10, 11, 9, 13, 2, 6, 5, 1, 3, 7, 4, 0};
    for (const char* algorithm : {"bfs", "dfs", "ids", "ucs", "greedy", "astar", "wastar", "idastar", "bidirectional", "beam"}) {
        const std::string name = algorithm;
        const auto asked = [&](auto&& set) {
            Question question(shape, far);
            question.with(std::make_unique<LinearConflict>(question.goal, Conflicts::kRemovals));
            set(question);
            return question.ask(algorithm);
        };
        check(asked([](Question& question) { question.limits.seconds = 0; }).ending == Ending::kTime, name + " ends by time");
        check(asked([](Question& question) { question.watcher.cancels = true; }).ending == Ending::kCancelled,
              name + " is cancelled by its observer");
        check(asked([](Question& question) { question.cancelled = true; }).ending == Ending::kCancelled,
              name + " is cancelled by anybody");
        const Outcome nodes = asked([](Question& question) { question.limits.nodes = 50; });
        check(nodes.ending == Ending::kNodes && nodes.stats.generated >= 50 && nodes.stats.generated < 55, name + " ends by nodes");
        if (name != "ids" && name != "idastar")
            check(asked([](Question& question) { question.limits.memory = 100000; }).ending == Ending::kMemory,
                  name + " ends by memory");
        const Outcome depth = asked([](Question& question) { question.limits.depth = 3; });
        check(depth.ending == Ending::kDepthLimit || name == "ids", name + " ends by depth");
        Question traced(shape, far);
        traced.with(TileSum::manhattan(traced.goal));
        traced.trace_limit = 10;
        traced.limits.nodes = 200;
        traced.ask(algorithm, true);
        check(traced.watcher.expansions == 10, name + " is traced as far as was asked");
    }
    Question astronomer(shape, far);
    astronomer.with(std::make_unique<Astronomical>());
    astronomer.limits.memory = 10'000'000;
    for (const char* algorithm : {"astar", "greedy"})
        check(astronomer.ask(algorithm).ending == Ending::kMemory, std::string(algorithm) + " counts the memory of its queue");
    Question unsolvable({2, 3}, {0, 2, 1, 3, 4, 5});
    unsolvable.with(TileSum::manhattan(unsolvable.goal));
    for (const char* algorithm : {"bfs", "dfs", "astar", "bidirectional"})
        check(unsolvable.ask(algorithm).ending == Ending::kExhausted, std::string(algorithm) + " finds out that there is no path");
    unsolvable.beam_width = 1;
    check(unsolvable.ask("beam").ending == Ending::kDeadBeam, "a beam ends with nothing in it");
}

// Tables take a while too.
void test_walking_tables_are_stopped() {
    for (const bool cancelled : {false, true}) {
        Watcher watcher;
        Limits limits;
        if (!cancelled) limits.seconds = 0;
        Control control(limits, watcher, 0, true, 1);
        if (cancelled) control.stop.cancel();
        const Outcome outcome = until_stopped(control, [&] {
            const WalkingTable table(5, 3, 0, control);
            return control.end(Ending::kSolved);
        });
        check(outcome.ending == (cancelled ? Ending::kCancelled : Ending::kTime), "limits hold while a walking table is built");
    }
}

// Another thread tells a search to stop while it runs.
void test_cancelled_from_another_thread() {
    const Shape shape{4, 4};
    const Geometry geometry(4, 4, kOrder);
    const Goal goal(4, 4, goal_of(shape));
    Evaluator evaluator;
    evaluator.add(TileSum::manhattan(goal), 1);
    Limits limits;
    limits.seconds = 60;
    Watcher watcher;
    Control control(limits, watcher, 0, true, 1);
    const Task task{geometry, {15, 14, 8, 12, 10, 11, 9, 13, 2, 6, 5, 1, 3, 7, 4, 0}, goal.tiles, evaluator};
    Thread other;
    if (!other.start([&control] {
            while (control.stop.elapsed() < 0.05) {
            }
            control.stop.cancel();
        }))
        return;
    const Outcome outcome = search("idastar", task, control, true);
    check(outcome.ending == Ending::kCancelled && outcome.stats.elapsed < 10, "a search is cancelled from another thread");
}

}  // namespace

int main() {
    test_answers();
    test_kinds_of_code_agree();
    test_unrolled();
    test_unrolled_by_any_costs();
    test_each_board_is_assessed_once();
    test_endings();
    test_walking_tables_are_stopped();
    test_cancelled_from_another_thread();
    std::puts("all checks hold");
}
