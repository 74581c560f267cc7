// SPDX-License-Identifier: MIT
// Calls a heuristic on boards of many shapes, for `taquin heuristic build --sanitize`: compiled together with it and with
// sanitizers, it ends at the first access outside a board, overflow or other undefined behaviour. Boards lie on the heap, each for itself and not
// a byte longer than it is.
#include <cstdint>
#include <cstdio>
#include <memory>
#include <random>
#include <utility>

namespace taquin_trial {

using Board = std::unique_ptr<std::uint8_t[]>;

// Volatile, or a compiler that sees through the heuristic leaves out calls whose answers must be right, and with them what is wrong.
std::int32_t (*volatile heuristic)(const std::uint8_t*, std::int32_t, std::int32_t, const std::uint8_t*) = taquin_heuristic;

Board solved(int cells, bool blank_first) {
    Board board(new std::uint8_t[static_cast<std::size_t>(cells)]);
    for (int cell = 0; cell < cells; ++cell) board[static_cast<std::size_t>(cell)] = static_cast<std::uint8_t>((cell + !blank_first) % cells);
    return board;
}

bool try_shape(int rows, int cols, std::mt19937& random) {
    const int cells = rows * cols;
    for (const bool blank_first : {false, true}) {
        const Board goal = solved(cells, blank_first);
        for (int number = 0; number < 500; ++number) {
            const Board board = solved(cells, blank_first);
            for (int cell = cells - 1; cell > 0 && number > 0; --cell)
                std::swap(board[static_cast<std::size_t>(cell)], board[random() % static_cast<unsigned>(cell + 1)]);
            const std::int32_t value = heuristic(board.get(), rows, cols, goal.get());
            if (value >= 0 && value <= 100'000'000) continue;
            std::fprintf(stderr, "error: it returned %d on a %dx%d board; expected a number from 0 to 100000000\n", value, rows, cols);
            return false;
        }
    }
    return true;
}

}  // namespace taquin_trial

int main() {
    std::mt19937 random(1);
    for (int rows = 2; rows <= 8; ++rows)
        for (int cols = 2; cols <= 8; ++cols)
            if (!taquin_trial::try_shape(rows, cols, random)) return 1;
    return 0;
}
