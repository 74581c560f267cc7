// SPDX-License-Identifier: MIT
// The module, and the textbook's searches for Python: a request becomes a task, which runs without the interpreter's lock and
// comes back as plain tuples.
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>

#include "../textbook/cost_table.hpp"
#include "../textbook/library_part.hpp"
#include "../textbook/names.hpp"
#include "../textbook/pattern_part.hpp"
#include "../textbook/search.hpp"
#include "bindings.hpp"
#include "bridge.hpp"

namespace nb = nanobind;

namespace taquin {
namespace {

nb::tuple to_tuple(const Tile* tiles, int cells) {
    nb::list list;
    for (int cell = 0; cell < cells; ++cell) list.append(static_cast<int>(tiles[cell]));
    return nb::tuple(list);
}

// Numbers up to these, which are those of the Python side, keep every f within 64 bits: a hundred million moves, scaled and weighted.
constexpr std::int64_t kLargestScale = 1 << 16;
constexpr std::int64_t kLargestEstimate = 100'000'000 * kLargestScale;
constexpr std::int64_t kLargestWeightOver = 1'000'000, kLargestWeightUnder = 1'000;

std::int64_t check_within(std::int64_t number, std::int64_t largest, const char* message) {
    if (number < 1 || number > largest) throw nb::value_error(message);
    return number;
}

// A heuristic that is a Python function of the tiles; ValueError unless it returns whole numbers up to the largest.
class PythonPart final : public FreshPart {
  public:
    PythonPart(nb::object estimate, int cells, std::int64_t largest)
        : estimate_(std::move(estimate)), cells_(cells), largest_(largest) {}

    std::uint64_t assess(const Tile* tiles) const override {
        return with_python([&] {
            std::int64_t value = 0;
            if (!nb::try_cast(estimate_(to_tuple(tiles, cells_)), value) || value < 0 || value > largest_)
                throw nb::value_error("expected a heuristic to return a whole number of moves, scaled, that is not too large");
            return static_cast<std::uint64_t>(value);
        });
    }

  private:
    nb::object estimate_;
    int cells_;
    std::int64_t largest_;
};

using StatsTuple = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t, std::int64_t, std::uint64_t, double, std::uint64_t>;

StatsTuple to_tuple(const Stats& stats) {
    return {stats.generated, stats.expanded, stats.max_frontier, stats.max_depth, stats.iterations, stats.elapsed, stats.peak_memory};
}

// Hands progress and expansions to two Python functions. The searches have no threads, so that what these raise may pass through.
class PythonObserver : public Observer {
  public:
    PythonObserver(nb::object poll, nb::object expansion, int cells)
        : poll_(std::move(poll)), expansion_(std::move(expansion)), cells_(cells) {}

    bool poll(const Snapshot& snapshot) override {
        return with_python([&] {
            check_signals();
            return is_true(poll_(to_tuple(snapshot.stats), snapshot.frontier, snapshot.lower_bound));
        });
    }

    void expansion(const Expansion& made, const Tile* tiles) override {
        with_python([&] {
            expansion_(made.node, made.parent, static_cast<int>(made.move), made.g, made.h, to_tuple(tiles, cells_));
        });
    }

