// SPDX-License-Identifier: MIT
// Builds a pattern database, level by level.
#include "placement.h"

using namespace taquin;

// Builds one more level. `reached` has a byte per placement, `now` and `next` a bit, `file` the bytes of the finished
// table. A placement's entry is written when it is reached for the first time. No thread sees a region too early: every slide
// changes the parity of a placement's Manhattan distance, so this level reaches only placements that it does not read.
extern "C" __global__ void build_level(const u32* binomials, u64 home_cells, u32 depth, u32* reached, u32* now, u32* next, u32* file,
                                       u32* news) {
    Placement home;
#pragma unroll
    for (int slot = 0; slot < kTiles; ++slot) home.cell[slot] = static_cast<u8>(home_cells >> (8 * slot));
    u32 found = 0;
    const u32 words = (placements() + 31) / 32;
    for (u32 word = blockIdx.x * blockDim.x + threadIdx.x; word < words; word += gridDim.x * blockDim.x) {
        u32 bits = now[word];
        if (bits == 0) continue;
        now[word] = 0;
        for (; bits != 0; bits &= bits - 1) {
            const u32 number = 32 * word + static_cast<u32>(__ffs(static_cast<int>(bits)) - 1);
            const u32 regions = __ldcg(&reached[number / 4]) >> (8 * (number % 4)) & 255u;
            for_each_slide(placement_at(number), regions, [&](const Placement& placement, u32 region) {
                const u32 neighbour = number_of(placement);
                const u32 shift = 8 * (neighbour % 4);
                const u32 bit = 1u << (shift + region);
                if ((__ldcg(&reached[neighbour / 4]) & bit) != 0) return;
                const u32 before = atomicOr(&reached[neighbour / 4], bit);
                if ((before & bit) != 0) return;
                ++found;
                atomicOr(&next[neighbour / 32], 1u << neighbour % 32);
                if ((before >> shift & 255u) != 0) return;
                const u32 entry = entry_of(depth, manhattan(placement, home));
                const u32 at = file_index(placement, binomials);
                if (entry != 0) atomicOr(&file[at / 8], entry << (4 * (at % 8)));
            });
        }
    }
    if (found != 0) atomicAdd(news, found);
}
