// SPDX-License-Identifier: MIT
// Pattern databases on the card: building them, and laying them out for the search.
//
//     TAQUIN_CELLS, TAQUIN_COLS    the board, at most 30 cells
//     TAQUIN_TILES                 tiles of the pattern, at most 8
//     TAQUIN_DIRECT                how the table's file is indexed: 1 direct, 0 ranked (core/optimal/pattern.hpp)
//     TAQUIN_FIELD_BITS, TAQUIN_ENTRY_BITS    how the search indexes it (node.h)
//
// A table holds, for every placement of its tiles, the fewest moves of those tiles that bring them home, over all
// places of the blank. Breadth first from home: what counts is the placement and the *region* of free cells that the blank is
// in, for it walks there without moving a pattern tile. A placement has at most eight regions, so a byte says which are
// reached; two bits more say whether the placement is new on this level or the next.
#pragma once

#include "base.h"

namespace taquin {

constexpr int kCells = TAQUIN_CELLS;
constexpr int kCols = TAQUIN_COLS;
constexpr int kTiles = TAQUIN_TILES;
constexpr int kFieldBits = TAQUIN_FIELD_BITS;
constexpr int kEntryBits = TAQUIN_ENTRY_BITS;
constexpr bool kDirect = TAQUIN_DIRECT != 0;
constexpr u32 kAllCells = (1u << kCells) - 1;
constexpr u32 kMaxEntry = 15;
static_assert(kCells <= 30 && kTiles <= 8, "sets of cells are words, and regions fit a byte");

TAQUIN_BOTH u32 bits_in(u32 word) {
#ifdef __CUDA_ARCH__
    return static_cast<u32>(__popc(word));
#else
    return static_cast<u32>(__builtin_popcount(word));
#endif
}
TAQUIN_BOTH u32 first_bit(u32 word) { return word & (~word + 1); }

// Cells by slot: the order of the pattern's tiles.
struct Placement {
    u8 cell[kTiles];
};

TAQUIN_BOTH u32 occupied(const Placement& placement) {
    u32 cells = 0;
#pragma unroll
    for (int slot = 0; slot < kTiles; ++slot) cells |= 1u << placement.cell[slot];
    return cells;
}

// The builder numbers placements by mixed radix: each tile's cell among those that the slots before leave free.
TAQUIN_BOTH constexpr u32 placements() {
    u32 count = 1;
    for (int slot = 0; slot < kTiles; ++slot) count *= static_cast<u32>(kCells - slot);
    return count;
}
TAQUIN_BOTH u32 number_of(const Placement& placement) {
    u32 taken = 0;
    u32 number = 0;
#pragma unroll
    for (int slot = 0; slot < kTiles; ++slot) {
        const u32 cell = placement.cell[slot];
        number = number * static_cast<u32>(kCells - slot) + cell - bits_in(taken & ((1u << cell) - 1));
        taken |= 1u << cell;
    }
    return number;
}
TAQUIN_BOTH Placement placement_at(u32 number) {
    Placement placement;
#pragma unroll
    for (int slot = kTiles - 1; slot >= 0; --slot) {
        placement.cell[slot] = static_cast<u8>(number % static_cast<u32>(kCells - slot));
        number /= static_cast<u32>(kCells - slot);
    }
#pragma unroll
    for (int slot = kTiles - 2; slot >= 0; --slot)
#pragma unroll
        for (int later = slot + 1; later < kTiles; ++later)
            placement.cell[later] = static_cast<u8>(placement.cell[later] + (placement.cell[later] >= placement.cell[slot] ? 1 : 0));
    return placement;
}

// --- The index of a file ---

constexpr int kBinomialColumns = 9;  // binomials[cell * kBinomialColumns + taken]

TAQUIN_BOTH u32 file_index(const Placement& placement, const u32* binomials) {
    u32 index = 0;
    if (kDirect) {
#pragma unroll
        for (int slot = kTiles - 1; slot >= 0; --slot) index = index * kCells + placement.cell[slot];
        return index;
    }
    // Rank of the set of cells, then rank of the order in which the tiles stand on them.
    const u32 cells = occupied(placement);
    u32 smaller_later[kTiles];
#pragma unroll
    for (int slot = 0; slot < kTiles; ++slot) {
        const u32 cell = placement.cell[slot];
        const u32 before = bits_in(cells & ((1u << cell) - 1));
        index += binomials[cell * kBinomialColumns + before + 1];
        u32 count = 0;
#pragma unroll
        for (int smaller = 0; smaller < slot; ++smaller) count += placement.cell[smaller] > cell ? 1 : 0;
        smaller_later[slot] = count | before << 8;
    }
    for (u32 position = 0; position < kTiles; ++position) {
        u32 digit = 0;
#pragma unroll
        for (int slot = 0; slot < kTiles; ++slot)
            if (smaller_later[slot] >> 8 == position) digit = smaller_later[slot] & 255u;
        index = index * (kTiles - position) + digit;
    }
    return index;
}

// --- Building ---

constexpr int kDirections = 4;
TAQUIN_BOTH constexpr u32 first_column() {
    u32 cells = 0;
    for (int cell = 0; cell < kCells; cell += kCols) cells |= 1u << cell;
    return cells;
}
TAQUIN_BOTH u32 region_of(u32 seed, u32 free) {
    constexpr u32 left_edge = first_column();
    constexpr u32 right_edge = left_edge << (kCols - 1);
    for (u32 region = seed;;) {
        const u32 grown = (region | region << kCols | region >> kCols | (region & ~right_edge) << 1 | (region & ~left_edge) >> 1) & free;
        if (grown == region) return region;
        region = grown;
    }
}
// Regions of a placement are numbered by their lowest cells.
TAQUIN_BOTH u32 region_number(u32 region, u32 free) {
    u32 number = 0;
    while ((first_bit(free) & region) == 0) {
        free &= ~region_of(first_bit(free), free);
        ++number;
    }
    return number;
}
TAQUIN_BOTH u32 cells_of_regions(u32 numbers, u32 free) {
    u32 cells = 0;
    for (; numbers != 0 && free != 0; numbers >>= 1) {
        const u32 region = region_of(first_bit(free), free);
        if ((numbers & 1u) != 0) cells |= region;
        free &= ~region;
    }
    return cells;
}

TAQUIN_BOTH int steps_between(int a, int b) {
    const int down = a / kCols - b / kCols;
    const int right = a % kCols - b % kCols;
    return (down < 0 ? -down : down) + (right < 0 ? -right : right);
}
TAQUIN_BOTH u32 manhattan(const Placement& placement, const Placement& home) {
    u32 sum = 0;
#pragma unroll
    for (int slot = 0; slot < kTiles; ++slot) sum += static_cast<u32>(steps_between(placement.cell[slot], home.cell[slot]));
    return sum;
}
TAQUIN_BOTH u32 entry_of(u32 depth, u32 distance) {
    const u32 entry = (depth - distance) / 2;
    return entry < kMaxEntry ? entry : kMaxEntry;
}

// Calls `reach(placement, region number)` for everything one slide away from a placement, the blank being in one of the
// regions whose bits are set.
template <class Reach>
TAQUIN_BOTH void for_each_slide(Placement placement, u32 regions, Reach&& reach) {
    const u32 cells = occupied(placement);
    const u32 blank = cells_of_regions(regions, kAllCells & ~cells);
#pragma unroll
    for (int slot = 0; slot < kTiles; ++slot) {
        const int from = placement.cell[slot];
#pragma unroll 1
        for (int direction = 0; direction < kDirections; ++direction) {
            const int to = from + (direction == 0 ? -kCols : direction == 1 ? -1 : direction == 2 ? 1 : kCols);
            if (to < 0 || to >= kCells || (blank >> to & 1u) == 0) continue;
            if ((direction == 1 && from % kCols == 0) || (direction == 2 && to % kCols == 0)) continue;
            const u32 free = kAllCells & ~((cells & ~(1u << from)) | 1u << to);
            placement.cell[slot] = static_cast<u8>(to);
            reach(placement, region_number(region_of(1u << from, free), free));
            placement.cell[slot] = static_cast<u8>(from);
        }
    }
}

// --- Laying out ---

// One word of the table as the search indexes it, read from the file's bytes.
TAQUIN_BOTH u32 search_word(const u8* file, const u32* binomials, u32 number) {
    constexpr u32 per_word = 32 / kEntryBits;
    constexpr u32 largest = (1u << kEntryBits) - 1;
    u32 word = 0;
    for (u32 place = 0; place < per_word; ++place) {
        const u64 index = static_cast<u64>(number) * per_word + place;
        Placement placement;
        u32 cells = 0;
        bool real = true;
#pragma unroll
        for (int slot = 0; slot < kTiles; ++slot) {
            const u32 cell = static_cast<u32>(index >> (kFieldBits * slot)) & ((1u << kFieldBits) - 1);
            real = real && cell < static_cast<u32>(kCells) && (cells >> cell & 1u) == 0;
            cells |= 1u << cell;
            placement.cell[slot] = static_cast<u8>(cell);
        }
        if (!real) continue;
        const u32 at = file_index(placement, binomials);
        const u32 entry = file[at >> 1] >> (4 * (at & 1u)) & kMaxEntry;
        word |= (entry < largest ? entry : largest) << (kEntryBits * place);
    }
    return word;
}

}  // namespace taquin
