// SPDX-License-Identifier: MIT
// Whether numbers from outside are a board: each of 0 .. count-1 exactly once. Every way into the core asks here, once; behind it
// nobody checks again, and tables are indexed with these numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace taquin {

template <class Number>
bool is_permutation_of_range(std::span<const Number> numbers, std::size_t count) {
    if (numbers.size() != count) return false;
    const auto all_fresh = [&](auto&& is_seen) {
        for (const Number number : numbers) {
            if constexpr (std::is_signed_v<Number>)
                if (number < 0) return false;
            const auto at = static_cast<std::size_t>(number);
            if (at >= count || is_seen(at)) return false;
        }
        return true;
    };
    if (count <= 64) {  // most boards: without memory of their own
        std::uint64_t seen = 0;
        return all_fresh([&](std::size_t at) {
            const std::uint64_t before = seen;
            seen |= std::uint64_t{1} << at;
            return seen == before;
        });
    }
    std::vector<bool> seen(count, false);
    return all_fresh([&](std::size_t at) {
        const bool was_seen = seen[at];
        seen[at] = true;
        return was_seen;
    });
}

// Throws unless the tiles are those of a board of so many cells.
template <class Number>
void check_tiles(std::span<const Number> tiles, std::size_t cells) {
    if (!is_permutation_of_range(tiles, cells))
        throw std::invalid_argument("expected the tiles 0 to " + std::to_string(cells - 1) + ", each once: a permutation");
}

// Whether a permutation of 0 .. n-1 takes an odd number of exchanges.
template <class Number>
bool is_odd_permutation(std::span<const Number> permutation) {
    std::vector<Number> left(permutation.begin(), permutation.end());
    bool odd = false;
    for (std::size_t at = 0; at < left.size(); ++at)
        for (Number& here = left[at]; static_cast<std::size_t>(here) != at; odd = !odd) std::swap(here, left[static_cast<std::size_t>(here)]);
    return odd;
}

}  // namespace taquin
