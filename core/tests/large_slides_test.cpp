// SPDX-License-Identifier: MIT
// Windows of a path, searched anew for fewer slides.
#include <cstdio>

#include "../large/slide_windows.hpp"
#include "support.hpp"

namespace {

using namespace taquin;
using namespace taquin::large;
using testing::check;

SlideTiles goal_of(Shape shape) {
    SlideTiles tiles;
    for (int cell = 1; cell <= shape.cells(); ++cell) tiles.push_back(static_cast<std::uint16_t>(cell % shape.cells()));
    return tiles;
}

bool leads(Shape shape, SlideTiles tiles, const std::vector<Direction>& moves, const SlideTiles& end) {
    int blank = static_cast<int>(std::find(tiles.begin(), tiles.end(), 0) - tiles.begin());
    for (const Direction move : moves) {
        if (!shape.can_move(blank, move)) return false;
        const int strides[] = {-shape.cols, -1, 1, shape.cols};
        slide_blank(shape, tiles.data(), blank, blank + strides[move]);
        blank += strides[move];
    }
    return tiles == end;
}

void test_windows(Shape shape, std::uint64_t seed) {
    Random random(seed);
    std::vector<Direction> walk;
    SlideTiles tiles = goal_of(shape);
    int blank = shape.cells() - 1;
    while (walk.size() < 200) {
        const auto move = static_cast<Direction>(random.below(kMoves));
        if (!shape.can_move(blank, move)) continue;
        const int strides[] = {-shape.cols, -1, 1, shape.cols};
        slide_blank(shape, tiles.data(), blank, blank + strides[move]);
        blank += strides[move];
        walk.push_back(move);
    }
    SlideWindows windows(shape, goal_of(shape), walk, seed);
    check(leads(shape, goal_of(shape), windows.moves(), tiles), "merging keeps both ends");
    const std::size_t before = windows.slides();
    StopControl control;
    control.node_limit = 200'000;
    windows.shorten(control);
    check(leads(shape, goal_of(shape), windows.moves(), tiles), "windows keep both ends");
    check(windows.slides() < before, "a random walk has slides to spare");
    check(windows.work() >= control.node_limit, "it goes on to its limit");
}

}  // namespace

int main() {
    for (const Shape shape : {Shape{3, 3}, Shape{4, 4}, Shape{2, 7}, Shape{6, 3}, Shape{12, 12}}) test_windows(shape, 1);
    std::puts("all checks hold");
}
