// SPDX-License-Identifier: MIT
// The optimal solver, for Python.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <optional>

#include "../optimal/automaton_bytes.hpp"
#include "../optimal/solver.hpp"
#include "bindings.hpp"
#include "proving.hpp"

namespace nb = nanobind;

namespace taquin {
namespace {

using namespace optimal;

using Start = std::vector<std::uint8_t>;

// A solver for one goal, kept together with everything it points to. Boards that are not the goal's raise ValueError.
class Solver {
  public:
    Solver(const nb::object& databases, const nb::object& automaton)
        : databases_(databases), solver_(make_solver(databases_of(databases), automaton)) {}

    int estimate(const Start& start) const { return solver_->estimate(start); }

    // Iterate to the solution, a limit, a known length or past a long iteration.
    nb::tuple solve(const Start& start, int threads, int from_bound, int known_length, std::optional<double> seconds,
                    std::optional<std::uint64_t> nodes, const nb::object& poll, std::uint64_t nodes_before,
                    std::optional<std::uint64_t> long_iteration) const {
        SolveOptions options;
        check_bound(from_bound, "moves");
        options.threads = at_most_threads(threads);
        options.from_bound = from_bound;
        options.known_length = known_length;
        options.nodes_before = nodes_before;
        if (long_iteration) options.long_iteration = *long_iteration;
        return proven(threads, seconds, nodes, poll, [&](SearchControl& control) { return solver_->solve(start, control, options); });
    }

    // Cut an iteration into subtree roots, named by their paths. Returns (paths, nodes above them, moves if solved already, stop
    // reason); the paths are worth nothing if it was stopped.
    nb::tuple split(const Start& start, int bound, std::size_t wanted, std::optional<double> seconds,
                    std::optional<std::uint64_t> nodes, const nb::object& poll) const {
        check_bound(bound, "moves");
        SearchControl control;
        control.bound = bound;
        set_limits(control, seconds, nodes);
        RootList list;
        run_here(control, [&] { return asks_to_stop(poll, control); }, [&] {
            list = split_roots(solver_->heuristic(), solver_->automaton(), solver_->root_of(start), bound, wanted, control);
        });
        nb::list paths;
        for (const Root& root : list.roots) paths.append(to_bytes(root.path));
        const StopReason reason = list.solution ? StopReason::none : control.reason();
        return nb::make_tuple(paths, list.nodes, to_moves(list.solution), name_of(reason));
    }

    // Search some subtrees of an iteration; `finished(index, nodes)` hears of each that was searched to its end, from time to
    // time. Returns (nodes, exhausted, moves, stop reason).
    nb::tuple search(const Start& start, const std::vector<nb::bytes>& paths, int bound, int threads, std::optional<double> seconds,
                     std::optional<std::uint64_t> nodes, const nb::object& poll, const nb::object& finished) const {
        check_bound(bound, "moves");
        std::vector<Root> roots;
        for (const nb::bytes& path : paths) roots.push_back(solver_->root_after(start, to_span(path)));
        SearchControl control;
        set_limits(control, seconds, nodes);
        Mailbox<std::pair<std::size_t, std::uint64_t>> news;
        RootsResult result;
        const auto tell = [&] {
            for (const auto& [root, count] : news.take()) finished(root, count);
        };
        const auto ask = [&] {
            tell();
            return asks_to_stop(poll, control);
        };
        run_beside(control, ask, [&] {
            result = search_roots(solver_->heuristic(), solver_->automaton(), roots, bound, control, at_most_threads(threads),
                                  [&](std::size_t root, std::uint64_t count) { news.put({root, count}); });
        });
        tell();
        return nb::make_tuple(result.nodes, result.exhausted, to_moves(result.solution), name_of(control.reason()));
    }

  private:
    std::unique_ptr<OptimalSolver> make_solver(const PatternDatabases& databases, const nb::object& automaton) {
        const Shape& shape = databases.heuristic->shape();
        if (!automaton.is_none()) automaton_ = automaton_of_bytes(HeldBuffer(automaton).bytes(), shape);
        return std::make_unique<OptimalSolver>(shape, databases.goal, databases.plan, databases.tables,
                                               automaton_ ? &*automaton_ : nullptr);
    }

    nb::object databases_;
    std::optional<Automaton> automaton_;
    std::unique_ptr<OptimalSolver> solver_;
};

}  // namespace

void bind_optimal(nb::module_& module) {
    using namespace nb::literals;
    nb::class_<Solver>(module, "OptimalSolver")
        .def(nb::init<const nb::object&, const nb::object&>(), "databases"_a, "automaton"_a.none())
        .def("estimate", &Solver::estimate, "start"_a)
        .def("solve", &Solver::solve, "start"_a, "threads"_a, "from_bound"_a, "known_length"_a, "seconds"_a.none(),
             "nodes"_a.none(), "poll"_a, "nodes_before"_a = 0, "long_iteration"_a.none() = nb::none())
        .def("split", &Solver::split, "start"_a, "bound"_a, "wanted"_a, "seconds"_a.none(), "nodes"_a.none(), "poll"_a)
        .def("search_roots", &Solver::search, "start"_a, "paths"_a, "bound"_a, "threads"_a, "seconds"_a.none(),
             "nodes"_a.none(), "poll"_a, "finished"_a);
}

}  // namespace taquin
