// SPDX-License-Identifier: MIT
// What the files that know Python share.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <vector>

#include "../optimal/heuristic.hpp"

namespace taquin {

// Pattern databases with the Python buffers that hold their tables.
struct PatternDatabases {
    std::vector<std::uint8_t> goal;
    optimal::LookupPlan plan;
    std::vector<std::span<const std::uint8_t>> tables;
    std::shared_ptr<const optimal::Heuristic> heuristic;
    optimal::HomeBoard home{};  // goal cell of every tile
    std::vector<nanobind::object> buffers;
};

void bind_optimal(nanobind::module_& module);
void bind_explore(nanobind::module_& module);
void bind_large(nanobind::module_& module);

}  // namespace taquin
