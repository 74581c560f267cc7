// SPDX-License-Identifier: MIT
// What a pattern database would say about one board, without the database: a search for the pattern's tiles alone.
//
// It takes milliseconds where a lookup takes nanoseconds, but a table takes a second and hundreds of megabytes. That makes it the
// way to try hundreds of patterns on a few boards.
#pragma once

#include <utility>

#include "../base/random.hpp"
#include "../base/stop.hpp"
#include "heuristic.hpp"
#include "small_patterns.hpp"

namespace taquin::optimal {

namespace detail {

// The fewest moves to each state: a table with linear probing. It is emptied between searches, most of which are small.
class FewestMoves {
  public:
    static constexpr int kMovesBits = 10;  // below the state, so that both are read at once

    void clear() {
        slots_.assign(kSmall, kNobody);
        size_ = 0;
    }
    std::size_t size() const { return size_; }
    // Tells whether a state is reached for the first time, or by fewer moves than before.
    bool reach(std::uint64_t state, int moves) {
        if (2 * size_ >= slots_.size()) grow();
        std::uint64_t& slot = slots_[find(state)];
        const std::uint64_t reached = state << kMovesBits | static_cast<std::uint64_t>(moves);
        if (slot <= reached) return false;  // the same state, for nobody is the largest number
        size_ += slot == kNobody ? 1 : 0;
        slot = reached;
        return true;
    }
    // Of a state that was reached.
    int moves_to(std::uint64_t state) const { return static_cast<int>(slots_[find(state)] & ((1u << kMovesBits) - 1)); }

  private:
    static constexpr std::uint64_t kNobody = ~std::uint64_t{0};
    static constexpr std::size_t kSmall = std::size_t{1} << 12;

    std::size_t find(std::uint64_t state) const {
        std::size_t place = static_cast<std::size_t>(mix(state)) & (slots_.size() - 1);
        while (slots_[place] != kNobody && slots_[place] >> kMovesBits != state) place = (place + 1) & (slots_.size() - 1);
        return place;
    }
    void grow() {
        const std::vector<std::uint64_t> slots = std::exchange(slots_, std::vector(2 * slots_.size(), kNobody));
        for (const std::uint64_t slot : slots)
            if (slot != kNobody) slots_[find(slot >> kMovesBits)] = slot;
    }

    std::vector<std::uint64_t> slots_ = std::vector(kSmall, kNobody);
    std::size_t size_ = 0;
};

}  // namespace detail

class PatternDistance {
  public:
    PatternDistance(SmallPatterns& small, StopControl& control)
        : shape_(small.shape()), small_(small), control_(control), regions_(shape_) {}

    // The moves that the tiles with these goal cells need beyond their Manhattan distance, wherever the blank is; when that takes
    // too long, or somebody stops it, no more than that.
    int excess(CellSet tiles, const HomeBoard& board) {
        if (control_.stopped()) return 0;
        homes_.clear();
        for_each_cell(tiles, [&](int home) { homes_.push_back(home); });
        set_splits(tiles);
        Cells cells{};
        for (int cell = 0; cell < shape_.cells(); ++cell) {
            const int home = board[static_cast<std::size_t>(cell)];
            if (contains(tiles, home)) cells[static_cast<std::size_t>(std::popcount(tiles & below(home)))] = cell;
        }
        best_.clear();
        for (auto& nodes : open_) nodes.clear();
        regions_.for_each_region(all_cells(shape_) & ~occupied(cells), [&](CellSet region) { reach(cells, region, 0, 0, 0); });
        Cells home{};
        std::copy(homes_.begin(), homes_.end(), home.begin());
        return search(pack(home, regions_.region_of(small_.blank_goal(), all_cells(shape_) & ~tiles)));
    }

  private:
    static constexpr std::size_t kMostTiles = kMaxPatternTiles;
    // The cells of the tiles, and then zeros.
    using Cells = std::array<int, kMostTiles + 1>;
    // Tiles' cells, six bits each, and above them the lowest cell of the blank's region.
    using State = std::uint64_t;
    struct Node {
        State state;
        int moves;
        int detours;  // moves that took a tile away from home
    };
    // Two small patterns without a tile in common: together they need what both need. `kMostTiles` for a slot that is not there.
    struct Part {
        const std::uint8_t* table;
        std::array<std::size_t, 3> slots;
    };
    using Split = std::array<Part, 2>;
    static constexpr int kCellBits = 6;
    static constexpr State kCellMask = (State{1} << kCellBits) - 1;
    static constexpr std::size_t kMostStates = 1'000'000;
    static constexpr int kExpansionsUnasked = 4096;

