// SPDX-License-Identifier: MIT
// What every subtree search keeps beside its board: the node count, when to look up from work, and the path once found.
//
// Nodes are counted as Korf and Felner do: every generated child, pruned or not, made one at a time, never along the way back;
// the start of the whole search is not counted. A node's children are counted together before they are made (one addition
// instead of three), and those after the goal's branch are taken back.
#pragma once

#include <vector>

#include "search_control.hpp"

namespace taquin {

class NodeTally {
  public:
    // `abandon` is set when another thread has solved the board.
    NodeTally(SearchControl& control, const std::atomic<bool>& abandon) : control_(control), abandon_(abandon) {}

    void begin() {
        nodes_ = reported_ = 0;
        report_at_ = control_.report_interval();
        reversed_path_.clear();
        found_ = false;
    }
    void end() { report(); }

    std::uint64_t nodes() const { return nodes_; }
    bool found() const { return found_; }
    std::vector<std::uint8_t> path() const { return {reversed_path_.rbegin(), reversed_path_.rend()}; }

    // --- For the recursion, in which true means unwind: solved, or told to stop. ---

    bool goal() { return found_ = true; }

    bool count(unsigned children) {
        nodes_ += children;
        return nodes_ >= report_at_ && report();
    }
    bool unwind(int move, unsigned children_not_made) {
        nodes_ -= children_not_made;
        if (found_) reversed_path_.push_back(static_cast<std::uint8_t>(move));
        return true;
    }

  private:
    bool report() {
        const bool stop = control_.report(nodes_ - reported_);
        reported_ = nodes_;
        report_at_ = nodes_ + control_.report_interval();
        return stop || abandon_.load(std::memory_order_relaxed);
    }

    SearchControl& control_;
    const std::atomic<bool>& abandon_;
    std::uint64_t nodes_ = 0;
    std::uint64_t reported_ = 0;
    std::uint64_t report_at_ = 0;
    bool found_ = false;
    std::vector<std::uint8_t> reversed_path_;
};

}  // namespace taquin
