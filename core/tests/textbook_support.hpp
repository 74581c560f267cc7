// SPDX-License-Identifier: MIT
// What the tests of core/textbook share: a search with everything that it needs to live, and an observer that counts.
#pragma once

#include <array>
#include <memory>
#include <numeric>

#include "../textbook/search.hpp"
#include "support.hpp"

namespace taquin::testing {

using Tiles = std::vector<Tile>;

inline constexpr std::array<Direction, 4> kOrder = {kUp, kLeft, kRight, kDown};

inline Tiles goal_of(Shape shape) {
    Tiles goal(at(shape.cells()));
    std::iota(goal.begin(), goal.end(), Tile{0});
    return goal;
}

struct Watcher : Observer {
    bool poll(const Snapshot&) override { return cancels; }
    void expansion(const Expansion&, const Tile*) override { ++expansions; }
    bool cancels = false;
    int expansions = 0;
};

// A search with everything that it needs to live.
struct Question {
    Question(Shape shape, Tiles start)
        : goal(shape.rows, shape.cols, goal_of(shape)), start(std::move(start)), origin(shape.rows, shape.cols, this->start) {}

    Outcome ask(const char* algorithm, bool manhattan = false) {
        const Geometry geometry(goal.shape.rows, goal.shape.cols, kOrder);
        Control control(limits, watcher, trace_limit, admissible, 1);
        if (cancelled) control.stop.cancel();
        const Task task{geometry, start, goal.tiles, evaluator, 1, 1, beam_width, ties, true, &backward, settings};
        return search(algorithm, task, control, manhattan);
    }

    Question& with(std::unique_ptr<Part> part) {
        evaluator.add(std::move(part), 1);
        return *this;
    }

    Question& with_back(std::unique_ptr<Part> part) {
        backward.add(std::move(part), 1);
        return *this;
    }

    Goal goal;
    Tiles start;
    Goal origin;
    Evaluator evaluator, backward;
    Settings settings{{"consistent", 1}, {"weight", 3000}, {"weight_step", 500}, {"memory_nodes", 100000}};
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
