// SPDX-License-Identifier: MIT
// ARA*: weighted A* in rounds with falling weights, over one node table.
//
// A round has a queue of its own, filled from the table in the order in which nodes were made. `closed_` marks the nodes of boards that
// were expanded in this round; a cheaper one for such a board inherits the mark and is not pushed until the next round.
#pragma once

#include <numeric>
#include <optional>

#include "queues.hpp"
#include "task.hpp"

namespace taquin {

template <class State, class Estimator>
class AnytimeRepairing {
  public:
    AnytimeRepairing(const Task& task, Control& control, const Estimator& evaluator)
        : task_(task), control_(control), evaluator_(evaluator), table_(control), numbers_(control) {
        if (control.depth_limit < kUnbounded) cost_ = control.depth_limit + 1;
    }

    ~AnytimeRepairing() { control_.return_memory(closed_bytes_); }

    Outcome run() {
        Context context;
        const std::int64_t h = evaluator_.assess(task_.start.data(), context);
        const State root = State::pack(task_.start.data(), task_.geometry.cells);
        control_.stats.generated = 1;
        control_.stats.max_frontier = 1;
        control_.prove(h);
        if (task_.start == task_.goal) return control_.found({}, true);
        table_.add(root, root.hash(), kNoNode, 0, kUp);
        std::int64_t weight = task_.setting("weight");
        for (;; ++control_.stats.iterations) {
            const std::int64_t divisor = std::gcd(kThousandths, weight);
            over_g_ = kThousandths / divisor * control_.scale;
            over_h_ = weight / divisor;
            const bool small = over_g_ <= kSmall && over_h_ <= kSmall;
            small ? run_round<BucketQueue<DeepestFirst, NewestFirst>>() : run_round<HeapQueue<State>>();
            if ((weight == kThousandths && !kept_aside_) || !waiting_ || control_.lower_bound >= cost_) return answer();
            weight = std::max(kThousandths, weight - task_.setting("weight_step"));
        }
    }

  private:
    using Context = typename Estimator::Context;
    static constexpr std::int64_t kUnbounded = std::numeric_limits<std::int64_t>::max();
    static constexpr std::int64_t kThousandths = 1000;
    static constexpr std::int64_t kSmall = 16;  // a bucket for each f would be too many beyond

    template <class Queue>
    void run_round() {
        Queue queue(control_, table_, Ties{});
        begin(queue);
        std::int64_t f;
        NodeIndex index;
        while (queue.pop(f, index)) {
            if (cost_ != kUnbounded && f >= cost_ * over_g_) return;
            if (const NodeIndex next = queue.likely_next(); next != kNoNode) table_.prefetch_node(next);
            auto& node = table_[index];
            if (node.superseded) continue;
            node.open = 0;
            --waiting_;
            control_.stats.max_depth = std::max<std::int64_t>(control_.stats.max_depth, node.g);
            closed_[index] = 1;
            expand(queue, index, (f - over_g_ * node.g) / over_h_);
        }
    }

    bool is_below_cost(std::int64_t g, std::int64_t h) const {
        return cost_ == kUnbounded || g * control_.scale + h < cost_ * control_.scale;
    }

    // Order anew what waits, and prove what its least g + h proves.
    template <class Queue>
    void begin(Queue& queue) {
        std::fill(closed_.begin(), closed_.end(), std::uint8_t{0});
        mark(table_.size() - 1, 0);
        kept_aside_ = false;
        waiting_ = 0;
        std::int64_t least = kUnbounded;
        for (NodeIndex index = 0; index < table_.size(); ++index) {
            auto& node = table_[index];
            if (node.superseded || !node.open) continue;
            control_.look_up(waiting_);
            Tile tiles[kMaxCells];
            node.state.unpack(tiles, task_.geometry.cells);
            Context context;
            const std::int64_t h = evaluator_.assess(tiles, context);
            if (!is_below_cost(node.g, h)) {
                node.open = 0;
                continue;
            }
            ++waiting_;
            least = std::min(least, node.g * control_.scale + h);
            queue.push(over_g_ * node.g + over_h_ * h, node.g, index);
        }
        if (waiting_) control_.prove(least);
    }

    template <class Queue>
    void expand(Queue& queue, NodeIndex index, std::int64_t h) {
        const auto& node = table_[index];
        const std::int64_t g = node.g + 1;
        Expanded<State> board(node.state, task_.geometry.cells);
        numbers_.expanded(table_, index, control_.expand(waiting_), h, board.tiles.data());
        State children[kMoves];
        const Steps& steps = task_.geometry.steps(board.blank, table_.last_move(node));
        int at = 0;
        for (const Step step : steps) table_.prefetch((children[at++] = board.child(step)).hash());
        Context context, child_context;
        evaluator_.recall(board.tiles.data(), h, context);
        at = 0;
        for (const Step step : steps) {
            const State& child = children[at++];
            const std::uint64_t hash = child.hash();
            const NodeIndex known = table_.find(child, hash);
            if (known != kNoNode && table_[known].g <= g) continue;
            if (child == goal_) {
                if (g < cost_) arrive(index, step.move, g);
                continue;
            }
            const std::int64_t child_h = board.estimate(evaluator_, context, step, child_context);
            if (!is_below_cost(g, child_h)) continue;
            waiting_ += known == kNoNode || !table_[known].open;
            const bool was_closed = known != kNoNode && closed_[known];
            const NodeIndex made = known == kNoNode ? table_.add(child, hash, index, g, step.move)
                                                    : table_.supersede(known, hash, index, g, step.move);
            ++control_.stats.generated;
            mark(made, was_closed);
            if (was_closed)
                kept_aside_ = true;
            else
                queue.push(over_g_ * g + over_h_ * child_h, g, made);
        }
        control_.stats.max_frontier = std::max(control_.stats.max_frontier, waiting_);
    }

    void mark(NodeIndex index, bool closed) {
        if (index >= closed_.size()) lengthen_counted(control_, closed_, std::size_t{index} + 1, closed_bytes_);
        closed_[index] = closed;
    }

    void arrive(NodeIndex parent, Direction move, std::int64_t g) {
        cost_ = g;
        control_.stats.max_depth = std::max(control_.stats.max_depth, g);
        control_.best = table_.path(parent);
        control_.best.push_back(move);
        control_.has_best = true;
    }

    Outcome answer() {
        if (control_.has_best) return control_.found(std::move(control_.best), control_.admissible);
        if (cost_ < kUnbounded) {
            control_.depth_cut = true;
            control_.prove(cost_ * control_.scale);
        }
        return control_.gave_up(Ending::kExhausted);
    }

    const Task& task_;
    Control& control_;
    const Estimator& evaluator_;
    const State goal_ = State::pack(task_.goal.data(), task_.geometry.cells);
    NodeTable<State> table_;
    TraceNumbers numbers_;
    std::vector<std::uint8_t> closed_;
    std::size_t closed_bytes_ = 0;
    std::uint64_t waiting_ = 0;
    std::int64_t cost_ = kUnbounded;  // of the best path; longer ones are not looked for
    std::int64_t over_g_ = 1, over_h_ = 1;
    bool kept_aside_ = false;
};

}  // namespace taquin
