// SPDX-License-Identifier: MIT
// A heuristic that is given as numbers: a cost for every tile on every cell, and costs for pairs of tiles on two cells.
//
// Costs are scaled already. The blank costs nothing, and a pair is of two different tiles: whoever makes a table is refused
// otherwise. Pairs are kept by the tile and cell of either, so that a slide looks at two rows and at no other pairs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "heuristics.hpp"

namespace taquin {

class CostTable {
  public:
    static constexpr std::size_t kPairNumbers = 5;

    // `per_tile` has the costs of tile 0 on every cell, then of tile 1, and so on; `pairs` has a tile, its cell, another tile, its
    // cell and their cost, one pair after the other.
    CostTable(int rows, int cols, std::vector<std::uint32_t> per_tile, const std::vector<std::uint32_t>& pairs)
        : shape_{checked(rows, cols)}, cells_(static_cast<std::size_t>(rows * cols)), per_tile_(std::move(per_tile)) {
        if (per_tile_.size() != cells_ * cells_) throw std::invalid_argument("expected a cost for every tile on every cell");
        if (pairs.size() % kPairNumbers != 0) throw std::invalid_argument("expected five numbers for each pair");
        if (pairs.empty()) return;
        row_of_.assign(cells_ * cells_, 0);
        rows_.assign(cells_ * cells_, 0);
        for (std::size_t at = 0; at < pairs.size(); at += kPairNumbers) add_pair(&pairs[at]);
    }

    Shape shape() const { return shape_; }
    std::size_t cells() const { return cells_; }
    bool has_pairs() const { return !rows_.empty(); }
    const std::vector<std::uint32_t>& per_tile() const { return per_tile_; }

    std::uint32_t cost(std::size_t tile, std::size_t cell) const { return per_tile_[tile * cells_ + cell]; }

    // No board costs more.
    std::uint64_t largest() const {
        std::uint64_t sum = 0;
        for (std::size_t tile = 1; tile < cells_; ++tile) {
            const auto costs = per_tile_.begin() + static_cast<std::ptrdiff_t>(tile * cells_);
            sum += *std::max_element(costs, costs + static_cast<std::ptrdiff_t>(cells_));
        }
        for (const auto& [tiles, cost] : dearest_) sum += cost;
        return sum;
    }

    // What a tile on a cell costs together with others: a cost for each cell and the tile there. Nullptr where it is always 0.
    const std::uint32_t* pairs_of(std::size_t tile, std::size_t cell) const {
        const std::size_t row = row_of_[tile * cells_ + cell];
        return row ? &rows_[row * cells_ * cells_] : nullptr;
    }

  private:
    static Shape checked(int rows, int cols) {
        if (rows < 2 || cols < 2 || rows > kMaxCells / cols) throw std::invalid_argument("the board is too large");
        return {rows, cols};
    }

    void add_pair(const std::uint32_t* pair) {
        const std::size_t a = pair[0], cell_a = pair[1], b = pair[2], cell_b = pair[3];
        if (a == 0 || b == 0 || a == b || a >= cells_ || b >= cells_) throw std::invalid_argument("expected pairs of two tiles");
        if (cell_a == cell_b || cell_a >= cells_ || cell_b >= cells_) throw std::invalid_argument("expected pairs on two cells");
        std::uint32_t& dearest = dearest_[std::minmax(a, b)];
        dearest = std::max(dearest, pair[4]);
        row_for(a, cell_a)[cell_b * cells_ + b] = pair[4];
        row_for(b, cell_b)[cell_a * cells_ + a] = pair[4];
    }

    std::uint32_t* row_for(std::size_t tile, std::size_t cell) {
        std::uint32_t& row = row_of_[tile * cells_ + cell];
        if (row == 0) {
            row = static_cast<std::uint32_t>(rows_.size() / (cells_ * cells_));
            rows_.resize(rows_.size() + cells_ * cells_, 0);
        }
        return &rows_[row * cells_ * cells_];
    }

    Shape shape_;
    std::size_t cells_;
    std::vector<std::uint32_t> per_tile_;
    std::vector<std::uint32_t> row_of_;  // number of the row of a tile and cell; 0, which is empty, where there is none
    std::vector<std::uint32_t> rows_;
    std::map<std::pair<std::size_t, std::size_t>, std::uint32_t> dearest_;  // the most that two tiles cost together
};

// The sum over tiles and pairs.
class PairSum final : public Part {
  public:
    explicit PairSum(std::shared_ptr<const CostTable> costs) : costs_(std::move(costs)) {}

    std::uint64_t assess(const Tile* tiles) const override {
        const std::size_t cells = costs_->cells();
        std::uint64_t sum = 0;
        for (std::size_t cell = 0; cell < cells; ++cell) {
            if (tiles[cell] == 0) continue;
            sum += costs_->cost(tiles[cell], cell);
            if (const std::uint32_t* pairs = costs_->pairs_of(tiles[cell], cell))
                for (std::size_t other = 0; other < cell; ++other) sum += pairs[other * cells + tiles[other]];
        }
        return sum;
    }

    std::uint64_t after(std::uint64_t before, const Tile* tiles, const Slide& slide) const override {
        return before + costs_->cost(slide.tile, slide.to) - costs_->cost(slide.tile, slide.from) +
               with_others(tiles, slide.tile, slide.to) - with_others(tiles, slide.tile, slide.from);
    }

  private:
    // A tile costs nothing together with itself, so that it may stand anywhere else meanwhile.
    std::uint64_t with_others(const Tile* tiles, Tile tile, Cell cell) const {
        const std::uint32_t* pairs = costs_->pairs_of(tile, cell);
        if (!pairs) return 0;
        std::uint64_t sum = 0;
        for (std::size_t other = 0; other < costs_->cells(); ++other) sum += pairs[other * costs_->cells() + tiles[other]];
        return sum;
    }

    const std::shared_ptr<const CostTable> costs_;
};

inline std::unique_ptr<Part> part_of_costs(const std::shared_ptr<const CostTable>& costs, const Goal& goal) {
    if (costs->shape() != goal.shape) throw std::invalid_argument("these costs are for another shape");
    if (costs->has_pairs()) return std::make_unique<PairSum>(costs);
    return TileSum::of_costs(goal.cells, costs->per_tile());
}

}  // namespace taquin
