// SPDX-License-Identifier: MIT
// What an evaluation can learn about nearby tiles whatever the board's size and goal: only where each has to go counts.
//
// Two features: a pair of tiles side by side, each told by how far it has to go along each axis; and a square of four cells, each told
// by which way its tile has to go. Turning or reflecting a board changes no distance, so all that become one another by it share one
// number.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "layout.hpp"

namespace taquin::large {

// One of the eight ways to turn and reflect a board: a bit each to mirror rows, mirror columns, and transpose.
struct Symmetry {
    struct Step {
        int row;
        int col;
    };

    Step operator()(Step step) const {
        if (bits & 1) step.row = -step.row;
        if (bits & 2) step.col = -step.col;
        if (bits & 4) std::swap(step.row, step.col);
        return step;
    }

    int bits;
};

// Tiles told apart along each axis by `reach` grades of distance, both ways, and two classes for no tile at all.
template <int reach>
struct TileClasses {
    static constexpr int kAxis = 2 * reach + 1;
    static constexpr int kBlank = kAxis * kAxis;
    static constexpr int kOutside = kBlank + 1;
    static constexpr int kCount = kOutside + 1;

    static int turned(int tile, Symmetry symmetry) {
        if (tile >= kBlank) return tile;
        const Symmetry::Step step = symmetry({tile / kAxis - reach, tile % kAxis - reach});
        return kAxis * (reach + step.row) + reach + step.col;
    }

    // The class along one axis of a tile that has so many steps to go: 1, 2, 3, then 4 and 5, then all beyond, as far as the reach allows.
    static constexpr int grade(int steps) {
        const int size = magnitude(steps), grade = std::min(reach, size <= 3 ? size : size <= 5 ? 4 : 5);
        return reach + (steps < 0 ? -grade : grade);
    }
};

// Pairs of neighbours. Where one of them is the blank there is no pair; the edge of the board makes one.
struct Pairs {
    using Classes = TileClasses<5>;

    static constexpr int kDirections = 4;  // as those of moves: up, left, right, down
    static constexpr std::size_t kEntries = static_cast<std::size_t>(Classes::kCount * kDirections * Classes::kCount);

    // All that concerns one tile lies together.
    static constexpr std::size_t entry(int tile, int direction, int neighbour) {
        return static_cast<std::size_t>((tile * kDirections + direction) * Classes::kCount + neighbour);
    }
};

// Squares of two by two cells.
struct Squares {
    using Classes = TileClasses<1>;

    static constexpr int kRowCodes = Classes::kCount * Classes::kCount;
    static constexpr std::size_t kEntries = static_cast<std::size_t>(kRowCodes * kRowCodes);

    static constexpr int row_code(int left, int right) { return left * Classes::kCount + right; }
    static constexpr std::size_t entry(int top, int bottom) { return static_cast<std::size_t>(top * kRowCodes + bottom); }
};

// What a cell holds, for both features at once: the class in pairs in the low byte, that in squares in the high one.
namespace cell_class {

using Packed = std::uint16_t;

constexpr Packed pack(int in_pairs, int in_squares) { return static_cast<Packed>(in_squares << 8 | in_pairs); }
constexpr int in_pairs(Packed cell) { return cell & 0xFF; }
constexpr int in_squares(Packed cell) { return cell >> 8; }

inline constexpr Packed kBlank = pack(Pairs::Classes::kBlank, Squares::Classes::kBlank);
inline constexpr Packed kOutside = pack(Pairs::Classes::kOutside, Squares::Classes::kOutside);

using Table = std::array<Packed, 2 * kMaxSide>;  // by the steps to go, from -kMaxSide on

constexpr Table graded(int pair_weight, int square_weight) {
    Table table{};
    for (int steps = -kMaxSide; steps < kMaxSide; ++steps)
        table[static_cast<std::size_t>(steps + kMaxSide)] =
            pack(pair_weight * Pairs::Classes::grade(steps), square_weight * Squares::Classes::grade(steps));
    return table;
}

// A row's and a column's part add up to the class.
inline constexpr Table kByRow = graded(Pairs::Classes::kAxis, Squares::Classes::kAxis);
inline constexpr Table kByCol = graded(1, 1);

inline Packed of(Place home, Place place) {
    return static_cast<Packed>(kByRow[static_cast<std::size_t>(row_of(home) - row_of(place) + kMaxSide)] +
                               kByCol[static_cast<std::size_t>(col_of(home) - col_of(place) + kMaxSide)]);
}

inline Packed at(const Layout& board, int row, int col) {
    if (row < 0 || row >= board.shape().rows || col < 0 || col >= board.shape().cols) return kOutside;
    const Place place = place_at(row, col);
    return place == board.blank ? kBlank : of(board[place], place);
}

}  // namespace cell_class

// Which entries share a number.
class SharedNumbers {
  public:
    static constexpr std::uint16_t kNone = 0xFFFF;

