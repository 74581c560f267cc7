// SPDX-License-Identifier: MIT
// What the tests of core/textbook share: checks that count, boards, and a search with everything that it needs to live.
//
// Boards and their moves are written here a second time, on plain tiles, so that a mistake of the searches cannot hide itself.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <map>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "../base/random.hpp"
#include "../textbook/search.hpp"

namespace taquin::testing {

using Tiles = std::vector<Tile>;

inline int failures = 0;

inline void check(bool holds, const std::string& what) {
    if (holds) return;
    ++failures;
    std::printf("FAILED: %s\n", what.c_str());
}

// What a program of checks ends with: its exit status.
inline int verdict() {
    if (failures)
        std::printf("%d checks failed\n", failures);
    else
        std::printf("all checks hold\n");
    return failures ? 1 : 0;
}

inline std::size_t at(int index) { return static_cast<std::size_t>(index); }

inline std::string named(Shape shape) { return std::to_string(shape.rows) + "x" + std::to_string(shape.cols); }

// --- Boards, on plain tiles ---

inline constexpr std::array<Direction, 4> kOrder = {kUp, kLeft, kRight, kDown};

inline Tiles goal_of(Shape shape) {
    Tiles goal(at(shape.cells()));
    std::iota(goal.begin(), goal.end(), Tile{0});
    return goal;
}

inline int find_blank(const Tiles& tiles) { return static_cast<int>(std::find(tiles.begin(), tiles.end(), 0) - tiles.begin()); }

inline bool slide(Tiles& tiles, Shape shape, int move) {
    const int blank = find_blank(tiles);
    const int row = blank / shape.cols + (move == kDown) - (move == kUp);
    const int col = blank % shape.cols + (move == kRight) - (move == kLeft);
    if (row < 0 || row >= shape.rows || col < 0 || col >= shape.cols) return false;
    std::swap(tiles[at(blank)], tiles[at(row * shape.cols + col)]);
    return true;
}

inline Tiles walked(Tiles tiles, Shape shape, int steps, Random& random) {
    while (steps > 0) steps -= slide(tiles, shape, random.between(0, 3));
    return tiles;
}

inline std::map<Tiles, int> distances(Shape shape) {
    std::map<Tiles, int> depth{{goal_of(shape), 0}};
    std::vector<Tiles> queue{goal_of(shape)};
    for (std::size_t next = 0; next < queue.size(); ++next)
        for (int move = 0; move < kMoves; ++move) {
            Tiles tiles = queue[next];
            if (slide(tiles, shape, move) && depth.emplace(tiles, depth[queue[next]] + 1).second) queue.push_back(tiles);
        }
    return depth;
}

// --- Running a search ---

struct Watcher : Observer {
    bool poll(const Snapshot&) override { return cancels; }
    void expansion(const Expansion&, const Tile*) override { ++expansions; }
    bool cancels = false;
    int expansions = 0;
};

// A search with everything that it needs to live.
struct Question {
    Question(Shape shape, Tiles start) : goal(shape.rows, shape.cols, goal_of(shape)), start(std::move(start)) {}

    Outcome ask(const char* algorithm, bool manhattan = false) {
        const Geometry geometry(goal.shape.rows, goal.shape.cols, kOrder);
        Control control(limits, watcher, trace_limit, admissible, 1);
        if (cancelled) control.stop.cancel();
        const Task task{geometry, start, goal.tiles, evaluator, 1, 1, beam_width, ties};
        return search(algorithm, task, control, manhattan);
    }

    Question& with(std::unique_ptr<Part> part) {
        evaluator.add(std::move(part), 1);
        return *this;
    }

    Goal goal;
    Tiles start;
    Evaluator evaluator;
    Limits limits;
    Watcher watcher;
    std::size_t beam_width = 100;
    std::uint64_t trace_limit = 0;
    bool admissible = true;
    bool cancelled = false;
    Ties ties;
};

inline Control& quiet_control() {
    static Watcher watcher;
    static Control control(Limits{}, watcher, 0, true, 1);
    return control;
}

}  // namespace taquin::testing
