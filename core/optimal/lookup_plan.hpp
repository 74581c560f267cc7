// SPDX-License-Identifier: MIT
// Which tables a partition needs and how a board is looked up in them: patterns that are images of one another under a
// symmetry of the grid share a table, and a symmetry that keeps the blank's goal cell gives a second, reflected view. Where there
// is none, a second partition can be looked up instead.
#pragma once

#include <algorithm>
#include <optional>
#include <tuple>

#include "pattern.hpp"

namespace taquin::optimal {

// Disjoint groups of tiles, each tile named by its goal cell.
using Partition = std::vector<std::vector<int>>;

// One group's lookup: map every tile and its cell, then read that table.
struct PatternLookup {
    std::size_t table = 0;
    CellMap map{};
};

// A view is a whole partition, one lookup per group; the heuristic is the maximum over one or two views.
struct LookupPlan {
    std::vector<Pattern> tables;
    std::vector<std::vector<PatternLookup>> views;

    std::uint64_t bytes() const {
        std::uint64_t sum = 0;
        for (const Pattern& table : tables) sum += table.bytes();
        return sum;
    }
};

// Throws unless the groups are patterns, disjoint, and leave out the blank. They need not cover all tiles.
inline void check_partition(const Shape& shape, int blank_goal, const Partition& partition) {
    check_shape(shape);
    check_blank(shape, blank_goal);
    CellSet seen = 0;
    for (const std::vector<int>& group : partition) {
        const CellSet cells = make_pattern(shape, blank_goal, group).goal_cells();
        if ((seen & cells) != 0) throw std::invalid_argument("expected disjoint groups of tiles; one tile is in two");
        seen |= cells;
    }
}

namespace detail {

inline std::vector<int> image(const CellMap& map, const std::vector<int>& cells) {
    std::vector<int> result;
    for (const int cell : cells) result.push_back(map[static_cast<std::size_t>(cell)]);
    std::sort(result.begin(), result.end());
    return result;
}

// How to read one group from a table: a symmetry that takes the group to the table's tiles and the blank's goal into the
// table's region. (The exact blank cell does not matter, only the region: that is how 5x5's four groups share two tables.)
inline std::optional<CellMap> map_onto(const Pattern& table, const std::vector<int>& group, int blank_goal) {
    for (const CellMap& map : symmetries(table.shape)) {
        if (image(map, group) != table.tiles) continue;
        if (make_pattern(table.shape, map[static_cast<std::size_t>(blank_goal)], table.tiles) == table) return map;
    }
    return std::nullopt;
}

// Among all images of a pattern under the symmetries, the one that stands for them: the smallest list of tiles, then blank.
inline Pattern canonical(const Pattern& pattern) {
    Pattern best = pattern;
    for (const CellMap& map : symmetries(pattern.shape)) {
        const int blank = map[static_cast<std::size_t>(pattern.blank)];
        const Pattern candidate = make_pattern(pattern.shape, blank, image(map, pattern.tiles));
        if (std::tie(candidate.tiles, candidate.blank) < std::tie(best.tiles, best.blank)) best = candidate;
    }
    return best;
}

inline PatternLookup lookup_of(std::vector<Pattern>& tables, const Shape& shape, int blank_goal, const std::vector<int>& group) {
    const Pattern wanted = canonical(make_pattern(shape, blank_goal, group));
    const auto known = std::find(tables.begin(), tables.end(), wanted);
    const auto number = static_cast<std::size_t>(known - tables.begin());
    if (known == tables.end()) tables.push_back(wanted);
    return {number, map_onto(wanted, group, blank_goal).value()};
}

inline Partition sorted_image(const CellMap& map, const Partition& partition) {
    Partition result;
    for (const std::vector<int>& group : partition) result.push_back(image(map, group));
    std::sort(result.begin(), result.end());
    return result;
}

}  // namespace detail

// The image of the partition under the first symmetry that keeps the blank's goal cell and changes the partition.
inline std::optional<Partition> reflected_partition(const Shape& shape, int blank_goal, const Partition& partition) {
    const std::vector<CellMap> maps = symmetries(shape);
    const Partition itself = detail::sorted_image(maps.front(), partition);
    for (const CellMap& map : maps) {
        if (map[static_cast<std::size_t>(blank_goal)] != blank_goal) continue;
        Partition reflected = detail::sorted_image(map, partition);
        if (reflected != itself) return reflected;
    }
    return std::nullopt;
}

namespace detail {

inline void add_view(LookupPlan& plan, const Shape& shape, int blank_goal, const Partition& groups) {
    auto& view = plan.views.emplace_back();
    for (const std::vector<int>& group : groups) view.push_back(lookup_of(plan.tables, shape, blank_goal, group));
}

}  // namespace detail

inline LookupPlan plan_lookups(const Shape& shape, int blank_goal, const Partition& partition, bool reflect = true) {
    check_partition(shape, blank_goal, partition);
    LookupPlan plan;
    detail::add_view(plan, shape, blank_goal, partition);
    if (!reflect) return plan;
    // The reflected groups are images of the groups, so they add no table.
    if (const auto reflected = reflected_partition(shape, blank_goal, partition)) detail::add_view(plan, shape, blank_goal, *reflected);
    return plan;
}

// Two partitions, a view each. They share the tables of groups that are images of one another.
inline LookupPlan plan_lookups(const Shape& shape, int blank_goal, const Partition& partition, const Partition& others) {
    LookupPlan plan = plan_lookups(shape, blank_goal, partition, false);
    check_partition(shape, blank_goal, others);
    detail::add_view(plan, shape, blank_goal, others);
    return plan;
}

}  // namespace taquin::optimal
