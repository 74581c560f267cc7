// SPDX-License-Identifier: MIT
// IDA* with the Manhattan distance on 4x4 boards, unrolled: one function for every cell of the blank and every last move.
//
// Knowing both at compile time leaves, per child, a shift, a mask and a table of one bit per tile: whether the slide
// brings it closer to its goal. That is all that Manhattan distance needs, since f grows by 0 or 2 with every move.
// It counts as `Walker` does, to the node. Its own counters are brought to `Stats` before anyone else looks at them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "task.hpp"

namespace taquin {

class UnrolledManhattan {
  public:
    // Whether a problem has the shape this code is unrolled for, and asks for nothing it cannot give.
    static bool fits(const Task& task, const Control& control) {
        return task.geometry.shape == kBoard && task.default_order && control.trace_limit == 0 &&
               control.depth_limit == std::numeric_limits<std::int64_t>::max();
    }

    UnrolledManhattan(const Task& task, Control& control)
        : control_(control), goal_(Packed64::pack(task.goal.data(), kCells).bits),
          start_(Packed64::pack(task.start.data(), kCells).bits), blank_(blank_of(task.start.data(), kCells)) {
        int home[kCells];
        for (int cell = 0; cell < kCells; ++cell) home[task.goal[static_cast<std::size_t>(cell)]] = cell;
        for (int from = 0; from < kCells; ++from)
            for (int to = 0; to < kCells; ++to)
                for (int tile = 1; tile < kCells; ++tile)
                    closer_[from][to] |= static_cast<std::uint16_t>(
                        (kBoard.distance(home[tile], to) < kBoard.distance(home[tile], from)) << tile);
        for (int cell = 0; cell < kCells; ++cell)
            if (const int tile = task.start[static_cast<std::size_t>(cell)]) root_h_ += kBoard.distance(home[tile], cell);
    }

    std::int64_t assess_root() const { return root_h_; }

    // Walk all paths whose nodes have f <= bound; true when one meets the goal.
    bool walk(std::int64_t bound) {
        smallest_cut = bound + 2;
        entered_ = cut_ = pause_ = 0;
        generated_before_ = control_.stats.generated - 1;  // the root is counted already, and entered once more
        expanded_before_ = control_.stats.expanded;
        const bool met = kFromRoot[blank_](*this, start_, static_cast<int>(bound - root_h_) / 2);
        tell(met);
        return met;
    }

    std::vector<Direction> moves() const { return {moves_, moves_ + length_}; }

    std::int64_t smallest_cut = 0;

  private:
    using Root = bool (*)(UnrolledManhattan&, std::uint64_t, int);

    static constexpr Shape kBoard{4, 4};
    static constexpr int kCells = 16;
    // Children made between two looks at the clock: a millisecond or so.
    static constexpr std::uint64_t kCheckInterval = 1 << 18;
    static constexpr int kLongest = 256;

    static constexpr bool possible(int blank, int last, int move) {
        return (last == kNoMove || move != opposite(last)) && kBoard.can_move(blank, move);
    }

    // Expand a node; `slack` is how often f may still grow by 2.
    template <int kBlank, int kLast>
    bool expand(std::uint64_t state, int slack, int g) {
        ++entered_;
        if (g > deepest_) deeper(g);
        if (state == goal_) {
            length_ = g;
            return true;
        }
        if (entered_ + cut_ > pause_) [[unlikely]] check(g);
        return try_move<kBlank, kLast, kUp>(state, slack, g) || try_move<kBlank, kLast, kLeft>(state, slack, g) ||
               try_move<kBlank, kLast, kRight>(state, slack, g) || try_move<kBlank, kLast, kDown>(state, slack, g);
    }

    template <int kBlank, int kLast, Direction kMove>
    bool try_move(std::uint64_t state, int slack, int g) {
        if constexpr (possible(kBlank, kLast, kMove)) {
            constexpr int cell = kBoard.target(kBlank, kMove);
            const std::uint64_t tile = state >> (4 * cell) & 15;
            const int rest = slack - 1 + (closer_[cell][kBlank] >> tile & 1);
            if (rest < 0) {
                ++cut_;
            } else if (expand<cell, kMove>(state ^ (tile << (4 * cell)) ^ (tile << (4 * kBlank)), rest, g + 1)) {
                moves_[g] = kMove;
                return true;
            }
        }
        return false;
    }

    template <int kBlank>
    static bool start_at(UnrolledManhattan& self, std::uint64_t state, int slack) {
        return self.expand<kBlank, kNoMove>(state, slack, 0);
    }

    void deeper(int g) {
        deepest_ = g;
        if (g < kLongest) return;
        tell(true);
        throw Stop{Ending::kMemory};
    }

    void check(int g) {
        tell(true);
        const Stats& stats = control_.stats;
        const std::uint64_t limit = control_.stop.node_limit;
        if (stats.generated >= limit) throw Stop{Ending::kNodes};
        control_.look_at_clock(static_cast<std::uint64_t>(g) + 1);
        pause_ = entered_ + cut_ + std::min(limit - stats.generated - 1, kCheckInterval);
    }

    // Bring the counters up to date. The node that was entered last may not be expanded: it is the goal, or a limit forbids it.
    void tell(bool last_is_not_expanded) {
        Stats& stats = control_.stats;
        stats.generated = generated_before_ + entered_ + cut_;
        stats.expanded = expanded_before_ + entered_ - last_is_not_expanded;
        if (deepest_ > stats.max_depth) {
            stats.max_depth = deepest_;
            stats.max_frontier = static_cast<std::uint64_t>(deepest_) + 1;
        }
    }

    static constexpr Root kFromRoot[kCells] = {
        start_at<0>, start_at<1>, start_at<2>,  start_at<3>,  start_at<4>,  start_at<5>,  start_at<6>,  start_at<7>,
        start_at<8>, start_at<9>, start_at<10>, start_at<11>, start_at<12>, start_at<13>, start_at<14>, start_at<15>,
    };

    // Children are entered or cut, so two counters make all; both start anew with every walk.
    std::uint64_t entered_ = 0, cut_ = 0;
    std::uint64_t pause_ = 0;  // when to look at the limits, in children
    std::uint64_t generated_before_ = 0, expanded_before_ = 0;
    int deepest_ = 0;
    std::uint16_t closer_[kCells][kCells]{};
    Control& control_;
    const std::uint64_t goal_, start_;
    const int blank_;
    int root_h_ = 0;
    int length_ = 0;
    Direction moves_[kLongest]{};
};

}  // namespace taquin