    SharedNumbers() : of_pair(Pairs::kEntries, kNone), of_square(Squares::kEntries, kNone) {
        for (int tile = 0; tile < Pairs::Classes::kCount; ++tile)
            for (int direction = 0; direction < Pairs::kDirections; ++direction)
                for (int neighbour = 0; neighbour < Pairs::Classes::kCount; ++neighbour)
                    if (is_pair(tile, neighbour) && of_pair[Pairs::entry(tile, direction, neighbour)] == kNone) share(tile, direction, neighbour);
        for (std::size_t square = 0; square < Squares::kEntries; ++square)
            if (of_square[square] == kNone) share(square);
    }

    std::vector<std::uint16_t> of_pair;    // by entry
    std::vector<std::uint16_t> of_square;  // by entry
    int count = 0;

  private:
    static bool is_pair(int tile, int neighbour) {
        using Classes = Pairs::Classes;
        return tile != Classes::kBlank && neighbour != Classes::kBlank && (tile != Classes::kOutside || neighbour != Classes::kOutside);
    }

    void share(int tile, int direction, int neighbour) {
        constexpr Symmetry::Step kSteps[] = {{-1, 0}, {0, -1}, {0, 1}, {1, 0}};
        for (int bits = 0; bits < 8; ++bits) {
            const Symmetry symmetry{bits};
            const Symmetry::Step step = symmetry(kSteps[direction]);
            const int turned = step.row < 0 ? kUp : step.col < 0 ? kLeft : step.col > 0 ? kRight : kDown;
            const int one = Pairs::Classes::turned(tile, symmetry), other = Pairs::Classes::turned(neighbour, symmetry);
            of_pair[Pairs::entry(one, turned, other)] = static_cast<std::uint16_t>(count);
            of_pair[Pairs::entry(other, opposite(static_cast<Direction>(turned)), one)] = static_cast<std::uint16_t>(count);
        }
        ++count;
    }

    void share(std::size_t square) {
        const auto code = static_cast<int>(square);
        constexpr int kRows = Squares::kRowCodes, kCount = Squares::Classes::kCount;
        const int cells[2][2] = {{code / kRows / kCount, code / kRows % kCount}, {code % kRows / kCount, code % kRows % kCount}};
        for (int bits = 0; bits < 8; ++bits) {
            const Symmetry symmetry{bits};
            int turned[2][2];
            for (const int row : {0, 1})
                for (const int col : {0, 1}) {
                    const Symmetry::Step corner = symmetry({2 * row - 1, 2 * col - 1});
                    turned[(corner.row + 1) / 2][(corner.col + 1) / 2] = Squares::Classes::turned(cells[row][col], symmetry);
                }
            of_square[Squares::entry(Squares::row_code(turned[0][0], turned[0][1]), Squares::row_code(turned[1][0], turned[1][1]))] =
                static_cast<std::uint16_t>(count);
        }
        ++count;
    }
};

}  // namespace taquin::large
