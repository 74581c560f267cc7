// SPDX-License-Identifier: MIT
// What the tests of core/large share: boards, and an observer that writes down what it is told.
//
// The seeds were fixed before any tuning. Tuning uses kTuningSeed only; reported figures use kEvaluationSeed only.
#pragma once

#include <cstdint>
#include <numeric>

#include "../large/anytime.hpp"
#include "support.hpp"

namespace taquin::large::testing {

using namespace taquin::testing;

inline constexpr std::uint64_t kEvaluationSeed = 0x7A9C11E5'2026'0001ULL;
inline constexpr std::uint64_t kTuningSeed = 0x7A9C11E5'7E57'0002ULL;

// How many evaluation boards of each k x k size the reported means are taken over, indices 0, 1, 2, ...
inline constexpr std::pair<int, int> kEvaluationBoards[] = {{5, 20}, {6, 20}, {7, 20}, {8, 20}, {10, 5},
                                                     {15, 5}, {20, 5}, {50, 5}, {100, 5}};

// True if the permutation that takes `goal` to `start` is even.
inline bool is_even_permutation(const Tiles& start, const Tiles& goal) {
    std::vector<std::size_t> goal_cell(goal.size());
    for (std::size_t cell = 0; cell < goal.size(); ++cell) goal_cell[goal[cell]] = cell;
    std::vector<bool> seen(goal.size(), false);
    bool even = true;
    for (std::size_t first = 0; first < start.size(); ++first) {
        if (seen[first]) continue;
        for (std::size_t cell = first; !seen[cell]; cell = goal_cell[start[cell]]) seen[cell] = true, even = !even;
        even = !even;
    }
    return even;
}

inline bool solvable(int cols, const Tiles& start, const Tiles& goal) {
    const auto blank_parity = [cols](const Tiles& tiles) {
        const auto cell = std::find(tiles.begin(), tiles.end(), 0) - tiles.begin();
        return (cell / cols + cell % cols) % 2;
    };
    return is_even_permutation(start, goal) == (blank_parity(start) == blank_parity(goal));
}

// The default goal: 1 2 3 ... with the blank last.
inline Tiles default_goal(int rows, int cols) {
    Tiles goal(static_cast<std::size_t>(rows * cols));
    std::iota(goal.begin(), goal.end(), std::uint16_t{1});
    goal.back() = 0;
    return goal;
}

// A board drawn uniformly from those from which `goal` can be reached.
inline Tiles random_board(int cols, const Tiles& goal, Random& random) {
    Tiles tiles = goal;
    for (std::size_t left = tiles.size(); left > 1; --left) std::swap(tiles[left - 1], tiles[random.below(left)]);
    if (!solvable(cols, tiles, goal)) {
        const std::size_t first = tiles[0] == 0 ? 1 : 0;
        const std::size_t second = tiles[first + 1] == 0 ? first + 2 : first + 1;
        std::swap(tiles[first], tiles[second]);
    }
    return tiles;
}

// Board number `index` of a shape under a seed; each board has its own stream, so samples of any size share boards.
inline Tiles sample_board(int rows, int cols, std::uint64_t seed, std::uint64_t index) {
    Random random(seed ^ (static_cast<std::uint64_t>(rows) << 40) ^ (static_cast<std::uint64_t>(cols) << 32) ^ index);
    return random_board(cols, default_goal(rows, cols), random);
}

inline Tiles shuffled(Tiles tiles, Random& random) {
    for (std::size_t left = tiles.size(); left > 1; --left) std::swap(tiles[left - 1], tiles[random.below(left)]);
    return tiles;
}

class Recorder : public AnytimeObserver {
  public:
    explicit Recorder(double cancel_after = 1e9) : cancel_after_(cancel_after) {}

    void improved(std::size_t length, double) override { lengths.push_back(length); }
    bool poll() override { return seconds() > cancel_after_; }
    double seconds() const { return wall_seconds() - begin_; }

    std::vector<std::size_t> lengths;

  private:
    const double cancel_after_;
    const double begin_ = wall_seconds();
};

inline AnytimeRequest request_for(int rows, int cols, Tiles start, Tiles goal) {
    AnytimeRequest request;
    request.rows = rows;
    request.cols = cols;
    request.start = std::move(start);
    request.goal = std::move(goal);
    return request;
}

// Solve and check all that must hold of any solve.
inline AnytimeResult solve_and_check(const AnytimeRequest& request) {
    const Shape shape{request.rows, request.cols};
    const std::string name = testing::name(shape);
    Recorder recorder;
    const AnytimeResult result = AnytimeSolver(request).run(recorder);
    check(result.found && replays(shape, request.start, request.goal, result.path), name + ": path leads to the goal");
    check(result.lower_bound <= result.path.size(), name + ": lower bound holds");
    check(!recorder.lengths.empty() && recorder.lengths.back() == result.path.size(), name + ": last report is the result");
    check(std::is_sorted(recorder.lengths.rbegin(), recorder.lengths.rend()), name + ": reports only get shorter");
    return result;
}

}  // namespace taquin::large::testing
