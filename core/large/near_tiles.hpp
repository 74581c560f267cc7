// SPDX-License-Identifier: MIT
// What tiles that lie together add to the value of a square board, which is given by the tile in every cell: the features of
// local_features.hpp, seen through a window around the blank, which is all that a move can change; and tiles of one line that have to pass
// one another.
#pragma once

#include "near_numbers.hpp"

namespace taquin::large {

class NearTiles {
  public:
    static constexpr int kReach = 2, kWide = 2 * kReach + 1;
    static constexpr std::size_t kMostCells = 64;
    using Window = std::array<cell_class::Packed, static_cast<std::size_t>(kWide * kWide)>;

    // Tiles are numbered by their homes, row by row from 1.
    explicit NearTiles(int side) : side_(side), cells_(static_cast<std::size_t>(side * side)) {
        for (int cell = 0; cell < side * side; ++cell) {
            const Place place = place_of({side, side}, cell);
            class_of(0, static_cast<std::size_t>(cell)) = cell_class::kBlank;
            home_row_[static_cast<std::size_t>(cell) + 1] = static_cast<std::uint8_t>(row_of(place));
            home_col_[static_cast<std::size_t>(cell) + 1] = static_cast<std::uint8_t>(col_of(place));
            for (int tile = 1; tile < side * side; ++tile)
                class_of(static_cast<std::size_t>(tile), static_cast<std::size_t>(cell)) = cell_class::of(place_of({side, side}, tile - 1), place);
            for (int at = 0; at < kWide * kWide; ++at) {
                const auto seen = static_cast<std::uint8_t>(cell_at(row_of(place) + at / kWide - kReach, col_of(place) + at % kWide - kReach));
                around_[static_cast<std::size_t>(cell)][static_cast<std::size_t>(at)] = {seen, static_cast<std::uint8_t>(seen % cells_)};
            }
        }
        for (std::size_t tile = 0; tile < cells_; ++tile) class_of(tile, cells_) = cell_class::kOutside;
    }

    // The classes of the cells around the blank, which is in the middle. Those at the corners are never asked for.
    TAQUIN_INLINE Window around(const std::uint8_t* board, std::size_t blank) const {
        Window window;
        const auto& around = around_[blank];
        for (std::size_t at = 1; at + 1 < window.size(); ++at)
            if (at != kWide - 1 && at != kWide * (kWide - 1)) window[at] = classes_[board[around[at].inside] * kColumns + around[at].cell];
        return window;
    }

    // By how much the sum of all numbers changes when the blank, in the middle of the window, moves and the tile comes to lie there.
    TAQUIN_INLINE std::int32_t change(const NearNumbers& near, const Window& window, const std::uint8_t* board, std::size_t tile, std::size_t blank, Direction move) const {
        constexpr std::ptrdiff_t kSteps[] = {-kWide, -1, 1, kWide};
        const cell_class::Packed* middle = window.data() + window.size() / 2;
        return Near::change(near, move, middle + kSteps[move], middle, classes_[tile * kColumns + blank]) + passing_change(near, board, tile, blank, move);
    }

    // Tell of all features that a board has: the entry of every pair, from left to right or from above, and of every square.
    template <class Pair, class Square>
    void each(const std::uint8_t* board, Pair pair, Square square) const {
        const auto at = [&](int row, int col) { return class_in(board, static_cast<std::size_t>(cell_at(row, col))); };
        const auto code = [&](int row, int col) { return Squares::row_code(cell_class::in_squares(at(row, col)), cell_class::in_squares(at(row, col + 1))); };
        for (int row = -1; row < side_; ++row)
            for (int col = -1; col < side_; ++col) {
                const int tile = cell_class::in_pairs(at(row, col));
                pair(Pairs::entry(tile, kRight, cell_class::in_pairs(at(row, col + 1))));
                pair(Pairs::entry(tile, kDown, cell_class::in_pairs(at(row + 1, col))));
                square(Squares::entry(code(row, col), code(row + 1, col)));
            }
    }

    // How many pairs of tiles have to pass one another.
    int passing(const std::uint8_t* board) const {
        int twice = 0;
        for (std::size_t cell = 0; cell < cells_; ++cell)
            if (board[cell] != 0) twice += in_its_way(board, board[cell], cell, true) + in_its_way(board, board[cell], cell, false);
        return twice / 2;
    }

    // The sum of all numbers.
    std::int32_t total(const NearNumbers& near, const std::uint8_t* board) const {
        std::int32_t sum = near.passing * passing(board);
        each(board, [&](std::size_t entry) { sum += near.pairs[entry]; }, [&](std::size_t entry) { sum += near.squares[entry]; });
        return sum;
    }

  private:
    using Near = NearCells<kWide>;

    // How many tiles one in a cell has to pass there, if that is its own row, or its own column.
    TAQUIN_INLINE int in_its_way(const std::uint8_t* board, std::size_t tile, std::size_t cell, bool is_row) const {
        const auto side = static_cast<std::size_t>(side_);
        const auto &lines = is_row ? home_row_ : home_col_, &places = is_row ? home_col_ : home_row_;
        const std::size_t line = lines[cell + 1], at = places[cell + 1];  // a cell is where the tile one higher is at home
        if (lines[tile] != line) return 0;
        int count = 0;
        const std::uint8_t* cells = board + (is_row ? line * side : line);
        for (std::size_t other = 0; other < side; ++other) {
            const std::size_t neighbour = cells[is_row ? other : other * side];
            count += lines[neighbour] == line && other != at && (other > at) == (places[neighbour] < places[tile]);
        }
        return count;
    }

    // A tile that slides along a line passes none; so only the lines that it leaves and enters count.
    TAQUIN_INLINE std::int32_t passing_change(const NearNumbers& near, const std::uint8_t* board, std::size_t tile, std::size_t blank, Direction move) const {
        const auto side = static_cast<std::size_t>(side_);
        const bool is_row = move == kUp || move == kDown;
        const std::size_t from = move == kUp ? blank - side : move == kLeft ? blank - 1 : move == kRight ? blank + 1 : blank + side;
        return near.passing * (in_its_way(board, tile, blank, is_row) - in_its_way(board, tile, from, is_row));
    }

    // Beyond the edges there is one more cell.
    int cell_at(int row, int col) const { return row < 0 || col < 0 || row >= side_ || col >= side_ ? side_ * side_ : row * side_ + col; }

    cell_class::Packed& class_of(std::size_t tile, std::size_t cell) { return classes_[tile * kColumns + cell]; }
    cell_class::Packed class_in(const std::uint8_t* board, std::size_t cell) const {
        return cell == cells_ ? cell_class::kOutside : classes_[board[cell] * kColumns + cell];
    }

    // A cell of a window and, if that is the one beyond the edges, any other: whatever lies there, it is outside.
    struct Seen {
        std::uint8_t cell, inside;
    };
    static constexpr std::size_t kColumns = kMostCells + 1;

    const int side_;
    const std::size_t cells_;
    std::array<cell_class::Packed, kMostCells * kColumns> classes_{};  // by tile and cell
    std::array<std::array<Seen, static_cast<std::size_t>(kWide * kWide)>, kMostCells> around_{};
    std::array<std::uint8_t, kMostCells + 1> home_row_{kMostCells}, home_col_{kMostCells};  // by tile; the blank belongs nowhere
};

}  // namespace taquin::large
