// SPDX-License-Identifier: MIT
// Large blocks of raw memory, on huge pages where the system offers them: searches touch them at random.
#pragma once

#include <cstddef>
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
    void operator()(void* block) const { std::free(block); }
};

using Block = std::unique_ptr<std::byte, FreeBlock>;

// Allocate at least `bytes`, aligned to a cache line, or to a huge page when that large. Contents are undefined.
inline Block allocate_block(std::size_t bytes) {
    const std::size_t alignment = bytes >= kHugePage ? kHugePage : kCacheLine;
    const std::size_t rounded = (bytes + alignment - 1) / alignment * alignment;
    void* block = std::aligned_alloc(alignment, rounded);
    if (!block) throw std::bad_alloc();
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    if (alignment == kHugePage) madvise(block, rounded, MADV_HUGEPAGE);  // a hint: failing is fine
#endif
    return Block(static_cast<std::byte*>(block));
}

}  // namespace taquin
