// SPDX-License-Identifier: MIT
// The boards a beam has kept lately, by hash: a fixed table in which the newest push out the oldest of their bucket.
//
// It may forget, and then a board is searched again; it never takes a new board for an old one but by an accident of 64 bits.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "../base/random.hpp"
#include "place.hpp"

namespace taquin::large {

// The part of a board's hash that one tile contributes; the blank is where no tile is.
inline std::uint64_t tile_hash(Place home, Place place) { return mix(static_cast<std::uint64_t>(home) << 16 | place); }

class RecentBoards {
  public:
    // Forgetting an old board costs a little repeated work, so the table need only reach back some layers. A small
    // search after a large one uses a part of the table, which stays in the cache.
    void reserve(std::size_t boards) {
        in_use_ = std::bit_ceil(boards < 1024 ? std::size_t{1024} : boards);
        if (in_use_ > slots_.size()) slots_.resize(in_use_, 0);
    }

    // False if the board is among those remembered; otherwise remember it.
    bool insert(std::uint64_t hash) {
        std::uint64_t* bucket = &slots_[(hash >> 20) & (in_use_ - kBucket)];
        for (std::size_t slot = 0; slot < kBucket; ++slot)
            if (bucket[slot] == hash) return false;
        for (std::size_t slot = kBucket - 1; slot > 0; --slot) bucket[slot] = bucket[slot - 1];
        bucket[0] = hash;
        return true;
    }

  private:
    static constexpr std::size_t kBucket = 4;

    std::size_t in_use_ = 0;  // slots, a power of two
    std::vector<std::uint64_t> slots_;
};

}  // namespace taquin::large
