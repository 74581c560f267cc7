// The Manhattan distance, for boards of any shape and any goal.
//
//   taquin heuristic build manhattan.cpp --sanitize
//   taquin batch --set korf15:1-10 -m idastar@manhattan.so
#include <cstdlib>

const int32_t taquin_heuristic_claims = TAQUIN_CONSISTENT;

int32_t taquin_heuristic(const uint8_t* board, int32_t rows, int32_t cols, const uint8_t* goal) {
    const int cells = rows * cols;
    int home[64];
    for (int cell = 0; cell < cells; ++cell) home[goal[cell]] = cell;
    int sum = 0;
    for (int cell = 0; cell < cells; ++cell)
        if (const int tile = board[cell])
            sum += std::abs(home[tile] / cols - cell / cols) + std::abs(home[tile] % cols - cell % cols);
    return sum;
}
