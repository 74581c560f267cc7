// SPDX-License-Identifier: MIT
// Choosing a disjoint partition: the classical ones where the literature has found good ones, compact regions elsewhere.
//
// Each tile is in exactly one group of a partition made here, and the blank in none.
#pragma once

#include <limits>
#include <utility>

#include "lookup_plan.hpp"

namespace taquin::optimal {

using GroupSizes = std::vector<int>;

namespace detail {

struct ClassicalPartition {
    Shape shape;
    GroupSizes sizes;
    Partition groups;  // for the blank's goal in the first cell
};

inline const std::vector<ClassicalPartition>& classical_partitions() {
    static const std::vector<ClassicalPartition> all = {
        {{4, 4}, {5, 5, 5}, {{1, 2, 3, 6, 7}, {4, 5, 8, 9, 12}, {10, 11, 13, 14, 15}}},
        {{4, 4}, {6, 6, 3}, {{3, 6, 7, 10, 11, 15}, {1, 2, 4, 5, 8, 9}, {12, 13, 14}}},
        {{4, 4}, {8, 7}, {{2, 3, 6, 7, 10, 11, 14, 15}, {1, 4, 5, 8, 9, 12, 13}}},
        // Korf and Felner 2002.
        {{5, 5}, {6, 6, 6, 6}, {{1, 2, 5, 6, 7, 12}, {3, 4, 8, 9, 13, 14}, {10, 11, 15, 16, 20, 21}, {17, 18, 19, 22, 23, 24}}},
    };
    return all;
}

inline std::optional<Partition> classical_partition(const Shape& shape, int blank_goal, const GroupSizes& descending) {
    for (const ClassicalPartition& known : classical_partitions()) {
        if (known.shape != shape || known.sizes != descending) continue;
        for (const CellMap& map : symmetries(shape)) {
            if (map[0] != blank_goal) continue;
            Partition groups;
            for (const std::vector<int>& group : known.groups) groups.push_back(image(map, group));
            return groups;
        }
    }
    return std::nullopt;
}

// Assigns every tile to a group of a given size so that groups are compact: interacting tiles are close neighbours. Tiles that
// are together in an `unlike` group should not be together again.
class CompactGroups {
  public:
    CompactGroups(const Shape& shape, int blank_goal, const GroupSizes& sizes, const Partition& unlike = {})
        : shape_(shape), blank_goal_(blank_goal), sizes_(sizes), regions_(shape) {
        for (const std::vector<int>& group : unlike) {
            CellSet& cells = unlike_.emplace_back(0);
            for (const int cell : group) cells |= single(cell);
        }
    }

    // Cuts the board along its rows and along its columns, improves both, and takes the better.
    Partition find() {
        std::vector<int> best;
        int best_cost = std::numeric_limits<int>::max();
        for (const GroupSizes& order : orders())
            for (const bool by_rows : {true, false}) {
                const std::vector<int> groups = improved(cut_snake(order, by_rows));
                const int cost = total_cost(groups);
                if (cost < best_cost) {
                    best = groups;
                    best_cost = cost;
                }
            }
        Partition partition(sizes_.size());
        for (int cell = 0; cell < shape_.cells(); ++cell)
            if (cell != blank_goal_) partition[static_cast<std::size_t>(best[static_cast<std::size_t>(cell)])].push_back(cell);
        return partition;
    }

