// SPDX-License-Identifier: MIT
// Searching subtrees on the card. A warp shares one stack: whichever of its lanes has no moves left to try takes the
// topmost node, so that all lanes stay busy however uneven the subtrees are, and every lane makes one child a round.
//
// A launch ends when its time is up, a stack is full, the goal is found or too many warps have run out of work. Unless that was
// the goal, every warp then hands back all nodes it still has, each with the moves that were not tried, and the next
// launch deals them out anew. So nothing is ever lost, progress and limits are seen at the end of each launch, and a
// full stack costs no more than the end of a launch.
#pragma once

#include "stored_node.h"

namespace taquin {

// Nodes of a warp's stack in the card's memory. Known to the compiler, it makes the quads of a node one address with fixed offsets.
constexpr u32 kStackCapacity = TAQUIN_STACK_CAPACITY;
// Nodes of a warp's stack in shared memory, its top: what is pushed is mostly taken again soon, and never leaves the multiprocessor.
constexpr u32 kNearCapacity = kLanes;
// Rounds that a warp makes before it checks whether the launch must end, and the room that its stack must have for them.
constexpr u32 kRoundsInSpell = 16;
constexpr u32 kRoomForSpell = kLanes * (kRoundsInSpell + 2);
static_assert(kStackCapacity >= 2 * kRoomForSpell, "a stack holds a spell's nodes and the nodes to begin it with");

// Nodes for one warp: first quads of all nodes, then second quads, ... so that neighbouring lanes touch neighbouring memory.
template <u32 Capacity>
struct Nodes {
    Quad* quads;

    TAQUIN_DEVICE Node load(u32 number) const {
        Node node;
#pragma unroll
        for (int quad = 0; quad < kQuads; ++quad) {
            const Quad loaded = (quads + number)[quad * Capacity];
#pragma unroll
            for (int word = 0; word < 4; ++word) node.word[4 * quad + word] = loaded.word[word];
        }
        return node;
    }
    TAQUIN_DEVICE void store(u32 number, const Node& node) const {
#pragma unroll
        for (int quad = 0; quad < kQuads; ++quad) {
            Quad stored;
#pragma unroll
            for (int word = 0; word < 4; ++word) stored.word[word] = node.word[4 * quad + word];
            (quads + number)[quad * Capacity] = stored;
        }
    }
    // Stores a node from elsewhere without ever holding the whole of it.
    template <u32 OtherCapacity>
    TAQUIN_DEVICE void copy(u32 number, const Nodes<OtherCapacity>& other, u32 other_number) const {
#pragma unroll
        for (int quad = 0; quad < kQuads; ++quad) (quads + number)[quad * Capacity] = (other.quads + other_number)[quad * OtherCapacity];
    }
};

// What the warps of a launch tell each other and the host; zeroed before each launch. `taquin.engines.gpu.launch` reads it.
struct Control {
    u32 dealt;       // nodes taken from the pool, or more once it is empty
    u32 found;       // 1 + the root below which the goal was found
    u32 idle_warps;  // warps that have run out of work
    u32 returned;    // nodes handed back
    u32 stop;        // not 0: every warp shall hand back what it has
    u32 unused;
    u64 generated;   // nodes
};

struct Launch {
    const u32* tables;
    const u32* automaton;
    const Quad* pool;      // nodes to deal
    u32 pool_size;
    Quad* returned;        // room for all nodes of all stacks
    Quad* stacks;
    u32 deal;              // nodes a warp takes at a time, at most kLanes
    u32 low_water;         // a warp takes more when its stack is below this; 0: when it has nothing left
    u32 idle_limit;        // warps without work that end the launch
    u32 max_spells;
    u64 max_nanoseconds;
    Control* control;
    // In a batch every root has a path of its own: the search goes on after a goal, and writes the paths down.
    u32* solved;           // by root: 0, or the number of the batch's round that solved it
    u32* paths;            // by root: kPathWords words
    u32 batch_round;
};

TAQUIN_DEVICE bool must_end(const Launch& launch, u64 deadline) {
    const volatile Control* control = launch.control;
    if (control->stop != 0) return true;
    if (control->dealt >= launch.pool_size && control->idle_warps >= launch.idle_limit) return true;
    return nanoseconds() > deadline;
}

TAQUIN_DEVICE void report_goal(const Launch& launch, const Node& goal) {
    const u32 root = root_of(goal);
    if (kPathWords == 0) {
        launch.control->found = root + 1;
        launch.control->stop = 1;
    } else if (exchange(&launch.solved[root], launch.batch_round) == 0) {
        for (int word = 0; word < kPathWords; ++word) launch.paths[root * kPathWords + word] = goal.word[kPath + word];
    }
}

// A warp at work. Its stack has two parts, the near one on top of the far one: when the near one is full, all of it goes to the far
// one. Everything but the lanes' own nodes is the same in all lanes.
struct Warp {
    const Launch& launch;
    const Lookups& lookups;
    Nodes<kNearCapacity> near;
    Nodes<kStackCapacity> far;
    u32 below;             // the lanes before this one
    u32 near_size = 0;
    u32 far_size = 0;
    bool drained = false;  // the pool is empty
    Node node;             // the one that this lane is at
    u32 open = 0;          // its moves still to be tried, a bit each
    u32 generated = 0;     // by this lane

