// SPDX-License-Identifier: MIT
// The depth-first family without memory: depth-limited search, iterative deepening and IDA*.
//
// The current path is an explicit stack, so depth is limited by memory only. Counters follow Korf: see `Stats` in Python.
// `tiles_` is the board of the path's end whenever the evaluator is asked, and follows every step down and up.
#pragma once

#include <optional>
#include <type_traits>

#include "task.hpp"

namespace taquin {

inline constexpr std::int64_t kNoBound = std::numeric_limits<std::int64_t>::max();

// In place of an evaluator: the searches without a heuristic.
struct Uninformed {
    struct Context {};
};

// The boards that an iteration has been to, with the least g, in a table of limited size: the first to come stay. The number of the
// iteration stands where a node's parent would.
template <class State>
class Transpositions {
  public:
    Transpositions(Control& control, std::int64_t size) : table_(control), size_(static_cast<std::uint64_t>(size)) {}

    void begin() { ++iteration_; }

    // Whether this iteration came to the board before, as cheaply; else it is remembered.
    bool has_seen(const State& state, std::int64_t g) {
        const std::uint64_t hash = state.hash();
        const NodeIndex known = table_.find(state, hash);
        if (known == kNoNode) {
            if (table_.size() < size_) table_.add(state, hash, iteration_, g, kUp);
            return false;
        }
        auto& visit = table_[known];
        if (visit.parent == iteration_ && visit.g <= g) return true;
        visit.parent = iteration_;
        visit.g = static_cast<std::uint32_t>(g) & NodeTable<State>::kMaxDepth;
        return false;
    }

  private:
    NodeTable<State> table_;
    const std::uint64_t size_;
    NodeIndex iteration_ = 0;
};

template <class State, class Estimator>
class Walker {
  public:
    Walker(const Task& task, Control& control, const Estimator& evaluator)
        : task_(task), control_(control), evaluator_(evaluator), goal_(State::pack(task.goal.data(), task.geometry.cells)) {
        path_.resize(kFirstFrames);
        pathmax_ = task.setting("pathmax") != 0;
        if (const std::int64_t size = task.setting("transpositions"); kInformed && size > 0) seen_.emplace(control, size);
    }

    std::int64_t assess_root() {
        if constexpr (kInformed) return root_h_ = evaluator_.assess(task_.start.data(), path_[0].context);
        return 0;
    }

    // Walk all paths whose nodes have f <= bound; true when one meets the goal.
    bool walk(std::int64_t bound) {
        smallest_cut = kNoBound;
        if (seen_) seen_->begin();
        if (!control_.may_expand(0)) return false;
        std::copy(task_.start.begin(), task_.start.end(), tiles_.begin());
        enter_root();
        while (depth_ >= 0) {
            Frame& top = path_[static_cast<std::size_t>(depth_)];
            if (top.next == top.end) {
                leave();
            } else if (visit_child(top, *top.next++, bound)) {
                return true;
            }
        }
        return false;
    }

    // The moves to the goal that was met last.
    std::vector<Direction> moves() const {
        std::vector<Direction> moves;
        for (std::int64_t g = 0; g <= depth_; ++g) moves.push_back((path_[static_cast<std::size_t>(g)].next - 1)->move);
        return moves;
    }

    std::int64_t smallest_cut = kNoBound;

  private:
    static constexpr bool kInformed = !std::is_same_v<Estimator, Uninformed>;

    struct Frame {
        State state;
        const Step* next;  // the child to make next
        const Step* end;
        std::uint64_t number;
        int blank;
        typename Estimator::Context context;
    };

    static constexpr std::size_t kFirstFrames = 128;

    void enter_root() {
        depth_ = 0;
        const int blank = blank_of(task_.start.data(), task_.geometry.cells);
        const State root = State::pack(task_.start.data(), task_.geometry.cells);
        if (seen_) seen_->has_seen(root, 0);
        enter(path_[0], root, blank, kNoMove, root_h_);
    }

    void enter(Frame& frame, const State& state, int blank, Direction last, std::int64_t h) {
        const Steps& steps = task_.geometry.steps(blank, last);
        frame.state = state;
        frame.blank = blank;
        frame.next = steps.begin();
        frame.end = steps.end();
        frame.number = control_.expand(static_cast<std::uint64_t>(depth_) + 1);
        if (control_.traces(frame.number)) trace(frame, last, h);
    }

    void trace(const Frame& frame, Direction last, std::int64_t h) {
        const std::uint64_t parent = depth_ ? path_[static_cast<std::size_t>(depth_) - 1].number : 0;
        Tile tiles[kMaxCells];
        frame.state.unpack(tiles, task_.geometry.cells);
        control_.trace({frame.number, parent, last, depth_, h}, tiles);
    }

