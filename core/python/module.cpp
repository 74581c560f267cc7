// SPDX-License-Identifier: MIT
// The module, and the textbook's searches for Python: a request becomes a task, which runs without the interpreter's lock and
// comes back as plain tuples.
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>

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

// A heuristic that is a Python function of the tiles.
class PythonPart final : public FreshPart {
  public:
    PythonPart(nb::object estimate, int cells) : estimate_(std::move(estimate)), cells_(cells) {}

    std::uint64_t assess(const Tile* tiles) const override {
        const Locked locked;
        return nb::cast<std::uint64_t>(estimate_(to_tuple(tiles, cells_)));
    }

  private:
    nb::object estimate_;
    int cells_;
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
        const Locked locked;
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
        return is_true(poll_(to_tuple(snapshot.stats), snapshot.frontier, snapshot.lower_bound));
    }

    void expansion(const Expansion& made, const Tile* tiles) override {
        const Locked locked;
        expansion_(made.node, made.parent, static_cast<int>(made.move), made.g, made.h, to_tuple(tiles, cells_));
    }

  private:
    nb::object poll_, expansion_;
    int cells_;
};

// A part is the name of a native heuristic, pattern databases, or a Python function.
std::unique_ptr<Part> make_part(const nb::handle& part, const Goal& goal) {
    if (nb::isinstance<PatternDatabases>(part))
        return std::make_unique<PatternPart>(goal, nb::cast<const PatternDatabases&>(part).heuristic);
    if (!nb::isinstance<nb::str>(part)) return std::make_unique<PythonPart>(nb::borrow(part), goal.cells);
    std::string name;
    if (!nb::try_cast(part, name)) throw nb::value_error("the name of a heuristic is no text");
    const Unlocked unlocked;  // the tables of the walking distance may take half a second to build
    return part_named(name, goal);
}

// Within these no sum or product of a search leaves 64 bits, and none divides by zero.
void check_numbers(const std::vector<std::int64_t>& factors, std::int64_t scale, std::int64_t weight_over, std::int64_t weight_under,
                   std::size_t beam_width, std::int64_t depth) {
    constexpr std::int64_t kMaxScale = 1 << 16, kMaxWeight = 1'000'000, kMaxDepth = 1'000'000'000'000'000'000;
    const auto within = [](std::int64_t number, std::int64_t most) { return number >= 1 && number <= most; };
    bool good = within(scale, kMaxScale) && within(weight_over, kMaxWeight) && within(weight_under, kMaxWeight) && beam_width > 0 &&
                depth >= 0 && depth <= kMaxDepth;
    for (const std::int64_t factor : factors) good = good && within(factor, kMaxScale);
    if (!good) throw nb::value_error("a scale, factor, weight, beam width or depth is out of bounds");
}

nb::tuple search_board(const std::string& algorithm, int rows, int cols, const std::vector<int>& start,
                       const std::vector<int>& goal_tiles, const nb::list& parts, const std::vector<std::int64_t>& factors,
                       bool admissible, std::int64_t scale, const std::array<int, 4>& order, std::int64_t weight_over,
                       std::int64_t weight_under, std::size_t beam_width, const std::vector<int>& ties,
                       std::optional<double> seconds, std::optional<std::uint64_t> nodes, std::optional<std::uint64_t> memory,
                       std::optional<std::int64_t> depth, std::uint64_t trace_limit, nb::object poll, nb::object expansion) {
    if (rows < 2 || cols < 2 || rows > kMaxCells / cols) throw nb::value_error("the board is too large");
    if (parts.size() > kMaxParts || parts.size() != factors.size()) throw nb::value_error("too many heuristics");
    check_numbers(factors, scale, weight_over, weight_under, beam_width, depth.value_or(0));
    const Geometry geometry(rows, cols, order_of(order));
    const Goal goal(rows, cols, to_tiles<Tile>(goal_tiles, geometry.cells));
    Evaluator evaluator;
    for (std::size_t at = 0; at < factors.size(); ++at) evaluator.add(make_part(parts[at], goal), factors[at]);
    const bool manhattan = parts.size() == 1 && parts[0].equal(nb::str("manhattan"));

    Limits limits;
    if (seconds) limits.seconds = *seconds;
    if (nodes) limits.nodes = *nodes;
    if (memory) limits.memory = *memory;
    if (depth) limits.depth = *depth;
    PythonObserver observer(std::move(poll), std::move(expansion), geometry.cells);
    Control control(limits, observer, trace_limit, admissible, scale);
    for (const nb::handle part : parts)
        if (PyCallable_Check(part.ptr())) control.expect_slow_expansions();
    const Task task{geometry, to_tiles<Tile>(start, geometry.cells), goal.tiles, evaluator, weight_over, weight_under, beam_width,
                    ties_of(ties), order == std::array{0, 1, 2, 3}};
    Outcome outcome;
    {
        const Unlocked unlocked;
        outcome = search(algorithm, task, control, manhattan);
    }
    nb::object moves = nb::none();
    if (outcome.has_path) moves = nb::bytes(reinterpret_cast<const char*>(outcome.moves.data()), outcome.moves.size());
    return nb::make_tuple(name_of(outcome.ending), moves, outcome.lower_bound, to_tuple(outcome.stats));
}

}  // namespace
}  // namespace taquin

NB_MODULE(_core, module) {
    using namespace nb::literals;
    taquin::bind_tables(module);
    taquin::bind_optimal(module);
    taquin::bind_explore(module);
    taquin::bind_large(module);
    module.doc() = "The native core of Taquin; `taquin.engines.native` is its only user.";
    module.attr("MAX_CELLS") = taquin::kMaxCells;
    module.attr("MAX_PARTS") = taquin::kMaxParts;
    module.def("search", &taquin::search_board, nb::kw_only(), "algorithm"_a, "rows"_a, "cols"_a, "start"_a, "goal"_a, "parts"_a,
               "factors"_a, "admissible"_a, "scale"_a, "order"_a, "weight_over"_a, "weight_under"_a, "beam_width"_a,
               "ties"_a = std::vector<int>{taquin::kDeep, taquin::kLifo}, "seconds"_a.none(), "nodes"_a.none(), "memory"_a.none(),
               "depth"_a.none(), "trace_limit"_a, "poll"_a, "expansion"_a,
               "Run one search; returns (ending, moves, lower bound, stats).");
}
