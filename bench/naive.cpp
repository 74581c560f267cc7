// SPDX-License-Identifier: MIT
// The yardstick of `taquin bench`: IDA* with the Manhattan distance as a competent programmer writes it in an hour. Any
// shape up to 64 cells, plain arrays for the board, its neighbours and its distances, nothing unrolled or packed.
//
// Input: rows, cols and the goal's tiles, then the boards' tiles. Output: length and nodes of each board, then the CPU
// seconds of all. Nodes are counted as Taquin does: every child made, and the root once.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <limits>
#include <vector>

constexpr int kMaxCells = 64;

class Solver {
  public:
    Solver(int rows, int cols, const std::vector<int>& goal) : cells_(rows * cols) {
        for (int cell = 0; cell < cells_; ++cell) {
            if (cell >= cols) connect(cell, cell - cols);
            if (cell % cols > 0) connect(cell, cell - 1);
            if (cell % cols < cols - 1) connect(cell, cell + 1);
            if (cell < cells_ - cols) connect(cell, cell + cols);
        }
        for (int home = 0; home < cells_; ++home)
            for (int cell = 0; cell < cells_; ++cell)
                distance_[goal[home]][cell] = std::abs(home / cols - cell / cols) + std::abs(home % cols - cell % cols);
    }

    // Return the length of a shortest solution.
    int solve(const std::vector<int>& start) {
        nodes = 1;
        int h = 0, blank = 0;
        for (int cell = 0; cell < cells_; ++cell) {
            board_[cell] = start[cell];
            if (board_[cell] == 0) blank = cell;
            else h += distance_[board_[cell]][cell];
        }
        if (h == 0) return 0;
        for (int bound = h;; bound = next_bound_) {
            next_bound_ = std::numeric_limits<int>::max();
            if (search(blank, -1, 0, h, bound)) return bound;
        }
    }

    std::uint64_t nodes = 0;

  private:
    bool search(int blank, int came_from, int g, int h, int bound) {
        for (int at = 0; at < degree_[blank]; ++at) {
            const int cell = neighbours_[blank][at];
            if (cell == came_from) continue;
            ++nodes;
            const int tile = board_[cell];
            const int child_h = h + distance_[tile][blank] - distance_[tile][cell];
            const int f = g + 1 + child_h;
            if (f > bound) {
                if (f < next_bound_) next_bound_ = f;
                continue;
            }
            if (child_h == 0) return true;
            board_[blank] = tile;
            board_[cell] = 0;
            if (search(cell, blank, g + 1, child_h, bound)) return true;
            board_[cell] = tile;
            board_[blank] = 0;
        }
        return false;
    }

    void connect(int cell, int neighbour) { neighbours_[cell][degree_[cell]++] = neighbour; }

    int cells_;
    int neighbours_[kMaxCells][4] = {};
    int degree_[kMaxCells] = {};
    int distance_[kMaxCells][kMaxCells] = {};  // of a tile in a cell from its home
    int board_[kMaxCells] = {};
    int next_bound_ = 0;
};

static bool read_tiles(std::vector<int>& tiles) {
    for (int& tile : tiles)
        if (!(std::cin >> tile)) return false;
    return true;
}

int main() {
    int rows = 0, cols = 0;
    std::cin >> rows >> cols;
    if (rows < 2 || cols < 2 || rows * cols > kMaxCells) return 1;
    std::vector<int> goal(static_cast<std::size_t>(rows * cols)), start(goal.size());
    if (!read_tiles(goal)) return 1;
    Solver solver(rows, cols, goal);
    const std::clock_t begin = std::clock();
    while (read_tiles(start)) {
        const int length = solver.solve(start);
        std::printf("%d %llu\n", length, static_cast<unsigned long long>(solver.nodes));
    }
    std::printf("%.6f\n", static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
}
