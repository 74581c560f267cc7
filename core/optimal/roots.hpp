// SPDX-License-Identifier: MIT
// One IDA* iteration as a list of subtree roots: made once, searched in any order, by any number of threads, in any pieces.
//
// The nodes generated while splitting plus those of all roots are exactly the nodes of the undivided iteration, because
// splitting generates and prunes as the search does.
#pragma once

#include <functional>
#include <optional>

#include "parallel.hpp"
#include "subtree_search.hpp"

namespace taquin::optimal {

using Path = std::vector<std::uint8_t>;

struct RootList {
    std::vector<Root> roots;        // in the order of a depth-first search
    std::uint64_t nodes = 0;        // generated above the roots
    std::optional<Path> solution;  // if the goal turned up already
};

// Cuts the iteration under `bound` into at least `wanted` roots, fewer only if it has no more leaves than that.
inline RootList split_roots(const Heuristic& heuristic, const Automaton& automaton, const Root& start, int bound,
                            std::size_t wanted) {
    const Shape& shape = heuristic.shape();
    RootList list;
    if (start.g() + heuristic.estimate(start.home) <= bound) list.roots.push_back(start);
    while (!list.roots.empty() && list.roots.size() < wanted) {
        std::vector<Root> children;
        for (const Root& parent : list.roots) {
            if (heuristic.manhattan(parent.home) == 0) {
                list.solution = parent.path;
                return list;
            }
            for (int move = 0; move < kMoves; ++move) {
                if (!shape.can_move(parent.blank, move)) continue;
                const std::int32_t next = automaton.next(parent.automaton_state, move);
                if (next == Automaton::kPruned) continue;
                ++list.nodes;
                Root child = parent;
                child.automaton_state = next;
                child.blank = shape.target(parent.blank, move);
                std::swap(child.home[static_cast<std::size_t>(child.blank)], child.home[static_cast<std::size_t>(parent.blank)]);
                child.path.push_back(static_cast<std::uint8_t>(move));
                if (child.g() + heuristic.estimate(child.home) <= bound) children.push_back(std::move(child));
            }
        }
        list.roots = std::move(children);
    }
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
