// SPDX-License-Identifier: MIT
// What the files that know Python share. They translate and nothing else: names, texts and rules live on the Python side, work in
// the folders beside this one. Boards from Python are checked once on their way in (`base/permutation.hpp`).
#pragma once

#include <nanobind/nanobind.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "../base/permutation.hpp"
#include "../optimal/heuristic.hpp"
#include "buffers.hpp"

namespace taquin {

// Pattern databases with the Python buffers that hold their tables.
struct PatternDatabases {
    PatternDatabases() = default;
    PatternDatabases(const PatternDatabases&) = delete;
    PatternDatabases& operator=(const PatternDatabases&) = delete;

    std::vector<std::uint8_t> goal;
    optimal::HomeBoard home_of_tile{};
    optimal::LookupPlan plan;
    std::vector<std::unique_ptr<const HeldBuffer>> buffers;
    std::vector<Bytes> tables;
    std::shared_ptr<const optimal::Heuristic> heuristic;
};

// The pattern databases that an object is; TypeError unless it is some.
inline const PatternDatabases& databases_of(nanobind::handle object) {
    const PatternDatabases* databases = nullptr;
    if (!nanobind::try_cast(object, databases) || !databases) throw nanobind::type_error("expected pattern databases");
    return *databases;
}

// More threads than this help nobody; each has its share of memory and work.
inline int at_most_threads(int threads) { return std::min(threads, 1024); }

// A board of the textbook's searches; ValueError unless it is one.
template <class Tile>
std::vector<Tile> to_tiles(const std::vector<int>& numbers, int cells) {
    check_tiles(std::span<const int>(numbers), static_cast<std::size_t>(cells));
    return {numbers.begin(), numbers.end()};
}

void bind_tables(nanobind::module_& module);
void bind_optimal(nanobind::module_& module);
void bind_slides(nanobind::module_& module);
void bind_explore(nanobind::module_& module);
void bind_large(nanobind::module_& module);
void bind_build(nanobind::module_& module);

}  // namespace taquin
