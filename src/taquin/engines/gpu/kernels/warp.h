// SPDX-License-Identifier: MIT
// What lanes of a warp, and threads of a block, do together. On a CPU, for the tests, a warp has one lane and a block one thread.
#pragma once

#include "base.h"

#ifdef __CUDACC__
#define TAQUIN_DEVICE __device__ __forceinline__
#else
#define TAQUIN_DEVICE inline
#endif

namespace taquin {

#ifdef __CUDACC__

constexpr u32 kLanes = 32;
constexpr u32 kAllLanes = 0xFFFFFFFF;

TAQUIN_DEVICE u32 lane() { return threadIdx.x % kLanes; }
TAQUIN_DEVICE u32 lanes_below() { return (1u << lane()) - 1; }
TAQUIN_DEVICE u32 ballot(bool vote) { return __ballot_sync(kAllLanes, vote); }
TAQUIN_DEVICE u32 from_first_lane(u32 value) { return __shfl_sync(kAllLanes, value, 0); }
template <class T>
TAQUIN_DEVICE T from_lane(T value, int lane) {
    return __shfl_sync(kAllLanes, value, lane);
}
// The same value, in a register: the compiler would compute it anew wherever it is used.
TAQUIN_DEVICE u32 kept(u32 value) {
    asm volatile("" : "+r"(value));
    return value;
}
template <class T>
TAQUIN_DEVICE T* kept(T* pointer) {
    asm volatile("" : "+l"(pointer));
    __builtin_assume(__isGlobal(pointer));  // what the compiler has forgotten by the line before
    return pointer;
}
// Waits for all lanes of the warp: what one has written to memory is then seen by the others.
TAQUIN_DEVICE void warp_barrier() { __syncwarp(); }
TAQUIN_DEVICE u32 count_bits(u32 word) { return static_cast<u32>(__popc(word)); }
TAQUIN_DEVICE u64 sum_of_lanes(u64 value) {
    for (int apart = kLanes / 2; apart > 0; apart /= 2) value += __shfl_down_sync(kAllLanes, value, apart);
    return value;  // in the first lane
}
// In every lane.
TAQUIN_DEVICE int total_of_lanes(int value) {
    for (int apart = kLanes / 2; apart > 0; apart /= 2) value += __shfl_xor_sync(kAllLanes, value, apart);
    return value;
}

TAQUIN_DEVICE u32 thread() { return threadIdx.x; }
TAQUIN_DEVICE u32 threads() { return blockDim.x; }
TAQUIN_DEVICE void block_barrier() { __syncthreads(); }

TAQUIN_DEVICE u32 fetch_add(u32* place, u32 value) { return atomicAdd(place, value); }
TAQUIN_DEVICE void add(u64* place, u64 value) { atomicAdd(place, value); }
template <class T>
TAQUIN_DEVICE T exchange(T* place, T value) {
    return atomicExch(place, value);
}
// Writes a value where another is expected, and returns what was there.
TAQUIN_DEVICE u32 compare_exchange(u32* place, u32 expected, u32 value) { return atomicCAS(place, expected, value); }
TAQUIN_DEVICE u64 nanoseconds() {
    u64 now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    return now;
}

#else

constexpr u32 kLanes = 1;
constexpr u32 kAllLanes = 1;

inline u32 lane() { return 0; }
inline u32 lanes_below() { return 0; }
inline u32 ballot(bool vote) { return vote ? 1 : 0; }
inline u32 from_first_lane(u32 value) { return value; }
template <class T>
T from_lane(T value, int) {
    return value;
}
inline u32 kept(u32 value) { return value; }
template <class T>
T* kept(T* pointer) {
    return pointer;
}
inline void warp_barrier() {}
inline u32 count_bits(u32 word) { return static_cast<u32>(__builtin_popcount(word)); }
inline u64 sum_of_lanes(u64 value) { return value; }
inline int total_of_lanes(int value) { return value; }

inline u32 thread() { return 0; }
inline u32 threads() { return 1; }
inline void block_barrier() {}

inline u32 fetch_add(u32* place, u32 value) {
    const u32 old = *place;
    *place += value;
    return old;
}
inline void add(u64* place, u64 value) { *place += value; }
template <class T>
T exchange(T* place, T value) {
    const T old = *place;
    *place = value;
    return old;
}
inline u32 compare_exchange(u32* place, u32 expected, u32 value) {
    const u32 old = *place;
    if (old == expected) *place = value;
    return old;
}
inline u64 nanoseconds() { return 0; }

#endif

}  // namespace taquin
