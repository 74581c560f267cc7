// SPDX-License-Identifier: MIT
// Paths with the fewest slides by IDA*, on one or more threads.
//
// A path is returned only when every smaller number of slides was searched to the end, or the caller vouched for it.
#pragma once

#include <deque>
#include <mutex>
#include <optional>

#include "../base/permutation.hpp"
#include "../base/solve_result.hpp"
#include "kernel.hpp"

namespace taquin::slides {

using Moves = std::vector<std::uint8_t>;  // of the blank, one cell each: a slide is a run of equal moves

struct SolveOptions {
    int threads = 1;
    // Start with this bound instead of the estimate: only if no path has fewer slides.
    int from_bound = 0;
    // The slides of a path that the caller already has: bounds from here on are not searched.
    int known_length = std::numeric_limits<int>::max();
};

// Immutable once made, so one solver may solve many boards on many threads at the same time.
class SlideSolver {
  public:
    // `goal[cell]` is the tile there, 0 the blank; one table for each of the plan's colourings, which stay the caller's.
    SlideSolver(std::span<const std::uint8_t> goal, const Plan& plan, std::span<const std::span<const std::uint8_t>> tables)
        : plan_(plan), home_of_tile_(goal.size()) {
        check_tiles(goal, static_cast<std::size_t>(plan.shape.cells()));
        for (std::size_t cell = 0; cell < goal.size(); ++cell) home_of_tile_[goal[cell]] = static_cast<int>(cell);
        const Side& first = plan.sides[0];
        if (first.view(plan.shape, home_of_tile_[0]) != first.blank || tables.size() != plan.tables.size())
            throw std::invalid_argument("these tables are for another goal");
        for (std::size_t table = 0; table < tables.size(); ++table) {
            if (tables[table].size() != plan.tables[table].bytes()) throw std::invalid_argument("a table has the wrong size");
            lookups_.emplace_back(plan.tables[table]).entries = tables[table];
        }
        for (std::size_t side = 0; side < 2; ++side) {
            sides_[side].shape = plan.sides[side].shape;
            sides_[side].home_line = sides_[side].shape.row(plan.sides[side].blank);
            for (const std::size_t table : plan.sides[side].tables) sides_[side].lookups.push_back(&lookups_[table]);
        }
    }
    SlideSolver(const SlideSolver&) = delete;
    SlideSolver& operator=(const SlideSolver&) = delete;

    // Throws when the start is no arrangement of the goal's tiles, or not solvable.
    int estimate(std::span<const std::uint8_t> start) const {
        return with_kernel<int>([&]<class K>(Use<K>) { return first_bound<K>(halves<K>(start)); });
    }

    SolveResult solve(std::span<const std::uint8_t> start, SearchControl& control, const SolveOptions& options = {}) const {
        return with_kernel<SolveResult>([&]<class K>(Use<K>) { return solve_with<K>(start, control, options); });
    }

  private:
    // Splitting costs a moment, so small iterations are searched whole.
    static constexpr std::uint64_t kNodesWorthSplitting = 25'000;
    static constexpr std::size_t kRootsPerThread = 500;
    static constexpr std::size_t kUsualTables = 4, kMostTables = 12;

    template <class K>
    struct Use {};

    // Calls with the kernel that fits the board and its tables.
    template <class Result, class Call>
    Result with_kernel(Call&& call) const {
        const std::size_t most = std::max(sides_[0].lookups.size(), sides_[1].lookups.size());
        if (most > kMostTables) throw std::invalid_argument("expected at most 12 tables a side");
        if (plan_.shape.cells() - 1 > kLongestShort) return call(Use<Kernel<LongStrip, kMostTables>>{});
        if (most > kUsualTables) return call(Use<Kernel<ShortStrip, kMostTables>>{});
        return call(Use<Kernel<ShortStrip, kUsualTables>>{});
    }

    template <class K>
    using Halves = std::array<typename K::Half, 2>;

    template <class K>
    Halves<K> halves(std::span<const std::uint8_t> start) const {
        const Shape& shape = plan_.shape;
        check_tiles(start, static_cast<std::size_t>(shape.cells()));
        std::vector<int> homes;
        for (const std::uint8_t tile : start) homes.push_back(home_of_tile_[tile]);
        const int blank = blank_of(start);
        // A move is a transposition and takes the blank one cell on: the permutation must be as odd as the blank's way home.
        if (is_odd_permutation(std::span<const int>(homes)) != (shape.distance(blank, home_of_tile_[0]) % 2 != 0))
            throw std::invalid_argument("this board cannot be brought to the goal");
        Halves<K> result;
        for (std::size_t number = 0; number < 2; ++number) {
            const Side& side = plan_.sides[number];
            std::vector<int> home_seen(homes.size());
            for (int cell = 0; cell < shape.cells(); ++cell)
                home_seen[static_cast<std::size_t>(side.view(shape, cell))] = side.view(shape, homes[static_cast<std::size_t>(cell)]);
            result[number].line = side.shape.row(side.view(shape, blank));
            for (std::size_t table = 0; table < side.tables.size(); ++table) {
                int at = 0;
                for (const int home : home_seen)
                    if (home != side.blank)
                        put_colour(result[number].strips[table], at++,
                                   plan_.tables[side.tables[table]].colours[static_cast<std::size_t>(home)]);
            }
        }
        return result;
    }

    static int blank_of(std::span<const std::uint8_t> tiles) {
        return static_cast<int>(std::find(tiles.begin(), tiles.end(), 0) - tiles.begin());
    }

