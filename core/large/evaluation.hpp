// SPDX-License-Identifier: MIT
// What a beam orders boards by: a convex function of each tile's distance, and linear conflicts.
//
// Convex, because a tile far from home is worth more than many tiles one step away: a beam ordered by plain distance
// brings the easy tiles home first and then has to break everything up again for the few that are left.
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

// The tiles of one line that belong to it, in order, without the one that moves.
struct LineOfHomes {
    std::array<std::uint8_t, kMaxSide + 1> homes;
    int count = 0;
    int before = 0;  // how many lie before the moving tile
};

inline LineOfHomes homes_in_row(const Layout& layout, int row, int except_col) {
    LineOfHomes line;
    const Place* places = layout.data() + place_at(row, 0);
    for (int col = 0; col < layout.shape().cols; ++col) {
        if (col == except_col) {
            line.before = line.count;
            continue;
        }
        line.homes[static_cast<std::size_t>(line.count)] = static_cast<std::uint8_t>(col_of(places[col]));
        line.count += row_of(places[col]) == row;
    }
    return line;
}

inline LineOfHomes homes_in_col(const Layout& layout, int col, int except_row) {
    LineOfHomes line;
    const Place* places = layout.data() + place_at(0, col);
    for (int row = 0; row < layout.shape().rows; ++row, places += 256) {
        if (row == except_row) {
            line.before = line.count;
            continue;
        }
        line.homes[static_cast<std::size_t>(line.count)] = static_cast<std::uint8_t>(row_of(*places));
        line.count += col_of(*places) == col;
    }
    return line;
}

// How many removals more the line needs once `home` lies in its gap: none or one.
inline int removals_added(const LineOfHomes& line, int home) {
    const std::uint8_t* homes = line.homes.data();
    bool reversed = false;
    for (int at = 0; at < line.before; ++at) reversed |= homes[at] > home;
    for (int at = line.before; at < line.count; ++at) reversed |= homes[at] < home;
    if (!reversed) return 0;
    std::uint8_t with[kMaxSide + 1];
    std::copy(homes, homes + line.before, with);
    with[line.before] = static_cast<std::uint8_t>(home);
    std::copy(homes + line.before, homes + line.count, with + line.before + 1);
    return line_removals(with, line.count + 1) - line_removals(homes, line.count);
}

// Conflicts of the whole board: the fewest tiles that must leave their own lines, lines taken one by one.
inline int total_removals(const Layout& layout) {
    int total = 0;
    for (int row = 0; row < layout.shape().rows; ++row) {
        const LineOfHomes line = homes_in_row(layout, row, -1);
        total += line_removals(line.homes.data(), line.count);
    }
    for (int col = 0; col < layout.shape().cols; ++col) {
        const LineOfHomes line = homes_in_col(layout, col, -1);
        total += line_removals(line.homes.data(), line.count);
    }
    return total;
}

// No path can be shorter: every tile walks its distance, and a removed tile two steps more.
inline int lower_bound(const Layout& layout) { return layout.manhattan() + 2 * total_removals(layout); }

struct Evaluation {
    static constexpr int kScale = 16;

    Evaluation(double exponent, double conflict_cost, int mode = 1, double mix = 0.5) : conflict(static_cast<int>(std::lround(kScale * conflict_cost))) {
        tile.resize(kMaxSide * kMaxSide);
        for (int r = 0; r < kMaxSide; ++r)
            for (int c = 0; c < kMaxSide; ++c) {
                double v = 0, d = r + c;
                if (mode == 1) v = std::pow(d, exponent);
                if (mode == 2) v = std::pow(r, exponent) + std::pow(c, exponent);
                if (mode == 3) v = std::pow(r * r + c * c, exponent / 2);
                if (mode == 4) v = (1 - mix) * d + mix * std::pow(r * r + c * c, exponent / 2);
                if (mode == 5) v = std::pow(d, exponent) + mix * std::abs(r - c);
                if (mode == 6) v = std::pow(d + mix, exponent) - std::pow(mix, exponent);
                if (mode == 7) v = d <= mix ? std::pow(d, exponent) : std::pow(mix, exponent) + exponent * std::pow(mix, exponent - 1) * (d - mix);
                if (mode == 8) v = d + exponent * std::sqrt(double(r * r + c * c)) + (d > 0 ? mix : 0);
                tile[static_cast<std::size_t>(r << 7 | c)] = static_cast<std::int32_t>(std::lround(kScale * v));
            }
    }
    std::int32_t of(Place a, Place b) const { return tile[static_cast<std::size_t>(magnitude(row_of(a) - row_of(b)) << 7 | magnitude(col_of(a) - col_of(b)))]; }

    int assess(const Layout& layout) const {
        int total = conflict * total_removals(layout);
        layout.each_place([&](Place place) {
            if (place != layout.blank) total += of(place, layout[place]);
        });
        return total;
    }

    std::vector<std::int32_t> tile;
    int conflict;
};

// By how much removals change when the tile at `from` slides to `to`, the blank next to it. Sliding along a line keeps the
// order within it; only a tile that enters or leaves its own line matters.
inline int removals_change(const Layout& layout, Place from, Place to) {
    const Place home = layout[from];
    if (col_of(from) == col_of(to)) {
        const int row = row_of(home);
        if (row != row_of(from) && row != row_of(to)) return 0;
        const int added = removals_added(homes_in_row(layout, row, col_of(from)), col_of(home));
        return row == row_of(to) ? added : -added;
    }
    const int col = col_of(home);
    if (col != col_of(from) && col != col_of(to)) return 0;
    const int added = removals_added(homes_in_col(layout, col, row_of(from)), row_of(home));
    return col == col_of(to) ? added : -added;
}

}  // namespace taquin::large
