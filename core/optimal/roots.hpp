// SPDX-License-Identifier: MIT
// One IDA* iteration as a list of subtree roots: made once, searched in any order, by any number of threads, in any pieces.
//
// The nodes generated while splitting plus those of all roots are exactly the nodes of the undivided iteration, because
// splitting generates and prunes as the search does.
#pragma once

#include <algorithm>
#include <functional>
#include <optional>

#include "../base/stop_check.hpp"
#include "../base/threads.hpp"
#include "subtree_search.hpp"

namespace taquin::optimal {

using Path = std::vector<std::uint8_t>;

struct RootList {
    std::vector<Root> roots;        // in the order of a depth-first search
    std::uint64_t nodes = 0;        // generated above the roots
    std::optional<Path> solution;  // if the goal turned up already
};

namespace detail {

// A root whose subtree may have to be cut, with an estimate of how large it is.
struct Cut {
    Root root;
    int size;
};

// The logarithm of a subtree's size grows with the moves that its root may waste and with those that it has left, a wasted one
// counting as much as four and a half: a fit over the subtrees of 24-puzzles, good to a factor of four or so.
inline int estimate_size(int wasted, int left) { return 9 * wasted + 2 * left; }

// Appends the children of a root that the bound leaves.
inline void append_children(const Heuristic& heuristic, const Automaton& automaton, const Root& parent, int bound,
                            std::vector<Cut>& to, std::uint64_t& nodes) {
    const Shape& shape = heuristic.shape();
    for (int move = 0; move < kMoves; ++move) {
        if (!shape.can_move(parent.blank, move)) continue;
        const std::int32_t next = automaton.next(parent.automaton_state, move);
        if (next == Automaton::kPruned) continue;
        ++nodes;
        Root child = parent;
        child.automaton_state = next;
        child.blank = shape.target(parent.blank, move);
        std::swap(child.home[static_cast<std::size_t>(child.blank)], child.home[static_cast<std::size_t>(parent.blank)]);
        child.path.push_back(static_cast<std::uint8_t>(move));
        const int left = bound - child.g();
        const int wasted = left - heuristic.estimate(child.home);
        if (wasted >= 0) to.push_back({std::move(child), estimate_size(wasted, left)});
    }
}

}  // namespace detail

// Cuts the iteration under `bound` into at least `wanted` roots, fewer only if it has no more leaves than that. The largest
// subtrees are cut first, so that those left are more alike than roots of one depth. The list is worth nothing once the control
// is stopped: hundreds of thousands of roots take seconds.
inline RootList split_roots(const Heuristic& heuristic, const Automaton& automaton, const Root& start, int bound,
                            std::size_t wanted, StopControl& control) {
    constexpr unsigned kCutsUnasked = 256;
    StopCheck stop(control, kCutsUnasked);
    RootList list;
    std::vector<detail::Cut> cuts;
    if (start.g() + heuristic.estimate(start.home) <= bound) cuts.push_back({start, 0});
    while (!cuts.empty() && cuts.size() < wanted) {
        const int largest = std::max_element(cuts.begin(), cuts.end(), [](auto& a, auto& b) { return a.size < b.size; })->size;
        std::vector<detail::Cut> next;
        for (detail::Cut& cut : cuts) {
            const bool too_many = list.nodes >= control.node_limit && control.check(list.nodes);
            if (too_many || stop()) return list;
            if (cut.size < largest) {
                next.push_back(std::move(cut));
            } else if (heuristic.manhattan(cut.root.home) == 0) {
                list.solution = cut.root.path;
                return list;
            } else {
                detail::append_children(heuristic, automaton, cut.root, bound, next, list.nodes);
            }
        }
        cuts = std::move(next);
    }
    for (detail::Cut& cut : cuts) list.roots.push_back(std::move(cut.root));
    return list;
}

struct RootsResult {
    std::uint64_t nodes = 0;        // generated below the roots, whether they were finished or not
    bool exhausted = false;         // every root searched to its end, without a solution
    std::optional<Path> solution;   // from the start, not from the root
    // The bound of the next iteration, valid when exhausted. All boards reachable with the blank on one cell have one
    // parity, so f grows in steps of two, and every node that was cut has f of at least this.
    int next_bound = 0;
};

// Called, by one thread at a time, when a root has been searched to its end without a solution.
using RootFinished = std::function<void(std::size_t root, std::uint64_t nodes)>;

inline RootsResult search_roots(const Heuristic& heuristic, const Automaton& automaton, std::span<const Root> roots, int bound,
                                SearchControl& control, int threads = 1, const RootFinished& finished = {}) {
    RootsResult result;
    result.next_bound = bound + 2;
    control.bound.store(bound, std::memory_order_relaxed);
    control.roots.store(roots.size(), std::memory_order_relaxed);
    control.roots_finished.store(0, std::memory_order_relaxed);

    std::atomic<bool> solved{false};
    std::mutex mutex;
    WorkList work(roots.size(), 1);
    const detail::SearchContext context{heuristic, automaton, control, solved};
    run_on_threads(std::min(threads, static_cast<int>(roots.size())), [&](int) {
        const std::unique_ptr<SubtreeSearch> search = detail::make_search(context);
        std::size_t number = 0;
        std::size_t end = 0;
        while (!control.stopped() && !solved.load(std::memory_order_relaxed) && work.take(number, end)) {
            const bool unwound = search->search(roots[number], bound);
            const std::lock_guard lock(mutex);
            result.nodes += search->nodes();
            if (search->found() && !result.solution) {
                solved.store(true, std::memory_order_relaxed);
                result.solution = roots[number].path;
                const Path rest = search->path_from_root();
                result.solution->insert(result.solution->end(), rest.begin(), rest.end());
            } else if (!unwound) {
                control.roots_finished.fetch_add(1, std::memory_order_relaxed);
                if (finished) finished(number, search->nodes());
            }
        }
    });
    result.exhausted = !result.solution && control.roots_finished.load() == roots.size();
    return result;
}

}  // namespace taquin::optimal
