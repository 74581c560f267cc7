// SPDX-License-Identifier: MIT
// SMA*: A* that keeps so many nodes and forgets the worst leaves; their parents remember what they were worth.
//
// A node waits on the frontier if it is a leaf, by its value, or if it has forgotten children, by the least value of these. Parents of
// kept nodes are kept, so that leaves alone are forgotten. Both queues are heaps of places that know where each node stands in them;
// no two nodes are equal in either order, so that the order in which nodes are taken does not depend on the heaps.
#pragma once

#include <array>
#include <cstdint>
#include <limits>

#include "counted_vector.hpp"
#include "task.hpp"

namespace taquin {

template <class State, class Estimator>
class MemoryBounded {
  public:
    MemoryBounded(const Task& task, Control& control, const Estimator& evaluator)
        : task_(task),
          control_(control),
          evaluator_(evaluator),
          most_(task.setting("memory_nodes")),
          nodes_(control),
          free_(control),
          frontier_(control, nodes_),
          leaves_(control, nodes_) {}

    Outcome run() {
        const State goal = State::pack(task_.goal.data(), task_.geometry.cells);
        const std::int64_t scale = control_.scale;
        typename Estimator::Context context;
        const std::int64_t root_h = evaluator_.assess(task_.start.data(), context);
        control_.stats.generated = 1;
        control_.stats.max_frontier = 1;
        add(State::pack(task_.start.data(), task_.geometry.cells), kNoNode, kNoMove, 0, root_h);
        for (;;) {
            const NodeIndex index = frontier_.first();
            Node& node = nodes_[index];
            control_.prove(std::min(node.value, most_ * scale));
            if (node.value == kInfinity || (control_.admissible && node.value > (most_ - 1) * scale))
                return control_.gave_up(Ending::kMemoryNodes);
            control_.stats.max_depth = std::max<std::int64_t>(control_.stats.max_depth, node.g);
            if (node.state == goal) return control_.found(path(index), control_.admissible);
            if (node.g + 1 >= most_ || !control_.may_expand(node.g)) {
                node.value = kInfinity;
                wait(index);
                continue;
            }
            expand(index);
            while (size() > static_cast<std::uint64_t>(most_)) forget_worst();
            control_.stats.max_frontier = std::max<std::uint64_t>(control_.stats.max_frontier, frontier_.size());
        }
    }

  private:
    static constexpr std::int64_t kInfinity = std::numeric_limits<std::int64_t>::max();
    static constexpr std::int64_t kKept = -1;  // in place of a forgotten child's value: there is no such child, or it is kept

    struct Node {
        State state;
        std::int64_t value;
        std::array<std::int64_t, kMoves> forgotten;  // values of children, by the move
        std::uint64_t made;                          // its place in the order in which nodes were made
        std::uint64_t number;                        // of its last expansion
        std::int64_t g;
        NodeIndex parent;
        NodeIndex place[2];  // in the heaps, `kNoNode` where it is in none
        Direction move;
        std::uint8_t children;  // how many are kept
        bool is_expanded;
    };

    using Nodes = CountedVector<Node>;

    // On the frontier the least value goes first, then the deepest, then the newest.
    struct BestFirst {
        static constexpr int kHeap = 0;
        static bool precedes(const Node& a, const Node& b) {
            if (a.value != b.value) return a.value < b.value;
            return a.g != b.g ? a.g > b.g : a.made > b.made;
        }
    };

    // Among leaves the other way round.
    struct WorstFirst {
        static constexpr int kHeap = 1;
        static bool precedes(const Node& a, const Node& b) { return BestFirst::precedes(b, a); }
    };

    template <class Order>
    class Heap {
      public:
        Heap(Control& control, Nodes& nodes) : items_(control), nodes_(nodes) {}

        NodeIndex first() const { return items_[0]; }
        std::size_t size() const { return items_.size(); }

        // Put a node in, or to where its value belongs now.
        void put(NodeIndex node) {
            if (place(node) == kNoNode) {
                items_.push_back(node);
                place(node) = static_cast<NodeIndex>(items_.size() - 1);
            }
            settle(place(node), node);
        }

        void remove(NodeIndex node) {
            const NodeIndex at = place(node);
            if (at == kNoNode) return;
            place(node) = kNoNode;
            const NodeIndex last = items_.pop_back();
            if (last != node) settle(at, last);
        }

      private:
        NodeIndex& place(NodeIndex node) { return nodes_[node].place[Order::kHeap]; }
        bool precedes(NodeIndex a, NodeIndex b) { return Order::precedes(nodes_[a], nodes_[b]); }

