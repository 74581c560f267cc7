// SPDX-License-Identifier: MIT
// Beams ordered by a learned network, many boards at once or one as wide as the card's memory: what `core/large/network.hpp` and
// `wide_beam.hpp` do on a processor, and the same values.
//
//     TAQUIN_SIDE     of the boards, 3 to 8
//     TAQUIN_UNITS    of the network, twins and filling included: a multiple of 8 for each lane of a warp
//
// Every board to solve has `width` places in each array. A child is known by its parent's place and the blank's move, four to a place.
// A layer takes three passes: `price_layer` gives every child that is new its value, `choose` finds the value up to which there is
// room, `keep_layer` writes down the children that stay. Lanes of a warp find out about a child each; the units of one child are
// summed up by all of them.
#pragma once

#include "warp.h"

namespace taquin {

constexpr u32 kSide = TAQUIN_SIDE;
constexpr u32 kCells = kSide * kSide;
constexpr u32 kMoves = 4;
constexpr u32 kNoMove = 4;
constexpr u32 kUnits = TAQUIN_UNITS;
constexpr u32 kQuads = kUnits / 8;  // of the sums of a board, two to a word
constexpr u32 kQuadsOfLane = kQuads / kLanes;
constexpr u32 kCeiling = 362;  // this and the next two as in `core/large/network.hpp`
constexpr int kCutShift = 1;
constexpr int kShift = 16;
constexpr u32 kBins = 1 << 13;  // as `taquin.engines.gpu.value_beam` has it; so is the next
constexpr int kBinShift = 2;    // from values, 64 to a move, to bins
constexpr int kFineBins = 3 * (kBins / 4);
constexpr int kWideBinShift = 3;
constexpr u32 kNone = 0xFFFFFFFF;
constexpr int kDropped = 0x7FFFFFFF;

static_assert(kUnits % (8 * kLanes) == 0, "every lane has as many units");

struct alignas(16) Board {
    u64 hash;
    int line;  // the part of the value that no units add
    unsigned short distance;  // Manhattan
    u8 blank;
    u8 last;  // move
    u8 tile[(kCells + 15) / 16 * 16];
};

// What there is to know of a network, by the tile and its cell, by the kind of move, or by unit.
struct Network {
    const int* lines;
    const u64* hashes;
    const Quad* rows;
    const Quad* weights;
};

TAQUIN_BOTH int low_half(u32 word) { return static_cast<short>(word & 0xFFFFu); }
TAQUIN_BOTH int high_half(u32 word) { return static_cast<int>(word) >> 16; }
TAQUIN_BOTH u32 packed(int low, int high) { return (static_cast<u32>(low) & 0xFFFFu) | static_cast<u32>(high) << 16; }

// Two sums at once; nothing is carried from one into the other.
TAQUIN_BOTH u32 added(u32 one, u32 other) {
    return ((one & 0x7FFF7FFFu) + (other & 0x7FFF7FFFu)) ^ ((one ^ other) & 0x80008000u);
}

// Two sums after a step, cut to 0 .. kCeiling.
TAQUIN_DEVICE u32 cut_after(u32 sums, u32 step) {
#ifdef __CUDACC__
    return __viaddmin_s16x2_relu(sums, step, packed(kCeiling, kCeiling));
#else
    const auto cut = [](int sum) { return sum < 0 ? 0 : sum > static_cast<int>(kCeiling) ? static_cast<int>(kCeiling) : sum; };
    const u32 sum = added(sums, step);
    return packed(cut(low_half(sum)), cut(high_half(sum)));
#endif
}

TAQUIN_BOTH bool can_move(u32 blank, u32 move) {
    switch (move) {
        case 0: return blank >= kSide;
        case 1: return blank % kSide != 0;
        case 2: return blank % kSide != kSide - 1;
        default: return blank < kCells - kSide;
    }
}
TAQUIN_BOTH u32 cell_after(u32 cell, u32 move) {
    switch (move) {
        case 0: return cell - kSide;
        case 1: return cell - 1;
        case 2: return cell + 1;
        default: return cell + kSide;
    }
}
TAQUIN_BOTH u32 opposite(u32 move) { return 3 - move; }

TAQUIN_BOTH int apart(u32 one, u32 other) { return one > other ? static_cast<int>(one - other) : static_cast<int>(other - one); }
TAQUIN_BOTH int distance_from_home(u32 tile, u32 cell) {
    const u32 home = tile - 1;
    return apart(home / kSide, cell / kSide) + apart(home % kSide, cell % kSide);
}

// Which row a move changes the sums by: the tile that moves, whence, and the blank's move.
TAQUIN_BOTH u32 kind_of(u32 tile, u32 from, u32 move) { return (tile * kCells + from) * kMoves + move; }

// A child, before anything is written down of it.
struct Child {
    u64 hash;
    int line;
    int distance;
    u32 from;  // where the blank goes
    u32 tile;
    u32 kind;
};

TAQUIN_DEVICE Child child_of(const Network& network, const Board& parent, u32 move) {
    Child child;
    const u32 blank = parent.blank;
    child.from = cell_after(blank, move);
    child.tile = parent.tile[child.from];
    const u32 now = child.tile * kCells + blank, before = child.tile * kCells + child.from;
    child.hash = parent.hash + network.hashes[now] - network.hashes[before];
    child.line = parent.line + network.lines[now] - network.lines[before] + network.lines[child.from] - network.lines[blank];
    child.distance = parent.distance + distance_from_home(child.tile, blank) - distance_from_home(child.tile, child.from);
    child.kind = kind_of(child.tile, child.from, move);
    return child;
}

// Boards met of late: pairs of places, one of which is written to in this layer. False if the board was there.
TAQUIN_DEVICE bool is_new(u64* seen, u32 pairs, u32 written, u64 hash) {
    u64* pair = seen + 2 * ((hash >> 24) & (pairs - 1));
    if (pair[written ^ 1] == hash) return false;
    return exchange(pair + written, hash) != hash;
}

// A unit counts by its square.
TAQUIN_BOTH int squared(u32 cut) { return static_cast<int>((cut >> kCutShift) * (cut >> kCutShift)); }

// What the units of a child add to its value, in every lane; `sums` are those of its parent that are this lane's.
TAQUIN_DEVICE int counted(const Quad (&sums)[kQuadsOfLane], const Quad* row, const int (&weights)[8 * kQuadsOfLane]) {
    int total = 0;
#pragma unroll
    for (u32 quad = 0; quad < kQuadsOfLane; ++quad) {
        const Quad step = row[quad * kLanes + lane()];
#pragma unroll
        for (u32 word = 0; word < 4; ++word) {
            const u32 cut = cut_after(sums[quad].word[word], step.word[word]);
            total += squared(cut & 0xFFFFu) * weights[8 * quad + 2 * word];
            total += squared(cut >> 16) * weights[8 * quad + 2 * word + 1];
        }
    }
    return total_of_lanes(total) >> kShift;
}

// Beyond 384 moves bins are wider: no board of 8x8 is out of their reach.
TAQUIN_BOTH u32 bin_of(int value) {
    const int fine = value >> kBinShift;
    const int bin = fine < kFineBins ? fine : kFineBins + ((fine - kFineBins) >> kWideBinShift);
    return bin < 0 ? 0 : bin >= static_cast<int>(kBins) ? kBins - 1 : static_cast<u32>(bin);
}

// What is asked of a layer.
struct Layer {
    const Board* boards;
    const Quad* sums;
    const u32* counts;  // places taken, by board to solve
    u32 width;
    u32 solves;  // boards to solve

    TAQUIN_DEVICE u64 children() const { return static_cast<u64>(solves) * width * kMoves; }
    TAQUIN_DEVICE bool is_taken(u32 place) const { return place % width < counts[place / width]; }
};

TAQUIN_DEVICE u64 first_child() { return (static_cast<u64>(blockIdx.x) * blockDim.x + threadIdx.x) / kLanes * kLanes; }
TAQUIN_DEVICE u64 children_at_once() { return static_cast<u64>(gridDim.x) * blockDim.x; }

}  // namespace taquin