    TAQUIN_DEVICE Warp(const Launch& given, const Lookups& looked_up, Quad* near_memory, u32 number)
        : launch(given),
          lookups(looked_up),
          near{near_memory},
          far{kept(given.stacks + static_cast<u64>(number) * kStackCapacity * kQuads)},
          below(kept(lanes_below())) {}

    // Takes nodes from the pool to the stack; false when there are none left.
    TAQUIN_DEVICE bool deal_nodes() {
        u32 first = 0;
        if (lane() == 0) first = fetch_add(&launch.control->dealt, launch.deal);
        first = from_first_lane(first);
        if (first >= launch.pool_size) return false;
        const u32 left = launch.pool_size - first;
        const u32 count = left < launch.deal ? left : launch.deal;
        if (lane() < count) far.store(far_size + lane(), load_node(launch.pool, first + lane()));
        far_size += count;
        warp_barrier();
        return true;
    }

    // Gives every lane without a move to try a node from the top of the stack; false when the warp has run out of work.
    TAQUIN_DEVICE bool take_nodes() {
        const u32 idle = ballot(open == 0);
        if (idle == 0) return true;
        const u32 size = near_size + far_size;
        if (!drained && (size < launch.low_water || (size == 0 && idle == kAllLanes))) drained = !deal_nodes();
        if (open == 0) {
            const u32 rank = count_bits(idle & below);
            if (rank < near_size) {
                node = near.load(near_size - 1 - rank);
                open = open_moves(node);
            } else if (rank < near_size + far_size) {
                node = far.load(near_size + far_size - 1 - rank);
                open = open_moves(node);
            }
            if (kPathWords > 0 && open != 0 && launch.solved[root_of(node)] != 0) open = 0;
        }
        const u32 wanted = count_bits(idle);
        const u32 from_near = wanted < near_size ? wanted : near_size;
        near_size -= from_near;
        far_size -= wanted - from_near < far_size ? wanted - from_near : far_size;
        return near_size + far_size != 0 || !drained || ballot(open != 0) != 0;
    }

    // Makes one child in every lane that has a move to try.
    TAQUIN_DEVICE void make_children() {
        bool pushes = false;
        Node child;
        if (open != 0) {
            const int move = highest_bit(open);
            open ^= 1u << move;
            ++generated;
            if (make_child(lookups, launch.tables, launch.automaton, node, move, child)) {
                if (is_goal(child)) {
                    report_goal(launch, child);
                } else if (open == 0) {  // the last child takes its parent's place at once
                    node = child;
                    open = open_moves(child);
                } else {  // a child without moves is not kept
                    pushes = open_moves(child) != 0;
                }
            }
        }
        push_children(ballot(pushes), pushes, child);
    }

    TAQUIN_DEVICE void push_children(u32 pushing, bool pushes, const Node& child) {
        const u32 count = count_bits(pushing);
        if (near_size + count > kNearCapacity) {
            if (lane() < near_size) far.copy(far_size + lane(), near, lane());
            far_size += near_size;
            near_size = 0;
            warp_barrier();
        }
        if (pushes) near.store(near_size + count_bits(pushing & below), child);
        near_size += count;
        warp_barrier();
    }

    // Writes everything the warp still has to the returned nodes: its stack, and the nodes that its lanes are at.
    TAQUIN_DEVICE void hand_back() {
        const u32 busy = ballot(open != 0);
        u32 first = 0;
        if (lane() == 0) first = fetch_add(&launch.control->returned, near_size + far_size + count_bits(busy));
        first = from_first_lane(first);
        for (u32 number = lane(); number < near_size; number += kLanes) store_node(launch.returned, first + number, near.load(number));
        first += near_size;
        for (u32 number = lane(); number < far_size; number += kLanes) store_node(launch.returned, first + number, far.load(number));
        first += far_size;
        if (open != 0) {
            set_open_moves(node, open);
            store_node(launch.returned, first + count_bits(busy & below), node);
        }
    }

