// SPDX-License-Identifier: MIT
// Breadth-first search within a bound on f that holds three layers and no parents, repeated with growing bounds.
//
// A layer is a node table; the `parent` of its nodes is a place in the layer before, which only traces look at. Beyond the relay depth a
// layer knows for each of its boards the place of its ancestor in the relay layer, which is held until the sweep ends.
#pragma once

#include <memory>

#include "counted_vector.hpp"
#include "task.hpp"

namespace taquin {

template <class State, class Estimator>
class BreadthFirstHeuristic {
  public:
    BreadthFirstHeuristic(const Task& task, Control& control, const Estimator& evaluator)
        : task_(task), control_(control), evaluator_(evaluator), goal_(State::pack(task.goal.data(), task.geometry.cells)) {}

    Outcome run() {
        Context context;
        const std::int64_t h = evaluator_.assess(task_.start.data(), context);
        const State root = State::pack(task_.start.data(), task_.geometry.cells);
        control_.stats.generated = 1;
        control_.stats.max_frontier = 1;
        control_.prove(h);
        if (root == goal_) return control_.found({}, true);
        for (std::int64_t bound = control_.whole_moves(h);; ++control_.stats.iterations) {
            control_.prove(bound * control_.scale);
            bound_ = bound * control_.scale;
            smallest_cut_ = kNone;
            const Met met = sweep(root, 0, goal_, bound / 2);
            if (met.found) return control_.found(joined(root, met, bound / 2), control_.admissible);
            if (smallest_cut_ == kNone) return control_.exhausted();
            bound = control_.whole_moves(smallest_cut_);
        }
    }

  private:
    using Context = typename Estimator::Context;
    using Moves = std::vector<Direction>;
    static constexpr std::int64_t kNone = std::numeric_limits<std::int64_t>::max();

    struct Layer {
        explicit Layer(Control& control) : table(control), relays(control) {}

        NodeTable<State> table;
        CountedVector<NodeIndex> relays;  // by place; none up to the relay layer
        std::vector<std::uint64_t> numbers;  // of expansions, as far as a trace needs them
    };

    using Held = std::shared_ptr<Layer>;

    // Where a sweep met its target.
    struct Met {
        bool found = false;
        std::int64_t depth = 0;
        bool beyond_relay = false;
        State relay{};
    };

    Held new_layer() { return std::make_shared<Layer>(control_); }

    Met sweep(const State& origin, std::int64_t first, const State& target, std::int64_t relay_depth) {
        Held before = new_layer(), layer = new_layer(), relay;
        layer->table.add(origin, origin.hash(), kNoNode, first, kUp);
        for (std::int64_t depth = first; layer->table.size(); ++depth) {
            if (depth == relay_depth) relay = layer;
            Held following = new_layer();
            if (expand_layer(*before, *layer, *following, target, relay != nullptr, relay == layer)) {
                Met met{true, depth + 1, relay != nullptr, {}};
                if (relay) met.relay = relay->table[following->relays[following->relays.size() - 1]].state;
                return met;
            }
            before = std::move(layer);
            layer = std::move(following);
        }
        return {};
    }

    // True when the target was made; it is the last of the following layer then.
    bool expand_layer(Layer& before, Layer& layer, Layer& following, const State& target, bool has_relays, bool is_relay) {
        Stats& stats = control_.stats;
        const NodeIndex size = layer.table.size();
        for (NodeIndex index = 0; index < size; ++index) {
            const auto& node = layer.table[index];
            const std::int64_t g = node.g + 1;
            stats.max_depth = std::max<std::int64_t>(stats.max_depth, node.g);
            if (!control_.may_expand(node.g)) continue;
            Expanded<State> board(node.state, task_.geometry.cells);
            const std::uint64_t number = control_.expand(size - index - 1 + following.table.size());
            if (control_.traces(number)) trace(before, layer, index, number, board.tiles.data());
            Context context, child_context;
            evaluator_.prepare(board.tiles.data(), context);
            for (const Step step : task_.geometry.steps(board.blank, layer.table.last_move(node))) {
                const State child = board.child(step);
                const std::uint64_t hash = child.hash();
                if (before.table.find(child, hash) != kNoNode || following.table.find(child, hash) != kNoNode) continue;
                const std::int64_t h = child == goal_ ? 0 : board.estimate(evaluator_, context, step, child_context);
                if (const std::int64_t f = g * control_.scale + h; f > bound_) {
                    smallest_cut_ = std::min(smallest_cut_, f);
                    continue;
                }
                following.table.add(child, hash, index, g, step.move);
                ++stats.generated;
                if (has_relays) following.relays.push_back(is_relay ? index : layer.relays[index]);
                if (child == target) {
                    stats.max_depth = std::max(stats.max_depth, g);
                    return true;
                }
            }
            stats.max_frontier = std::max<std::uint64_t>(stats.max_frontier, size - index - 1 + following.table.size());
        }
        return false;
    }

    void trace(const Layer& before, Layer& layer, NodeIndex index, std::uint64_t number, const Tile* tiles) {
        const auto& node = layer.table[index];
        if (layer.numbers.size() <= index) layer.numbers.resize(index + 1);
        layer.numbers[index] = number;
        Context context;
        const std::uint64_t parent = node.parent == kNoNode ? 0 : before.numbers[node.parent];
        control_.trace({number, parent, layer.table.last_move(node), node.g, evaluator_.assess(tiles, context)}, tiles);
    }

    Moves joined(const State& origin, const Met& met, std::int64_t relay_depth) {
        if (!met.beyond_relay) return path(origin, 0, goal_, met.depth);
        Moves moves = path(origin, 0, met.relay, relay_depth);
        append(moves, path(met.relay, relay_depth, goal_, met.depth));
        return moves;
    }

    // The moves from a board at one depth to a board at another, by halves.
    Moves path(const State& origin, std::int64_t first, const State& target, std::int64_t last) {
        if (first == last) return {};
        const std::int64_t middle = (first + last) / 2;
        if (last - first == 1) {
            const Expanded<State> board(origin, task_.geometry.cells);
            for (const Step step : task_.geometry.steps(board.blank, kNoMove))
                if (board.child(step) == target) return {step.move};
        }
        const Met met = sweep(origin, first, target, middle);
        Moves moves = path(origin, first, met.relay, middle);
        append(moves, path(met.relay, middle, target, last));
        return moves;
    }

    static void append(Moves& moves, const Moves& more) { moves.insert(moves.end(), more.begin(), more.end()); }

    const Task& task_;
    Control& control_;
    const Estimator& evaluator_;
    const State goal_;
    std::int64_t bound_ = 0;  // on f, scaled
    std::int64_t smallest_cut_ = kNone;
};

}  // namespace taquin
