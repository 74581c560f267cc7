// SPDX-License-Identifier: MIT
// The enumeration of all boards, for Python.
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <tuple>

#include "../textbook/explore.hpp"
#include "bindings.hpp"
#include "bridge.hpp"

namespace nb = nanobind;

namespace taquin {
namespace {

std::tuple<std::vector<std::uint64_t>, std::vector<std::vector<int>>> explore(int rows, int cols, const std::vector<int>& goal,
                                                                             unsigned threads, std::size_t most_deepest,
                                                                             const nb::object& layer) {
    if (rows < 2 || cols < 2 || rows > kMaxExploredCells / cols) throw nb::value_error("the board is too large");
    Explorer explorer(rows, cols, to_tiles<Tile>(goal, rows * cols), threads);
    const Unlocked unlocked;
    // Called on this thread while no other runs: what it throws may pass through the enumeration.
    auto counts = explorer.run([&layer](int depth, std::uint64_t count) {
        const Locked locked;
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
        layer(depth, count);
    });
    std::vector<std::vector<int>> boards;
    for (const auto& board : explorer.deepest(most_deepest)) boards.emplace_back(board.begin(), board.end());
    return {std::move(counts), std::move(boards)};
}

}  // namespace

void bind_explore(nb::module_& module) {
    using namespace nb::literals;
    module.attr("MAX_EXPLORED_CELLS") = kMaxExploredCells;
    module.def("explore", &explore, nb::kw_only(), "rows"_a, "cols"_a, "goal"_a, "threads"_a, "most_deepest"_a, "layer"_a,
               "Enumerate every board that can reach the goal; returns (boards per depth, some of the deepest).");
}

}  // namespace taquin
