// SPDX-License-Identifier: MIT
// Walking distance: the fewest up and down moves that bring every tile into its row, plus the same for columns.
//
// Only the rows matter for the first: how many tiles of each goal row stand in each row, and where the blank is. All such
// tables of counts are numbered by breadth-first search from the goal's.
#pragma once

#include <map>
#include <mutex>
#include <string>
#include <tuple>
#include <unordered_map>

#include "heuristics.hpp"

namespace taquin {

// The graph for one direction: `lines` lines of `width` cells each, the blank at home in line `blank_home`.
class WalkingTable {
  public:
    using State = std::uint32_t;

    WalkingTable(int lines, int width, int blank_home) : lines_(static_cast<std::size_t>(lines)), width_(width) {
        std::string goal(lines_ * lines_, '\0');
        for (std::size_t line = 0; line < lines_; ++line) goal[line * lines_ + line] = static_cast<char>(width);
        --goal[static_cast<std::size_t>(blank_home) * (lines_ + 1)];
        number(goal, 0);
        for (State state = 0; state < keys_.size(); ++state) connect(state);
        keys_.clear();
        keys_.shrink_to_fit();
    }

    // Return the shared table of a shape; built once.
    static std::shared_ptr<const WalkingTable> shared(int lines, int width, int blank_home) {
        static std::mutex mutex;
        static std::map<std::tuple<int, int, int>, std::shared_ptr<const WalkingTable>> tables;
        const std::lock_guard lock(mutex);
        auto& table = tables[{lines, width, blank_home}];
        if (!table) table = std::make_shared<const WalkingTable>(lines, width, blank_home);
        return table;
    }

    // The number of a table of counts, by line and goal line.
    State find(const std::string& counts) const { return numbers_.at(counts); }

    std::size_t lines() const { return lines_; }

    std::uint32_t distance(State state) const { return distances_[state]; }

    // The state after a tile of goal line `home` has moved one line up or down into the blank.
    State after(State state, bool tile_moves_up, std::size_t home) const {
        return next_[(state * 2 + tile_moves_up) * lines_ + home];
    }

  private:
    static constexpr State kNowhere = 0xFFFFFFFF;

    State number(const std::string& counts, std::uint32_t distance) {
        const auto [at, is_new] = numbers_.try_emplace(counts, static_cast<State>(distances_.size()));
        if (is_new) {
            distances_.push_back(distance);
            keys_.push_back(counts);
            next_.resize(next_.size() + 2 * lines_, kNowhere);
        }
        return at->second;
    }

    std::size_t blank_line(const std::string& counts) const {
        for (std::size_t line = 0; line < lines_; ++line) {
            int sum = 0;
            for (std::size_t home = 0; home < lines_; ++home) sum += counts[line * lines_ + home];
            if (sum < width_) return line;
        }
        return lines_;
    }

    void connect(State state) {
        const std::string counts = keys_[state];
        const std::size_t blank = blank_line(counts);
        for (const bool tile_moves_up : {false, true}) {
            if (tile_moves_up ? blank + 1 == lines_ : blank == 0) continue;
            const std::size_t from = tile_moves_up ? blank + 1 : blank - 1;
            for (std::size_t home = 0; home < lines_; ++home) {
                if (!counts[from * lines_ + home]) continue;
                std::string moved = counts;
                --moved[from * lines_ + home];
                ++moved[blank * lines_ + home];
                const State other = number(moved, distances_[state] + 1);
                next_[(state * 2 + tile_moves_up) * lines_ + home] = other;
            }
        }
    }

    const std::size_t lines_;
    const int width_;
    std::vector<std::string> keys_;
    std::unordered_map<std::string, State> numbers_;
    std::vector<std::uint32_t> distances_;
    std::vector<State> next_;
};

// The context holds the two table states: rows in the low half, columns in the high one.
class WalkingDistance : public Part {
  public:
    explicit WalkingDistance(const Goal& goal)
        : goal_(goal), rows_(WalkingTable::shared(goal.rows, goal.cols, goal.row[0])),
          cols_(WalkingTable::shared(goal.cols, goal.rows, goal.col[0])) {}

    std::uint64_t assess(const Tile* tiles) const override {
        std::string by_row(rows_->lines() * rows_->lines(), '\0');
        std::string by_col(cols_->lines() * cols_->lines(), '\0');
        for (int cell = 0; cell < goal_.cells; ++cell) {
            const Tile tile = tiles[cell];
            if (!tile) continue;
            ++by_row[static_cast<std::size_t>(cell / goal_.cols * goal_.rows + goal_.row[tile])];
            ++by_col[static_cast<std::size_t>(cell % goal_.cols * goal_.cols + goal_.col[tile])];
        }
        return pack(rows_->find(by_row), cols_->find(by_col));
    }

    std::uint64_t after(std::uint64_t before, const Tile*, Slide slide) const override {
        const auto row = static_cast<WalkingTable::State>(before), col = static_cast<WalkingTable::State>(before >> 32);
        const bool backwards = slide.to < slide.from;
        if (slide.from % goal_.cols == slide.to % goal_.cols)
            return pack(rows_->after(row, backwards, static_cast<std::size_t>(goal_.row[slide.tile])), col);
        return pack(row, cols_->after(col, backwards, static_cast<std::size_t>(goal_.col[slide.tile])));
    }

    bool is_quick() const override { return true; }

    std::int64_t value(std::uint64_t context) const override {
        return std::int64_t{rows_->distance(static_cast<WalkingTable::State>(context))} +
               cols_->distance(static_cast<WalkingTable::State>(context >> 32));
    }

  private:
    static std::uint64_t pack(WalkingTable::State row, WalkingTable::State col) { return std::uint64_t{col} << 32 | row; }

    const Goal goal_;
    const std::shared_ptr<const WalkingTable> rows_, cols_;
};

}  // namespace taquin