    // Three of the tiles, and of the rest three, or those that there are.
    void set_splits(CellSet tiles) {
        splits_.clear();
        const std::size_t count = homes_.size();
        if (count <= 3) splits_.push_back({part(tiles), part(0)});
        else
            for (std::size_t i = 0; i < count; ++i)
                for (std::size_t j = 0; j < i; ++j)
                    for (std::size_t k = 0; k < j; ++k) add_split(tiles, single(homes_[i]) | single(homes_[j]) | single(homes_[k]));
    }
    void add_split(CellSet tiles, CellSet three) {
        CellSet rest = tiles & ~three;
        while (std::popcount(rest) > 3) rest &= rest - 1;
        const bool comes_twice = homes_.size() == 6;  // with its halves exchanged
        if (!comes_twice || three < rest) splits_.push_back({part(three), part(rest)});
    }
    Part part(CellSet tiles) {
        static constexpr std::uint8_t nothing[1] = {0};
        Part part{nothing, {kMostTiles, kMostTiles, kMostTiles}};
        if (std::popcount(tiles) < 2) return part;
        part.table = small_.table(tiles);
        std::size_t slot = 3 - static_cast<std::size_t>(std::popcount(tiles));
        for (std::size_t tile = 0; tile < homes_.size(); ++tile)
            if (contains(tiles, homes_[tile])) part.slots[slot++] = tile;
        return part;
    }
    // The excess that the tiles still need, or less.
    int needed(const Cells& cells) const {
        int most = 0;
        for (const auto& [first, second] : splits_) most = std::max(most, read(first, cells) + read(second, cells));
        return most;
    }
    int read(const Part& part, const Cells& cells) const {
        return part.table[(cells[part.slots[0]] * shape_.cells() + cells[part.slots[1]]) * shape_.cells() + cells[part.slots[2]]];
    }

    // Best first by the moves that a path through the state takes at least: `open_[i]` is where that is 2 * i beyond the
    // Manhattan distance of the whole.
    int search(State goal) {
        int unasked = 0;
        for (std::size_t raised = 0; raised < open_.size(); ++raised)
            while (!open_[raised].empty()) {
                const Node node = open_[raised].back();
                open_[raised].pop_back();
                if (node.state == goal || best_.size() > kMostStates) return 2 * static_cast<int>(raised);
                if (best_.moves_to(node.state) < node.moves) continue;
                if (++unasked == kExpansionsUnasked) {
                    if (control_.check(0)) return 2 * static_cast<int>(raised);
                    unasked = 0;
                }
                expand(node, raised);
            }
        return 0;  // unsolvable: nothing can be said
    }
    void expand(const Node& node, std::size_t raised) {
        Cells cells{};
        for (std::size_t slot = 0; slot < homes_.size(); ++slot)
            cells[slot] = static_cast<int>(node.state >> (kCellBits * slot) & kCellMask);
        const CellSet taken = occupied(cells);
        const CellSet region = regions_.region_of(static_cast<int>(node.state >> (kCellBits * homes_.size())), all_cells(shape_) & ~taken);
        for (std::size_t slot = 0; slot < homes_.size(); ++slot) {
            const int from = cells[slot];
            for_each_cell(neighbours(shape_, from) & region, [&](int to) {
                cells[slot] = to;
                const CellSet free = all_cells(shape_) & ~(taken ^ single(from) ^ single(to));
                const bool farther = shape_.distance(homes_[slot], to) > shape_.distance(homes_[slot], from);
                reach(cells, regions_.region_of(from, free), node.moves + 1, node.detours + (farther ? 1 : 0), raised);
            });
            cells[slot] = from;
        }
    }
    // At least `raised`, like the state before it.
    void reach(const Cells& cells, CellSet region, int moves, int detours, std::size_t raised) {
        const State state = pack(cells, region);
        if (!best_.reach(state, moves)) return;
        raised = std::max(raised, static_cast<std::size_t>(detours + needed(cells) / 2));
        if (raised >= open_.size()) open_.resize(raised + 1);
        open_[raised].push_back({state, moves, detours});
    }
    State pack(const Cells& cells, CellSet region) const {
        State state = static_cast<State>(lowest(region));
        for (std::size_t slot = homes_.size(); slot-- > 0;) state = state << kCellBits | static_cast<State>(cells[slot]);
        return state;
    }
    CellSet occupied(const Cells& cells) const {
        CellSet set = 0;
        for (std::size_t slot = 0; slot < homes_.size(); ++slot) set |= single(cells[slot]);
        return set;
    }

    Shape shape_;
    SmallPatterns& small_;
    StopControl& control_;
    Regions regions_;
    std::vector<int> homes_;
    std::vector<Split> splits_;
    detail::FewestMoves best_;
    std::vector<std::vector<Node>> open_;
};

}  // namespace taquin::optimal
