// SPDX-License-Identifier: MIT
// Random 4x4 boards in slides: nodes, and seconds of the processor, with the tables that Taquin uses. No test.
//
//   g++ -std=c++20 -O3 -march=x86-64-v2 core/tests/slides_bench.cpp -o slides_bench -pthread && ./slides_bench [boards] [entries]
#include <cstdlib>
#include <ctime>

#include "slides_support.hpp"

using namespace taquin;
using namespace taquin::slides;
using namespace taquin::slides::testing;

namespace {

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

}  // namespace

int main(int count, char** arguments) {
    const int boards = count > 1 ? std::atoi(arguments[1]) : 100;
    const std::uint64_t entries = count > 2 ? std::strtoull(arguments[2], nullptr, 10) : 64'000'000;
    const Shape shape{4, 4};
    const Tiles goal = goal_with_blank(shape, 15);
    double begin = cpu_seconds();
    const Solving solving(shape, goal, entries, 2);
    std::printf("tables: %.1f s\n", cpu_seconds() - begin);
    Random random(2024);
    std::uint64_t nodes = 0, most = 0;
    int slides = 0, deepest = 0;
    begin = cpu_seconds();
    for (int board = 0; board < boards;) {
        Tiles tiles = goal;
        for (std::size_t left = tiles.size(); left > 1; --left) std::swap(tiles[left - 1], tiles[random.below(left)]);
        SearchControl control;
        try {
            const SolveResult result = solving->solve(tiles, control);
            check(replays(shape, tiles, goal, *result.solution), "a path leads to the goal");
            nodes += result.nodes;
            most = std::max(most, result.nodes);
            slides += result.lower_bound;
            deepest = std::max(deepest, result.lower_bound);
            ++board;
        } catch (const std::invalid_argument&) {  // half of the arrangements cannot be solved
        }
    }
    const double seconds = cpu_seconds() - begin;
    std::printf("%d boards: %.2f slides in the mean, %d at most; %.0f nodes in the mean, %llu at most; %.4f s a board, %.1f M nodes/s\n",
                boards, static_cast<double>(slides) / boards, deepest, static_cast<double>(nodes) / boards,
                static_cast<unsigned long long>(most), seconds / boards, static_cast<double>(nodes) / seconds / 1e6);
}
