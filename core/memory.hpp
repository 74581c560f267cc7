// SPDX-License-Identifier: MIT
// Large blocks of raw memory, on huge pages where the system offers them: searches touch them at random.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace taquin {

inline constexpr std::size_t kHugePage = std::size_t{2} << 20;
inline constexpr std::size_t kCacheLine = 64;

struct FreeBlock {
    std::size_t mapped = 0;  // bytes that are mapped for this block alone; 0 when it came from the heap

    void operator()(void* block) const {
#ifdef __linux__
        if (mapped) {
            munmap(block, mapped);
            return;
        }
#endif
        std::free(block);
    }
};

using Block = std::unique_ptr<std::byte, FreeBlock>;

#ifdef __linux__
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
#ifdef MADV_HUGEPAGE
    madvise(first + front, rounded, MADV_HUGEPAGE);  // a hint: failing is fine
#endif
    return Block(first + front, FreeBlock{rounded});
}
#endif

// Allocate at least `bytes`, aligned to a cache line, or to a huge page when that large. Contents are undefined.
inline Block allocate_block(std::size_t bytes) {
#ifdef __linux__
    if (bytes >= kHugePage) return map_pages(bytes);
#endif
    const std::size_t rounded = (bytes + kCacheLine - 1) / kCacheLine * kCacheLine;
    void* block = std::aligned_alloc(kCacheLine, rounded);
    if (!block) throw std::bad_alloc();
    return Block(static_cast<std::byte*>(block));
}

}  // namespace taquin
