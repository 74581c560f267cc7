// SPDX-License-Identifier: MIT
// Which tiles a table tells apart: tiles of one colour are alike to it.
//
// Tiles are named by their goal cells. Colours are numbered in the order in which they appear, so that colourings which tell
// the same tiles apart are equal, and share their table.
#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <stdexcept>
#include <vector>

#include "../base/shape.hpp"
#include "strip.hpp"

namespace taquin::slides {

inline constexpr int kMaxCells = 36;

using Counts = std::array<std::uint8_t, kMostColours>;

// How many strips have so many tiles of each colour; the largest number there is if there are more.
inline std::uint64_t arrangements(const Counts& counts) {
    std::uint64_t product = 1, length = 0;
    for (const std::uint8_t count : counts)
        for (std::uint64_t chosen = 1; chosen <= count; ++chosen) {  // a binomial coefficient, which stays whole at every step
            ++length;
            if (product > std::numeric_limits<std::uint64_t>::max() / length) return std::numeric_limits<std::uint64_t>::max();
            product = product * length / chosen;
        }
    return product;
}

struct Colouring {
    Shape shape;
    int blank = 0;                      // the blank's goal cell
    std::vector<std::uint8_t> colours;  // of the tile at home on each cell; the blank's own means nothing and is 0

    bool operator==(const Colouring&) const = default;

    Counts counts() const {
        Counts result{};
        for (int cell = 0; cell < shape.cells(); ++cell)
            if (cell != blank) ++result[colours[static_cast<std::size_t>(cell)]];
        return result;
    }
    // A table has an entry for every strip with the blank in every line.
    std::uint64_t entries() const {
        const std::uint64_t strips = arrangements(counts());
        const auto lines = static_cast<std::uint64_t>(shape.rows);
        return strips > std::numeric_limits<std::uint64_t>::max() / lines ? std::numeric_limits<std::uint64_t>::max() : strips * lines;
    }
    // Two entries a byte; throws when there are more than can be numbered.
    std::size_t bytes() const {
        if (entries() > std::numeric_limits<std::uint32_t>::max()) throw std::invalid_argument("this table is too large");
        return static_cast<std::size_t>((entries() + 1) / 2);
    }
};

// A colouring by any numbers; throws unless they are few enough.
inline Colouring make_colouring(const Shape& shape, int blank, const std::vector<int>& colours) {
    if (shape.rows < 2 || shape.cols < 2 || shape.rows > kMaxCells / shape.cols)
        throw std::invalid_argument("expected a board of 2 to 36 cells with at least two rows and columns");
    if (blank < 0 || blank >= shape.cells() || colours.size() != static_cast<std::size_t>(shape.cells()))
        throw std::invalid_argument("expected a colour for every cell, and the blank among the cells");
    Colouring result{shape, blank, std::vector<std::uint8_t>(colours.size())};
    std::vector<int> seen;
    for (std::size_t cell = 0; cell < colours.size(); ++cell) {
        if (static_cast<int>(cell) == blank) continue;
        const auto found = std::find(seen.begin(), seen.end(), colours[cell]);
        result.colours[cell] = static_cast<std::uint8_t>(found - seen.begin());
        if (found == seen.end()) seen.push_back(colours[cell]);
        if (seen.size() > kMostColours) throw std::invalid_argument("expected at most 8 colours");
    }
    return result;
}

}  // namespace taquin::slides