    // Make a child; enter it unless it is cut or too deep. True when it is the goal.
    bool visit_child(Frame& parent, Step step, std::int64_t bound) {
        Stats& stats = control_.stats;
        ++stats.generated;
        const State state = parent.state.moved(parent.blank, step.cell);
        const bool is_goal = state == goal_;
        const std::int64_t g = depth_ + 1;
        std::int64_t h = 0;
        if constexpr (kInformed) {
            slide(step.cell, parent.blank);
            if (!is_goal) {
                const Slide made{tiles_[static_cast<std::size_t>(parent.blank)], step.cell, static_cast<Cell>(parent.blank)};
                h = evaluator_.after(parent.context, tiles_.data(), made, child_context_);
                const std::int64_t f = g * control_.scale + h;
                if (f > bound) {
                    slide(parent.blank, step.cell);
                    cut(f, bound);
                    return false;
                }
                if (seen_ && seen_->has_seen(state, g)) {
                    slide(parent.blank, step.cell);
                    return false;
                }
            }
        }
        if (g > stats.max_depth) {
            stats.max_depth = g;
            stats.max_frontier = static_cast<std::uint64_t>(g) + 1;
        }
        if (is_goal) return true;
        if (!control_.may_expand(g)) {
            if constexpr (kInformed) slide(parent.blank, step.cell);
            return false;
        }
        descend(state, step, h);
        return false;
    }

    // Remember the f of a child that is cut. With pathmax it takes with it the nodes above for which its estimate shows the same: a step
    // up takes one from g and one from what the estimate leaves of h.
    void cut(std::int64_t f, std::int64_t bound) {
        if (pathmax_) {
            const std::int64_t step = 2 * control_.scale;
            const std::int64_t levels = std::min(depth_ + 1, (f - bound - 1) / step);
            f -= levels * step;
            for (std::int64_t level = 0; level < levels; ++level) leave();
        }
        smallest_cut = std::min(smallest_cut, f);
    }

    void descend(const State& state, Step step, std::int64_t h) {
        if (static_cast<std::size_t>(++depth_) == path_.size()) {
            control_.take_memory(path_.size() * sizeof(Frame));
            path_.resize(path_.size() * 2);
        }
        Frame& frame = path_[static_cast<std::size_t>(depth_)];
        if constexpr (kInformed) evaluator_.copy(child_context_, frame.context);
        enter(frame, state, step.cell, step.move, h);
    }

    void leave() {
        if constexpr (kInformed) {
            if (depth_ > 0) {
                const auto at = static_cast<std::size_t>(depth_);
                slide(path_[at - 1].blank, path_[at].blank);
            }
        }
        --depth_;
    }

    // Move the tile at `from` to the blank cell `to`.
    void slide(int from, int to) {
        tiles_[static_cast<std::size_t>(to)] = tiles_[static_cast<std::size_t>(from)];
        tiles_[static_cast<std::size_t>(from)] = 0;
    }

    const Task& task_;
    Control& control_;
    const Estimator& evaluator_;
    const State goal_;
    std::vector<Frame> path_;
    std::int64_t depth_ = -1;  // of the deepest node on the path
    std::int64_t root_h_ = 0;
    std::array<Tile, kMaxCells> tiles_{};
    typename Estimator::Context child_context_;
    std::optional<Transpositions<State>> seen_;
    bool pathmax_ = false;
};

// Count the root, once for all iterations; true when it is the goal.
inline bool enter_root(const Task& task, Control& control, std::int64_t h) {
    control.stats.generated = 1;
    control.stats.max_frontier = 1;
    control.prove(h);
    return task.start == task.goal;
}

template <class State>
Outcome depth_limited_search(const Task& task, Control& control) {
    const Uninformed blind;
    Walker<State, Uninformed> walker(task, control, blind);
    if (enter_root(task, control, 0)) return control.found({}, true);
    if (walker.walk(kNoBound)) return control.found(walker.moves(), false);
    return control.exhausted();
}

template <class State>
Outcome iterative_deepening_search(const Task& task, Control& control) {
    const Uninformed blind;
    Walker<State, Uninformed> walker(task, control, blind);
    const std::int64_t last = control.depth_limit;
    if (enter_root(task, control, 0)) return control.found({}, true);
    for (std::int64_t depth = 0;; ++depth) {
        control.prove(depth);
        if (depth > last) return control.gave_up(Ending::kExhausted);
        control.stats.iterations = static_cast<std::uint64_t>(depth) + 1;
        control.depth_limit = depth;
        if (walker.walk(kNoBound)) return control.found(walker.moves(), true);
    }
}

template <class SomeWalker>
Outcome ida_star_search(const Task& task, Control& control, SomeWalker&& walker) {
    const std::int64_t h = walker.assess_root();
    if (enter_root(task, control, h)) return control.found({}, true);
    for (std::int64_t bound = control.whole_moves(h);; ++control.stats.iterations) {
        control.prove(bound * control.scale);
        if (walker.walk(bound * control.scale)) return control.found(walker.moves(), control.admissible);
        if (walker.smallest_cut == kNoBound) return control.exhausted();
        bound = control.whole_moves(walker.smallest_cut);
    }
}

}  // namespace taquin
