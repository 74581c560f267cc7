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
constexpr u32 kLeft = 1, kRight = 2, kDown = 3;
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
constexpr u32 kDraws = 4;  // as `taquin.engines.gpu.lessons` has it

static_assert(kUnits % (8 * kLanes) == 0, "every lane has as many units");

// What a cell holds, as its neighbours see it: the class in pairs in the low byte, that in squares in the high one. There are as many as
// in `core/large/local_features.hpp`; the last ones are the blank and nothing, outside.
using Class = unsigned short;
constexpr u32 kPairClasses = 123;
constexpr u32 kSquareClasses = 11;
constexpr u32 kOutside = (kSquareClasses - 1) << 8 | (kPairClasses - 1);
constexpr u32 kBlank = (kSquareClasses - 2) << 8 | (kPairClasses - 2);

struct alignas(16) Board {
    u64 hash;
    int line;  // the part of the value that no units add: lines and near numbers
    unsigned short distance;  // Manhattan
    u8 blank;
    u8 last;  // move
    u8 tile[(kCells + 15) / 16 * 16];
};

// What there is to know of a network, by the tile and its cell, by neighbours, or by the kind of move.
struct Network {
    const int* lines;
    const u64* hashes;
    const Class* classes;
    const short* near;  // the numbers of pairs, then those of squares, then that of two tiles that have to pass one another
    const Quad* rows;
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

// The class of a cell; rows and columns may be one less than there are, or one more.
TAQUIN_DEVICE u32 class_at(const Network& network, const u8* tiles, u32 row, u32 col) {
    if (row >= kSide || col >= kSide) return kOutside;
    const u32 cell = row * kSide + col;
    return network.classes[tiles[cell] * kCells + cell];
}

// Where the numbers of squares begin, and the one of two tiles that have to pass one another.
constexpr u32 kSquares = kPairClasses * kMoves * kPairClasses;
constexpr u32 kPassing = kSquares + kSquareClasses * kSquareClasses * kSquareClasses * kSquareClasses;

// The number of a pair, from left to right or from above, and that of a square of four cells.
TAQUIN_DEVICE int pair_number(const Network& network, u32 cell, u32 direction, u32 neighbour) {
    return network.near[((cell & 0xFF) * kMoves + direction) * kPairClasses + (neighbour & 0xFF)];
}
TAQUIN_DEVICE int square_number(const Network& network, u32 upper_left, u32 upper_right, u32 lower_left, u32 lower_right) {
    const u32 upper = (upper_left >> 8) * kSquareClasses + (upper_right >> 8), lower = (lower_left >> 8) * kSquareClasses + (lower_right >> 8);
    return network.near[kSquares + upper * kSquareClasses * kSquareClasses + lower];
}

// What all neighbours add to the value, in every lane: there is a pair or a square with every edge, too.
TAQUIN_DEVICE int near_total(const Network& network, const u8* tiles) {
    constexpr u32 kWide = kSide + 1;
    int sum = 0;
    for (u32 number = lane(); number < kWide * kWide; number += kLanes) {
        const u32 row = number / kWide - 1, col = number % kWide - 1;
        const u32 cell = class_at(network, tiles, row, col), right = class_at(network, tiles, row, col + 1);
        const u32 below = class_at(network, tiles, row + 1, col), aslant = class_at(network, tiles, row + 1, col + 1);
        sum += pair_number(network, cell, kRight, right) + pair_number(network, cell, kDown, below) + square_number(network, cell, right, below, aslant);
    }
    return total_of_lanes(sum);
}

// The two cells that a move changes, in the middle, and those around them. Where the move is along a column, this is their mirror image
// in the diagonal: so lanes do the same, whatever their moves are.
using Strip = u32[3][4];

// What is added by all pairs and squares that one of the two cells is part of.
TAQUIN_DEVICE int near_sum(const Network& network, const Strip& strip, bool in_row) {
    const u32 along = in_row ? kRight : kDown, across = in_row ? kDown : kRight;
    int sum = 0;
#pragma unroll
    for (u32 row = 0; row < 2; ++row)
#pragma unroll
        for (u32 col = 0; col < 3; ++col) {
            const u32 cell = strip[row][col], next = strip[row][col + 1], below = strip[row + 1][col], aslant = strip[row + 1][col + 1];
            sum += square_number(network, cell, in_row ? next : below, in_row ? below : next, aslant);
            if (row == 1) sum += pair_number(network, cell, along, next);
            if (col != 0) sum += pair_number(network, cell, across, below);
        }
    return sum;
}

// By how much a move changes what neighbours add: the tile comes from one cell to the other, which was empty.
TAQUIN_DEVICE int near_change(const Network& network, const Board& board, u32 move, u32 from, u32 tile) {
    const bool in_row = move == kLeft || move == kRight;
    const bool tile_first = move == kRight || move == kDown;  // after the move, of the two cells
    const u32 first = tile_first ? board.blank : from;
    Strip strip;
#pragma unroll
    for (u32 row = 0; row < 3; ++row)
#pragma unroll
        for (u32 col = 0; col < 4; ++col)
            strip[row][col] = class_at(network, board.tile, first / kSide + (in_row ? row : col) - 1, first % kSide + (in_row ? col : row) - 1);
    const int before = near_sum(network, strip, in_row);
    const u32 now = network.classes[tile * kCells + board.blank];
    strip[1][1] = tile_first ? now : kBlank;
    strip[1][2] = tile_first ? kBlank : now;
    return near_sum(network, strip, in_row) - before;
}

// The row or the column of a cell, and the place in it.
TAQUIN_BOTH u32 line_of_cell(u32 cell, bool is_row) { return is_row ? cell / kSide : cell % kSide; }
TAQUIN_BOTH u32 place_in_line(u32 cell, bool is_row) { return line_of_cell(cell, !is_row); }

// How many tiles a tile has to pass in its own row, or column, if it is at this place there, or comes to it: they belong there, too.
TAQUIN_DEVICE int in_its_way(const u8* tiles, u32 tile, u32 at, bool is_row) {
    const u32 line = line_of_cell(tile - 1, is_row), place = place_in_line(tile - 1, is_row);
    const u8* cells = tiles + line * (is_row ? kSide : 1);
    int count = 0;
#pragma unroll
    for (u32 other = 0; other < kSide; ++other) {
        const u32 neighbour = cells[other * (is_row ? 1 : kSide)];
        const bool belongs = neighbour != 0 && line_of_cell(neighbour - 1, is_row) == line;
        count += belongs && other != at && (other > at) == (place_in_line(neighbour - 1, is_row) < place);
    }
    return count;
}

// What all pairs of tiles that have to pass one another add to the value, in every lane; they are met twice, once from each.
TAQUIN_DEVICE int passing_total(const Network& network, const u8* tiles) {
    int twice = 0;
    for (u32 number = lane(); number < 2 * kCells; number += kLanes) {
        const bool is_row = number < kCells;
        const u32 cell = number % kCells, tile = tiles[cell];
        if (tile != 0 && line_of_cell(tile - 1, is_row) == line_of_cell(cell, is_row)) twice += in_its_way(tiles, tile, place_in_line(cell, is_row), is_row);
    }
    return network.near[kPassing] * (total_of_lanes(twice) / 2);
}

// By how much a move changes that: only if the tile leaves or enters its own line, as those that slide along one pass none.
TAQUIN_DEVICE int passing_change(const Network& network, const Board& board, u32 move, u32 from, u32 tile) {
    const bool is_row = move != kLeft && move != kRight;
    const u32 line = line_of_cell(tile - 1, is_row);
    const bool enters = line == line_of_cell(board.blank, is_row), leaves = line == line_of_cell(from, is_row);
    if (!enters && !leaves) return 0;
    const int count = in_its_way(board.tile, tile, place_in_line(from, is_row), is_row);
    return network.near[kPassing] * (enters ? count : -count);
}

// Which row a move changes the sums by: the tile that moves, whence, and the blank's move.
TAQUIN_BOTH u32 kind_of(u32 tile, u32 from, u32 move) { return (tile * kCells + from) * kMoves + move; }

// A child, before anything is written down of it.
struct Child {
    u64 hash;
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
    child.distance = parent.distance + distance_from_home(child.tile, blank) - distance_from_home(child.tile, child.from);
    child.kind = kind_of(child.tile, child.from, move);
    return child;
}

// The part of a child's value that no units add. Found out only for those that are new: neighbours are some forty lookups.
TAQUIN_DEVICE int line_of(const Network& network, const Board& parent, u32 move, const Child& child) {
    const int passing = passing_change(network, parent, move, child.from, child.tile);
    const int* of_tile = network.lines + child.tile * kCells;
    const int change = of_tile[parent.blank] - of_tile[child.from] + network.lines[child.from] - network.lines[parent.blank];
    return parent.line + passing + change + near_change(network, parent, move, child.from, child.tile);
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

// The weights of the units that are this lane's.
TAQUIN_DEVICE void load_weights(const Quad* weights, int (&own)[8 * kQuadsOfLane]) {
    for (u32 quad = 0; quad < kQuadsOfLane; ++quad)
        for (u32 word = 0; word < 4; ++word) {
            const u32 two = weights[quad * kLanes + lane()].word[word];
            own[8 * quad + 2 * word] = low_half(two);
            own[8 * quad + 2 * word + 1] = high_half(two);
        }
}

// The value of a board that is written down, in every lane. The first row is that of no move and changes nothing.
TAQUIN_DEVICE int value_at(const Board* boards, const Quad* sums, u64 place, const Quad* rows, const int (&weights)[8 * kQuadsOfLane]) {
    Quad own_sums[kQuadsOfLane];
    for (u32 quad = 0; quad < kQuadsOfLane; ++quad) own_sums[quad] = sums[place * kQuads + quad * kLanes + lane()];
    return boards[place].line + counted(own_sums, rows, weights);
}

// What is asked of a layer.
struct Layer {
    const Board* boards;
    const Quad* sums;
    const u32* counts;  // places taken, by board to solve
    u32 width;
    u32 solves;  // boards to solve

    // Of a beam that is alone those that are there, however much room it has.
    TAQUIN_DEVICE u64 children() const { return (solves == 1 ? counts[0] : static_cast<u64>(solves) * width) * kMoves; }
    TAQUIN_DEVICE bool is_taken(u32 place) const { return place % width < counts[place / width]; }
};

TAQUIN_DEVICE u64 first_child() { return (static_cast<u64>(blockIdx.x) * blockDim.x + threadIdx.x) / kLanes * kLanes; }
TAQUIN_DEVICE u64 children_at_once() { return static_cast<u64>(gridDim.x) * blockDim.x; }

}  // namespace taquin
