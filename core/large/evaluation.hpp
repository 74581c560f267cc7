// SPDX-License-Identifier: MIT
// What a beam orders boards by: a convex function of each tile's distance along each axis, linear conflicts, and how tiles lie that are
// next to one another. All numbers are learned; that function began as a power.
//
// Convex, because a tile far from home is worth more than many tiles one step away: a beam ordered by plain distance
// brings the easy tiles home first and then has to break everything up again for the few that are left. Axis by axis,
// because a tile that has to go both down and right can be helped by twice as many moves as one that only has to go down, so
// it is better to use up both distances together.
#pragma once

#include <array>
#include <cmath>
#include <span>

#include "near_numbers.hpp"

namespace taquin::large {

// The fewest tiles to take out of a line so that none of those left has to pass another.
inline int line_removals(const std::uint8_t* homes, int count) {
    std::uint8_t smallest_end[kMaxSide];  // by length of increasing run
    int longest = 0;
    for (int at = 0; at < count; ++at) {
        int length = longest;
        while (length > 0 && smallest_end[length - 1] > homes[at]) --length;
        smallest_end[length] = homes[at];
        longest += length == longest;
    }
    return count - longest;
}

struct Evaluation {
    static constexpr int kScale = 16;
    // Distances along an axis up to this one have numbers of their own; beyond, a power goes on from there.
    static constexpr int kOwnSteps = 16;
    static constexpr double kExponent = 1.8;

    // `numbers` are those of the distances 1 to kOwnSteps, of a removal, and those shared by pairs and squares.
    Evaluation(const SharedNumbers& shared, std::span<const std::int16_t> numbers)
        : conflict(numbers[kOwnSteps]), near(shared, numbers.subspan(kOwnSteps + 1)) {
        for (int steps = 1; steps < kMaxSide; ++steps) {
            const int own = std::min(steps, kOwnSteps);
            axis[static_cast<std::size_t>(steps)] = numbers[static_cast<std::size_t>(own - 1)] + powered(steps) - powered(own);
        }
    }

    static std::int32_t powered(int steps) { return static_cast<std::int32_t>(std::lround(kScale * std::pow(steps, kExponent))); }

    // The value of a tile with this home at this place.
    std::int32_t of(Place home, Place place) const {
        return axis[static_cast<std::size_t>(magnitude(row_of(home) - row_of(place)))] +
               axis[static_cast<std::size_t>(magnitude(col_of(home) - col_of(place)))];
    }

    std::array<std::int32_t, kMaxSide> axis{};  // by distance
    int conflict;                               // for each removal
    NearNumbers near;
};

}  // namespace taquin::large
