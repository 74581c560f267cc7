// SPDX-License-Identifier: MIT
// What a beam orders boards by: a convex function of each tile's distance along each axis, and linear conflicts.
//
// Convex, because a tile far from home is worth more than many tiles one step away: a beam ordered by plain distance
// brings the easy tiles home first and then has to break everything up again for the few that are left. Axis by axis,
// because a tile that has to go both down and right can be helped by twice as many moves as one that only has to go down, so
// it is better to use up both distances together.
#pragma once

#include <array>
#include <cmath>

#include "layout.hpp"

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

    Evaluation(double exponent, double conflict_cost) : conflict(static_cast<int>(std::lround(kScale * conflict_cost))) {
        for (std::size_t steps = 0; steps < axis.size(); ++steps)
            axis[steps] = static_cast<std::int32_t>(std::lround(kScale * std::pow(static_cast<double>(steps), exponent)));
    }

    // The value of a tile with this home at this place.
    std::int32_t of(Place home, Place place) const {
        return axis[static_cast<std::size_t>(magnitude(row_of(home) - row_of(place)))] +
               axis[static_cast<std::size_t>(magnitude(col_of(home) - col_of(place)))];
    }

    std::array<std::int32_t, kMaxSide> axis;  // by distance
    int conflict;                             // for each removal
};

}  // namespace taquin::large
