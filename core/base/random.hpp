// SPDX-License-Identifier: MIT
// One mixing function for hashes and random numbers: SplitMix64, small and fast.
//
// A seed gives the same numbers with every compiler and on every system: paths that were reported can be found again.
#pragma once

#include <cstddef>
#include <cstdint>

namespace taquin {

constexpr std::uint64_t mix(std::uint64_t value) {
    value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9u;
    value = (value ^ (value >> 27)) * 0x94D049BB133111EBu;
    return value ^ (value >> 31);
}

class Random {
  public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next() { return mix(state_ += 0x9E3779B97F4A7C15u); }
    std::size_t below(std::size_t bound) { return static_cast<std::size_t>(next() % bound); }
    double fraction() { return static_cast<double>(next() >> 11) * 0x1p-53; }
    // Both ends are included.
    int between(int low, int high) { return low + static_cast<int>(below(static_cast<std::size_t>(high - low + 1))); }

  private:
    std::uint64_t state_;
};

}  // namespace taquin
