// SPDX-License-Identifier: MIT
// What every search shares: limits, counters, the memory meter, and stopping.
//
// The counters and the moment at which each limit is checked are those of the reference engine, to the node. A search stops by
// throwing `Stop`, and only here and where memory or numbers run out: `until_stopped` makes an ending of it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "../base/stop.hpp"
#include "geometry.hpp"

namespace taquin {

struct Limits {
    double seconds = std::numeric_limits<double>::infinity();
    std::uint64_t nodes = StopControl::kNoNodeLimit;
    std::uint64_t memory = std::numeric_limits<std::uint64_t>::max();
    std::int64_t depth = std::numeric_limits<std::int64_t>::max();
};

struct Stats {
    std::uint64_t generated = 0;
    std::uint64_t expanded = 0;
    std::uint64_t max_frontier = 0;
    std::int64_t max_depth = 0;
    std::uint64_t iterations = 1;
    double elapsed = 0;
    std::uint64_t peak_memory = 0;
};

struct Snapshot {
    Stats stats;
    std::uint64_t frontier;
    std::int64_t lower_bound;
};

// One expansion for the trace; h is scaled like the heuristic.
struct Expansion {
    std::uint64_t node;
    std::uint64_t parent;
    Direction move;
    std::int64_t g;
    std::int64_t h;
};

// Why a search ended; Python has the words for each.
enum class Ending { kOptimal, kSolved, kExhausted, kDepthLimit, kDeadBeam, kMemoryNodes, kLocalOptimum, kTime, kNodes, kMemory, kCancelled };

// Thrown to leave a search from within; never escapes `until_stopped`.
struct Stop {
    Ending ending;
};

struct Outcome {
    Ending ending;
    bool has_path = false;
    std::vector<Direction> moves;
    std::int64_t lower_bound = 0;
    Stats stats;
};

// The outside of a search: where progress goes and cancellation comes from.
class Observer {
  public:
    virtual ~Observer() = default;
    // Called every `kPollSeconds`; true means stop.
    virtual bool poll(const Snapshot& snapshot) = 0;
    virtual void expansion(const Expansion& expansion, const Tile* tiles) = 0;
};

class Control {
  public:
    static constexpr double kPollSeconds = 0.02;

    Control(const Limits& limits, Observer& observer, std::uint64_t trace_limit, bool admissible, std::int64_t scale)
        : depth_limit(limits.depth), trace_limit(trace_limit), admissible(admissible), scale(scale), observer_(observer),
          memory_limit_(limits.memory) {
        stop.node_limit = limits.nodes;
        stop.limit_seconds(limits.seconds);
    }

    // Round a scaled value up to whole moves.
    std::int64_t whole_moves(std::int64_t scaled) const { return (scaled + scale - 1) / scale; }

    // Record that no path is shorter than a scaled value, if the heuristic may be trusted on it. Once the depth limit has
    // cut nodes, a path through one of them may be shorter than what is left suggests, though longer than the limit.
    void prove(std::int64_t scaled) {
        if (!admissible) return;
        std::int64_t moves = whole_moves(scaled);
        if (depth_cut) moves = std::min(moves, depth_limit + 1);
        lower_bound = std::max(lower_bound, moves);
    }

    bool may_expand(std::int64_t g) {
        if (g < depth_limit) return true;
        depth_cut = true;
        return false;
    }

    // Count an expansion that is about to happen, or stop if a limit forbids it. Returns its number.
    std::uint64_t expand(std::uint64_t frontier) {
        if (stats.generated >= stop.node_limit) throw Stop{Ending::kNodes};
        look_up(frontier);
        return ++stats.expanded;
    }

    // Once for every node that is looked at: to be cancelled soon, and look at the clock seldom.
    void look_up(std::uint64_t frontier) {
        if (++since_clock_ >= expansions_per_clock_) look_at_clock(frontier);
    }

    // Look at the clock before every expansion: for heuristics that may take milliseconds.
    void expect_slow_expansions() { expansions_per_clock_ = 1; }

    bool traces(std::uint64_t number) const { return number <= trace_limit; }

    void trace(const Expansion& expansion, const Tile* tiles) { observer_.expansion(expansion, tiles); }

    // Report and check the clock now; for loops that count their own expansions.
    void look_at_clock(std::uint64_t frontier) {
        since_clock_ = 0;
        const double seconds = stop.elapsed();
        if (seconds < next_poll_) return;
        next_poll_ = seconds + kPollSeconds;
        stats.elapsed = seconds;
        if (observer_.poll({stats, frontier, lower_bound})) stop.cancel();
        // Nodes are counted out by `expand`, at the reference engine's points, and not here.
        if (stop.check(0)) throw Stop{ending_of(stop.reason())};
    }

    // Account for memory before it is allocated.
    void take_memory(std::size_t bytes) {
        if (bytes > memory_limit_ - std::min(memory_, memory_limit_)) throw Stop{Ending::kMemory};
        memory_ += bytes;
        stats.peak_memory = std::max(stats.peak_memory, memory_);
    }

    void return_memory(std::size_t bytes) { memory_ -= bytes; }

    Outcome found(std::vector<Direction> moves, bool optimal) {
        const auto cost = static_cast<std::int64_t>(moves.size());
        if (optimal) lower_bound = cost;
        Outcome outcome = end(lower_bound == cost ? Ending::kOptimal : Ending::kSolved);
        outcome.has_path = true;
        outcome.moves = std::move(moves);
        return outcome;
    }

    // The end of a search that follows every cheaper path to a board, with nothing left: none keeps within the depth limit.
    Outcome exhausted() {
        if (depth_cut) lower_bound = std::max(lower_bound, depth_limit + 1);
        return gave_up(Ending::kExhausted);
    }

    Outcome gave_up(Ending ending) { return end(depth_cut ? Ending::kDepthLimit : ending); }

    // Without a path of its own it is the best so far, if there is one.
    Outcome end(Ending ending) {
        stats.elapsed = stop.elapsed();
        return {ending, has_best, std::move(best), lower_bound, stats};
    }

    StopControl stop;  // limits of time and nodes; whoever holds it may cancel, from any thread
    std::int64_t depth_limit;
    const std::uint64_t trace_limit;
    const bool admissible;
    const std::int64_t scale;
    Stats stats;
    std::int64_t lower_bound = 0;
    bool depth_cut = false;
    // The shortest path so far, of a search that goes on after its first: what it has when a limit stops it.
    bool has_best = false;
    std::vector<Direction> best;

  private:
    // A look at the clock costs some 25 ns, an expansion at least as much.
    static constexpr int kExpansionsPerClock = 64;

    static Ending ending_of(StopReason reason) {
        switch (reason) {
            case StopReason::time_limit: return Ending::kTime;
            case StopReason::node_limit: return Ending::kNodes;
            default: return Ending::kCancelled;
        }
    }

    Observer& observer_;
    const std::uint64_t memory_limit_;
    // The first look polls, so that a cancelled search stops at once.
    double next_poll_ = 0;
    int since_clock_ = kExpansionsPerClock - 1;
    int expansions_per_clock_ = kExpansionsPerClock;
    std::uint64_t memory_ = 0;
};

}  // namespace taquin
