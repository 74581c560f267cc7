// SPDX-License-Identifier: MIT
// A partition made for one board: the groups whose tables say the most about the boards that its search comes to.
//
// Which tiles are in each other's way differs from board to board. Two moves more at the root shorten a search several times,
// and the groups that bring them are found in seconds, by exchanging tiles between neighbouring groups.
#pragma once

#include <algorithm>
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
    PartitionFitter(const Shape& shape, int blank_goal, std::vector<WeighedBoard> boards, PatternDistance::Stopped stopped)
        : shape_(shape), stopped_(std::move(stopped)), distance_(shape, blank_goal, stopped_), boards_(std::move(boards)) {}

    // Exchanges tiles until nothing helps any more, or somebody stops it.
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
                const auto gain_by = [&](CellSet tiles, auto value) {
                    return value(groups[first] ^ tiles) + value(groups[second] ^ tiles) - value(groups[first]) - value(groups[second]);
                };
                for_each_exchange(groups[first], groups[second], [&](CellSet tiles) {
                    if (stopped_() || gain_by(tiles, [&](CellSet group) { return glimpse(group); }) <= 0) return;
                    const int gain = gain_by(tiles, [&](CellSet group) { return value(group); });
                    if (gain > best.gain) best = {first, second, tiles, gain};
                });
            }
        if (best.gain == 0 || stopped_()) return false;
        groups[best.first] ^= best.tiles;
        groups[best.second] ^= best.tiles;
        return true;
    }
    // Only exchanges after which both tiles are beside tiles of their new groups.
    template <class Visit>
    void for_each_exchange(CellSet first, CellSet second, Visit&& visit) const {
        for_each_cell(first, [&](int one) {
            for_each_cell(second, [&](int other) {
                const bool beside = (shape_.neighbours(other) & first & ~single(one)) != 0;
                if (beside && (shape_.neighbours(one) & second & ~single(other)) != 0) visit(single(one) | single(other));
            });
        });
    }
    // What a group says about all boards, and about the first few: most exchanges are seen to be bad by these.
    int value(CellSet group) { return glimpse(group) + sum(group, rests_, std::min(kGlimpsed, boards_.size()), boards_.size()); }
    int glimpse(CellSet group) { return sum(group, glimpses_, 0, std::min(kGlimpsed, boards_.size())); }
    int sum(CellSet group, std::unordered_map<CellSet, int>& known, std::size_t begin, std::size_t end) {
        const auto [found, is_new] = known.try_emplace(group, 0);
        if (is_new)
            for (std::size_t number = begin; number < end; ++number)
                found->second += boards_[number].weight * distance_.excess(group, boards_[number].board);
        return found->second;
    }

    static constexpr std::size_t kGlimpsed = 6;

    Shape shape_;
    PatternDistance::Stopped stopped_;
    PatternDistance distance_;
    std::vector<WeighedBoard> boards_;
    std::unordered_map<CellSet, int> glimpses_;
    std::unordered_map<CellSet, int> rests_;
};

}  // namespace taquin::optimal