  private:
    // In which order the sizes are cut. What shall be unlike another partition has more constraints to get stuck in, so it
    // begins in more ways.
    std::vector<GroupSizes> orders() const {
        std::vector<GroupSizes> all{sizes_};
        for (std::size_t first = 1; !unlike_.empty() && first < sizes_.size(); ++first) {
            GroupSizes order = sizes_;
            std::rotate(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(first), order.end());
            if (std::find(all.begin(), all.end(), order) == all.end()) all.push_back(order);
        }
        return all;
    }
    // group[cell], cut one after the other from a path that winds through the board.
    std::vector<int> cut_snake(const GroupSizes& sizes, bool by_rows) const {
        std::vector<int> group_of(static_cast<std::size_t>(shape_.cells()), -1);
        const int lines = by_rows ? shape_.rows : shape_.cols;
        const int length = by_rows ? shape_.cols : shape_.rows;
        std::size_t group = 0;
        int taken = 0;
        for (int line = 0; line < lines; ++line)
            for (int i = 0; i < length; ++i) {
                const int across = line % 2 == 0 ? i : length - 1 - i;
                const int cell = by_rows ? line * shape_.cols + across : across * shape_.cols + line;
                if (cell == blank_goal_) continue;
                if (taken == sizes[group]) {
                    ++group;
                    taken = 0;
                }
                ++taken;
                group_of[static_cast<std::size_t>(cell)] = static_cast<int>(group);
            }
        return group_of;
    }
    // Exchanges tiles of two groups as long as that helps; always the first exchange that does, so the result is fixed.
    std::vector<int> improved(std::vector<int> group_of) const {
        for (bool changed = true; changed;) {
            changed = false;
            for (std::size_t a = 0; a < group_of.size(); ++a)
                for (std::size_t b = a + 1; b < group_of.size(); ++b) {
                    if (group_of[a] < 0 || group_of[b] < 0 || group_of[a] == group_of[b]) continue;
                    const int first = group_of[a];
                    const int second = group_of[b];
                    const int before = cost(group_of, first) + cost(group_of, second);
                    std::swap(group_of[a], group_of[b]);
                    if (cost(group_of, first) + cost(group_of, second) < before) changed = true;
                    else std::swap(group_of[a], group_of[b]);
                }
        }
        return group_of;
    }
    int total_cost(const std::vector<int>& group_of) const {
        int sum = 0;
        for (std::size_t group = 0; group < sizes_.size(); ++group) sum += cost(group_of, static_cast<int>(group));
        return sum;
    }
    // Squared distances between all pairs, and penalties for every piece too many and every pair that should be apart.
    int cost(const std::vector<int>& group_of, int group) const {
        CellSet cells = 0;
        for (std::size_t cell = 0; cell < group_of.size(); ++cell)
            if (group_of[cell] == group) cells |= single(static_cast<int>(cell));
        int sum = 0;
        for_each_cell(cells, [&](int a) {
            for_each_cell(cells & below(a), [&](int b) { sum += shape_.distance(a, b) * shape_.distance(a, b); });
        });
        int pieces = 0;
        regions_.for_each_region(cells, [&](CellSet) { ++pieces; });
        int repeated = 0;
        for (const CellSet other : unlike_) {
            const int shared = std::popcount(other & cells);
            repeated += shared * (shared - 1) / 2;
        }
        return sum + 100 * (pieces - 1) + 4 * repeated;
    }

    Shape shape_;
    int blank_goal_;
    GroupSizes sizes_;
    Regions regions_;
    std::vector<CellSet> unlike_;
};

// The sizes in descending order. Throws unless they are sizes of groups and add up to the number of tiles.
inline GroupSizes checked_sizes(const Shape& shape, int blank_goal, GroupSizes sizes) {
    check_shape(shape);
    check_blank(shape, blank_goal);
    int sum = 0;
    for (const int size : sizes) {
        if (size < 1 || size > kMaxPatternTiles)
            throw std::invalid_argument("expected groups of 1 to 8 tiles, not " + std::to_string(size));
        sum += size;
    }
    if (sum != shape.cells() - 1)
        throw std::invalid_argument("expected group sizes that add up to " + std::to_string(shape.cells() - 1) + ", not to " +
                                    std::to_string(sum));
    std::sort(sizes.rbegin(), sizes.rend());
    return sizes;
}

}  // namespace detail

// A partition with groups of these sizes (they add up to the number of tiles), classical if there is one.
inline Partition partition_by_sizes(const Shape& shape, int blank_goal, GroupSizes sizes) {
    sizes = detail::checked_sizes(shape, blank_goal, std::move(sizes));
    if (auto classical = detail::classical_partition(shape, blank_goal, sizes)) return *classical;
    return detail::CompactGroups(shape, blank_goal, sizes).find();
}

// Groups of these sizes, as compact as may be, that bring other tiles together than the groups of one partition or several: a
// second opinion on every board.
inline Partition unlike_partition(const Shape& shape, int blank_goal, GroupSizes sizes, const Partition& groups) {
    sizes = detail::checked_sizes(shape, blank_goal, std::move(sizes));
    for (const std::vector<int>& group : groups) check_partition(shape, blank_goal, {group});
    return detail::CompactGroups(shape, blank_goal, sizes, groups).find();
}

// The partition with the largest groups, of up to `largest_group` tiles, whose tables, all together, take at most `max_bytes`.
//
// As many groups as possible get the largest affordable size (6-6-3 beats 5-5-5) and the rest is one smaller group.
inline Partition best_partition(const Shape& shape, int blank_goal, std::uint64_t max_bytes, int largest_group = kMaxPatternTiles) {
    check_shape(shape);
    const int tiles = shape.cells() - 1;
    for (int largest = std::min({kMaxPatternTiles, largest_group, tiles}); largest > 1; --largest) {
        GroupSizes sizes(static_cast<std::size_t>(tiles / largest), largest);
        if (tiles % largest != 0) sizes.push_back(tiles % largest);
        const Partition partition = partition_by_sizes(shape, blank_goal, sizes);
        if (plan_lookups(shape, blank_goal, partition).bytes() <= max_bytes) return partition;
    }
    return partition_by_sizes(shape, blank_goal, GroupSizes(static_cast<std::size_t>(tiles), 1));
}

}  // namespace taquin::optimal
