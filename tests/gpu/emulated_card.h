// SPDX-License-Identifier: MIT
// Stands before the kernels when tests compile them for the CPU: a block has one thread, and a warp one lane.
#include <cstddef>

#define __global__
#define __device__
#define __forceinline__ inline
#define __shared__ static
#define __launch_bounds__(...)

struct Index {
    unsigned x;
};
static Index threadIdx{0}, blockIdx{0}, blockDim{1}, gridDim{1};
inline void __syncthreads() {}
template <class T>
T __ldcg(const T* place) {
    return *place;
}
inline int __ffs(int word) { return __builtin_ffs(word); }
template <class T, class V>
T atomicAdd(T* place, V value) {
    const T old = *place;
    *place += value;
    return old;
}
template <class T, class V>
T atomicOr(T* place, V bits) {
    const T old = *place;
    *place |= bits;
    return old;
}

extern "C" void enter_block(unsigned block, unsigned blocks) {
    blockIdx.x = block;
    gridDim.x = blocks;
}
