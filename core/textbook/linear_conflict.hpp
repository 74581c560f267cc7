// SPDX-License-Identifier: MIT
// Linear conflict: Manhattan distance plus two moves for every tile that must leave its own line to let others pass.
#pragma once

#include "heuristics.hpp"

namespace taquin {

// How the conflicts of a line are counted.
enum class Conflicts {
    kRemovals,  // the fewest tiles to take out so that none is left: admissible
    kPairs,     // reversed pairs: the textbook count, which overestimates
};

class LinearConflict : public Part {
  public:
    LinearConflict(const Goal& goal, Conflicts conflicts)
        : goal_(goal), conflicts_(conflicts), manhattan_(TileSum::manhattan(goal)) {}

    std::uint64_t assess(const Tile* tiles) const override {
        std::uint64_t total = manhattan_->assess(tiles);
        for (int row = 0; row < goal_.rows; ++row) total += 2 * in_row(tiles, row);
        for (int col = 0; col < goal_.cols; ++col) total += 2 * in_col(tiles, col);
        return total;
    }

    std::uint64_t recall(const Tile*, std::int64_t value) const override { return static_cast<std::uint64_t>(value); }

    bool is_quick() const override { return true; }

    // A slide up or down leaves the order within its column alone and changes two rows; sideways likewise.
    std::uint64_t after(std::uint64_t before, const Tile* tiles, Slide slide) const override {
        std::uint64_t total = manhattan_->after(before, tiles, slide);
        const int from_row = slide.from / goal_.cols, to_row = slide.to / goal_.cols;
        const int from_col = slide.from % goal_.cols, to_col = slide.to % goal_.cols;
        const int home_row = goal_.row[slide.tile], home_col = goal_.col[slide.tile];
        Tile other[kMaxCells];
        if (from_row != to_row) {
            if (home_row == from_row) total -= 2 * (in_row(undo(tiles, slide, other), from_row) - in_row(tiles, from_row));
            if (home_row == to_row) total += 2 * (in_row(tiles, to_row) - in_row(undo(tiles, slide, other), to_row));
        } else {
            if (home_col == from_col) total -= 2 * (in_col(undo(tiles, slide, other), from_col) - in_col(tiles, from_col));
            if (home_col == to_col) total += 2 * (in_col(tiles, to_col) - in_col(undo(tiles, slide, other), to_col));
        }
        return total;
    }

  private:
    const Tile* undo(const Tile* tiles, Slide slide, Tile* before) const {
        std::copy(tiles, tiles + goal_.cells, before);
        before[slide.from] = slide.tile;
        before[slide.to] = 0;
        return before;
    }

    std::uint64_t in_row(const Tile* tiles, int row) const {
        int places[kMaxCells];
        int count = 0;
        for (int cell = row * goal_.cols; cell < (row + 1) * goal_.cols; ++cell)
            if (const Tile tile = tiles[cell]; tile && goal_.row[tile] == row) places[count++] = goal_.col[tile];
        return count_conflicts(places, count);
    }

    std::uint64_t in_col(const Tile* tiles, int col) const {
        int places[kMaxCells];
        int count = 0;
        for (int cell = col; cell < goal_.cells; cell += goal_.cols)
            if (const Tile tile = tiles[cell]; tile && goal_.col[tile] == col) places[count++] = goal_.row[tile];
        return count_conflicts(places, count);
    }

    std::uint64_t count_conflicts(const int* places, int count) const {
        if (count < 2) return 0;
        return conflicts_ == Conflicts::kPairs ? reversed_pairs(places, count) : count - longest_increasing(places, count);
    }

    static std::uint64_t reversed_pairs(const int* places, int count) {
        std::uint64_t pairs = 0;
        for (int right = 1; right < count; ++right)
            for (int left = 0; left < right; ++left) pairs += places[left] > places[right];
        return pairs;
    }

    static std::uint64_t longest_increasing(const int* places, int count) {
        std::uint64_t ending_at[kMaxCells];
        std::uint64_t longest = 0;
        for (int right = 0; right < count; ++right) {
            ending_at[right] = 1;
            for (int left = 0; left < right; ++left)
                if (places[left] < places[right]) ending_at[right] = std::max(ending_at[right], ending_at[left] + 1);
            longest = std::max(longest, ending_at[right]);
        }
        return longest;
    }

    const Goal goal_;
    const Conflicts conflicts_;
    const std::unique_ptr<TileSum> manhattan_;
};

}  // namespace taquin
