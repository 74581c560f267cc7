// SPDX-License-Identifier: MIT
// Bidirectional breadth-first search: whole layers from either side until one touches the other side.
//
// A node table is the queue of its side, as in breadth-first search. A layer is finished also after the sides have met: the
// counters are those of whole layers.
#pragma once

#include "task.hpp"

namespace taquin {

template <class State>
class Bidirectional {
  public:
    Bidirectional(const Task& task, Control& control) : task_(task), control_(control), forward_(control), backward_(control) {}

    Outcome run() {
        plant(forward_, task_.start);
        control_.stats.max_frontier = 1;
        if (task_.start == task_.goal) return control_.found({}, true);
        plant(backward_, task_.goal);
        control_.stats.max_frontier = 2;
        while (forward_.waiting() && backward_.waiting()) {
            if (forward_.depth + backward_.depth >= control_.depth_limit) {
                control_.depth_cut = true;
                break;
            }
            const bool grow_forward = forward_.waiting() <= backward_.waiting();
            const bool met = grow_forward ? grow(forward_, backward_) : grow(backward_, forward_);
            control_.prove(forward_.depth + backward_.depth + (met ? 0 : 1));
            if (met) return control_.found(joined_path(), true);
        }
        return control_.exhausted();
    }

  private:
    struct Side {
        explicit Side(Control& control) : table(control), numbers(control) {}

        std::uint64_t waiting() const { return table.size() - next; }

        NodeTable<State> table;
        TraceNumbers numbers;
        NodeIndex next = 0;      // first node not yet expanded
        std::int64_t depth = 0;  // layers finished
    };

    void plant(Side& side, const std::vector<Tile>& tiles) {
        const State root = State::pack(tiles.data(), task_.geometry.cells);
        side.table.add(root, root.hash(), kNoNode, 0, kUp);
        ++control_.stats.generated;
    }

    // Expand one layer; remember the first board that the other side had reached too.
    bool grow(Side& side, Side& other) {
        Stats& stats = control_.stats;
        bool met = false;
        stats.max_depth = std::max(stats.max_depth, side.depth);
        for (const NodeIndex layer_end = side.table.size(); side.next < layer_end;) {
            const NodeIndex index = side.next++;
            const auto& node = side.table[index];
            const Expanded<State> board(node.state, task_.geometry.cells);
            const std::uint64_t number = control_.expand(side.waiting() + other.waiting());
            side.numbers.expanded(side.table, index, number, 0, board.tiles.data());
            for (const Step step : task_.geometry.steps(board.blank, side.table.last_move(node))) {
                const State child = board.child(step);
                const std::uint64_t hash = child.hash();
                if (side.table.find(child, hash) != kNoNode) continue;
                side.table.add(child, hash, index, node.g + 1, step.move);
                ++stats.generated;
                if (!met && other.table.find(child, hash) != kNoNode) {
                    met = true;
                    meeting_ = child;
                }
            }
            stats.max_frontier = std::max(stats.max_frontier, side.waiting() + other.waiting());
        }
        ++side.depth;
        return met;
    }

    std::vector<Direction> joined_path() const {
        const std::uint64_t hash = meeting_.hash();
        std::vector<Direction> moves = forward_.table.path(forward_.table.find(meeting_, hash));
        std::vector<Direction> rest = backward_.table.path(backward_.table.find(meeting_, hash));
        for (auto move = rest.rbegin(); move != rest.rend(); ++move) moves.push_back(opposite(*move));
        return moves;
    }

    const Task& task_;
    Control& control_;
    Side forward_, backward_;
    State meeting_{};
};

}  // namespace taquin
