// SPDX-License-Identifier: MIT
// What compilers and systems call differently: inlining by force, prefetching, wider vectors where the processor has them, the high
// half of a product, bits set by many threads, aligned memory, huge pages. Whatever is not plain C++20 stands here, so that every other header compiles everywhere.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
#include <malloc.h>
#endif
#if defined(_WIN32)
#include <malloc.h>
#endif
#if defined(__linux__)
#include <sys/mman.h>
#endif

// For functions of inner loops, most of whose arguments are constants once they are inlined, and for those that only fetch:
// compilers take the latter to have no effect, and may drop calls of them that they have not inlined.
#if defined(__GNUC__) || defined(__clang__)
#define TAQUIN_INLINE [[gnu::always_inline]] inline
#elif defined(_MSC_VER)
#define TAQUIN_INLINE __forceinline
#else
#define TAQUIN_INLINE inline
#endif

// A function compiled for processors with wider vectors than all else is built for; `has_...` says whether it may be called.
// Not on Windows, where GCC does not align what it keeps of such vectors on the stack.
#if (defined(__GNUC__) || defined(__clang__)) && defined(__x86_64__) && !defined(_WIN32)
#define TAQUIN_WIDE_VECTORS
#include <immintrin.h>
#define TAQUIN_FOR_AVX2 [[gnu::target("avx2")]]
#define TAQUIN_FOR_AVX512 [[gnu::target("avx2,avx512f,avx512bw,avx512vl")]]
#endif

namespace taquin {

#if defined(TAQUIN_WIDE_VECTORS)
inline bool has_avx2() { return __builtin_cpu_supports("avx2"); }
inline bool has_avx512() { return has_avx2() && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl"); }
#endif

// Ask for a cache line that will be read soon. A hint.
TAQUIN_INLINE void prefetch(const void* address) {
#if defined(__GNUC__) || defined(__clang__)
    __builtin_prefetch(address);
#elif defined(_MSC_VER) && (defined(_M_X64) || defined(_M_IX86))
    _mm_prefetch(static_cast<const char*>(address), _MM_HINT_T0);
#else
    static_cast<void>(address);
#endif
}

// The high 64 bits of a product of 64-bit numbers.
TAQUIN_INLINE std::uint64_t multiply_high(std::uint64_t a, std::uint64_t b) {
#if defined(__SIZEOF_INT128__)
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::uint64_t>((static_cast<Wide>(a) * b) >> 64);
#elif defined(_MSC_VER) && defined(_M_X64)
    return __umulh(a, b);
#else
    const std::uint64_t a_low = a & 0xFFFFFFFFu, a_high = a >> 32, b_low = b & 0xFFFFFFFFu, b_high = b >> 32;
    const std::uint64_t low = a_low * b_low, middle = a_high * b_low + (low >> 32);
    return a_high * b_high + (middle >> 32) + ((a_low * b_high + (middle & 0xFFFFFFFFu)) >> 32);
#endif
}

// Set bits of a word that other threads set bits of at the same time; in no order with anything else.
template <class Word>
TAQUIN_INLINE void atomic_or(Word& word, Word bits) {
#if defined(__cpp_lib_atomic_ref)
    std::atomic_ref(word).fetch_or(bits, std::memory_order_relaxed);
#else  // C++ libraries of Clang have it only of late
    __atomic_fetch_or(&word, bits, __ATOMIC_RELAXED);
#endif
}

inline constexpr std::size_t kHugePage = std::size_t{2} << 20;
inline constexpr std::size_t kCacheLine = 64;

struct FreeBlock {
    std::size_t mapped = 0;  // bytes that are mapped for this block alone; 0 when it came from the heap

    void operator()(void* block) const {
#if defined(__linux__)
        if (mapped) {
            munmap(block, mapped);
            return;
        }
#endif
#if defined(_WIN32)
        _aligned_free(block);
#else
        std::free(block);
#endif
    }
};

using Block = std::unique_ptr<std::byte, FreeBlock>;

#if defined(__linux__)
// Map whole huge pages. Unlike the heap's, they go back to the system the moment they are freed: memory limits rely on it.
inline Block map_pages(std::size_t bytes) {
    const std::size_t rounded = (bytes + kHugePage - 1) / kHugePage * kHugePage;
    const std::size_t mapped = rounded + kHugePage;
    void* raw = mmap(nullptr, mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (raw == MAP_FAILED) throw std::bad_alloc();
    auto* const first = static_cast<std::byte*>(raw);
    const std::size_t front = (kHugePage - reinterpret_cast<std::uintptr_t>(raw) % kHugePage) % kHugePage;
    if (front) munmap(first, front);
    if (front < kHugePage) munmap(first + front + rounded, kHugePage - front);
#if defined(MADV_HUGEPAGE)
    madvise(first + front, rounded, MADV_HUGEPAGE);  // a hint: failing is fine
#endif
    return Block(first + front, FreeBlock{rounded});
}
#endif

// Allocate at least `bytes`, aligned to a cache line, or to a huge page when that large. Contents are undefined.
inline Block allocate_block(std::size_t bytes) {
#if defined(__linux__)
    if (bytes >= kHugePage) return map_pages(bytes);
#endif
    const std::size_t rounded = (bytes + kCacheLine - 1) / kCacheLine * kCacheLine;
#if defined(_WIN32)
    void* block = _aligned_malloc(rounded, kCacheLine);
#else
    void* block = nullptr;
    if (posix_memalign(&block, kCacheLine, rounded) != 0) block = nullptr;
#endif
    if (!block) throw std::bad_alloc();
    return Block(static_cast<std::byte*>(block));
}

}  // namespace taquin