  private:
    nb::object poll_, expansion_;
    int cells_;
};

std::unique_ptr<Part> make_pattern_part(const PatternDatabases& databases, const Goal& goal) {
    const optimal::Heuristic& heuristic = *databases.heuristic;
    if (heuristic.shape() != goal.shape || heuristic.blank_goal() != goal.home[0])
        throw nb::value_error("these pattern databases are for another goal");
    return std::make_unique<PatternPart>(goal, databases.heuristic);
}

// The databases of a dual lookup stand in a tuple, by the cell of the blank.
std::unique_ptr<Part> make_dual_part(const nb::tuple& by_blank, const Goal& goal) {
    std::vector<std::shared_ptr<const optimal::Heuristic>> databases;
    for (const nb::handle held : by_blank) {
        if (!nb::isinstance<PatternDatabases>(held)) throw nb::value_error("expected pattern databases for every cell of the blank");
        databases.push_back(databases_of(held).heuristic);
    }
    return std::make_unique<DualPart>(goal, std::move(databases));
}

// A part is the name of a native heuristic, pattern databases, a tuple of them, costs, a library, or a Python function; the control
// is asked while it is made.
std::unique_ptr<Part> make_part(const nb::handle& part, std::int64_t factor, const Goal& goal, Control& control) {
    if (nb::isinstance<PatternDatabases>(part)) return make_pattern_part(databases_of(part), goal);
    if (nb::isinstance<nb::tuple>(part)) return make_dual_part(nb::borrow<nb::tuple>(part), goal);
    if (nb::isinstance<CostTable>(part)) {
        const auto costs = nb::cast<std::shared_ptr<CostTable>>(part);
        if (costs->largest() > static_cast<std::uint64_t>(kLargestEstimate / factor)) throw nb::value_error("expected costs that are not too large");
        return part_of_costs(costs, goal);
    }
    if (nb::isinstance<HeuristicLibrary>(part))
        return std::make_unique<LibraryPart>(nb::cast<std::shared_ptr<HeuristicLibrary>>(part), goal);
    if (!nb::isinstance<nb::str>(part))
        return std::make_unique<PythonPart>(nb::borrow(part), goal.cells, kLargestEstimate / factor);
    std::string name;
    nb::try_cast(part, name);  // what is no text in UTF-8 is no name either
    const Unlocked unlocked;   // the tables of the walking distance may take half a second to build
    return part_named(name, goal, control);
}

nb::tuple search_board(const std::string& algorithm, int rows, int cols, const std::vector<int>& start,
                       const std::vector<int>& goal_tiles, const std::vector<nb::object>& parts, const std::vector<nb::object>& backward, const std::vector<std::int64_t>& factors,
                       bool admissible, std::int64_t scale, const std::array<int, 4>& order, std::int64_t weight_over,
                       std::int64_t weight_under, std::size_t beam_width, const std::vector<int>& ties, const Settings& settings,
                       std::optional<double> seconds, std::optional<std::uint64_t> nodes, std::optional<std::uint64_t> memory,
                       std::optional<std::int64_t> depth, std::uint64_t trace_limit, nb::object poll, nb::object expansion) {
    if (rows < 2 || cols < 2 || rows > kMaxCells / cols) throw nb::value_error("the board is too large");
    if (parts.size() > kMaxParts || parts.size() != factors.size()) throw nb::value_error("too many heuristics");
    if (!backward.empty() && backward.size() != parts.size()) throw nb::value_error("expected as many heuristics towards the start");
    const Geometry geometry(rows, cols, order_of(order));
    const Goal goal(rows, cols, to_tiles<Tile>(goal_tiles, geometry.cells));
    check_within(scale, kLargestScale, "expected a scale from 1 to 65536");
    check_within(weight_over, kLargestWeightOver, "expected a weight with a numerator from 1 to 1000000");
    check_within(weight_under, kLargestWeightUnder, "expected a weight with a denominator from 1 to 1000");
    for (const std::int64_t factor : factors) check_within(factor, kLargestScale, "expected factors from 1 to 65536");
    if (beam_width == 0 || depth.value_or(0) < 0) throw nb::value_error("expected a beam width of at least 1 and a depth of at least 0");

    Limits limits;
    if (seconds) limits.seconds = *seconds;
    if (nodes) limits.nodes = *nodes;
    if (memory) limits.memory = *memory;
    if (depth) limits.depth = *depth;
    PythonObserver observer(std::move(poll), std::move(expansion), geometry.cells);
    Control control(limits, observer, trace_limit, admissible, scale);
    for (const nb::object& part : parts)
        if (PyCallable_Check(part.ptr())) control.expect_slow_expansions();
    const bool manhattan = parts.size() == 1 && parts[0].equal(nb::str("manhattan"));
    Evaluator evaluator, towards_start;
    const Goal origin(rows, cols, to_tiles<Tile>(start, geometry.cells));
    const Task task{geometry, origin.tiles, goal.tiles, evaluator, weight_over, weight_under, beam_width,
                    ties_of(ties), order == std::array{0, 1, 2, 3}, &towards_start, settings};
    const Outcome outcome = until_stopped(control, [&] {
        for (std::size_t at = 0; at < factors.size(); ++at)
            evaluator.add(make_part(parts[at], factors[at], goal, control), factors[at]);
        for (std::size_t at = 0; at < backward.size(); ++at)
            towards_start.add(make_part(backward[at], factors[at], origin, control), factors[at]);
        const Unlocked unlocked;
        return search(algorithm, task, control, manhattan);
    });
    nb::object moves = nb::none();
    if (outcome.has_path) moves = nb::bytes(reinterpret_cast<const char*>(outcome.moves.data()), outcome.moves.size());
    return nb::make_tuple(name_of(outcome.ending), moves, outcome.lower_bound, to_tuple(outcome.stats));
}

// Neither limits nor progress: for work that is over in a moment.
struct NoObserver : Observer {
    bool poll(const Snapshot&) override { return false; }
    void expansion(const Expansion&, const Tile*) override {}
};

// Estimates of boards that stand end to end, a byte for each tile; eight bytes for each estimate.
nb::bytes estimate_boards(int rows, int cols, const std::vector<int>& goal_tiles, const std::vector<nb::object>& parts,
                          const std::vector<std::int64_t>& factors, const nb::object& boards) {
    if (rows < 2 || cols < 2 || rows > kMaxCells / cols) throw nb::value_error("the board is too large");
    if (parts.size() > kMaxParts || parts.size() != factors.size()) throw nb::value_error("too many heuristics");
    const auto cells = static_cast<std::size_t>(rows * cols);
    const Goal goal(rows, cols, to_tiles<Tile>(goal_tiles, rows * cols));
    for (const std::int64_t factor : factors) check_within(factor, kLargestScale, "expected factors from 1 to 65536");
    const HeldBuffer held(boards);
    NoObserver observer;
    Control control(Limits{}, observer, 0, true, 1);
    Evaluator evaluator;
    for (std::size_t at = 0; at < parts.size(); ++at) evaluator.add(make_part(parts[at], factors[at], goal, control), factors[at]);
    std::vector<std::int64_t> estimates;
    {
        const Unlocked unlocked;
        estimates = estimates_of(evaluator, held.bytes(), cells);
    }
    return nb::bytes(estimates.data(), estimates.size() * sizeof(std::int64_t));
}

int estimate_by_library(const HeuristicLibrary& library, int rows, int cols, const std::vector<int>& goal, const std::vector<int>& board) {
    if (rows < 2 || cols < 2 || rows > kMaxCells / cols) throw nb::value_error("the board is too large");
    const auto tiles = to_tiles<Tile>(board, rows * cols);
    return library.estimate(tiles.data(), Goal(rows, cols, to_tiles<Tile>(goal, rows * cols)));
}

}  // namespace
}  // namespace taquin

