// SPDX-License-Identifier: MIT
// The question put to a search, and small helpers that all searches use.
//
// A task is only read. Its start and its goal are permutations of the same cells; whoever makes it has checked that.
#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "control.hpp"
#include "evaluator.hpp"
#include "node_table.hpp"
#include "ties.hpp"

namespace taquin {

// Options of single searches and facts about the heuristic, by name.
using Settings = std::map<std::string, std::int64_t, std::less<>>;

struct Task {
    const Geometry& geometry;
    std::vector<Tile> start;
    std::vector<Tile> goal;
    const Evaluator& evaluator;
    std::int64_t weight_over = 1;   // weight of h in weighted A*, as a fraction
    std::int64_t weight_under = 1;
    std::size_t beam_width = 100;
    Ties ties{};                    // among equal f, in greedy search, A* and weighted A*
    bool default_order = true;      // children in the order up, left, right, down
    const Evaluator* backward = nullptr;  // towards the start, for searches from the goal
    Settings settings{};            // what only some searches ask for

    // A setting, 0 where nothing was said.
    std::int64_t setting(std::string_view name) const {
        const auto known = settings.find(name);
        return known == settings.end() ? 0 : known->second;
    }
};

constexpr int blank_of(const Tile* tiles, int cells) {
    return static_cast<int>(std::find(tiles, tiles + cells, Tile{0}) - tiles);
}

// A board unpacked for the expansion of its node: the tiles, the blank and the way to try a move on it.
template <class State>
class Expanded {
  public:
    Expanded(const State& state, int cells) : state_(state) {
        state.unpack(tiles.data(), cells);
        if constexpr (requires { state.blank(); })
            blank = state.blank();
        else
            blank = blank_of(tiles.data(), cells);
    }

    State child(Step step) const { return state_.moved(blank, step.cell); }

    // Estimate a child: the slide is made on the tiles and taken back.
    template <class Estimator>
    std::int64_t estimate(const Estimator& evaluator, const typename Estimator::Context& context, Step step,
                          typename Estimator::Context& child_context) {
        const Tile tile = tiles[step.cell];
        const auto to = static_cast<Cell>(blank);
        tiles[to] = tile;
        tiles[step.cell] = 0;
        const std::int64_t h = evaluator.after(context, tiles.data(), {tile, step.cell, to}, child_context);
        tiles[step.cell] = tile;
        tiles[to] = 0;
        return h;
    }

    std::array<Tile, kMaxCells> tiles;
    int blank;

  private:
    State state_;
};

// The numbers of expanded nodes, kept only as far as a trace needs them.
class TraceNumbers {
  public:
    explicit TraceNumbers(Control& control) : control_(control) {}

    // Report an expansion if the trace still wants it. `node` numbers nodes as the search does, `parent` likewise.
    template <class Table>
    void expanded(const Table& table, NodeIndex index, std::uint64_t number, std::int64_t h, const Tile* tiles) {
        if (!control_.traces(number)) return;
        const auto& node = table[index];
        if (numbers_.size() <= index) numbers_.resize(index + 1);
        numbers_[index] = number;
        const std::uint64_t parent = node.parent == kNoNode ? 0 : numbers_[node.parent];
        control_.trace({number, parent, table.last_move(node), node.g, h}, tiles);
    }

  private:
    Control& control_;
    std::vector<std::uint64_t> numbers_;
};

}  // namespace taquin
