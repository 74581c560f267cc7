// SPDX-License-Identifier: MIT
// IDA* with a sum over tiles on 4x4 boards, unrolled: one function for every cell of the blank and every last move.
//
// Knowing both at compile time leaves, per child, a shift, a mask and a look into a table: by how much f grows when this tile makes
// this slide. What is looked up there is the matter of the `Growth`; it keeps what f may still grow by, the slack.
// It counts as `Walker` does, to the node. Its own counters are brought to `Stats` before anyone else looks at them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "heuristics.hpp"
#include "iterative.hpp"

namespace taquin {

inline constexpr Shape kUnrolledBoard{4, 4};

// The Manhattan distance: f grows by 0 or 2 with every move, so that one bit per tile tells all, whether the slide brings it closer to
// its goal. The slack is how often f may still grow by 2.
class ManhattanGrowth {
  public:
    using Slack = int;

    explicit ManhattanGrowth(const Task& task) {
        int home[kCells];
        for (int cell = 0; cell < kCells; ++cell) home[task.goal[static_cast<std::size_t>(cell)]] = cell;
        for (int from = 0; from < kCells; ++from)
            for (int to = 0; to < kCells; ++to)
                for (int tile = 1; tile < kCells; ++tile)
                    closer_[from][to] |= static_cast<std::uint16_t>(
                        (kUnrolledBoard.distance(home[tile], to) < kUnrolledBoard.distance(home[tile], from)) << tile);
        for (int cell = 0; cell < kCells; ++cell)
            if (const int tile = task.start[static_cast<std::size_t>(cell)])
                root_h_ += kUnrolledBoard.distance(home[tile], cell);
    }

    std::int64_t root_h() const { return root_h_; }

    Slack begin(std::int64_t bound) {
        smallest_cut_ = bound + 2;
        return static_cast<int>(bound - root_h_) / 2;
    }

    template <int kFrom, Direction kMove>
    Slack after(Slack slack, std::uint64_t tile) const {
        return slack - 1 + (closer_[kFrom][kUnrolledBoard.target(kFrom, opposite(kMove))] >> tile & 1);
    }

    void cut(Slack) {}

    std::int64_t smallest_cut() const { return smallest_cut_; }

  private:
    static constexpr int kCells = kUnrolledBoard.cells();

    std::uint16_t closer_[kCells][kCells]{};
    int root_h_ = 0;
    std::int64_t smallest_cut_ = 0;
};

// Any other sum over tiles: f grows by a move and by what the tile's cost changes. The slack is what f may still grow by.
class TileSumGrowth {
  public:
    using Slack = std::int64_t;

    // `Walker` takes the goal whatever its f. Here a child is weighed before it is looked at, so the goal must never be too heavy:
    // it costs nothing, and its neighbours at least a move.
    static bool fits(const Task& task, const TileSum& sum, std::int64_t scale) {
        if (sum.assess(task.goal.data()) != 0) return false;
        const int blank = blank_of(task.goal.data(), task.geometry.cells);
        for (const Step step : task.geometry.steps(blank, kNoMove)) {
            const Tile tile = task.goal[step.cell];
            if (static_cast<std::int64_t>(sum.cost(tile, static_cast<Cell>(blank))) < scale) return false;
        }
        return true;
    }

    TileSumGrowth(const Task& task, const TileSum& sum, std::int64_t scale)
        : root_h_(static_cast<std::int64_t>(sum.assess(task.start.data()))) {
        for (int from = 0; from < kCells; ++from)
            for (int move = 0; move < kMoves; ++move) {
                if (!kUnrolledBoard.can_move(from, opposite(move))) continue;
                const int to = kUnrolledBoard.target(from, opposite(move));
                for (int tile = 1; tile < kCells; ++tile)
                    growth_[move][from][tile] = scale + static_cast<std::int64_t>(sum.cost(static_cast<Tile>(tile), static_cast<Cell>(to))) -
                                                static_cast<std::int64_t>(sum.cost(static_cast<Tile>(tile), static_cast<Cell>(from)));
            }
    }

    std::int64_t root_h() const { return root_h_; }

    Slack begin(std::int64_t bound) {
        bound_ = bound;
        least_excess_ = kNone;
        return bound - root_h_;
    }

    template <int kFrom, Direction kMove>
    Slack after(Slack slack, std::uint64_t tile) const {
        return slack - growth_[kMove][kFrom][tile];
    }

    void cut(Slack rest) { least_excess_ = std::max(least_excess_, rest); }

    std::int64_t smallest_cut() const { return least_excess_ == kNone ? kNoBound : bound_ - least_excess_; }

  private:
    static constexpr int kCells = kUnrolledBoard.cells();
    static constexpr Slack kNone = std::numeric_limits<Slack>::min();