    // Slides along the axes differ in number by one at most.
    template <class K>
    int first_bound(const Halves<K>& start) const {
        const int one = K::estimate(sides_[0], start[0]), other = K::estimate(sides_[1], start[1]);
        return std::max(one + other, 2 * std::max(one, other) - 1);
    }

    template <class K>
    SolveResult solve_with(std::span<const std::uint8_t> start, SearchControl& control, const SolveOptions& options) const {
        const Halves<K> board = halves<K>(start);
        SolveResult result;
        const int estimate = first_bound<K>(board);
        result.lower_bound = std::max(estimate, options.from_bound);
        if (estimate == 0) result.solution.emplace();  // the tables together tell all tiles apart
        while (!result.solution && result.lower_bound < options.known_length) {
            Iteration& iteration = result.iterations.emplace_back();
            iteration.bound = result.lower_bound;
            if (const auto path = run_iteration<K>(board, control, options, result)) result.solution = moves_of(blank_of(start), *path);
            result.nodes += iteration.nodes;
            if (!iteration.exhausted) break;
            ++result.lower_bound;
        }
        result.lower_bound = std::min(result.lower_bound, options.known_length);
        result.stop_reason = result.solution ? StopReason::none : control.reason();
        return result;
    }

    using Path = std::vector<std::uint8_t>;  // slides, as the kernel encodes them

    template <class K>
    std::optional<Path> run_iteration(const Halves<K>& board, SearchControl& control, const SolveOptions& options,
                                      SolveResult& result) const {
        Iteration& iteration = result.iterations.back();
        const std::size_t done = result.iterations.size() - 1;
        control.bound.store(iteration.bound, std::memory_order_relaxed);
        // An iteration is some three times as large as the one before.
        const bool split = options.threads > 1 && done > 0 && result.iterations[done - 1].nodes > kNodesWorthSplitting;
        std::vector<typename K::Root> roots = first_roots<K>(board, iteration.bound);
        if (split) split_roots<K>(roots, iteration, kRootsPerThread * static_cast<std::size_t>(options.threads));
        if (control.report(iteration.nodes)) return {};
        std::optional<Path> solution;
        std::atomic<bool> solved{false};
        std::size_t finished = 0;
        std::mutex mutex;
        WorkList work(roots.size(), 1);
        run_on_threads(split ? std::min(options.threads, static_cast<int>(roots.size())) : 1, [&](int) {
            K kernel(sides_, control, solved);
            std::size_t number = 0, end = 0;
            while (!control.stopped() && !solved.load(std::memory_order_relaxed) && work.take(number, end)) {
                const typename K::Root& root = roots[number];
                const bool unwound = kernel.search(root, iteration.bound - static_cast<int>(root.path.size()));
                const std::lock_guard lock(mutex);
                iteration.nodes += kernel.tally().nodes();
                finished += !unwound;
                if (!kernel.tally().found() || solution) continue;
                solved.store(true, std::memory_order_relaxed);
                solution = root.path;
                const Path rest = kernel.tally().path();
                solution->insert(solution->end(), rest.begin(), rest.end());
            }
        });
        iteration.exhausted = !solution && finished == roots.size();
        return solution;
    }

    // The start, once for each axis that the first slide may go along.
    template <class K>
    std::vector<typename K::Root> first_roots(const Halves<K>& board, int bound) const {
        const std::array<int, 2> needed{K::estimate(sides_[0], board[0]), K::estimate(sides_[1], board[1])};
        std::vector<typename K::Root> roots;
        for (int side = 0; side < 2; ++side)
            if (needed[static_cast<std::size_t>(side)] <= (bound + 1) / 2 && needed[static_cast<std::size_t>(1 - side)] <= bound / 2)
                roots.push_back({board, side, {}});
        return roots;
    }

    // Replaces roots by their children, a generation at a time, while there are fewer than wanted and slides to make.
    template <class K>
    void split_roots(std::vector<typename K::Root>& roots, Iteration& iteration, std::size_t wanted) const {
        for (int left = iteration.bound; left > 2 && !roots.empty() && roots.size() < wanted; --left) {
            std::vector<typename K::Root> children;
            for (const typename K::Root& root : roots) {
                const auto side = static_cast<std::size_t>(root.side);
                K::any_slide(sides_[side], root.halves[side], root.halves[1 - side].line, [&](const typename K::Half& half) {
                    ++iteration.nodes;
                    if (!K::allows(sides_[side], half, (left - 1) / 2)) return false;
                    typename K::Root& child = children.emplace_back(root);
                    child.halves[side] = half;
                    child.side = 1 - root.side;
                    child.path.push_back(encode_slide(root.side, half.line));
                    return false;
                });
            }
            roots = std::move(children);
        }
    }

    Moves moves_of(int blank, const Path& path) const {
        std::array<int, 2> at{plan_.shape.row(blank), plan_.shape.col(blank)};
        Moves moves;
        for (const std::uint8_t slide : path) {
            const auto side = static_cast<std::size_t>(side_of_slide(slide));
            const int to = plan_.sides[side].line_on_board(line_of_slide(slide));
            const Direction forward = side == 0 ? kDown : kRight;
            for (; at[side] < to; ++at[side]) moves.push_back(forward);
            for (; at[side] > to; --at[side]) moves.push_back(opposite(forward));
        }
        return moves;
    }

    Plan plan_;
    std::vector<int> home_of_tile_;
    std::deque<Lookup> lookups_;
    std::array<SideTables, 2> sides_;
};

}  // namespace taquin::slides
