// SPDX-License-Identifier: MIT
// Cells of a large board, packed so that a step is one addition and a row or a column one byte.
//
// A place packs one cell of a board of up to 128x128; a step off the board never lands on another cell of it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "../base/shape.hpp"

namespace taquin::large {

inline constexpr int kMinSide = 2;
inline constexpr int kMaxSide = 128;

// A cell: the row in the high byte, the column in the low one. Stepping off any edge of a board gives a row or a column
// of 255 or the first beyond the last, so that one comparison with each size tells.
using Place = std::uint16_t;

// Marks the blank where a tile's home is expected: it lies in no row and no column.
inline constexpr Place kNowhere = 0xFFFF;

constexpr int row_of(Place place) { return place >> 8; }
constexpr int col_of(Place place) { return place & 0xFF; }
constexpr Place place_at(int row, int col) { return static_cast<Place>(row << 8 | col); }

constexpr int magnitude(int value) { return value < 0 ? -value : value; }

constexpr int distance(Place from, Place to) {
    return magnitude(row_of(from) - row_of(to)) + magnitude(col_of(from) - col_of(to));
}

// What each move of the blank adds to its place, in the order of `Direction`.
inline constexpr int kStep[4] = {-256, -1, 1, 256};

constexpr Place stepped(Place place, Direction move) { return static_cast<Place>(place + kStep[move]); }

using Path = std::vector<Direction>;

inline bool contains(const Shape& shape, Place place) { return row_of(place) < shape.rows && col_of(place) < shape.cols; }
inline Place place_of(const Shape& shape, int cell) { return place_at(cell / shape.cols, cell % shape.cols); }
inline int cell_of(const Shape& shape, Place place) { return row_of(place) * shape.cols + col_of(place); }

// A rectangle of places.
struct Region {
    int row = 0;
    int col = 0;
    int rows = 0;
    int cols = 0;

    static Region whole(Shape shape) { return {0, 0, shape.rows, shape.cols}; }

    // Of the given size or what the board has of it, as close around `centre` as the edges allow.
    static Region around(Place centre, Shape shape, int rows, int cols) {
        rows = std::min(rows, shape.rows);
        cols = std::min(cols, shape.cols);
        return {std::clamp(row_of(centre) - rows / 2, 0, shape.rows - rows),
                std::clamp(col_of(centre) - cols / 2, 0, shape.cols - cols), rows, cols};
    }

    // A place before the region wraps to a large unsigned number.
    bool contains(Place place) const {
        return static_cast<unsigned>(row_of(place) - row) < static_cast<unsigned>(rows) &&
               static_cast<unsigned>(col_of(place) - col) < static_cast<unsigned>(cols);
    }
};

}  // namespace taquin::large