    // Works for a spell, unless the launch ends; false when that is so, or there is no work.
    TAQUIN_DEVICE bool work_for_a_spell(u32 spell, u64 deadline) {
        const bool full = far_size + kRoomForSpell > kStackCapacity;
        if (full && lane() == 0) launch.control->stop = 1;
        if (full || spell == launch.max_spells || must_end(launch, deadline)) {
            if (*const_cast<volatile u32*>(&launch.control->found) == 0) hand_back();
            return false;
        }
        for (u32 round = 0; round < kRoundsInSpell; ++round) {
            if (!take_nodes()) return false;
            make_children();
        }
        return true;
    }
};

// What one warp does in a launch.
TAQUIN_DEVICE void search_subtrees(const Launch& launch, const Lookups& lookups, Quad* near_memory, u32 number) {
    const u64 deadline = nanoseconds() + launch.max_nanoseconds;
    Warp warp(launch, lookups, near_memory, number);
    for (u32 spell = 0; warp.work_for_a_spell(spell, deadline); ++spell) {}
    const u64 sum = sum_of_lanes(warp.generated);
    if (lane() == 0) {
        add(&launch.control->generated, sum);
        fetch_add(&launch.control->idle_warps, 1);
    }
}

// --- Splitting an iteration into roots ---

// `taquin.engines.gpu.launch` reads it.
struct Split {
    u32 count;      // nodes of the last level
    u32 buffer;     // which of the two buffers holds them
    u32 first;      // number of the first of them among all nodes of all levels
    u32 generated;
    u32 goal;       // number of the goal, 0 if it did not turn up
    u32 next;       // nodes of the level being made
};

struct SplitBuffers {
    Quad* levels[2];
    u32* origins;       // by number of a node: 4 * number of its parent + move
    u32 max_nodes;      // of a level, and
    u32 max_origins;    // of all levels together
};

// Expands one node, number 0 in the first buffer, level by level until a level has `wanted` nodes, none is left or the
// goal turns up. One block does it. The nodes of the last level become roots, numbered from 0.
TAQUIN_DEVICE void split_iteration(const Lookups& lookups, const u32* tables, const u32* automaton, const SplitBuffers& buffers,
                                   u32 wanted, Split* split) {
    u32 first = 0;
    u32 count = 1;
    u32 made = 1;
    int buffer = 0;
    while (count > 0 && count < wanted && 4 * count <= buffers.max_nodes && made + 4 * count <= buffers.max_origins) {
        if (thread() == 0) split->next = 0;
        block_barrier();
        u32 generated = 0;
        for (u32 number = thread(); number < count; number += threads()) {
            const Node parent = load_node(buffers.levels[buffer], number);
            for (u32 open = open_moves(parent); open != 0; open &= open - 1) {
                const int move = lowest_bit(open);
                Node child;
                ++generated;
                if (!make_child(lookups, tables, automaton, parent, move, child)) continue;
                if (!is_goal(child) && open_moves(child) == 0) continue;
                const u32 place = fetch_add(&split->next, 1);
                buffers.origins[made + place] = 4 * (first + number) + static_cast<u32>(move);
                if (is_goal(child)) split->goal = made + place;
                set_root(child, place);
                store_node(buffers.levels[1 - buffer], place, child);
            }
        }
        fetch_add(&split->generated, generated);
        block_barrier();
        const bool solved = *const_cast<volatile u32*>(&split->goal) != 0;
        first = made;
        count = *const_cast<volatile u32*>(&split->next);
        made += count;
        buffer = 1 - buffer;
        block_barrier();
        if (solved) break;
    }
    if (thread() == 0) {
        split->count = count;
        split->buffer = static_cast<u32>(buffer);
        split->first = first;
    }
}

// --- Batches ---

// Appends the boards of a batch that are not solved yet to the pool, each under its own bound raised by so many pairs of moves; one
// whose bound is then longer than the paths that nodes carry is left out, and only that one.
TAQUIN_DEVICE void prepare_root(const Quad* roots, u32 number, u32 pairs, const u32* solved, Quad* pool, u32* pool_size) {
    if (solved[number] != 0) return;
    Node node = load_node(roots, number);
    if (moves_left(node) + 2 * pairs > kLongestPath) return;
    raise_bound(node, pairs);
    store_node(pool, fetch_add(pool_size, 1), node);
}

}  // namespace taquin
