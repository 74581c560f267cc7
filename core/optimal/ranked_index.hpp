// SPDX-License-Identifier: MIT
// Following a ranked index through moves: a placement is a set of cells and an order of tiles, a few small tables rank both.
//
// Indices have 64 bits on every machine: eight tiles on 5x5 have more placements than a 32-bit `size_t` can count.
#pragma once

#include "pattern.hpp"

namespace taquin::optimal {

// A placement in one word: the occupied cells below, and above them the order, three bits a position, the slot of the tile on
// the first occupied cell lowest.
using Placement = std::uint64_t;
inline constexpr int kOrderShift = 40;
static_assert(kMaxCells <= kOrderShift && kOrderShift + 3 * kMaxPatternTiles <= 64);

constexpr CellSet occupied_cells(Placement placement) { return placement & below(kOrderShift); }

// What the slide of a tile from one cell to another does to any placement.
struct PlacementStep {
    CellSet both = 0;     // the two cells
    CellSet below = 0;    // the cells before the lower of them
    CellSet between = 0;  // the cells between them: the tile changes places with the tiles there
    bool upwards = false;  // towards larger cell numbers

    PlacementStep() = default;
    PlacementStep(int from, int to)
        : both(single(from) | single(to)),
          below(optimal::below(std::min(from, to))),
          between(optimal::below(std::max(from, to)) & ~optimal::below(std::min(from, to) + 1)),
          upwards(from < to) {}

    Placement apply(Placement placement) const {
        if (between == 0) return placement ^ both;
        // The tile's three bits rotate past those of the tiles it passes: a rotation of a field by three, either way.
        const int low = kOrderShift + 3 * std::popcount(placement & below);
        const int passed = 3 * std::popcount(placement & between);
        const std::uint64_t mask = (std::uint64_t{8} << passed) - 1;
        const std::uint64_t field = placement >> low & mask;
        const int right = upwards ? 3 : passed;
        const std::uint64_t rotated = (field >> right | field << (passed + 3 - right)) & mask;
        return placement ^ (field ^ rotated) << low ^ both;
    }
};

// Sets are ranked in chunks of so many cells by tables of at most 2^12 entries; beyond 24 cells there are three chunks.
constexpr int chunk_bits(int cells) { return cells <= 24 ? (cells + 1) / 2 : 12; }

class RankedIndex {
  public:
    RankedIndex(int cells, int tiles) : cells_(cells), tiles_(tiles), orders_(factorial(tiles)) {
        const int bits = chunk_bits(cells);
        for (int chunk = 0; chunk * bits < cells; ++chunk) {
            auto& ranks = set_ranks_[static_cast<std::size_t>(chunk)];
            for (int taken = 0; taken <= (chunk == 0 ? 0 : tiles); ++taken)
                for (CellSet set = 0; set < single(bits); ++set) ranks.push_back(chunk_rank(set, chunk * bits, taken));
        }
        for (unsigned word = 0; word < kHeadWords; ++word) {
            head_ranks_[word] = head_rank(word);
            tail_ranks_[word] = tail_rank(word);
        }
    }

    std::uint64_t index(Placement placement) const { return index_on(placement, cells_); }

    // With the number of cells known to the compiler.
    template <int Cells>
    std::uint64_t index(Placement placement) const {
        return index_on(placement, Cells);
    }

  private:
    // The order is ranked in two halves of four positions each.
    static constexpr int kHeadLength = 4;
    static constexpr unsigned kHeadWords = 1u << (3 * kHeadLength);

    TAQUIN_INLINE std::uint64_t index_on(Placement placement, int cells) const {
        const int bits = chunk_bits(cells);
        const auto first = static_cast<std::size_t>(placement & (single(bits) - 1));
        const auto second = static_cast<std::size_t>(occupied_cells(placement) >> bits & (single(bits) - 1));
        auto taken = static_cast<std::size_t>(std::popcount(first));
        std::uint64_t rank = set_ranks_[0][first] + set_ranks_[1][taken << bits | second];
        if (2 * bits < cells) {
            taken += static_cast<std::size_t>(std::popcount(second));
            rank += set_ranks_[2][taken << bits | static_cast<std::size_t>(occupied_cells(placement) >> (2 * bits))];
        }
        const auto order = static_cast<std::size_t>(placement >> kOrderShift);
        return rank * orders_ + head_ranks_[order % kHeadWords] + tail_ranks_[order / kHeadWords];
    }

    static std::uint32_t chunk_rank(CellSet set, int first_cell, int taken) {
        std::uint64_t rank = 0;
        for_each_cell(set, [&](int cell) { rank += binomial(first_cell + cell, ++taken); });
        return static_cast<std::uint32_t>(rank);
    }
    // What the first four positions add to the rank: how many slots smaller than each are still to come.
    std::uint16_t head_rank(unsigned word) const {
        std::uint64_t rank = 0;
        for (int i = 0; i < std::min(tiles_, kHeadLength); ++i) {
            const unsigned slot = word >> (3 * i) & 7;
            unsigned smaller_to_come = slot;
            for (int j = 0; j < i; ++j) smaller_to_come -= (word >> (3 * j) & 7) < slot ? 1 : 0;
            rank += smaller_to_come * factorial(tiles_ - 1 - i);
        }
        return static_cast<std::uint16_t>(rank);  // words that repeat a slot get nonsense, and are never looked up
    }
    // The rest is ranked among itself.
    std::uint16_t tail_rank(unsigned word) const {
        SlotOrder tail{};
        const int length = std::max(0, tiles_ - kHeadLength);
        for (int i = 0; i < length; ++i) tail[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(word >> (3 * i) & 7);
        return static_cast<std::uint16_t>(rank_order({tail.data(), static_cast<std::size_t>(length)}));
    }

    int cells_;
    int tiles_;
    std::uint64_t orders_;
    std::array<std::vector<std::uint32_t>, 3> set_ranks_;
    std::array<std::uint16_t, kHeadWords> head_ranks_{};
    std::array<std::uint16_t, kHeadWords> tail_ranks_{};
};

}  // namespace taquin::optimal
