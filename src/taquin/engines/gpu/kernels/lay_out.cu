// SPDX-License-Identifier: MIT
// Lays a pattern database out for the search.
#include "placement.h"

using namespace taquin;

extern "C" __global__ void lay_out(const u8* file, const u32* binomials, u32 words, u32* table) {
    for (u32 word = blockIdx.x * blockDim.x + threadIdx.x; word < words; word += gridDim.x * blockDim.x)
        table[word] = search_word(file, binomials, word);
}
