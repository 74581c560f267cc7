// SPDX-License-Identifier: MIT
// Nodes and lookups between the card's memory and its multiprocessors.
#pragma once

#include "node.h"
#include "warp.h"

namespace taquin {

// Nodes one after the other.
TAQUIN_DEVICE Node load_node(const Quad* nodes, u32 number) {
    Node node;
#pragma unroll
    for (int quad = 0; quad < kQuads; ++quad) {
        const Quad loaded = nodes[static_cast<u64>(number) * kQuads + quad];
#pragma unroll
        for (int word = 0; word < 4; ++word) node.word[4 * quad + word] = loaded.word[word];
    }
    return node;
}
TAQUIN_DEVICE void store_node(Quad* nodes, u32 number, const Node& node) {
#pragma unroll
    for (int quad = 0; quad < kQuads; ++quad) {
        Quad stored;
#pragma unroll
        for (int word = 0; word < 4; ++word) stored.word[word] = node.word[4 * quad + word];
        nodes[static_cast<u64>(number) * kQuads + quad] = stored;
    }
}

// To a block's shared memory, by all of its threads.
TAQUIN_DEVICE void copy_lookups(Lookups& shared, const u32* lookups) {
    u32* words = reinterpret_cast<u32*>(&shared);
    for (u32 i = thread(); i < sizeof(Lookups) / sizeof(u32); i += threads()) words[i] = lookups[i];
    block_barrier();
}

}  // namespace taquin
