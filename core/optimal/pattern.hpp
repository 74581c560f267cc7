// SPDX-License-Identifier: MIT
// What a pattern database is: which tiles it follows, and where the entry of a placement of those tiles stands.
//
// A tile is named by its goal cell, so one table serves every goal arrangement with the same blank cell. An entry is
// the fewest moves *of pattern tiles* that bring them home (so entries of disjoint patterns add up), minimised over
// the region of free cells in which the blank may be ("blank-compressed"). Only the region of the blank's goal cell
// matters; `blank` is its lowest cell, which makes equal tables compare equal.
//
// Encoding: 4 bits an entry, (entry - Manhattan distance) / 2, two entries a byte, the even index in the low half.
// The search follows Manhattan distance anyway, so the difference is what it needs; halving the table halves the
// cache misses, and the file. Differences above 15 are stored as 15: still admissible, and seen only on long 2 x n boards.
//
// Index: *direct*, one base-`cells` digit per tile, costs one addition to follow through a move; it wastes the
// placements in which two tiles share a cell. *Ranked*, rank of the set of occupied cells times k! plus rank of the
// order in which the tiles stand on them, wastes nothing. Direct is used up to 2^28 entries (128 MiB: six tiles on
// 5x5, five on 6x6) as long as it is at most 4 times the ranked table, so that 7 and 8 tiles on 4x4 are ranked.
#pragma once

#include <limits>
#include <new>
#include <span>

#include "geometry.hpp"

namespace taquin::optimal {

inline constexpr int kMaxPatternTiles = 8;
inline constexpr int kMaxDifference = 15;

enum class IndexScheme { direct, ranked };

// n (n-1) ... (n-k+1): the number of placements of k tiles on n cells.
constexpr std::uint64_t placements(int n, int k) {
    std::uint64_t result = 1;
    for (int i = 0; i < k; ++i) result *= static_cast<std::uint64_t>(n - i);
    return result;
}
constexpr std::uint64_t factorial(int k) { return placements(k, k); }
constexpr std::uint64_t binomial(int n, int k) { return k > n ? 0 : placements(n, k) / factorial(k); }
constexpr std::uint64_t power(int base, int exponent) {
    std::uint64_t result = 1;
    for (int i = 0; i < exponent; ++i) result *= static_cast<std::uint64_t>(base);
    return result;
}

// A number of elements as memory counts them; where that has 32 bits, some tables are too large for the machine.
inline std::size_t memory_size(std::uint64_t elements) {
    if (elements > std::numeric_limits<std::size_t>::max()) throw std::bad_alloc();
    return static_cast<std::size_t>(elements);
}

struct Pattern {
    Shape shape;
    int blank = 0;
    // Goal cells, ascending; the position of a tile in this list is its *slot*.
    std::vector<int> tiles;

    int size() const { return static_cast<int>(tiles.size()); }
    bool operator==(const Pattern&) const = default;

    IndexScheme scheme() const {
        const std::uint64_t direct = power(shape.cells(), size());
        const std::uint64_t ranked = placements(shape.cells(), size());
        // Up to four tiles a table is tiny, however much of it is waste.
        const bool small = size() <= 4 || direct <= 4 * ranked;
        return small && direct <= std::uint64_t{1} << 28 ? IndexScheme::direct : IndexScheme::ranked;
    }
    std::uint64_t entries() const {
        return scheme() == IndexScheme::direct ? power(shape.cells(), size()) : placements(shape.cells(), size());
    }
    std::uint64_t bytes() const { return (entries() + 1) / 2; }

    CellSet goal_cells() const {
        CellSet set = 0;
        for (const int tile : tiles) set |= single(tile);
        return set;
    }
};

// Checks and normalises: tiles sorted, `blank` replaced by the lowest cell of its region.
inline Pattern make_pattern(const Shape& shape, int blank_goal, std::vector<int> tiles) {
    check_shape(shape);
    std::sort(tiles.begin(), tiles.end());
    Pattern pattern{shape, blank_goal, std::move(tiles)};
    check_blank(shape, blank_goal);
    if (pattern.tiles.empty() || pattern.size() > kMaxPatternTiles || pattern.size() >= shape.cells())
        throw std::invalid_argument("expected a pattern of 1 to 8 tiles, not " + std::to_string(pattern.size()));
    if (std::adjacent_find(pattern.tiles.begin(), pattern.tiles.end()) != pattern.tiles.end())
        throw std::invalid_argument("a pattern names the same tile twice");
    for (const int tile : pattern.tiles)
        if (tile < 0 || tile >= shape.cells() || tile == blank_goal)
            throw std::invalid_argument("expected goal cells of tiles, not " + std::to_string(tile));
    pattern.blank = lowest(Regions(shape).region_of(blank_goal, all_cells(shape) & ~pattern.goal_cells()));
    return pattern;
}

inline unsigned read_entry(const std::uint8_t* table, std::uint64_t index) {
    return static_cast<unsigned>(table[static_cast<std::size_t>(index >> 1)] >> ((index & 1) * 4)) & 15u;
}

// Rank of a set among the sets of equal size, in ascending order of their masks.
inline std::uint64_t rank_set(CellSet set) {
    std::uint64_t rank = 0;
    int taken = 0;
    for_each_cell(set, [&](int cell) { rank += binomial(cell, ++taken); });
    return rank;
}

// Rank of a sequence of distinct numbers among its rearrangements, in lexicographic order.
inline std::uint64_t rank_order(std::span<const std::uint8_t> order) {
    std::uint64_t rank = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        std::uint64_t smaller_later = 0;
        for (std::size_t j = i + 1; j < order.size(); ++j) smaller_later += order[j] < order[i] ? 1 : 0;
        rank = rank * (order.size() - i) + smaller_later;
    }
    return rank;
}

// An order of up to eight slots: which tile stands on the first occupied cell, on the second, ...
using SlotOrder = std::array<std::uint8_t, kMaxPatternTiles>;

// The inverse of `rank_order` for the slots 0 .. tiles-1.
inline SlotOrder unrank_order(std::uint64_t rank, int tiles) {
    SlotOrder order{};
    unsigned unused = (1u << tiles) - 1;
    for (int i = 0; i < tiles; ++i) {
        std::uint64_t smaller = rank / factorial(tiles - 1 - i) % static_cast<std::uint64_t>(tiles - i);
        unsigned candidates = unused;
        for (; smaller > 0; --smaller) candidates &= candidates - 1;
        order[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(std::countr_zero(candidates));
        unused &= ~(candidates & (~candidates + 1));
    }
    return order;
}

// The index of a placement (`cells[slot]` is where that tile stands): plain and slow, the definition of the format.
inline std::uint64_t entry_index(const Pattern& pattern, std::span<const std::uint8_t> cells) {
    if (pattern.scheme() == IndexScheme::direct) {
        std::uint64_t index = 0;
        for (std::size_t slot = cells.size(); slot-- > 0;)
            index = index * static_cast<std::uint64_t>(pattern.shape.cells()) + cells[slot];
        return index;
    }
    CellSet occupied = 0;
    for (const std::uint8_t cell : cells) occupied |= single(cell);
    SlotOrder order{};
    for (std::size_t slot = 0; slot < cells.size(); ++slot)
        order[static_cast<std::size_t>(std::popcount(occupied & below(cells[slot])))] = static_cast<std::uint8_t>(slot);
    return rank_set(occupied) * factorial(pattern.size()) + rank_order({order.data(), cells.size()});
}

}  // namespace taquin::optimal
