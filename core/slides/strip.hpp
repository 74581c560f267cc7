// SPDX-License-Identifier: MIT
// A board as slides see it: two strips and the blank's cell.
//
// Read row by row with the blank left out, the tiles make a *strip*. In which column the blank stands does not show in it, so
// a horizontal slide leaves it alone; a vertical slide takes, for every row that the blank passes, one tile past the
// `width - 1` tiles between. Read column by column it is the other way round: every slide changes one of the two strips.
//
// A strip holds colours, not tiles: a table tells apart only as many (see colouring.hpp).
#pragma once

#include <cstdint>

#include "../base/portable.hpp"

namespace taquin::slides {

inline constexpr int kColourBits = 3;
inline constexpr int kMostColours = 1 << kColourBits;

constexpr std::uint64_t low_ones(int count) { return (std::uint64_t{1} << count) - 1; }

// Up to 21 tiles.
struct ShortStrip {
    std::uint64_t bits = 0;

    std::uint64_t get(int first, int count) const { return (bits >> first) & low_ones(count); }
    void flip(int first, std::uint64_t mask) { bits ^= mask << first; }
};

// Up to 42 tiles.
struct LongStrip {
    std::uint64_t low = 0, high = 0;

    std::uint64_t get(int first, int count) const {
        if (first >= 64) return (high >> (first - 64)) & low_ones(count);
        return ((low >> first) | (first == 0 ? 0 : high << (64 - first))) & low_ones(count);
    }
    void flip(int first, std::uint64_t mask) {
        if (first >= 64) {
            high ^= mask << (first - 64);
            return;
        }
        low ^= mask << first;
        if (first > 0) high ^= mask >> (64 - first);
    }
};

// Only where nothing stands yet.
template <class Strip>
void put_colour(Strip& strip, int at, int colour) {
    strip.flip(kColourBits * at, static_cast<std::uint64_t>(colour));
}

// The blank goes from its cell to the next line of `width` cells: the tile that it passes comes before those between.
template <class Strip>
TAQUIN_INLINE void pass_forward(Strip& strip, int blank, int width) {
    const int first = kColourBits * blank, count = kColourBits * width;
    const std::uint64_t field = strip.get(first, count);
    const std::uint64_t turned = ((field << kColourBits) | (field >> (count - kColourBits))) & low_ones(count);
    strip.flip(first, field ^ turned);
}

// The same towards the line before.
template <class Strip>
TAQUIN_INLINE void pass_back(Strip& strip, int blank, int width) {
    const int first = kColourBits * (blank - width), count = kColourBits * width;
    const std::uint64_t field = strip.get(first, count);
    const std::uint64_t turned = ((field >> kColourBits) | (field << (count - kColourBits))) & low_ones(count);
    strip.flip(first, field ^ turned);
}

}  // namespace taquin::slides
