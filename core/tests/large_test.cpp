// SPDX-License-Identifier: MIT
// Large boards: quick correctness checks (default) and the quality benchmark (`large_test bench ...`).
//
// The seeds below were fixed before any tuning. Tuning uses kTuningSeed only; reported figures use kEvaluationSeed only.
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace {

constexpr std::uint64_t kEvaluationSeed = 0x7A9C11E5'2026'0001ULL;
constexpr std::uint64_t kTuningSeed = 0x7A9C11E5'7E57'0002ULL;

// How many evaluation boards of each k x k size the reported means are taken over, indices 0, 1, 2, ...
constexpr std::pair<int, int> kEvaluationBoards[] = {{5, 20}, {6, 20}, {7, 20}, {8, 20}, {10, 5},
                                                     {15, 5}, {20, 5}, {50, 5}, {100, 5}};

// SplitMix64, spelled out so that the boards do not depend on a standard library.
class SplitMix {
  public:
    explicit SplitMix(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next() {
        std::uint64_t mixed = (state_ += 0x9E3779B97F4A7C15ULL);
        mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9ULL;
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBULL;
        return mixed ^ (mixed >> 31);
    }

    // The bias of the remainder is below 2^-49 for boards of up to 2^14 cells.
    std::size_t below(std::size_t bound) { return static_cast<std::size_t>(next() % bound); }

  private:
    std::uint64_t state_;
};

using Tiles = std::vector<std::uint16_t>;

// True if the permutation that takes `goal` to `start` is even.
bool is_even_permutation(const Tiles& start, const Tiles& goal) {
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

bool is_solvable(int cols, const Tiles& start, const Tiles& goal) {
    const auto blank_parity = [cols](const Tiles& tiles) {
        const auto cell = std::find(tiles.begin(), tiles.end(), 0) - tiles.begin();
        return (cell / cols + cell % cols) % 2;
    };
    return is_even_permutation(start, goal) == (blank_parity(start) == blank_parity(goal));
}

// The default goal: 1 2 3 ... with the blank last.
Tiles default_goal(int rows, int cols) {
    Tiles goal(static_cast<std::size_t>(rows * cols));
    std::iota(goal.begin(), goal.end(), std::uint16_t{1});
    goal.back() = 0;
    return goal;
}

// A board drawn uniformly from those from which `goal` can be reached.
Tiles random_board(int cols, const Tiles& goal, SplitMix& random) {
    Tiles tiles = goal;
    for (std::size_t left = tiles.size(); left > 1; --left) std::swap(tiles[left - 1], tiles[random.below(left)]);
    if (!is_solvable(cols, tiles, goal)) {
        const std::size_t first = tiles[0] == 0 ? 1 : 0;
        const std::size_t second = tiles[first + 1] == 0 ? first + 2 : first + 1;
        std::swap(tiles[first], tiles[second]);
    }
    return tiles;
}

// Board number `index` of a shape under a seed; each board has its own stream, so samples of any size share boards.
Tiles sample_board(int rows, int cols, std::uint64_t seed, std::uint64_t index) {
    SplitMix random(seed ^ (static_cast<std::uint64_t>(rows) << 40) ^ (static_cast<std::uint64_t>(cols) << 32) ^ index);
    return random_board(cols, default_goal(rows, cols), random);
}

}  // namespace

int main() {
    for (const auto& [size, count] : kEvaluationBoards)
        for (int index = 0; index < count; ++index)
            for (const std::uint64_t seed : {kEvaluationSeed, kTuningSeed})
                if (!is_solvable(size, sample_board(size, size, seed, static_cast<std::uint64_t>(index)), default_goal(size, size)))
                    return 1;
    return 0;
}
