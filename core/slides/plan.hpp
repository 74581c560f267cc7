// SPDX-License-Identifier: MIT
// Which tables a goal needs, and how a board is looked up in them.
//
// There are two *sides*: the board as it is, whose tables count vertical slides, and the board with rows and columns exchanged,
// whose tables count horizontal ones in the same way. A side is reflected so that the blank's home lies in its last half of rows
// and columns; goals that look alike then share their tables, and so do the two sides of a square with its blank at home on
// the diagonal.
//
// Every tile is told apart from all others by some table of a side: where all of them say 0, and the blank is at home, the board is the goal.
#pragma once

#include <span>
#include <utility>

#include "colouring.hpp"

namespace taquin::slides {

struct Side {
    Shape shape;             // as this side sees it: slides go along its columns
    bool exchanged = false;  // rows for columns
    bool rows_turned = false, cols_turned = false;  // of what this side sees
    int blank = 0;                                  // its goal cell
    std::vector<std::size_t> tables;                // numbers in the plan

    // Where this side sees a cell of the board, and where a row of this side lies on the board.
    int view(const Shape& board, int cell) const {
        int row = board.row(cell), col = board.col(cell);
        if (exchanged) std::swap(row, col);
        if (rows_turned) row = shape.rows - 1 - row;
        if (cols_turned) col = shape.cols - 1 - col;
        return row * shape.cols + col;
    }
    int line_on_board(int line) const { return rows_turned ? shape.rows - 1 - line : line; }
};

struct Plan {
    Shape shape;
    std::array<Side, 2> sides;
    std::vector<Colouring> tables;
};

namespace detail {

// The goal cells of tiles, hardest first: those in the row and in the column farthest from the blank's home, then those in the
// next, and so on; a corner before what is beside it. Measured on 4x4, where such groups say the most.
inline std::vector<int> hardest_first(const Shape& shape, int blank) {
    const auto layer = [&](int cell) { return std::min(shape.row(cell), shape.col(cell)); };
    std::vector<int> cells;
    for (int cell = 0; cell < shape.cells(); ++cell)
        if (cell != blank) cells.push_back(cell);
    std::stable_sort(cells.begin(), cells.end(), [&](int a, int b) {
        return std::pair(layer(a), shape.row(a) + shape.col(a)) < std::pair(layer(b), shape.row(b) + shape.col(b));
    });
    return cells;
}

// The goal cells of tiles in the blank's row and column, nearest first, and then the others.
inline std::vector<int> nearest_first(const Shape& shape, int blank) {
    const auto elsewhere = [&](int cell) { return shape.row(cell) != shape.row(blank) && shape.col(cell) != shape.col(blank); };
    std::vector<int> cells = hardest_first(shape, blank);
    std::stable_sort(cells.begin(), cells.end(), [&](int a, int b) {
        return std::pair(elsewhere(a), shape.distance(a, blank)) < std::pair(elsewhere(b), shape.distance(b, blank));
    });
    return cells;
}

// Tells some tiles apart from each other and from all the rest.
inline Colouring colour_group(const Shape& shape, int blank, std::span<const int> cells) {
    std::vector<int> colours(static_cast<std::size_t>(shape.cells()), 0);
    int colour = 0;
    for (const int cell : cells) colours[static_cast<std::size_t>(cell)] = ++colour;
    return make_colouring(shape, blank, colours);
}

// The most tiles that a table of so many entries can follow.
inline std::size_t largest_group(const Shape& shape, int blank, std::span<const int> cells, std::uint64_t most_entries) {
    std::size_t size = std::min<std::size_t>(cells.size() == kMostColours ? kMostColours : kMostColours - 1, cells.size());
    while (size > 1 && colour_group(shape, blank, cells.first(size)).entries() > most_entries) --size;
    return size;
}

// Tells tiles apart by the quarter of the board that they are at home in: little of each tile, but something of all of them.
inline Colouring colour_quarters(const Shape& shape, int blank) {
    std::vector<int> colours;
    for (int cell = 0; cell < shape.cells(); ++cell) colours.push_back(2 * (2 * shape.row(cell) / shape.rows) + 2 * shape.col(cell) / shape.cols);
    return make_colouring(shape, blank, colours);
}

// The tables of a side: the quarters, where there is room for them, and one group of tiles after the other, the hardest first. What
// the last group has room for it fills up with tiles of the blank's row and column, nearest first. On 4x4 with groups of six,
// filling up took a third of the nodes that a last group of three did, and the quarters halved what was left.
inline std::vector<Colouring> colourings(const Shape& shape, int blank, std::uint64_t most_entries) {
    const std::vector<int> cells = hardest_first(shape, blank);
    const std::size_t size = largest_group(shape, blank, cells, most_entries / 4);
    std::vector<Colouring> result;
    if (Colouring quarters = colour_quarters(shape, blank); size < cells.size() && quarters.entries() <= most_entries)
        result.push_back(std::move(quarters));
    for (std::size_t first = 0; first < cells.size(); first += size) {
        std::vector<int> group(cells.begin() + static_cast<std::ptrdiff_t>(first),
                               cells.begin() + static_cast<std::ptrdiff_t>(std::min(first + size, cells.size())));
        for (const int cell : nearest_first(shape, blank))
            if (group.size() < size && std::find(group.begin(), group.end(), cell) == group.end()) group.push_back(cell);
        result.push_back(colour_group(shape, blank, group));
    }
    return result;
}

inline Side make_side(const Shape& board, int blank, bool exchanged) {
    Side side;
    side.exchanged = exchanged;
    side.shape = exchanged ? Shape{board.cols, board.rows} : board;
    const int seen = side.view(board, blank);
    side.rows_turned = 2 * side.shape.row(seen) < side.shape.rows - 1;
    side.cols_turned = 2 * side.shape.col(seen) < side.shape.cols - 1;
    side.blank = side.view(board, blank);
    return side;
}

}  // namespace detail

// The tables for a goal with its blank there: none with more entries than that, and groups of tiles, of which there are several,
// with a fourth of it each, unless it cannot be helped.
inline Plan make_plan(const Shape& shape, int blank, std::uint64_t most_entries) {
    if (shape.rows < 2 || shape.cols < 2 || shape.rows > kMaxCells / shape.cols || blank < 0 || blank >= shape.cells())
        throw std::invalid_argument("expected a board of at most 36 cells and the blank on it");
    Plan plan{shape, {detail::make_side(shape, blank, false), detail::make_side(shape, blank, true)}, {}};
    for (Side& side : plan.sides)
        for (Colouring& colouring : detail::colourings(side.shape, side.blank, most_entries)) {
            const auto known = std::find(plan.tables.begin(), plan.tables.end(), colouring);
            side.tables.push_back(static_cast<std::size_t>(known - plan.tables.begin()));
            if (known == plan.tables.end()) plan.tables.push_back(std::move(colouring));
        }
    return plan;
}

}  // namespace taquin::slides
