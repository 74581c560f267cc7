// SPDX-License-Identifier: MIT
// The two passes of a beam over a layer.
#include "beam.h"

using namespace taquin;

extern "C" __global__ void price_layer(const u32* lookup_words, const u32* tables, const u32* automaton, const Detours* detour_costs,
                                       const Quad* nodes, u32 count, u64* costs, u32* boards, u32 mask, Layer* layer) {
    __shared__ Lookups lookups;
    __shared__ Detours detours;
    __shared__ u32 counted[kCosts];
    for (u32 cost = thread(); cost < kCosts; cost += threads()) counted[cost] = 0;
    for (u32 code = thread(); code < kCodes; code += threads())
        for (int cell = 0; cell < kCodes; ++cell) detours.cost[code][cell] = detour_costs->cost[code][cell];
    copy_lookups(lookups, lookup_words);
    u64 generated = 0;
    for (u32 number = blockIdx.x * blockDim.x + threadIdx.x; number < count; number += gridDim.x * blockDim.x)
        generated += price_children(lookups, detours, {tables, automaton, nodes, costs}, number, boards, mask, counted);
    add(&layer->generated, generated);
    block_barrier();
    for (u32 cost = thread(); cost < kCosts; cost += threads())
        if (counted[cost] != 0) fetch_add(&layer->counted[cost], counted[cost]);
}

extern "C" __global__ void keep_layer(const u32* lookup_words, const u32* tables, const u32* automaton, const Quad* nodes, u32 count,
                                      u64* costs, u32 most, u32 chances, Quad* kept, u32* origins, u32 room, Layer* layer) {
    __shared__ Lookups lookups;
    copy_lookups(lookups, lookup_words);
    for (u32 number = blockIdx.x * blockDim.x + threadIdx.x; number < count; number += gridDim.x * blockDim.x)
        keep_children(lookups, {tables, automaton, nodes, costs}, number, most, chances, kept, origins, room, layer);
}
