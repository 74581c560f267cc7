// SPDX-License-Identifier: MIT
// Heuristics that look at tiles one by one, or at the permutation as a whole.
//
// Here as in the other heuristics, `after` gives what `assess` would give on the same board.
#pragma once

#include <array>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "evaluator.hpp"

namespace taquin {

// Where each tile belongs.
struct Goal {
    Goal(int rows, int cols, const std::vector<Tile>& tiles) : shape{rows, cols}, cells(rows * cols), tiles(tiles) {
        for (int cell = 0; cell < cells; ++cell) {
            const Tile tile = tiles[static_cast<std::size_t>(cell)];
            home[tile] = cell;
            row[tile] = shape.row(cell);
            col[tile] = shape.col(cell);
        }
    }

    Shape shape;
    int cells;
    std::vector<Tile> tiles;
    std::array<int, kMaxCells> home{};  // cell of each tile, 0 being the blank
    std::array<int, kMaxCells> row{};
    std::array<int, kMaxCells> col{};
};

// A sum over tiles of something that depends only on the tile and its cell: misplaced, Manhattan, Euclidean, or costs from outside.
class TileSum final : public Part {
  public:
    static std::unique_ptr<TileSum> misplaced(const Goal& goal) {
        return make(goal, [](int rows, int cols) { return std::uint32_t{rows != 0 || cols != 0}; });
    }

    static std::unique_ptr<TileSum> manhattan(const Goal& goal) {
        return make(goal, [](int rows, int cols) { return static_cast<std::uint32_t>(rows + cols); });
    }

    // Scaled by 2^16 and rounded down, tile by tile.
    static std::unique_ptr<TileSum> euclidean(const Goal& goal) {
        return make(goal, [](int rows, int cols) {
            return static_cast<std::uint32_t>(floor_sqrt(static_cast<std::uint64_t>(rows * rows + cols * cols) << 32));
        });
    }

    // The costs of tile 0, the blank, on every cell, which are not asked for, then those of tile 1, and so on.
    static std::unique_ptr<TileSum> of_costs(int cells, const std::vector<std::uint32_t>& costs) {
        auto sum = std::make_unique<TileSum>();
        sum->cells_ = static_cast<std::size_t>(cells);
        for (std::size_t tile = 1; tile < sum->cells_; ++tile)
            for (std::size_t cell = 0; cell < sum->cells_; ++cell) sum->table_[tile][cell] = costs[tile * sum->cells_ + cell];
        return sum;
    }

    std::uint32_t cost(Tile tile, Cell cell) const { return table_[tile][cell]; }

    std::uint64_t assess(const Tile* tiles) const override {
        std::uint64_t sum = 0;
        for (std::size_t cell = 0; cell < cells_; ++cell) sum += table_[tiles[cell]][cell];
        return sum;
    }

    std::uint64_t after(std::uint64_t before, const Tile*, const Slide& slide) const override {
        const auto& terms = table_[slide.tile];
        return before + terms[slide.to] - terms[slide.from];
    }

    bool is_quick() const override { return true; }

  private:
    template <class Term>
    static std::unique_ptr<TileSum> make(const Goal& goal, Term term) {
        auto sum = std::make_unique<TileSum>();
        sum->cells_ = static_cast<std::size_t>(goal.cells);
        for (std::size_t tile = 1; tile < sum->cells_; ++tile)
            for (int cell = 0; cell < goal.cells; ++cell)
                sum->table_[tile][static_cast<std::size_t>(cell)] =
                    term(std::abs(goal.shape.row(cell) - goal.row[tile]), std::abs(goal.shape.col(cell) - goal.col[tile]));
        return sum;
    }

    static std::uint64_t floor_sqrt(std::uint64_t square) {
        auto root = static_cast<std::uint64_t>(std::sqrt(static_cast<double>(square)));
        while (root * root > square) --root;
        while ((root + 1) * (root + 1) <= square) ++root;
        return root;
    }

    std::size_t cells_ = 0;
    std::array<std::array<std::uint32_t, kMaxCells>, kMaxCells> table_{};
};

// Moves when any tile may jump into the blank: a cycle of the permutation that holds the blank takes one jump less than
// its length, every other cycle one more.
class Gaschnig final : public FreshPart {
  public:
    explicit Gaschnig(const Goal& goal) : goal_(goal) {}

    std::uint64_t assess(const Tile* tiles) const override {
        std::uint64_t seen = 0;
        std::uint64_t jumps = 0;
        for (int first = 0; first < goal_.cells; ++first) {
            std::uint64_t length = 0;
            bool holds_blank = false;
            for (int cell = first; !(seen >> cell & 1); cell = goal_.home[tiles[cell]]) {
                seen |= std::uint64_t{1} << cell;
                holds_blank |= tiles[cell] == 0;
                ++length;
            }
            if (length > 1) jumps += holds_blank ? length - 1 : length + 1;
        }
        return jumps;
    }

  private:
    const Goal goal_;
};

}  // namespace taquin
