// SPDX-License-Identifier: MIT
// Walking distance: the fewest up and down moves that bring every tile into its row, plus the same for columns.
//
// Only the rows matter for the first: how many tiles of each goal row stand in each row, and where the blank is. All such
// tables of counts are numbered by breadth-first search from the goal's. Once built, a `WalkingTable` is only read, and is
// shared by all searches. The largest that are offered take half a second, in which the search's limits hold like later on.
#pragma once

#include <array>
#include <bit>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "../base/random.hpp"
#include "../base/shelf.hpp"
#include "control.hpp"
#include "heuristics.hpp"

namespace taquin {

// The graph for one direction: `lines` lines of `width` cells each, the blank at home in line `blank_home`.
class WalkingTable {
  public:
    // The number of a table of counts, and in the low byte its distance, so that looking up one looks up the other.
    using State = std::uint32_t;

    // A table of counts in one word, a field for every line and goal line. The last line is left out: it has what is left over.
    using Key = std::uint64_t;

    // Throws `Stop` when the control says so.
    WalkingTable(int lines, int width, int blank_home, Control& control)
        : lines_(static_cast<std::size_t>(lines)), width_(width), blank_home_(static_cast<std::size_t>(blank_home)),
          field_(std::bit_width(static_cast<unsigned>(width))) {
        if ((lines - 1) * lines * field_ > 64) throw std::length_error("walking distance: the board has too many lines");
        Key goal = 0;
        for (std::size_t line = 0; line < lines_; ++line)
            goal += unit(line, line) * static_cast<Key>(width - (line == blank_home_));
        slots_.resize(kFirstSlots);
        number(goal, 0);
        for (std::size_t at = 0; at < keys_.size(); ++at) {
            if (at % kStatesPerClock == 0) control.look_at_clock(0);
            connect(at);
        }
        keys_ = {};
    }

    // Return the table of a shape that all searches share.
    static const WalkingTable& shared(int lines, int width, int blank_home, Control& control) {
        static constinit Shelf<std::array<int, 3>, WalkingTable> shelf;
        return shelf.get({lines, width, blank_home},
                         [&] { return std::make_unique<const WalkingTable>(lines, width, blank_home, control); });
    }

    // What a tile of goal line `home` adds to the key by standing in `line`.
    Key unit(std::size_t line, std::size_t home) const {
        return line + 1 == lines_ ? 0 : Key{1} << (static_cast<std::size_t>(field_) * (line * lines_ + home));
    }

    // The state of a table of counts that can be reached.
    State find(Key key) const { return slots_[slot_of(key)].state; }

    static std::uint32_t distance(State state) { return state & 0xFF; }

    // The state after a tile of goal line `home` has moved one line up or down into the blank.
    State after(State state, bool tile_moves_up, std::size_t home) const {
        return next_[place(state >> 8, tile_moves_up, home)];
    }

  private:
    static constexpr State kNowhere = 0xFFFFFFFF;
    static constexpr std::size_t kFirstSlots = 1024;
    static constexpr std::uint32_t kLongest = 0xFF;
    static constexpr std::size_t kMostStates = 0xFFFFFF;  // so that none is `kNowhere`
    static constexpr std::size_t kStatesPerClock = 1 << 10;

    // A hash table with a power of two of slots, at most half of them in use.
    struct Slot {
        Key key = 0;
        State state = kNowhere;
    };

    std::size_t place(std::size_t at, bool tile_moves_up, std::size_t home) const {
        return (at * 2 + tile_moves_up) * lines_ + home;
    }

    // The slot of a key, or the empty one where it belongs.
    std::size_t slot_of(Key key) const {
        const std::size_t last = slots_.size() - 1;
        std::size_t at = static_cast<std::size_t>(mix(key)) & last;
        while (slots_[at].state != kNowhere && slots_[at].key != key) at = (at + 1) & last;
        return at;
    }

    State number(Key key, std::uint32_t distance) {
        const std::size_t slot = slot_of(key);
        if (slots_[slot].state != kNowhere) return slots_[slot].state;
        if (keys_.size() == kMostStates || distance > kLongest)
            throw std::length_error("walking distance: the board has too many states");
        const auto state = static_cast<State>(keys_.size() << 8 | distance);
        slots_[slot] = {key, state};
        keys_.emplace_back(key, distance);
        next_.resize(next_.size() + 2 * lines_, kNowhere);
        if (keys_.size() * 2 > slots_.size()) grow();
        return state;
    }

