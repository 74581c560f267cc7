// SPDX-License-Identifier: MIT
// A board as its local features see it: the class of every cell, so that what a move changes is a handful of lookups.
//
// Only the part of the board where the blank may go, and one cell around it, is up to date.
#pragma once

#include "evaluation.hpp"

namespace taquin::large {

class LocalView {
  public:
    void assign(const Layout& layout, Region region) {
        region_ = region;
        cells_.resize(static_cast<std::size_t>(layout.shape().rows + 2) * kStride);
        each_cell([&](int row, int col) { cells_[index(row, col)] = cell_class::at(layout, row, col); });
    }

    // The tile with this home slides from one place to the other, which is empty.
    void apply(Place from, Place to, Place home) {
        cells_[index(to)] = cell_class::of(home, to);
        cells_[index(from)] = cell_class::kBlank;
    }

    // By how much the numbers of all features change by that, a move of the blank in direction `move`.
    std::int32_t change(const Evaluation& evaluation, Direction move, Place from, Place to, Place home) const {
        return Near::change(evaluation.near, move, &cells_[index(from)], &cells_[index(to)], cell_class::of(home, to));
    }

    // The numbers of all features.
    std::int64_t total(const Evaluation& evaluation) const {
        std::int64_t sum = 0;
        each_cell([&](int row, int col) {
            const Cell* cell = &cells_[index(row, col)];
            const std::int16_t* numbers = evaluation.near.pairs_of(cell_class::in_pairs(*cell));
            if (is_near(row, col + 1)) sum += Near::with_neighbour(numbers, kRight, cell[1]);
            if (is_near(row + 1, col)) sum += Near::with_neighbour(numbers, kDown, cell[kStride]);
            if (is_near(row + 1, col + 1)) sum += Near::square(evaluation.near, cell);
        });
        return sum;
    }

  private:
    using Cell = cell_class::Packed;
    static constexpr std::ptrdiff_t kStride = 256;
    using Near = NearCells<kStride>;

    static constexpr std::size_t index(int row, int col) { return static_cast<std::size_t>((row + 1) * kStride + col + 1); }
    static constexpr std::size_t index(Place place) { return place + index(0, 0); }

    bool is_near(int row, int col) const { return row <= region_.row + region_.rows && col <= region_.col + region_.cols; }

    template <class Visit>
    void each_cell(Visit visit) const {
        for (int row = region_.row - 1; row <= region_.row + region_.rows; ++row)
            for (int col = region_.col - 1; col <= region_.col + region_.cols; ++col) visit(row, col);
    }

    Region region_;
    std::vector<Cell> cells_;  // by place, with a margin of one cell all around
};

}  // namespace taquin::large
