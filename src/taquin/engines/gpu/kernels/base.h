// SPDX-License-Identifier: MIT
// Words and their bits, as all code on the card has them.
#pragma once

#ifdef __CUDACC__
#define TAQUIN_BOTH __host__ __device__ __forceinline__
#else
#define TAQUIN_BOTH inline
#endif

namespace taquin {

using u8 = unsigned char;
using u32 = unsigned int;
using u64 = unsigned long long;

// What a lane reads or writes at once.
struct alignas(16) Quad {
    u32 word[4];
};

TAQUIN_BOTH int lowest_bit(u32 word) {
#ifdef __CUDA_ARCH__
    return __ffs(static_cast<int>(word)) - 1;
#else
    return __builtin_ctz(word);
#endif
}

TAQUIN_BOTH int highest_bit(u32 word) {
#ifdef __CUDA_ARCH__
    return 31 - __clz(static_cast<int>(word));
#else
    return 31 - __builtin_clz(word);
#endif
}

}  // namespace taquin
