// SPDX-License-Identifier: MIT
// A beam under a bound: layer after layer, the most promising nodes go on and the others are forgotten. When it fails it has proven
// nothing; but when it comes to the goal, it has saved a search of the whole iteration.
//
// A layer takes two passes. The first makes every child, leaves out boards that another child has already come to, and keeps
// nothing of each but its cost. The second makes the best of them once more and stores them: that is cheaper than to store all.
#pragma once

#include "stored_node.h"

namespace taquin {

constexpr u32 kCosts = 4096;
constexpr u32 kChances = 1u << 16;
constexpr int kTries = 64;
// What a move of the estimate costs, the mean of all views; `Detours` are added to it. `taquin.engines.gpu.board_search` says why.
constexpr u32 kEstimateCost = TAQUIN_ESTIMATE_COST;

// Written by a layer's passes; zeroed before. `taquin.engines.gpu.board_search` reads it.
struct Layer {
    u64 generated;
    u32 kept;              // children that were to be kept, those included for which there was no room
    u32 unused;
    u32 counted[kCosts];   // children by cost
};

// What a tile costs that is away from home, by its code and the name of the cell that it stands on.
struct Detours {
    unsigned short cost[kCodes][kCodes];
};

// What a child costs, at least 1: 0 stands for no child. A node's estimate is its moves left less the moves to spare, which the
// views tell in pairs; their mean is taken.
TAQUIN_BOTH u32 cost_of(const Node& node, const Detours& detours) {
    u32 spare = 0;
    for (int view = 0; view < kViews; ++view) spare += node.word[kSpare + view] >> kSpareShift;
    u32 cost = 1 + (moves_left(node) - 2 * spare / kViews) * kEstimateCost;
#pragma unroll
    for (int group = 0; group < kGroups; ++group)
#pragma unroll
        for (int field = 0; field < group_size(group); ++field) {
            const u32 cell = node.word[kPlaces + group] >> (kFieldBits * field) & ((1u << kFieldBits) - 1);
            cost += detours.cost[kFieldBits * field + group][cell];
        }
    return cost < kCosts ? cost : kCosts - 1;
}

TAQUIN_BOTH u64 key_of(const Node& node) {
    u64 key = 0;
    for (int group = 0; group < kGroups; ++group) {
        key = (key ^ node.word[kPlaces + group]) * 0x9E3779B97F4A7C15ull;
        key ^= key >> 32;
    }
    return key;
}

// Writes a board into the layer's table; false when it is there already. A board for which there is no room counts as new.
TAQUIN_DEVICE bool is_new(u32* boards, u32 mask, u64 key) {
    const u32 tag = static_cast<u32>(key) | 1u;  // 0 is an empty place; two boards with one tag cost the beam one of them
    u32 place = static_cast<u32>(key >> 32) & mask;
    for (int tries = 0; tries < kTries; ++tries) {
        const u32 before = compare_exchange(&boards[place], 0, tag);
        if (before == 0) return true;
        if (before == tag) return false;
        place = (place + 1) & mask;
    }
    return true;
}

// What every pass over a layer reads.
struct Parents {
    const u32* tables;
    const u32* automaton;
    const Quad* nodes;
    u64* costs;  // of each parent's children: 16 bits for each move
};

// The first pass, for one parent; `counted` is the block's own. Returns how many nodes it has generated.
TAQUIN_DEVICE u32 price_children(const Lookups& lookups, const Detours& detours, const Parents& parents, u32 number, u32* boards, u32 mask,
                                 u32* counted) {
    const Node parent = load_node(parents.nodes, number);
    u64 costs = 0;
    for (u32 open = open_moves(parent); open != 0; open &= open - 1) {
        const int move = lowest_bit(open);
        Node child;
        if (!make_child(lookups, parents.tables, parents.automaton, parent, move, child)) continue;
        if (!is_new(boards, mask, key_of(child))) continue;
        const u32 cost = cost_of(child, detours);
        costs |= static_cast<u64>(cost) << (16 * move);
        fetch_add(&counted[cost], 1);
    }
    parents.costs[number] = costs;
    return count_bits(open_moves(parent));
}

// The second pass, for one parent: keeps the children below a cost, and of those that have it so many of kChances.
TAQUIN_DEVICE void keep_children(const Lookups& lookups, const Parents& parents, u32 number, u32 most, u32 chances, Quad* kept,
                                 u32* origins, u32 room, Layer* layer) {
    const u64 costs = parents.costs[number];
    if (costs == 0) return;
    const Node parent = load_node(parents.nodes, number);
    for (int move = 0; move < kMoves; ++move) {
        const u32 cost = static_cast<u32>(costs >> (16 * move)) & 0xFFFFu;
        Node child;
        if (cost == 0 || cost > most) continue;
        if (!make_child(lookups, parents.tables, parents.automaton, parent, move, child)) continue;
        if (cost == most && (key_of(child) >> 24) % kChances >= chances) continue;
        const u32 place = fetch_add(&layer->kept, 1);
        if (place >= room) continue;
        origins[place] = 4 * number + static_cast<u32>(move);
        store_node(kept, place, child);
    }
}

}  // namespace taquin
