// SPDX-License-Identifier: MIT
// What the bidirectional heuristic searches share: two sides with a node table and a frontier each, and the best path that joins them.
//
// Estimates are rounded up to whole moves, so every value that orders a frontier is a small integer and has a bucket. A frontier may
// hold superseded nodes; what is counted (`waiting`, the tallies) never includes them. A child whose g + h is no less than the
// length of the best path is not kept, so a path that joins the sides is written down when it is found, not looked up later.
#pragma once

#include "gated_queue.hpp"
#include "task.hpp"

namespace taquin {

// The least f first, among equals the largest g.
struct LeastF {
    using Queue = BucketQueue<DeepestFirst, NewestFirst>;
    static constexpr bool kLooksBack = false, kTalliesF = false;

    static Place place(std::int64_t g, std::int64_t h, std::int64_t) { return {g + h, g}; }
};

// The least b = 2g + h - back first, among equals the smallest h. Where `back` overestimates, no more than g is believed.
struct LeastB {
    using Queue = BucketQueue<ShallowestFirst, NewestFirst>;
    static constexpr bool kLooksBack = true, kTalliesF = true;

    static Place place(std::int64_t g, std::int64_t h, std::int64_t back) { return {2 * g + h - std::min(back, g), h}; }
};

// The smallest g first, among equals the smallest f, of those within a gate.
struct SmallestG {
    using Queue = GatedQueue;
    static constexpr bool kLooksBack = false, kTalliesF = true;

    static Place place(std::int64_t g, std::int64_t h, std::int64_t) { return {g, g + h}; }
};

template <class State, class Order, class Estimator>
class TwoSided {
  public:
    TwoSided(const Task& task, Control& control, const Estimator& towards_goal, const Estimator& towards_start)
        : task_(task), control_(control), forward_(control, towards_goal, backward_), backward_(control, towards_start, forward_) {
        if (control.depth_limit < kUnbounded) best_ = control.depth_limit + 1;
    }

  protected:
    static constexpr std::int64_t kUnbounded = std::numeric_limits<std::int64_t>::max();

    struct Side {
        Side(Control& control, const Estimator& evaluator, Side& other)
            : evaluator(evaluator), other(other), table(control), queue(control, table, Ties{}), numbers(control), rows(control), fs(control) {}

        void count(std::int64_t g, std::int64_t h, Place place) {
            ++waiting;
            rows.add(place.row);
            if constexpr (Order::kTalliesF) fs.add(g + h);
        }

        void discount(std::int64_t g, std::int64_t h, Place place) {
            --waiting;
            rows.remove(place.row);
            if constexpr (Order::kTalliesF) fs.remove(g + h);
        }

        const Estimator& evaluator;  // towards the other side's root
        Side& other;
        NodeTable<State> table;
        typename Order::Queue queue;
        TraceNumbers numbers;
        Tally rows, fs;  // of what waits
        std::uint64_t waiting = 0;
    };

    // A node that was taken off a frontier.
    struct Taken {
        NodeIndex index;
        std::int64_t h;
        std::int64_t back;  // the estimate towards its own root, where the order looks at it
    };

    bool solved_already() const { return task_.start == task_.goal; }

    Outcome already() {
        control_.stats.generated = 1;
        control_.stats.max_frontier = 1;
        return control_.found({}, true);
    }

    void plant() {
        plant(forward_, task_.start);
        plant(backward_, task_.goal);
        control_.stats.generated = 2;
        control_.stats.max_frontier = 2;
    }

    bool both_wait() const { return forward_.waiting && backward_.waiting; }
    Side& smaller() { return forward_.waiting <= backward_.waiting ? forward_ : backward_; }

    // Record that no path is shorter than a bound; true if that settles the search.
    bool prove(std::int64_t bound) {
        if (bound > proven_) {
            proven_ = bound;
            control_.prove(std::min(bound, best_) * control_.scale);
        }
        return bound >= best_;
    }

    // Take the first node off a frontier that is not gated.
    Taken take_first(Side& side) {
        std::int64_t row = 0;
        NodeIndex index = kNoNode;
        do side.queue.pop(row, index);
        while (side.table[index].superseded);
        if (const NodeIndex next = side.queue.likely_next(); next != kNoNode) side.table.prefetch_node(next);
        const std::int64_t g = side.table[index].g, column = side.queue.last_column();
        if constexpr (Order::kLooksBack) return took(side, index, {row, column}, column, 2 * g + column - row);
        return took(side, index, {row, column}, row - g, 0);
    }

    // Take the node that a gated frontier has settled on.
    Taken take_settled(Side& side) {
        Place place{};
        const NodeIndex index = side.queue.pop(place);
        // What waits below is next, unless that is a while away: its children go to other rows. It was fetched a turn ago.
        if (const NodeIndex next = side.queue.likely_next(); next != kNoNode && side.table.outgrows_cache()) prefetch_children(side, next);
        if (const NodeIndex second = side.queue.likely_second(); second != kNoNode) side.table.prefetch_node(second);
        return took(side, index, place, place.column - place.row, 0);
    }

