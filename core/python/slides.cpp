// SPDX-License-Identifier: MIT
// The solver for the fewest slides and its tables, for Python.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <optional>

#include "../slides/solver.hpp"
#include "bindings.hpp"
#include "proving.hpp"

namespace nb = nanobind;

namespace taquin {
namespace {

using namespace slides;

// The tables of a plan: [(rows, cols, blank, colours, bytes)].
nb::list plan_slides(int rows, int cols, int blank, std::uint64_t most_entries) {
    nb::list tables;
    for (const Colouring& table : make_plan({rows, cols}, blank, most_entries).tables)
        tables.append(nb::make_tuple(table.shape.rows, table.shape.cols, table.blank,
                                     std::vector<int>(table.colours.begin(), table.colours.end()), table.bytes()));
    return tables;
}

nb::object build_slides(int rows, int cols, int blank, const std::vector<int>& colours, int threads, const nb::object& progress) {
    const Colouring colouring = make_colouring({rows, cols}, blank, colours);
    return build_bytearray(colouring.bytes(), progress, [&](std::span<std::uint8_t> bytes, BuildControl& control) {
        return build_table(colouring, bytes, control, at_most_threads(threads));
    });
}

// A solver for one goal, kept together with the Python buffers that hold its tables. Boards that are not the goal's raise
// ValueError.
class HeldSlideSolver {
  public:
    HeldSlideSolver(int rows, int cols, const std::vector<std::uint8_t>& goal, std::uint64_t most_entries, const std::vector<nb::object>& tables) {
        const auto blank = static_cast<int>(std::find(goal.begin(), goal.end(), 0) - goal.begin());
        std::vector<Bytes> views;
        for (const nb::object& table : tables) {
            buffers_.push_back(std::make_unique<const HeldBuffer>(table));
            views.push_back(buffers_.back()->bytes());
        }
        solver_.emplace(goal, make_plan({rows, cols}, blank, most_entries), views);
    }

    int estimate(const std::vector<std::uint8_t>& start) const { return solver_->estimate(start); }

    // Iterate to the solution, a limit or a known length.
    nb::tuple solve(const std::vector<std::uint8_t>& start, int threads, int from_bound, int known_length,
                    std::optional<double> seconds, std::optional<std::uint64_t> nodes, const nb::object& poll) const {
        check_bound(from_bound, "slides");
        const SolveOptions options{at_most_threads(threads), from_bound, known_length};
        return proven(threads, seconds, nodes, poll, [&](SearchControl& control) { return solver_->solve(start, control, options); });
    }

  private:
    std::vector<std::unique_ptr<const HeldBuffer>> buffers_;
    std::optional<SlideSolver> solver_;
};

}  // namespace

void bind_slides(nb::module_& module) {
    using namespace nb::literals;
    module.def("plan_slides", &plan_slides, "rows"_a, "cols"_a, "blank"_a, "most_entries"_a,
               "Return the tables that count slides for goals with their blank there.");
    module.def("build_slides", &build_slides, "rows"_a, "cols"_a, "blank"_a, "colours"_a, "threads"_a, "progress"_a,
               "Build a table; None when progress(depth, share), asked every 20 ms, returned false.");
    nb::class_<HeldSlideSolver>(module, "SlideSolver")
        .def(nb::init<int, int, const std::vector<std::uint8_t>&, std::uint64_t, const std::vector<nb::object>&>(), "rows"_a, "cols"_a,
             "goal"_a, "most_entries"_a, "tables"_a)
        .def("estimate", &HeldSlideSolver::estimate, "start"_a)
        .def("solve", &HeldSlideSolver::solve, "start"_a, "threads"_a, "from_bound"_a, "known_length"_a, "seconds"_a.none(), "nodes"_a.none(),
             "poll"_a);
}

}  // namespace taquin