        void set(std::size_t at, NodeIndex node) {
            items_[at] = node;
            place(node) = static_cast<NodeIndex>(at);
        }

        // Let a node rise or sink from a place that is its own or nobody's.
        void settle(std::size_t at, NodeIndex node) {
            for (; at > 0 && precedes(node, items_[(at - 1) / 2]); at = (at - 1) / 2) set(at, items_[(at - 1) / 2]);
            for (std::size_t child; (child = 2 * at + 1) < items_.size(); at = child) {
                if (child + 1 < items_.size() && precedes(items_[child + 1], items_[child])) ++child;
                if (!precedes(items_[child], node)) break;
                set(at, items_[child]);
            }
            set(at, node);
        }

        CountedVector<NodeIndex> items_;
        Nodes& nodes_;
    };

    std::size_t size() const { return nodes_.size() - free_.size(); }

    void add(const State& state, NodeIndex parent, Direction move, std::int64_t g, std::int64_t value) {
        Node node{state, value, {}, made_++, 0, g, parent, {kNoNode, kNoNode}, move, 0, false};
        node.forgotten.fill(kKept);
        NodeIndex index;
        if (free_.empty()) {
            if (nodes_.size() >= kNoNode) throw Stop{Ending::kMemory};
            index = static_cast<NodeIndex>(nodes_.size());
            nodes_.push_back(node);
        } else {
            index = free_.pop_back();
            nodes_[index] = node;
        }
        if (parent != kNoNode) {
            ++nodes_[parent].children;
            leaves_.remove(parent);
        }
        wait(index);
    }

    // Put a node into the queues that it belongs to, by its value.
    void wait(NodeIndex index) {
        frontier_.put(index);
        if (!nodes_[index].children) leaves_.put(index);
    }

    void expand(NodeIndex index) {
        const Node node = nodes_[index];  // nodes move when more are added
        Expanded<State> board(node.state, task_.geometry.cells);
        const std::uint64_t number = control_.expand(frontier_.size());
        nodes_[index].number = number;
        if (control_.traces(number)) {
            const std::uint64_t parent = node.parent == kNoNode ? 0 : nodes_[node.parent].number;
            control_.trace({number, parent, node.move, node.g, node.value - node.g * control_.scale}, board.tiles.data());
        }
        typename Estimator::Context context, child_context;
        if (!node.is_expanded) evaluator_.prepare(board.tiles.data(), context);
        for (const Step step : task_.geometry.steps(board.blank, node.move)) {
            std::int64_t f = 0;
            if (!node.is_expanded) {
                f = (node.g + 1) * control_.scale + board.estimate(evaluator_, context, step, child_context);
            } else if (node.forgotten[step.move] != node.value) {
                continue;
            }
            nodes_[index].forgotten[step.move] = kKept;
            ++control_.stats.generated;
            add(board.child(step), index, step.move, node.g + 1, std::max(node.value, f));
        }
        nodes_[index].is_expanded = true;
        if (const std::int64_t least = least_forgotten(nodes_[index]); least != kKept) {
            nodes_[index].value = least;
            wait(index);
        } else {
            frontier_.remove(index);
        }
    }

    static std::int64_t least_forgotten(const Node& node) {
        std::int64_t least = kKept;
        for (const std::int64_t value : node.forgotten)
            if (value != kKept && (least == kKept || value < least)) least = value;
        return least;
    }

    // Forget the leaf of the largest value; its parent remembers the value.
    void forget_worst() {
        const NodeIndex index = leaves_.first();
        leaves_.remove(index);
        frontier_.remove(index);
        const Node& worst = nodes_[index];
        Node& parent = nodes_[worst.parent];
        --parent.children;
        parent.forgotten[worst.move] = worst.value;
        parent.value = least_forgotten(parent);
        free_.push_back(index);
        wait(worst.parent);
    }

    std::vector<Direction> path(NodeIndex index) const {
        std::vector<Direction> moves;
        for (; nodes_[index].parent != kNoNode; index = nodes_[index].parent) moves.push_back(nodes_[index].move);
        std::reverse(moves.begin(), moves.end());
        return moves;
    }

    const Task& task_;
    Control& control_;
    const Estimator& evaluator_;
    const std::int64_t most_;
    Nodes nodes_;
    CountedVector<NodeIndex> free_;  // places of forgotten nodes
    Heap<BestFirst> frontier_;
    Heap<WorstFirst> leaves_;
    std::uint64_t made_ = 0;
};

}  // namespace taquin