    // Make the children; `skip_closed` leaves out those that the other side has expanded.
    void expand(Side& side, const Taken& taken, bool skip_closed = false) {
        Side& other = side.other;
        const auto& node = side.table[taken.index];
        const std::int64_t g = node.g + 1;
        Expanded<State> board(node.state, task_.geometry.cells);
        const std::uint64_t number = control_.expand(forward_.waiting + backward_.waiting);
        side.numbers.expanded(side.table, taken.index, number, taken.h * control_.scale, board.tiles.data());
        Child children[kMoves];
        int count = 0;
        for (const Step step : task_.geometry.steps(board.blank, side.table.last_move(node))) {
            const State state = board.child(step);
            children[count++] = {state, state.hash(), step};
            side.table.prefetch(children[count - 1].hash);
            other.table.prefetch(children[count - 1].hash);
        }
        Context context, back_context, child_context;
        restore(side.evaluator, board.tiles.data(), taken.h, context);
        if constexpr (Order::kLooksBack) restore(other.evaluator, board.tiles.data(), taken.back, back_context);
        for (int at = 0; at < count; ++at) {
            const Child& child = children[at];
            const NodeIndex known = side.table.find(child.state, child.hash);
            if (known != kNoNode && side.table[known].g <= g) continue;
            const NodeIndex met = other.table.find(child.state, child.hash);
            if (met != kNoNode && g + other.table[met].g < best_) join(side, taken.index, child.step.move, g, met);
            const std::int64_t h = whole(board.estimate(side.evaluator, context, child.step, child_context));
            if (g + h >= best_ || (skip_closed && met != kNoNode && !other.table[met].open)) continue;
            std::int64_t back = 0;
            if constexpr (Order::kLooksBack)
                back = whole(board.estimate(other.evaluator, back_context, child.step, child_context));
            put(side, child, known, taken.index, g, h, back);
        }
        control_.stats.max_frontier = std::max(control_.stats.max_frontier, forward_.waiting + backward_.waiting);
    }

    // Answer with the best path: nothing is left that could be on a shorter one.
    Outcome end() {
        if (control_.has_best) return control_.found(std::move(control_.best), control_.admissible);
        if (best_ < kUnbounded) {
            control_.depth_cut = true;
            control_.prove(best_ * control_.scale);
        }
        return control_.gave_up(Ending::kExhausted);
    }

    const Task& task_;
    Control& control_;
    Side forward_, backward_;
    std::int64_t best_ = kUnbounded;  // paths this long are not looked for any more

  private:
    using Context = typename Estimator::Context;

    struct Child {
        State state;
        std::uint64_t hash;
        Step step;
    };

    // Fetch what the expansion of a node will look up. Inlined by force, as all that only fetches: see `NodeTable`.
    TAQUIN_INLINE void prefetch_children(const Side& side, NodeIndex index) const {
        const auto& node = side.table[index];
        const Expanded<State> board(node.state, task_.geometry.cells);
        for (const Step step : task_.geometry.steps(board.blank, side.table.last_move(node))) {
            const std::uint64_t hash = board.child(step).hash();
            side.table.prefetch(hash);
            side.other.table.prefetch(hash);
        }
    }

    // Most heuristics have a scale of 1: worth a branch, since divisions are slow.
    std::int64_t whole(std::int64_t scaled) const { return control_.scale == 1 ? scaled : control_.whole_moves(scaled); }

    void plant(Side& side, const std::vector<Tile>& tiles) {
        Context context;
        const State root = State::pack(tiles.data(), task_.geometry.cells);
        const std::int64_t h = whole(side.evaluator.assess(tiles.data(), context));
        std::int64_t back = 0;
        if constexpr (Order::kLooksBack) back = whole(side.other.evaluator.assess(tiles.data(), context));
        const Place place = Order::place(0, h, back);
        side.count(0, h, place);
        side.queue.push(place.row, place.column, side.table.add(root, root.hash(), kNoNode, 0, kUp));
    }

    Taken took(Side& side, NodeIndex index, Place place, std::int64_t h, std::int64_t back) {
        auto& node = side.table[index];
        node.open = 0;
        side.discount(node.g, h, place);
        control_.stats.max_depth = std::max<std::int64_t>(control_.stats.max_depth, node.g);
        return {index, h, back};
    }

    // The context of a board. Its estimate tells it unless that was rounded or, being an overestimate, not believed.
    void restore(const Estimator& evaluator, const Tile* tiles, std::int64_t h, Context& context) const {
        if (control_.scale == 1 && (!Order::kLooksBack || control_.admissible))
            evaluator.recall(tiles, h, context);
        else
            evaluator.prepare(tiles, context);
    }

    void put(Side& side, const Child& child, NodeIndex known, NodeIndex parent, std::int64_t g, std::int64_t h, std::int64_t back) {
        NodeIndex node;
        if (known == kNoNode) {
            node = side.table.add(child.state, child.hash, parent, g, child.step.move);
        } else {
            const auto& old = side.table[known];
            if (old.open) side.discount(old.g, h, Order::place(old.g, h, back));
            node = side.table.supersede(known, child.hash, parent, g, child.step.move);
        }
        const Place place = Order::place(g, h, back);
        side.count(g, h, place);
        side.queue.push(place.row, place.column, node);
        ++control_.stats.generated;
    }

    void join(Side& side, NodeIndex parent, Direction move, std::int64_t g, NodeIndex met) {
        best_ = g + side.other.table[met].g;
        std::vector<Direction> here = side.table.path(parent), there = side.other.table.path(met);
        here.push_back(move);
        const bool is_forward = &side == &forward_;
        std::vector<Direction>&moves = is_forward ? here : there, &rest = is_forward ? there : here;
        for (auto back = rest.rbegin(); back != rest.rend(); ++back) moves.push_back(opposite(*back));
        control_.best = std::move(moves);
        control_.has_best = true;
    }

    std::int64_t proven_ = -1;
};

}  // namespace taquin
