// SPDX-License-Identifier: MIT
// The kernels of a search: roots from boards, an iteration split into roots, subtrees searched, the next round of a batch.
#include "search.h"

using namespace taquin;

// TAQUIN_BLOCKS is how many blocks of a search shall fit a multiprocessor; `taquin.engines.gpu.launch` says why so many.
#define TAQUIN_THREADS 128
#define TAQUIN_SPLIT_THREADS 512

extern "C" __global__ void make_roots(const u32* lookup_words, const u32* tables, const u32* starts, const u8* homes, u32 count,
                                      Quad* roots, u32* estimates) {
    __shared__ Lookups lookups;
    copy_lookups(lookups, lookup_words);
    for (u32 number = blockIdx.x * blockDim.x + threadIdx.x; number < count; number += gridDim.x * blockDim.x) {
        Node node;
        estimates[number] = make_root(lookups, tables, starts, homes + static_cast<u64>(number) * kCells, number, node);
        store_node(roots, number, node);
    }
}

extern "C" __global__ void __launch_bounds__(TAQUIN_SPLIT_THREADS)
    split(const u32* lookup_words, const u32* tables, const u32* automaton, Quad* first_level, Quad* second_level, u32* origins,
          u32 max_nodes, u32 max_origins, u32 wanted, Split* result) {
    __shared__ Lookups lookups;
    copy_lookups(lookups, lookup_words);
    split_iteration(lookups, tables, automaton, {{first_level, second_level}, origins, max_nodes, max_origins}, wanted, result);
}

extern "C" __global__ void __launch_bounds__(TAQUIN_THREADS, TAQUIN_BLOCKS)
    search(const u32* lookup_words, const u32* tables, const u32* automaton, const Quad* pool, u32 pool_size, Quad* returned,
           Quad* stacks, u32 deal, u32 low_water, u32 idle_limit, u32 max_spells, u64 max_nanoseconds,
           Control* control, u32* solved, u32* paths, u32 batch_round) {
    __shared__ Lookups lookups;
    copy_lookups(lookups, lookup_words);
    __shared__ Quad near_memory[TAQUIN_THREADS / kLanes][kNearCapacity * kQuads];
    const u32 warp = (blockIdx.x * blockDim.x + threadIdx.x) / kLanes;
    search_subtrees({tables, automaton, pool, pool_size, returned, stacks, deal, low_water, idle_limit, max_spells,
                     max_nanoseconds, control, solved, paths, batch_round},
                    lookups, near_memory[threadIdx.x / kLanes], warp);
}

extern "C" __global__ void prepare_round(const Quad* roots, u32 count, u32 pairs, const u32* solved, Quad* pool, u32* pool_size) {
    for (u32 number = blockIdx.x * blockDim.x + threadIdx.x; number < count; number += gridDim.x * blockDim.x)
        prepare_root(roots, number, pairs, solved, pool, pool_size);
}
