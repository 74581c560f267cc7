// SPDX-License-Identifier: MIT
// IDA* with the Manhattan distance on 4x4 boards, unrolled: one function for every cell of the blank and every last move.
//
// Knowing both at compile time leaves, per child, a shift, a mask and a table of one bit per tile: whether the slide
// brings it closer to its goal. That is all that Manhattan distance needs, since f grows by 0 or 2 with every move.
#pragma once

#include "task.hpp"

namespace taquin {

class UnrolledManhattan {
  public:
    // Whether a problem has the shape this code is unrolled for, and asks for nothing it cannot give.
    static bool fits(const Task& task, const Control& control) {
        return task.geometry.rows == 4 && task.geometry.cols == 4 && task.default_order && control.trace_limit == 0 &&
               control.limits.depth == std::numeric_limits<std::int64_t>::max();
    }

    UnrolledManhattan(const Task& task, Control& control)
        : stats_(control.stats), control_(control), goal_(Packed64::pack(task.goal.data(), 16).bits),
          start_(Packed64::pack(task.start.data(), 16).bits), blank_(blank_of(task.start.data())) {
        int home[16];
        for (int cell = 0; cell < 16; ++cell) home[task.goal[static_cast<std::size_t>(cell)]] = cell;
        for (int from = 0; from < 16; ++from)
            for (int to = 0; to < 16; ++to)
                for (int tile = 1; tile < 16; ++tile)
                    closer_[from][to] |= static_cast<std::uint16_t>((distance(home[tile], to) < distance(home[tile], from)) << tile);
        for (int cell = 0; cell < 16; ++cell)
            if (const int tile = task.start[static_cast<std::size_t>(cell)]) root_h_ += distance(home[tile], cell);
    }

    std::int64_t assess_root() const { return root_h_; }

    bool walk(std::int64_t bound) {
        smallest_cut = bound + 2;
        checkpoint_ = stats_.generated;
        return from_root[blank_](*this, start_, static_cast<int>(bound - root_h_) / 2);
    }

    std::vector<Direction> moves() const { return {moves_, moves_ + length_}; }

    std::int64_t smallest_cut = 0;

  private:
    using Root = bool (*)(UnrolledManhattan&, std::uint64_t, int);

    // Children made between two looks at the clock: a millisecond or so.
    static constexpr std::uint64_t kCheckInterval = 1 << 18;
    static constexpr int kLongest = 256;

    static constexpr int distance(int a, int b) {
        const int rows = a / 4 - b / 4, cols = a % 4 - b % 4;
        return (rows < 0 ? -rows : rows) + (cols < 0 ? -cols : cols);
    }

    static constexpr bool possible(int blank, int last, int move) {
        if (last != kNoMove && move == 3 - last) return false;
        switch (move) {
            case kUp: return blank >= 4;
            case kLeft: return blank % 4 > 0;
            case kRight: return blank % 4 < 3;
            default: return blank < 12;
        }
    }

    static constexpr int target(int blank, int move) {
        constexpr int steps[4] = {-4, -1, 1, 4};
        return blank + steps[move];
    }

    // Expand a node; `slack` is how often f may still grow by 2.
    template <int kBlank, int kLast>
    bool expand(std::uint64_t state, int slack, int g) {
        if (g > stats_.max_depth) deeper(g);
        if (state == goal_) {
            length_ = g;
            return true;
        }
        if (stats_.generated >= checkpoint_) [[unlikely]] check(g);
        ++stats_.expanded;
        return try_move<kBlank, kLast, kUp>(state, slack, g) || try_move<kBlank, kLast, kLeft>(state, slack, g) ||
               try_move<kBlank, kLast, kRight>(state, slack, g) || try_move<kBlank, kLast, kDown>(state, slack, g);
    }

    template <int kBlank, int kLast, Direction kMove>
    bool try_move(std::uint64_t state, int slack, int g) {
        if constexpr (possible(kBlank, kLast, kMove)) {
            constexpr int cell = target(kBlank, kMove);
            const std::uint64_t tile = state >> (4 * cell) & 15;
            ++stats_.generated;
            const int rest = slack - 1 + (closer_[cell][kBlank] >> tile & 1);
            if (rest >= 0 && expand<cell, kMove>(state ^ (tile << (4 * cell)) ^ (tile << (4 * kBlank)), rest, g + 1)) {
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
        if (g >= kLongest) throw Stop{Ending::kMemory};
        stats_.max_depth = g;
        stats_.max_frontier = static_cast<std::uint64_t>(g) + 1;
    }

    void check(int g) {
        if (stats_.generated >= control_.limits.nodes) throw Stop{Ending::kNodes};
        control_.look_at_clock(static_cast<std::uint64_t>(g) + 1);
        checkpoint_ = std::min(control_.limits.nodes, stats_.generated + kCheckInterval);
    }

    static constexpr Root from_root[16] = {
        start_at<0>, start_at<1>, start_at<2>,  start_at<3>,  start_at<4>,  start_at<5>,  start_at<6>,  start_at<7>,
        start_at<8>, start_at<9>, start_at<10>, start_at<11>, start_at<12>, start_at<13>, start_at<14>, start_at<15>,
    };

    Stats& stats_;
    std::uint64_t checkpoint_ = 0;
    std::uint16_t closer_[16][16]{};
    Control& control_;
    const std::uint64_t goal_, start_;
    const int blank_;
    int root_h_ = 0;
    int length_ = 0;
    Direction moves_[kLongest]{};
};

}  // namespace taquin