NB_MODULE(_core, module) {
    using namespace nb::literals;
    taquin::bind_tables(module);
    taquin::bind_optimal(module);
    taquin::bind_slides(module);
    taquin::bind_explore(module);
    taquin::bind_large(module);
    taquin::bind_build(module);
    nb::set_leak_warnings(false);  // a process may end while a daemon thread searches: what that holds is left behind, rightly
    module.doc() = "The native core of Taquin; `taquin.engines.native` is its only user.";
    module.attr("MAX_CELLS") = taquin::kMaxCells;
    module.attr("MAX_PARTS") = taquin::kMaxParts;
    nb::exception<taquin::HeuristicError>(module, "HeuristicError", PyExc_ValueError);
    nb::class_<taquin::CostTable>(module, "CostTable", "Costs of tiles and of pairs of tiles on cells, scaled.")
        .def(nb::init<int, int, std::vector<std::uint32_t>, const std::vector<std::uint32_t>&>(), "rows"_a, "cols"_a, "per_tile"_a, "pairs"_a);
    nb::class_<taquin::HeuristicLibrary>(module, "HeuristicLibrary", "A heuristic that somebody compiled; see taquin_heuristic.h.")
        .def(nb::init<const std::string&>(), "path"_a)
        .def_prop_ro("claims", &taquin::HeuristicLibrary::claims)
        .def("estimate", &taquin::estimate_by_library, "rows"_a, "cols"_a, "goal"_a, "board"_a);
    module.def("estimate_boards", &taquin::estimate_boards, nb::kw_only(), "rows"_a, "cols"_a, "goal"_a, "parts"_a, "factors"_a,
               "boards"_a, "Estimate boards that stand end to end, a byte for each tile; returns eight bytes for each estimate.");
    module.def("search", &taquin::search_board, nb::kw_only(), "algorithm"_a, "rows"_a, "cols"_a, "start"_a, "goal"_a, "parts"_a,
               "backward"_a = std::vector<nb::object>{}, "factors"_a, "admissible"_a, "scale"_a, "order"_a, "weight_over"_a, "weight_under"_a, "beam_width"_a,
               "ties"_a = std::vector<int>{taquin::kDeep, taquin::kLifo}, "settings"_a = taquin::Settings{}, "seconds"_a.none(), "nodes"_a.none(), "memory"_a.none(),
               "depth"_a.none(), "trace_limit"_a, "poll"_a, "expansion"_a,
               "Run one search; returns (ending, moves, lower bound, stats).");
}
