// SPDX-License-Identifier: MIT
// A node of the search on the card, and how its children are made.
//
// NVRTC compiles this file for the card and a C++ compiler for the tests, so it uses nothing but the language. The board is
// fixed by macros: with every size known to the compiler the loops below vanish.
//
//     TAQUIN_CELLS, TAQUIN_COLS    the board, at most 30 cells
//     TAQUIN_FIELD_BITS            bits that name a cell: 4 up to 16 cells, else 5
//     TAQUIN_GROUPS                groups of tiles, at most TAQUIN_FIELD_BITS
//     TAQUIN_GROUP_SIZES           tiles of each group, a hexadecimal digit each, the first group's lowest
//     TAQUIN_VIEWS                 1, or 2: by a reflection, or by other groups of the same sizes
//     TAQUIN_ENTRY_BITS            bits of a table entry: 2 or 4
//     TAQUIN_PATH_WORDS            words of 16 moves that a node carries, 0 for none
//
// A node holds, for every view and group, one word with a field per tile: the cell it stands on. That word *is* the index into
// the group's table, so a move is one addition to it, and the words of the first view are also the board.
//
// The bound of the iteration is not stored. A node holds instead the moves that are left to the bound, and per view
//
//     (moves left - Manhattan distance) / 2 - sum of the groups' entries
//
// in the top byte of a word whose lower nibbles are those entries. Lengths of solutions have one parity, so the
// division is exact. A node lies beyond the bound when this number is negative, that is, when the word is. A node that is
// not beyond it and has no moves left is the goal.
#pragma once

#include "base.h"

