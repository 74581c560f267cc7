// SPDX-License-Identifier: MIT
// Partitions, pattern databases and move automata, for Python.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <tuple>

#include "../optimal/automaton_builder.hpp"
#include "../optimal/automaton_bytes.hpp"
#include "../optimal/fitted_partition.hpp"
#include "../optimal/partition.hpp"
#include "../optimal/pattern_builder.hpp"
#include "bindings.hpp"
#include "proving.hpp"

namespace nb = nanobind;

namespace taquin {
namespace {

using namespace optimal;

using TableTuple = std::tuple<int, std::vector<int>, std::uint64_t, std::string>;
using Cells = std::vector<std::uint8_t>;

// One partition, with its reflection where there is one, or two.
LookupPlan plan_of(const Shape& shape, int blank_goal, const Partition& groups, const Partition& others) {
    return others.empty() ? plan_lookups(shape, blank_goal, groups) : plan_lookups(shape, blank_goal, groups, others);
}

// The tables that partitions need: (blank, tiles, bytes, index scheme), and the views: lists of (table, cell map).
nb::tuple plan_patterns(int rows, int cols, int blank_goal, const Partition& groups, const Partition& others) {
    const Shape shape{rows, cols};
    check_shape(shape);
    const LookupPlan plan = plan_of(shape, blank_goal, groups, others);
    std::vector<TableTuple> tables;
    for (const Pattern& table : plan.tables)
        tables.emplace_back(table.blank, table.tiles, table.bytes(), table.scheme() == IndexScheme::direct ? "direct" : "ranked");
    nb::list views;
    for (const auto& view : plan.views) {
        nb::list lookups;
        for (const PatternLookup& lookup : view)
            lookups.append(nb::make_tuple(lookup.table, std::vector<int>(lookup.map.begin(), lookup.map.begin() + shape.cells())));
        views.append(lookups);
    }
    return nb::make_tuple(tables, views);
}

// What fits partitions to boards, for one goal cell of the blank; threads may share it. Boards come as the goal cells of what
// stands on each cell.
class Fitter {
  public:
    Fitter(int rows, int cols, int blank_goal) : small_({rows, cols}, blank_goal) {}

    Partition fit(const std::vector<Cells>& boards, const std::vector<int>& weights, const Partition& groups, const nb::object& stopped) {
        check_partition(small_.shape(), small_.blank_goal(), groups);
        if (weights.size() != boards.size()) throw nb::value_error("expected a weight for each board");
        std::vector<WeighedBoard> weighed;
        for (std::size_t number = 0; number < boards.size(); ++number)
            weighed.push_back({home_board(small_.shape(), boards[number]), weights[number]});
        StopControl control;
        Partition fitted;
        run(control, stopped, [&] { fitted = PartitionFitter(small_, std::move(weighed), control).fit(groups); });
        return fitted;
    }
    std::vector<int> estimate(const std::vector<Cells>& boards, const Partition& groups, const nb::object& stopped) {
        std::vector<HomeBoard> homes;
        for (const Cells& board : boards) homes.push_back(home_board(small_.shape(), board));
        StopControl control;
        std::vector<int> estimates;
        run(control, stopped, [&] { estimates = estimates_by_groups(small_, homes, groups, control); });
        return estimates;
    }

  private:
    // Many threads of Python fit at the same time, and those that queue for the interpreter hold each other up: it is not asked
    // too often.
    template <class Work>
    static void run(StopControl& control, const nb::object& stopped, Work&& work) {
        if (is_true(stopped())) control.cancel();
        run_here(control, [&] { return is_true(stopped()); }, work, std::chrono::milliseconds(50));
    }

