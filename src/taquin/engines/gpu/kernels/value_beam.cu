// SPDX-License-Identifier: MIT
// What beams ordered by a learned network do on the card.
#include "value_beam.h"

namespace taquin {

// So many blocks are to fit a multiprocessor: left alone, compilers look up all that is known of neighbours at once, in more registers.
constexpr int kBlocks = 4;

// The row of every kind of move, from the inputs of (tile, cell).
extern "C" __global__ void make_rows(const Quad* inputs, Quad* rows) {
    const u32 all = kCells * kCells * kMoves * kQuads;
    for (u32 number = blockIdx.x * blockDim.x + threadIdx.x; number < all; number += gridDim.x * blockDim.x) {
        const u32 kind = number / kQuads, quad = number % kQuads;
        const u32 move = kind % kMoves, from = kind / kMoves % kCells, tile = kind / kMoves / kCells;
        const bool possible = tile != 0 && can_move(from, opposite(move));
        const u32 to = possible ? cell_after(from, opposite(move)) : from;
        const Quad tile_to = inputs[(tile * kCells + to) * kQuads + quad], tile_from = inputs[(tile * kCells + from) * kQuads + quad];
        const Quad blank_to = inputs[from * kQuads + quad], blank_from = inputs[to * kQuads + quad];
        Quad row;
        for (u32 word = 0; word < 4; ++word) {
            const u32 a = tile_to.word[word], b = tile_from.word[word], c = blank_to.word[word], d = blank_from.word[word];
            row.word[word] = packed(low_half(a) - low_half(b) + low_half(c) - low_half(d), high_half(a) - high_half(b) + high_half(c) - high_half(d));
        }
        rows[number] = row;
    }
}

// The first board of every beam, given by the tile in every cell.
extern "C" __global__ void make_roots(const u8* starts, const Quad* inputs, const Quad* bias, const int* lines, const u64* hashes,
                                      const Class* classes, const short* near, u32 width, u32 solves, Board* boards, Quad* sums) {
    const Network network{lines, hashes, classes, near, nullptr};
    for (u32 solve = first_child() / kLanes; solve < solves; solve += children_at_once() / kLanes) {
        const u8* start = starts + solve * kCells;
        const u64 place = static_cast<u64>(solve) * width;
        for (u32 quad = lane(); quad < kQuads; quad += kLanes) {
            Quad sum = bias[quad];
            for (u32 cell = 0; cell < kCells; ++cell)
                for (u32 word = 0; word < 4; ++word)
                    sum.word[word] = added(sum.word[word], inputs[(start[cell] * kCells + cell) * kQuads + quad].word[word]);
            sums[place * kQuads + quad] = sum;
        }
        const int near_numbers = near_total(network, start) + passing_total(network, start);
        if (lane() != 0) continue;
        Board board{};
        board.last = kNoMove;
        board.line = near_numbers;
        for (u32 cell = 0; cell < kCells; ++cell) {
            const u32 tile = start[cell];
            board.tile[cell] = static_cast<u8>(tile);
            board.line += lines[tile * kCells + cell];
            if (tile == 0) {
                board.blank = static_cast<u8>(cell);
                continue;
            }
            board.hash += hashes[tile * kCells + cell];
            board.distance = static_cast<unsigned short>(board.distance + distance_from_home(tile, cell));
        }
        boards[place] = board;
    }
}

// Give every child that is new a value, and count them by value. The goal's child is written to `arrived`.
extern "C" __global__ void __launch_bounds__(256, kBlocks)
price_layer(const Board* boards, const Quad* sums, const u32* counts, u32 width, u32 solves, const int* lines, const u64* hashes,
            const Class* classes, const short* near, const Quad* rows, const Quad* weights, u64 goal, u32 moves_left, u64* seen, u32 pairs, u32 written,
            int* values, u32* histogram, u32* arrived, u64* generated) {
    const Network network{lines, hashes, classes, near, rows};
    const Layer layer{boards, sums, counts, width, solves};
    u64 made = 0;
    for (u64 first = first_child(); first < layer.children(); first += children_at_once()) {
        const u64 number = first + lane();
        const u32 place = static_cast<u32>(number / kMoves), move = static_cast<u32>(number % kMoves), solve = place / width;
        bool is_child = false, fresh = false;
        int line = 0;
        Child child{};
        if (number < layer.children() && layer.is_taken(place)) {
            const Board& parent = boards[place];
            is_child = can_move(parent.blank, move) && (parent.last == kNoMove || move != opposite(parent.last));
            if (is_child) {
                child = child_of(network, parent, move);
                fresh = child.distance <= static_cast<int>(moves_left) && is_new(seen + 2ull * pairs * solve, pairs, written, child.hash);
                if (child.hash == goal && child.distance == 0) arrived[solve] = static_cast<u32>(number);
            }
            if (fresh) line = line_of(network, parent, move, child);
            else values[number] = kDropped;
        }
        made += count_bits(ballot(is_child));
        // Looked up again for every few children: kept all the time, weights would take registers that neighbours are found out with.
        int own_weights[8 * kQuadsOfLane];
        load_weights(weights, own_weights);
        Quad own_sums[kQuadsOfLane];
        u32 loaded = kNone;
        for (u32 votes = ballot(fresh); votes != 0; votes &= votes - 1) {
            const int chosen = lowest_bit(votes);
            const u32 parent = static_cast<u32>((first + static_cast<u64>(chosen)) / kMoves);
            if (parent != loaded) {
#pragma unroll
                for (u32 quad = 0; quad < kQuadsOfLane; ++quad) own_sums[quad] = sums[static_cast<u64>(parent) * kQuads + quad * kLanes + lane()];
                loaded = parent;
            }
            const int value = from_lane(line, chosen) + counted(own_sums, rows + static_cast<u64>(from_lane(child.kind, chosen)) * kQuads, own_weights);
            if (static_cast<int>(lane()) == chosen) {
                values[number] = value;
                fetch_add(&histogram[static_cast<u64>(solve) * kBins + bin_of(value)], 1);
            }
        }
    }
    if (lane() == 0) add(generated, made);
}

// Find the bin up to which there is room in each beam, and how much is left for those in it; a beam that has arrived gets none.
// Clears what the next layer counts with.
extern "C" __global__ void choose(u32* histogram, u32 most, u32 solves, u32 ply, const u32* arrived, u32* arrived_at, u32* limit, u32* room,
                                  u32* taken, u32* counts) {
    __shared__ u32 in_part[1024];
    for (u32 solve = blockIdx.x; solve < solves; solve += gridDim.x) {
        u32* bins = histogram + static_cast<u64>(solve) * kBins;
        const u32 part = kBins / threads();
        u32 sum = 0;
        for (u32 bin = thread() * part; bin < (thread() + 1) * part; ++bin) sum += bins[bin];
        in_part[thread()] = sum;
        block_barrier();
        if (thread() == 0) {
            u32 below = 0, bin = 0;
            while (bin < kBins && below + in_part[bin / part] <= most) below += in_part[bin / part], bin += part;
            while (bin < kBins && below + bins[bin] <= most) below += bins[bin], ++bin;
            const bool done = arrived[solve] != kNone;
            if (done && arrived_at[solve] == kNone) arrived_at[solve] = ply;
            limit[solve] = done ? 0 : bin;
            room[solve] = done ? 0 : most - below;
            taken[solve] = counts[solve] = 0;
        }
        block_barrier();
        for (u32 bin = thread(); bin < kBins; bin += threads()) bins[bin] = 0;
        block_barrier();
    }
}

// Write down the children that stay: their boards, their sums, and where they come from.
extern "C" __global__ void __launch_bounds__(256, kBlocks)
keep_layer(const Board* boards, const Quad* sums, const u32* counts, u32 width, u32 solves, const int* lines, const u64* hashes,
           const Class* classes, const short* near, const Quad* rows, const int* values, const u32* limit, const u32* room, u32* taken,
           Board* kept_boards, Quad* kept_sums, u32* kept_counts, u32* origins) {
    const Network network{lines, hashes, classes, near, rows};
    const Layer layer{boards, sums, counts, width, solves};
    for (u64 first = first_child(); first < layer.children(); first += children_at_once()) {
        const u64 number = first + lane();
        const u32 place = static_cast<u32>(number / kMoves), move = static_cast<u32>(number % kMoves);
        const u32 solve = static_cast<u32>(first / kMoves) / width;
        bool stays = false;
        int line = 0;
        Child child{};
        if (number < layer.children() && layer.is_taken(place) && values[number] != kDropped) {
            const u32 bin = bin_of(values[number]);
            stays = bin < limit[solve] || (bin == limit[solve] && fetch_add(&taken[solve], 1) < room[solve]);
            if (stays) {
                child = child_of(network, boards[place], move);
                line = line_of(network, boards[place], move, child);
            }
        }
        const u32 votes = ballot(stays);
        if (votes == 0) continue;
        u32 next = 0;
        if (lane() == 0) next = fetch_add(&kept_counts[solve], count_bits(votes));
        next = from_first_lane(next);
        u32 at = 0;
        for (u32 left = votes; left != 0; left &= left - 1, ++at) {
            const int chosen = lowest_bit(left);
            const u32 parent = static_cast<u32>((first + static_cast<u64>(chosen)) / kMoves);
            const u32 kind = from_lane(child.kind, chosen), tile = from_lane(child.tile, chosen), blank = from_lane(child.from, chosen);
            const u64 to = static_cast<u64>(solve) * width + next + at;
#pragma unroll
            for (u32 quad = lane(); quad < kQuads; quad += kLanes) {
                const Quad before = sums[static_cast<u64>(parent) * kQuads + quad], step = rows[static_cast<u64>(kind) * kQuads + quad];
                Quad after;
                for (u32 word = 0; word < 4; ++word) after.word[word] = added(before.word[word], step.word[word]);
                kept_sums[to * kQuads + quad] = after;
            }
            Board& kept = kept_boards[to];
            const Board& from = boards[parent];
            for (u32 cell = lane(); cell < kCells; cell += kLanes)
                kept.tile[cell] = cell == from.blank ? static_cast<u8>(tile) : cell == blank ? 0 : from.tile[cell];
            if (static_cast<int>(lane()) == chosen) {
                kept.hash = child.hash;
                kept.line = line;
                kept.distance = static_cast<unsigned short>(child.distance);
                kept.blank = static_cast<u8>(blank);
                kept.last = static_cast<u8>(move);
                origins[to] = static_cast<u32>(number);
            }
        }
    }
}

// The values of boards.
extern "C" __global__ void value_boards(const Board* boards, const Quad* sums, u32 count, const Quad* rows, const Quad* weights, int* values) {
    int own_weights[8 * kQuadsOfLane];
    load_weights(weights, own_weights);
    for (u64 place = first_child() / kLanes; place < count; place += children_at_once() / kLanes) {
        const int value = value_at(boards, sums, place, rows, own_weights);
        if (lane() == 0) values[place] = value;
    }
}

// Note some boards of the layer of a beam that is alone, each the best looking of `kDraws`. What is drawn is a part of 2^32: which of the
// places that are taken it stands for is known only here. Of an empty layer nothing is noted.
extern "C" __global__ void sample_layer(const Board* boards, const Quad* sums, const u32* counts, const Quad* rows, const Quad* weights,
                                        const u32* draws, u32 samples, u8* tiles) {
    if (counts[0] == 0) return;
    int own_weights[8 * kQuadsOfLane];
    load_weights(weights, own_weights);
    for (u32 sample = static_cast<u32>(first_child() / kLanes); sample < samples; sample += static_cast<u32>(children_at_once() / kLanes)) {
        u64 best = 0;
        int least = kDropped;
        for (u32 draw = 0; draw < kDraws; ++draw) {
            const u64 place = static_cast<u64>(draws[sample * kDraws + draw]) * counts[0] >> 32;
            const int value = value_at(boards, sums, place, rows, own_weights);
            if (value < least) best = place, least = value;
        }
        for (u32 cell = lane(); cell < kCells; cell += kLanes) tiles[sample * kCells + cell] = boards[best].tile[cell];
    }
}

}  // namespace taquin
