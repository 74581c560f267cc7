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
                                                                             int threads, std::size_t most_deepest,
                                                                             const nb::object& layer, bool slides) {
    if (rows < 2 || cols < 2 || rows > kMaxExploredCells / cols) throw nb::value_error("the board is too large");
    StopControl control;
    Explorer explorer(rows, cols, to_tiles<Tile>(goal, rows * cols), slides, at_most_threads(threads), control);
    std::vector<std::uint64_t> counts;
    std::vector<std::vector<int>> boards;
    // Only signals are asked for within a layer. `layer` is called on this thread while no other runs: what it raises may pass
    // through the enumeration.
    run_here(control, [] { return false; }, [&] {
        counts = explorer.run([&layer](int depth, std::uint64_t count) { with_python([&] { layer(depth, count); }); });
        for (const auto& board : explorer.deepest(most_deepest)) boards.emplace_back(board.begin(), board.end());
    });
    return {std::move(counts), std::move(boards)};
}

}  // namespace

void bind_explore(nb::module_& module) {
    using namespace nb::literals;
    module.attr("MAX_EXPLORED_CELLS") = kMaxExploredCells;
    module.def("explore", &explore, nb::kw_only(), "rows"_a, "cols"_a, "goal"_a, "threads"_a, "most_deepest"_a, "layer"_a, "slides"_a = false,
               "Enumerate every board that can reach the goal; returns (boards per depth, some of the deepest).");
}

}  // namespace taquin