    SmallPatterns small_;
};

nb::object build_pattern(int rows, int cols, int blank, const std::vector<int>& tiles, int threads, const nb::object& progress) {
    const Pattern pattern = make_pattern({rows, cols}, blank, tiles);
    return build_bytearray(memory_size(pattern.bytes()), progress, [&](std::span<std::uint8_t> bytes, BuildControl& control) {
        return build_table(pattern, bytes, control, at_most_threads(threads));
    });
}

std::uint64_t pattern_build_bytes(int rows, int cols, int blank, const std::vector<int>& tiles) {
    const Pattern pattern = make_pattern({rows, cols}, blank, tiles);
    const Unlocked unlocked;
    return estimate_build_bytes(pattern);
}

// None when `poll()` returned true; without one it still gives way to Ctrl-C.
nb::object build_automaton_bytes(int rows, int cols, int length, const nb::object& poll) {
    StopControl control;
    std::optional<Automaton> automaton;
    run_beside(control, [&] { return !poll.is_none() && is_true(poll()); },
               [&] { automaton = build_automaton({rows, cols}, length, control); });
    if (!automaton) return nb::none();
    return to_bytes(bytes_of_automaton(*automaton));
}

PatternDatabases* make_databases(int rows, int cols, const std::vector<std::uint8_t>& goal, const Partition& groups,
                                 const std::vector<nb::object>& tables, const Partition& others) {
    const Shape shape{rows, cols};
    auto databases = std::make_unique<PatternDatabases>();
    databases->goal = goal;
    databases->home_of_tile = cells_of_tiles(shape, goal);
    databases->plan = plan_of(shape, databases->home_of_tile[0], groups, others);
    for (const nb::object& table : tables) {
        databases->buffers.push_back(std::make_unique<const HeldBuffer>(table));
        databases->tables.push_back(databases->buffers.back()->bytes());
    }
    databases->heuristic =
        std::make_shared<const Heuristic>(shape, databases->home_of_tile[0], databases->plan, databases->tables);
    return databases.release();
}

int estimate(const PatternDatabases& databases, const std::vector<std::uint8_t>& tiles) {
    const Heuristic& heuristic = *databases.heuristic;
    return heuristic.estimate(home_board(heuristic.shape(), databases.home_of_tile, tiles));
}

}  // namespace

void bind_tables(nb::module_& module) {
    using namespace nb::literals;
    module.attr("MAX_PATTERN_CELLS") = optimal::kMaxCells;
    module.attr("MAX_PATTERN_TILES") = kMaxPatternTiles;
    module.def("partition_by_sizes", [](int rows, int cols, int blank, const GroupSizes& sizes) {
        return partition_by_sizes({rows, cols}, blank, sizes);
    }, "rows"_a, "cols"_a, "blank"_a, "sizes"_a, "Return groups of goal cells with these sizes.");
    module.def("best_partition", [](int rows, int cols, int blank, std::uint64_t max_bytes, int largest_group) {
        return best_partition({rows, cols}, blank, max_bytes, largest_group);
    }, "rows"_a, "cols"_a, "blank"_a, "max_bytes"_a, "largest_group"_a = kMaxPatternTiles,
               "Return the groups of goal cells with the largest tables that fit.");
    module.def("unlike_partition", [](int rows, int cols, int blank, const GroupSizes& sizes, const Partition& groups) {
        return unlike_partition({rows, cols}, blank, sizes, groups);
    }, "rows"_a, "cols"_a, "blank"_a, "sizes"_a, "groups"_a,
               "Return groups of goal cells with these sizes that bring other tiles together than the groups given.");
    module.def("plan_patterns", &plan_patterns, "rows"_a, "cols"_a, "blank"_a, "groups"_a, "others"_a = Partition(),
               "Return the tables that one or two partitions of goal cells need, and how boards are looked up in them.");
    nb::class_<Fitter>(module, "PartitionFitter", "Finds groups whose tables would say the most about boards, without the tables.")
        .def(nb::init<int, int, int>(), "rows"_a, "cols"_a, "blank"_a)
        .def("fit", &Fitter::fit, "boards"_a, "weights"_a, "groups"_a, "stopped"_a,
             "Exchange tiles between groups as long as they say more about weighed boards.")
        .def("estimate", &Fitter::estimate, "boards"_a, "groups"_a, "stopped"_a,
             "Estimate boards with groups of tiles, as their tables would.");
    module.def("pattern_build_bytes", &pattern_build_bytes, "rows"_a, "cols"_a, "blank"_a, "tiles"_a,
               "Estimate the memory that building a table takes.");
    module.def("build_pattern", &build_pattern, "rows"_a, "cols"_a, "blank"_a, "tiles"_a, "threads"_a, "progress"_a,
               "Build a table; None when progress(depth, share), asked every 20 ms, returned false.");
    module.def("build_automaton", &build_automaton_bytes, "rows"_a, "cols"_a, "length"_a, "poll"_a.none() = nb::none(),
               "Build the automaton that prunes duplicate move words; None when poll(), asked every 20 ms, returned true.");
    nb::class_<PatternDatabases>(module, "PatternDatabases")
        .def(nb::new_(&make_databases), "rows"_a, "cols"_a, "goal"_a, "groups"_a, "tables"_a, "others"_a = Partition())
        .def("estimate", &estimate, "tiles"_a);
}

}  // namespace taquin
