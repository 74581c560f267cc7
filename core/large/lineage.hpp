// SPDX-License-Identifier: MIT
// Where the boards of a beam came from: one parent and one move for each, with the dead branches cleared away.
//
// Parents have smaller numbers than their children.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "place.hpp"

namespace taquin::large {

class Lineage {
  public:
    using Node = std::uint32_t;

    static constexpr Node kRoot = 0;

    void clear() {
        parent_.assign(1, kRoot);
        move_.assign(1, kNoMove);
        sweep_at_ = kFirstSweep;
    }

    Node add(Node parent, Direction move) {
        parent_.push_back(parent);
        move_.push_back(move);
        return static_cast<Node>(parent_.size() - 1);
    }

    // Nodes to be set by `set`, which threads may do at the same time; returns the first.
    Node extend(std::size_t count) {
        const auto first = static_cast<Node>(parent_.size());
        parent_.resize(parent_.size() + count);
        move_.resize(move_.size() + count);
        return first;
    }
    void set(Node node, Node parent, Direction move) {
        parent_[node] = parent;
        move_[node] = move;
    }

    std::size_t size() const { return parent_.size(); }
    Node parent(Node node) const { return parent_[node]; }
    Direction move(Node node) const { return move_[node]; }

    Path path_to(Node node) const {
        Path path;
        for (; node != kRoot; node = parent_[node]) path.push_back(move_[node]);
        std::reverse(path.begin(), path.end());
        return path;
    }

    // A beam of a million layers would keep all it ever held; nearly all of it has died out.
    bool wants_sweep() const { return parent_.size() >= sweep_at_; }

    // Drop every node that leads to none of `alive`, and renumber those. Parents come before children throughout.
    void sweep(const std::vector<Node*>& alive) {
        std::vector<Node> renumbered(parent_.size(), 0);
        for (const Node* leaf : alive)
            for (Node node = *leaf; node != kRoot && !renumbered[node]; node = parent_[node]) renumbered[node] = 1;
        Node kept = 1;
        for (Node node = 1; node < parent_.size(); ++node) {
            if (!renumbered[node]) continue;
            parent_[kept] = renumbered[parent_[node]];
            move_[kept] = move_[node];
            renumbered[node] = kept++;
        }
        parent_.resize(kept);
        move_.resize(kept);
        for (Node* leaf : alive) *leaf = renumbered[*leaf];
        sweep_at_ = std::max<std::size_t>(kFirstSweep, 2 * static_cast<std::size_t>(kept));
    }

  private:
    static constexpr std::size_t kFirstSweep = 1 << 20;

    std::vector<Node> parent_{kRoot};
    std::vector<Direction> move_{kNoMove};
    std::size_t sweep_at_ = kFirstSweep;
};

}  // namespace taquin::large
