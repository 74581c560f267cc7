// SPDX-License-Identifier: MIT
// What a solver tells that proves a shortest path bound by bound, whatever it counts: moves (`optimal/`) or slides (`slides/`).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "stop.hpp"

namespace taquin {

struct Iteration {
    int bound = 0;
    std::uint64_t nodes = 0;
    bool exhausted = false;  // otherwise it ended with the solution, or was stopped
};

struct SolveResult {
    std::optional<std::vector<std::uint8_t>> solution;  // moves of the blank, one cell each; proven shortest
    int lower_bound = 0;                                // no solution is shorter
    std::uint64_t nodes = 0;
    std::vector<Iteration> iterations;
    StopReason stop_reason = StopReason::none;
};

}  // namespace taquin