namespace taquin {

constexpr int kCells = TAQUIN_CELLS;
constexpr int kCols = TAQUIN_COLS;
constexpr int kFieldBits = TAQUIN_FIELD_BITS;
constexpr int kGroups = TAQUIN_GROUPS;
constexpr int kViews = TAQUIN_VIEWS;
constexpr int kEntryBits = TAQUIN_ENTRY_BITS;
constexpr int kPathWords = TAQUIN_PATH_WORDS;
constexpr int kMoves = 4;
constexpr int kCodes = 32;

static_assert(kCells <= 30 && kCells <= 1 << kFieldBits, "a field names a cell");
static_assert(kGroups <= kFieldBits, "a tile's code is its field's first bit plus its group");
static_assert(kViews == 1 || kViews == 2, "children follow the first view and the last");
static_assert(kEntryBits == 2 || kEntryBits == 4, "entries divide a word");

TAQUIN_BOTH constexpr int group_size(int group) { return TAQUIN_GROUP_SIZES >> (4 * group) & 15; }

// One bit of every field that a group uses.
TAQUIN_BOTH constexpr u32 bit_of_fields(int group, int bit) {
    u32 word = 0;
    for (int field = 0; field < group_size(group); ++field) word |= 1u << (kFieldBits * field + bit);
    return word;
}

// Moves of the blank: up, left, right, down.
TAQUIN_BOTH int cell_after(int blank, int move) {
    constexpr u32 steps = (static_cast<u32>(-kCols) & 255u) | 255u << 8 | 1u << 16 | static_cast<u32>(kCols) << 24;
    return blank + static_cast<signed char>(steps >> (8 * move));
}

// --- The node ---

// Words of a node, in this order.
constexpr int kPlaces = 0;
constexpr int kSpare = kPlaces + kViews * kGroups;
constexpr int kAutomaton = kSpare + kViews;  // state of the move automaton, and above it the moves still to be tried
constexpr int kJourney = kAutomaton + 1;     // blank's cell, moves left, number of the root
constexpr int kPath = kJourney + 1;
constexpr int kWords = kPath + kPathWords;
constexpr int kQuads = (kWords + 3) / 4;
constexpr u32 kLongestPath = 16 * kPathWords;  // moves that a node can carry

constexpr int kSpareShift = 24;
constexpr int kOpenShift = 28;
constexpr u32 kStateMask = (1u << kOpenShift) - 1;
constexpr int kLeftShift = 5;
constexpr int kRootShift = 13;

struct Node {
    u32 word[4 * kQuads];
};

TAQUIN_BOTH int blank_of(const Node& node) { return static_cast<int>(node.word[kJourney] & 31u); }
TAQUIN_BOTH u32 moves_left(const Node& node) { return node.word[kJourney] >> kLeftShift & 255u; }
TAQUIN_BOTH u32 root_of(const Node& node) { return node.word[kJourney] >> kRootShift; }
TAQUIN_BOTH u32 open_moves(const Node& node) { return node.word[kAutomaton] >> kOpenShift; }

// Only for a node within the bound.
TAQUIN_BOTH bool is_goal(const Node& node) { return moves_left(node) == 0; }

TAQUIN_BOTH void set_open_moves(Node& node, u32 open) {
    node.word[kAutomaton] = (node.word[kAutomaton] & kStateMask) | open << kOpenShift;
}
TAQUIN_BOTH void set_root(Node& node, u32 root) {
    node.word[kJourney] = (node.word[kJourney] & ((1u << kRootShift) - 1)) | root << kRootShift;
}
// Moves the bound of a node up by so many pairs of moves.
TAQUIN_BOTH void raise_bound(Node& node, u32 pairs) {
    node.word[kJourney] += pairs << (kLeftShift + 1);
    for (int view = 0; view < kViews; ++view) node.word[kSpare + view] += pairs << kSpareShift;
}

// --- What a search looks up ---

// What the slide of a tile does; a tile's *code* is kFieldBits * field + group in the first view.
struct alignas(16) Slide {
    u32 step;             // added to the word of its group
    u32 table_and_shift;  // first word of the group's table, a multiple of 32, and below that the shift of the group's entry
    u32 weight;           // what an entry of 1 adds to the spare word: itself in its nibble, minus itself in the top byte
    u32 farther;          // bit c: a tile that slides from cell c gets farther from home
};

struct alignas(16) Keys {
    u32 word[kGroups];  // the cell in every field, as the group names cells
};

// Copied to shared memory by every block; `taquin.engines.gpu.layout` writes it.
struct Lookups {
    Keys keys[kCodes];                      // by cell
    Slide slides[kViews][kMoves][kCodes];   // by tile's code
    // The rest is for whole boards only.
    u32 first_words[kViews][kGroups];       // of the groups' tables
    u32 seats[kViews][kCodes];              // by goal cell: group and field of the tile, kNoSeat for the blank
    u32 cell_names[kViews][kGroups][kCodes];
};
constexpr u32 kNoSeat = 0xFFFF;

// An entry is half of what a group needs beyond its Manhattan distance.
TAQUIN_BOTH u32 entry_at(const u32* tables, u32 first_word, u32 index) {
    constexpr int entries_log = kEntryBits == 2 ? 4 : 3;
    const u32* address = tables + (first_word + (index >> entries_log));
#ifdef __CUDA_ARCH__
    const u32 word = __ldg(address);
#else
    const u32 word = *address;
#endif
    return word >> (index * kEntryBits & 31u) & ((1u << kEntryBits) - 1);
}

// The spare word after a move, with nothing in the place of the moved group's entry.
TAQUIN_BOTH u32 spare_without_entry(u32 spare, const Slide& slide, u32 farther) {
    const u32 old = spare >> (slide.table_and_shift & 31u) & 15u;
    return spare - old * slide.weight - (farther << kSpareShift);
}
TAQUIN_BOTH u32 entry_after(const u32* tables, const Slide& slide, u32 index) {
    return entry_at(tables, slide.table_and_shift & ~31u, index);
}
TAQUIN_BOTH bool beyond_bound(u32 spare) { return static_cast<int>(spare) < 0; }

// Makes the child by one of the open moves of its parent, and tells whether it is within the bound; only then is it written.
TAQUIN_BOTH bool make_child(const Lookups& lookups, const u32* tables, const u32* automaton, const Node& parent, int move, Node& child) {
    const int from = cell_after(blank_of(parent), move);

    // Find the tile: the field that equals the cell's name. Where a word has such a field, the subtraction borrows into the
    // fields above, which may then look equal too; so the lowest is the one. Other words show nothing.
    const Keys keys = lookups.keys[from];
    u32 found = 0;
    u32 index = 0;
    bool here[kGroups];
#pragma unroll
    for (int group = 0; group < kGroups; ++group) {
        const u32 difference = parent.word[kPlaces + group] ^ keys.word[group];
        const u32 equal = (difference - bit_of_fields(group, 0)) & ~difference & bit_of_fields(group, kFieldBits - 1);
        here[group] = equal != 0;
        found |= equal >> (kFieldBits - 1 - group);
        if (here[group]) index = parent.word[kPlaces + group];
    }
    const int code = lowest_bit(found);

    const Slide slide = lookups.slides[0][move][code];
    const u32 farther = slide.farther >> from & 1u;
    u32 spare[kViews];
    spare[0] = spare_without_entry(parent.word[kSpare], slide, farther);
    if (beyond_bound(spare[0])) return false;  // whatever the table says: no need to read it
    index += slide.step;
    spare[0] += entry_after(tables, slide, index) * slide.weight;
    if (beyond_bound(spare[0])) return false;

    u32 second_index = 0;
    u32 second_group = 0;
    if (kViews > 1) {  // only now: half of the children never come here
        constexpr int view = kViews - 1;
        const Slide second = lookups.slides[view][move][code];
        spare[view] = spare_without_entry(parent.word[kSpare + view], second, farther);
        if (beyond_bound(spare[view])) return false;
        second_group = second.table_and_shift & 31u;
        second_index = parent.word[kPlaces + view * kGroups];
#pragma unroll
        for (int group = 1; group < kGroups; ++group)
            if (second_group == 4u * group) second_index = parent.word[kPlaces + view * kGroups + group];
        second_index += second.step;
        spare[view] += entry_after(tables, second, second_index) * second.weight;
        if (beyond_bound(spare[view])) return false;
    }

#pragma unroll
    for (int group = 0; group < kGroups; ++group) {
        child.word[kPlaces + group] = here[group] ? index : parent.word[kPlaces + group];
        if (kViews > 1) {
            const int at = kPlaces + (kViews - 1) * kGroups + group;
            child.word[at] = second_group == 4u * group ? second_index : parent.word[at];
        }
    }
#pragma unroll
    for (int view = 0; view < kViews; ++view) child.word[kSpare + view] = spare[view];
    child.word[kAutomaton] = automaton[(parent.word[kAutomaton] & kStateMask) * kMoves + static_cast<u32>(move)];
    child.word[kJourney] = parent.word[kJourney] + static_cast<u32>(from - blank_of(parent)) - (1u << kLeftShift);
    const u32 left = moves_left(child);
#pragma unroll
    for (int word = 0; word < kPathWords; ++word)
        child.word[kPath + word] = parent.word[kPath + word] | (left >> 4 == static_cast<u32>(word) ? static_cast<u32>(move) << (2 * (left & 15u)) : 0u);
    return true;
}

TAQUIN_BOTH int distance_between(int a, int b) {
    const int down = a / kCols - b / kCols;
    const int right = a % kCols - b % kCols;
    return (down < 0 ? -down : down) + (right < 0 ? -right : right);
}

// Makes the root of a board from scratch, under its own estimate as bound, and returns that. `home[cell]` is the goal cell of
// what stands there; `starts[cell]` is the automaton's word for a blank there.
TAQUIN_BOTH u32 make_root(const Lookups& lookups, const u32* tables, const u32* starts, const u8* home, u32 root, Node& node) {
    for (int word = 0; word < 4 * kQuads; ++word) node.word[word] = 0;
    int blank = 0;
    u32 manhattan = 0;
    for (int cell = 0; cell < kCells; ++cell) {
        if (lookups.seats[0][home[cell]] == kNoSeat) {
            blank = cell;
            continue;
        }
        manhattan += static_cast<u32>(distance_between(cell, home[cell]));
        for (int view = 0; view < kViews; ++view) {
            const u32 seat = lookups.seats[view][home[cell]];
            const u32 group = seat & 255u;
            node.word[kPlaces + static_cast<u32>(view * kGroups) + group] |= lookups.cell_names[view][group][cell]
                                                                             << (kFieldBits * (seat >> 8));
        }
    }
    u32 sums[kViews] = {};
    u32 most = 0;
    for (int view = 0; view < kViews; ++view) {
        for (int group = 0; group < kGroups; ++group) {
            const u32 entry = entry_at(tables, lookups.first_words[view][group], node.word[kPlaces + view * kGroups + group]);
            sums[view] += entry;
            node.word[kSpare + view] |= entry << (4 * group);
        }
        most = sums[view] > most ? sums[view] : most;
    }
    for (int view = 0; view < kViews; ++view) node.word[kSpare + view] |= (most - sums[view]) << kSpareShift;
    const u32 estimate = manhattan + 2 * most;
    node.word[kAutomaton] = starts[blank];
    node.word[kJourney] = static_cast<u32>(blank) | estimate << kLeftShift | root << kRootShift;
    return estimate;
}

}  // namespace taquin
