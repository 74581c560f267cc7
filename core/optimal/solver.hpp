// SPDX-License-Identifier: MIT
// Optimal solutions by IDA* with additive pattern databases, on one or more threads.
//
// A path is returned only when every smaller bound of its parity was searched to the end, or the caller vouched for it.
#pragma once

#include "../base/solve_result.hpp"
#include "automaton_builder.hpp"
#include "roots.hpp"

namespace taquin::optimal {

struct SolveOptions {
    int threads = 1;
    // Start with this bound instead of the estimate: only if no solution is shorter.
    int from_bound = 0;
    // The length of a solution the caller already has: bounds from here on are not searched.
    int known_length = std::numeric_limits<int>::max();
    // The nodes of the iteration before the first one, if there was one: they tell whether that is worth splitting.
    std::uint64_t nodes_before = 0;
    // Break off when an iteration that took so many nodes is exhausted: the next one is going to be long.
    std::uint64_t long_iteration = std::numeric_limits<std::uint64_t>::max();
};

// Immutable once made, so one solver may solve many boards on many threads at the same time.
class OptimalSolver {
  public:
    // `goal[cell]` is the tile there, 0 the blank. Tables and automaton stay the caller's and must outlive the solver. Without
    // an automaton the search just never undoes a move.
    OptimalSolver(const Shape& shape, std::span<const std::uint8_t> goal, const LookupPlan& plan,
                  std::span<const std::span<const std::uint8_t>> tables, const Automaton* automaton)
        : home_of_tile_(cells_of_tiles(shape, goal)), heuristic_(shape, home_of_tile_[0], plan, tables), given_automaton_(automaton) {
        if (automaton != nullptr) check_automaton(*automaton, shape);
        else plain_automaton_ = plain_automaton(shape);
    }

    const Heuristic& heuristic() const { return heuristic_; }
    const Automaton& automaton() const { return given_automaton_ != nullptr ? *given_automaton_ : plain_automaton_; }

    // The start as the root of the whole search. Throws when it is no arrangement of the goal's tiles, or not solvable.
    Root root_of(std::span<const std::uint8_t> start) const {
        const Shape& shape = heuristic_.shape();
        const HomeBoard cell_of_tile = cells_of_tiles(shape, start);
        Root root;
        for (std::size_t tile = 0; tile < start.size(); ++tile) root.home[cell_of_tile[tile]] = home_of_tile_[tile];
        root.blank = cell_of_tile[0];
        root.automaton_state = automaton().start_state[static_cast<std::size_t>(root.blank)];
        if (!is_solvable(root)) throw std::invalid_argument("this board cannot be brought to the goal");
        return root;
    }

    // The subtree root that a path from the start leads to. Throws when the path leaves the board or is pruned.
    Root root_after(std::span<const std::uint8_t> start, std::span<const std::uint8_t> path) const {
        const Shape& shape = heuristic_.shape();
        Root root = root_of(start);
        for (const std::uint8_t move : path) {
            if (move >= kMoves || !shape.can_move(root.blank, move)) throw std::invalid_argument("a path leaves the board");
            root.automaton_state = automaton().next(root.automaton_state, move);
            if (root.automaton_state == Automaton::kPruned) throw std::invalid_argument("a path is redundant");
            const int next = shape.target(root.blank, move);
            std::swap(root.home[static_cast<std::size_t>(next)], root.home[static_cast<std::size_t>(root.blank)]);
            root.blank = next;
            root.path.push_back(move);
        }
        return root;
    }

    int estimate(std::span<const std::uint8_t> start) const { return heuristic_.estimate(root_of(start).home); }

    SolveResult solve(std::span<const std::uint8_t> start, SearchControl& control, const SolveOptions& options = {}) const {
        const Root root = root_of(start);
        SolveResult result;
        result.lower_bound = first_bound(root, options.from_bound);
        while (!result.solution && result.lower_bound < options.known_length) {
            const Iteration& iteration = run_iteration(root, control, options, result);
            result.nodes += iteration.nodes;
            if (iteration.exhausted) result.lower_bound += 2;
            if (!iteration.exhausted || iteration.nodes >= options.long_iteration) break;
        }
        result.lower_bound = std::min(result.lower_bound, options.known_length);
        result.stop_reason = result.solution ? StopReason::none : control.reason();
        return result;
    }

  private:
    // Splitting costs a moment, so small iterations are searched whole.
    static constexpr std::uint64_t kNodesWorthSplitting = 100'000;
    static constexpr std::size_t kRootsPerThread = 500;

    const Iteration& run_iteration(const Root& root, SearchControl& control, const SolveOptions& options,
                                   SolveResult& result) const {
        const int bound = result.lower_bound;
        // An iteration is several times as large as the one before.
        const std::uint64_t nodes_before = result.iterations.empty() ? options.nodes_before : result.iterations.back().nodes;
        const bool split = options.threads > 1 && nodes_before > kNodesWorthSplitting / 4;
        const std::size_t wanted = split ? kRootsPerThread * static_cast<std::size_t>(options.threads) : 1;
        RootList list = split_roots(heuristic_, automaton(), root, bound, wanted, control);
        control.report(list.nodes);
        Iteration& iteration = result.iterations.emplace_back();
        iteration.bound = bound;
        iteration.nodes = list.nodes;
        result.solution = std::move(list.solution);
        if (result.solution || control.stopped()) return iteration;
        RootsResult searched = search_roots(heuristic_, automaton(), list.roots, bound, control, options.threads);
        iteration.nodes += searched.nodes;
        iteration.exhausted = searched.exhausted;
        result.solution = std::move(searched.solution);
        return iteration;
    }

    // The estimate has the parity of every solution; a bound of the other parity proves one move more.
    int first_bound(const Root& root, int from_bound) const {
        const int estimate = heuristic_.estimate(root.home);
        return from_bound <= estimate ? estimate : from_bound + (from_bound - estimate) % 2;
    }

    // A move is a transposition and takes the blank one cell on: the permutation must be as odd as the blank's way home.
    bool is_solvable(const Root& root) const {
        const bool odd_way = heuristic_.shape().distance(root.blank, heuristic_.blank_goal()) % 2 != 0;
        const auto cells = static_cast<std::size_t>(heuristic_.shape().cells());
        return is_odd_permutation(std::span<const std::uint8_t>(root.home).first(cells)) == odd_way;
    }

    HomeBoard home_of_tile_;
    Heuristic heuristic_;
    const Automaton* given_automaton_;
    Automaton plain_automaton_;
};

}  // namespace taquin::optimal