    Slack growth_[kMoves][kCells][kCells]{};  // by the move of the blank, the cell that the tile leaves, and the tile
    std::int64_t root_h_, bound_ = 0;
    Slack least_excess_ = kNone;  // of the children that were cut; below zero, and so the largest
};

template <class Growth>
class Unrolled {
  public:
    // A path of so many moves or more is too long.
    static constexpr int kLongest = 256;

    // Whether a problem has the shape this code is unrolled for, and asks for nothing it cannot give.
    static bool fits(const Task& task, const Control& control) {
        return task.geometry.shape == kBoard && task.default_order && control.trace_limit == 0 && !task.setting("transpositions") &&
               control.depth_limit == std::numeric_limits<std::int64_t>::max();
    }

    Unrolled(const Task& task, Control& control, const Growth& growth)
        : growth_(growth), control_(control), goal_(Packed64::pack(task.goal.data(), kCells).bits),
          start_(Packed64::pack(task.start.data(), kCells).bits), blank_(blank_of(task.start.data(), kCells)) {}

    std::int64_t assess_root() const { return growth_.root_h(); }

    // Walk all paths whose nodes have f <= bound; true when one meets the goal.
    bool walk(std::int64_t bound) {
        entered_ = cut_ = pause_ = 0;
        generated_before_ = control_.stats.generated - 1;  // the root is counted already, and entered once more
        expanded_before_ = control_.stats.expanded;
        const bool met = kFromRoot[blank_](*this, start_, growth_.begin(bound));
        smallest_cut = growth_.smallest_cut();
        tell(met);
        return met;
    }

    std::vector<Direction> moves() const { return {moves_, moves_ + length_}; }

    std::int64_t smallest_cut = 0;

  private:
    using Slack = typename Growth::Slack;
    using Root = bool (*)(Unrolled&, std::uint64_t, Slack);

    static constexpr Shape kBoard = kUnrolledBoard;
    static constexpr int kCells = kBoard.cells();
    // Children made between two looks at the clock: a millisecond or so.
    static constexpr std::uint64_t kCheckInterval = 1 << 18;

    static constexpr bool possible(int blank, int last, int move) {
        return (last == kNoMove || move != opposite(last)) && kBoard.can_move(blank, move);
    }

    // Expand a node.
    template <int kBlank, int kLast>
    bool expand(std::uint64_t state, Slack slack, int g) {
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
    bool try_move(std::uint64_t state, Slack slack, int g) {
        if constexpr (possible(kBlank, kLast, kMove)) {
            constexpr int cell = kBoard.target(kBlank, kMove);
            const std::uint64_t tile = state >> (4 * cell) & 15;
            const Slack rest = growth_.template after<cell, kMove>(slack, tile);
            if (rest < 0) {
                ++cut_;
                growth_.cut(rest);
            } else if (expand<cell, kMove>(state ^ (tile << (4 * cell)) ^ (tile << (4 * kBlank)), rest, g + 1)) {
                moves_[g] = kMove;
                return true;
            }
        }
        return false;
    }

    template <int kBlank>
    static bool start_at(Unrolled& self, std::uint64_t state, Slack slack) {
        return self.template expand<kBlank, kNoMove>(state, slack, 0);
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
    Growth growth_;
    Control& control_;
    const std::uint64_t goal_, start_;
    const int blank_;
    int length_ = 0;
    Direction moves_[kLongest]{};
};

// IDA* by a sum over tiles: unrolled as long as no path under the bound can be too long for that, which an estimate out of all
// proportion makes possible.
class TileSumWalker {
  public:
    // `Walker` alone knows pathmax.
    static bool fits(const Task& task, const Control& control, const TileSum& sum) {
        return Quick::fits(task, control) && !task.setting("pathmax") && TileSumGrowth::fits(task, sum, control.scale);
    }

    TileSumWalker(const Task& task, Control& control, const TileSum& sum)
        : sum_(sum), quick_(task, control, TileSumGrowth(task, sum, control.scale)), patient_(task, control, sum_),
          longest_bound_((Quick::kLongest - 1) * control.scale) {}
    TileSumWalker(const TileSumWalker&) = delete;
    TileSumWalker& operator=(const TileSumWalker&) = delete;

    std::int64_t assess_root() { return patient_.assess_root(); }

    bool walk(std::int64_t bound) {
        is_quick_ = bound <= longest_bound_;
        const bool met = is_quick_ ? quick_.walk(bound) : patient_.walk(bound);
        smallest_cut = is_quick_ ? quick_.smallest_cut : patient_.smallest_cut;
        return met;
    }

    std::vector<Direction> moves() const { return is_quick_ ? quick_.moves() : patient_.moves(); }

    std::int64_t smallest_cut = kNoBound;

  private:
    using Quick = Unrolled<TileSumGrowth>;

    const OnePart<TileSum> sum_;
    Quick quick_;
    Walker<Packed64, OnePart<TileSum>> patient_;
    const std::int64_t longest_bound_;
    bool is_quick_ = true;
};

}  // namespace taquin
