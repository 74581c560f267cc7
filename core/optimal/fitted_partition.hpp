// SPDX-License-Identifier: MIT
// A partition made for one board: the groups whose tables say the most about the boards that its search comes to.
//
// Which tiles are in each other's way differs from board to board. Two moves more at the root shorten a search several times,
// and the groups that bring them are found in seconds, by exchanging tiles between neighbouring groups.
#pragma once

#include <unordered_map>

#include "pattern_distance.hpp"

namespace taquin::optimal {

// A board, and how much it counts.
struct WeighedBoard {
    HomeBoard board{};
    int weight = 1;
};

class PartitionFitter {
  public:
    PartitionFitter(SmallPatterns& small, std::vector<WeighedBoard> boards, StopControl& control)
        : shape_(small.shape()), control_(control), distance_(small, control), boards_(std::move(boards)) {}

    // Exchanges tiles until nothing helps any more, or somebody stops it. The groups must be a partition.
    Partition fit(const Partition& start) {
        std::vector<CellSet> groups;
        for (const std::vector<int>& group : start) {
            groups.push_back(0);
            for (const int tile : group) groups.back() |= single(tile);
        }
        while (improve(groups)) {}
        Partition result;
        for (const CellSet group : groups) {
            result.emplace_back();
            for_each_cell(group, [&](int tile) { result.back().push_back(tile); });
        }
        return result;
    }

  private:
    struct Exchange {
        std::size_t first = 0;
        std::size_t second = 0;
        CellSet tiles = 0;
        int gain = 0;
    };

    bool improve(std::vector<CellSet>& groups) {
        Exchange best;
        for (std::size_t first = 0; first < groups.size(); ++first)
            for (std::size_t second = first + 1; second < groups.size(); ++second) {
                const int before = value(groups[first]) + value(groups[second]);
                for_each_exchange(groups[first], groups[second], [&](CellSet tiles) {
                    if (control_.check(0)) return;
                    const int gain = value(groups[first] ^ tiles) + value(groups[second] ^ tiles) - before;
                    if (gain > best.gain) best = {first, second, tiles, gain};
                });
            }
        if (best.gain == 0 || control_.stopped()) return false;
        groups[best.first] ^= best.tiles;
        groups[best.second] ^= best.tiles;
        return true;
    }
    // Only exchanges after which both tiles are beside tiles of their new groups.
    template <class Visit>
    void for_each_exchange(CellSet first, CellSet second, Visit&& visit) const {
        for_each_cell(first, [&](int one) {
            for_each_cell(second, [&](int other) {
                const bool beside = (neighbours(shape_, other) & first & ~single(one)) != 0;
                if (beside && (neighbours(shape_, one) & second & ~single(other)) != 0) visit(single(one) | single(other));
            });
        });
    }
    int value(CellSet group) {
        const auto [known, is_new] = values_.try_emplace(group, 0);
        if (is_new)
            for (const WeighedBoard& weighed : boards_) known->second += weighed.weight * distance_.excess(group, weighed.board);
        return known->second;
    }

    Shape shape_;
    StopControl& control_;
    PatternDistance distance_;
    std::vector<WeighedBoard> boards_;
    std::unordered_map<CellSet, int> values_;
};

// What the tables of a partition would say about boards, without the tables; less where somebody stops it.
inline std::vector<int> estimates_by_groups(SmallPatterns& small, std::span<const HomeBoard> boards, const Partition& groups,
                                            StopControl& control) {
    const Shape& shape = small.shape();
    check_partition(shape, small.blank_goal(), groups);
    PatternDistance distance(small, control);
    std::vector<int> estimates;
    for (const HomeBoard& board : boards) {
        int sum = manhattan(shape, small.blank_goal(), board);
        for (const std::vector<int>& group : groups)
            sum += distance.excess(make_pattern(shape, small.blank_goal(), group).goal_cells(), board);
        estimates.push_back(sum);
    }
    return estimates;
}

}  // namespace taquin::optimal
