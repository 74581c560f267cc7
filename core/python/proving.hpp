// SPDX-License-Identifier: MIT
// What the solvers for the fewest moves and for the fewest slides have in common on their way to Python: the building of their
// tables, and what they are asked for and return.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "../base/build_control.hpp"
#include "../base/search_control.hpp"
#include "../base/solve_result.hpp"
#include "bridge.hpp"
#include "buffers.hpp"

namespace taquin {

// A new bytearray that `build(bytes, control)` fills; None when `progress(depth, share)` returned false.
template <class Build>
nanobind::object build_bytearray(std::size_t size, const nanobind::object& progress, Build&& build) {
    nanobind::object table = new_bytearray(size);
    const std::span<std::uint8_t> bytes = bytes_in(table);
    BuildControl control;
    bool finished = false;
    run_beside(control, [&] { return !is_true(progress(control.depth.load(), control.share.load())); },
               [&] { finished = build(bytes, control); });
    return finished ? table : nanobind::none();
}

// Kernels recurse as deep as paths are long; no board of 36 cells is nearly that far from its goal.
inline void check_bound(int bound, const char* units) {
    if (bound < 0 || bound > 1000) throw std::invalid_argument(std::string("expected a bound of 0 to 1000 ") + units);
}

// Whether `poll(nodes, bound)` asks to stop.
inline bool asks_to_stop(const nanobind::object& poll, const SearchControl& control) {
    return is_true(poll(control.nodes.load(), control.bound.load()));
}

inline nanobind::object to_moves(const std::optional<std::vector<std::uint8_t>>& solution) {
    return solution ? nanobind::object(to_bytes(*solution)) : nanobind::none();
}

// What `solve(control)` finds: (moves, lower bound, nodes, [(bound, nodes)], stop reason).
template <class Solve>
nanobind::tuple proven(int threads, std::optional<double> seconds, std::optional<std::uint64_t> nodes, const nanobind::object& poll,
                       Solve&& solve) {
    SearchControl control;
    set_limits(control, seconds, nodes);
    SolveResult result;
    const auto ask = [&] { return asks_to_stop(poll, control); };
    const auto search = [&] { result = solve(control); };
    if (threads == 1) run_here(control, ask, search);
    else run_beside(control, ask, search);
    std::vector<std::pair<int, std::uint64_t>> iterations;
    for (const Iteration& iteration : result.iterations) iterations.emplace_back(iteration.bound, iteration.nodes);
    return nanobind::make_tuple(to_moves(result.solution), result.lower_bound, result.nodes, iterations, name_of(result.stop_reason));
}

}  // namespace taquin