    void grow() {
        std::vector<Slot> old(slots_.size() * 2);
        old.swap(slots_);
        for (const Slot& slot : old)
            if (slot.state != kNowhere) slots_[slot_of(slot.key)] = slot;
    }

    // Find the neighbours of a state.
    void connect(std::size_t at) {
        const auto [key, distance] = keys_[at];
        std::vector<int> counts = counts_of(key);
        const std::size_t blank = blank_line(counts);
        for (const bool tile_moves_up : {false, true}) {
            if (tile_moves_up ? blank + 1 == lines_ : blank == 0) continue;
            const std::size_t from = tile_moves_up ? blank + 1 : blank - 1;
            for (std::size_t home = 0; home < lines_; ++home) {
                if (!counts[from * lines_ + home]) continue;
                const State other = number(key - unit(from, home) + unit(blank, home), distance + 1);
                next_[place(at, tile_moves_up, home)] = other;
            }
        }
    }

    // How many tiles of every goal line stand in every line.
    std::vector<int> counts_of(Key key) const {
        std::vector<int> counts(lines_ * lines_);
        const std::size_t last = lines_ - 1;
        for (std::size_t home = 0; home < lines_; ++home) {
            counts[last * lines_ + home] = width_ - (home == blank_home_);
            for (std::size_t line = 0; line < last; ++line) {
                const int count = static_cast<int>(key / unit(line, home) & ((Key{1} << field_) - 1));
                counts[line * lines_ + home] = count;
                counts[last * lines_ + home] -= count;
            }
        }
        return counts;
    }

    std::size_t blank_line(const std::vector<int>& counts) const {
        for (std::size_t line = 0; line < lines_; ++line) {
            int sum = 0;
            for (std::size_t home = 0; home < lines_; ++home) sum += counts[line * lines_ + home];
            if (sum < width_) return line;
        }
        return lines_;
    }

    const std::size_t lines_;
    const int width_;
    const std::size_t blank_home_;
    const int field_;  // bits of a count
    std::vector<Slot> slots_;
    std::vector<State> next_;
    std::vector<std::pair<Key, std::uint32_t>> keys_;  // of all states, with their distances; empty once the table is built
};

// The context holds the two table states: rows in the low half, columns in the high one.
class WalkingDistance final : public Part {
  public:
    // Throws `Stop` when the control says so before the tables are there.
    WalkingDistance(const Goal& goal, Control& control)
        : goal_(goal), rows_(WalkingTable::shared(goal.shape.rows, goal.shape.cols, goal.row[0], control)),
          cols_(WalkingTable::shared(goal.shape.cols, goal.shape.rows, goal.col[0], control)) {}

    std::uint64_t assess(const Tile* tiles) const override {
        WalkingTable::Key by_row = 0, by_col = 0;
        const auto rows = static_cast<std::size_t>(goal_.shape.rows), cols = static_cast<std::size_t>(goal_.shape.cols);
        for (std::size_t row = 0; row < rows; ++row) {
            for (std::size_t col = 0; col < cols; ++col) {
                const Tile tile = *tiles++;
                if (!tile) continue;
                by_row += rows_.unit(row, static_cast<std::size_t>(goal_.row[tile]));
                by_col += cols_.unit(col, static_cast<std::size_t>(goal_.col[tile]));
            }
        }
        return pack(rows_.find(by_row), cols_.find(by_col));
    }

    std::uint64_t after(std::uint64_t before, const Tile*, const Slide& slide) const override {
        const auto row = static_cast<WalkingTable::State>(before), col = static_cast<WalkingTable::State>(before >> 32);
        const bool backwards = slide.to < slide.from;
        if (slide.is_sideways()) return pack(row, cols_.after(col, backwards, static_cast<std::size_t>(goal_.col[slide.tile])));
        return pack(rows_.after(row, backwards, static_cast<std::size_t>(goal_.row[slide.tile])), col);
    }

    std::uint64_t recall(const Tile* tiles, std::int64_t) const override { return assess(tiles); }

    std::int64_t value(std::uint64_t context) const override {
        return std::int64_t{WalkingTable::distance(static_cast<WalkingTable::State>(context))} +
               WalkingTable::distance(static_cast<WalkingTable::State>(context >> 32));
    }

    bool is_quick() const override { return true; }

  private:
    static std::uint64_t pack(WalkingTable::State row, WalkingTable::State col) { return std::uint64_t{col} << 32 | row; }

    const Goal goal_;
    const WalkingTable& rows_;
    const WalkingTable& cols_;
};

}  // namespace taquin
