// SPDX-License-Identifier: MIT
// Where on a board most is left to do: a map of the values of its tiles, less what has been worked lately.
//
// Sums are kept in 64 bits: the values of all tiles of 128x128 together exceed 32.
#pragma once

#include "../base/random.hpp"
#include "evaluation.hpp"

namespace taquin::large {

class Terrain {
  public:
    explicit Terrain(Shape shape)
        : shape_(shape), width_(static_cast<std::size_t>(shape.cols) + 1),
          freshness_(static_cast<std::size_t>(shape.rows) << 8, 1.0) {}

    // Take the values of a board; sums_[r][c] is that of all its tiles above row r and left of column c. What was worked some
    // time ago is worth a little more again.
    void survey(const Layout& board, const Evaluation& evaluation) {
        for (double& freshness : freshness_) freshness += kRecovery * (1 - freshness);
        sums_.assign(width_ * (static_cast<std::size_t>(shape_.rows) + 1), 0);
        board.each_place([&](Place place) {
            const std::size_t at = index(row_of(place) + 1, col_of(place) + 1);
            const int value = place == board.blank ? 0 : evaluation.of(place, board[place]);
            sums_[at] = value + sums_[at - 1] + sums_[at - width_] - sums_[at - width_ - 1];
        });
    }

    // A region that was worked is left alone for a while: its tiles have gone as far as they can within it.
    void note(Region region) {
        for (int row = region.row; row < region.row + region.rows; ++row)
            for (int col = region.col; col < region.col + region.cols; ++col) freshness_[place_at(row, col)] *= kTiring;
    }

    // The place around which most is left to do among those allowed, or nowhere if none is, counting the way there as a
    // cost and adding some luck.
    template <class Allowed>
    Place richest(Place from, double luck, Random& random, Allowed allowed) const {
        const double walk_cost = std::max(kLeastWalkCost, kWalkCost * mean());
        const int row_stride = 1 + shape_.rows / kPlacesLookedAt, col_stride = 1 + shape_.cols / kPlacesLookedAt;
        Place richest = kNowhere;
        double best = -1e18;
        for (int row = random.between(0, row_stride - 1); row < shape_.rows; row += row_stride)
            for (int col = random.between(0, col_stride - 1); col < shape_.cols; col += col_stride) {
                const Place place = place_at(row, col);
                const double score = mean_around(place) * freshness_[place] - walk_cost * distance(place, from) +
                                     luck * static_cast<double>(random.below(1024)) / 1024;
                if (score > best && allowed(place)) best = score, richest = place;
            }
        return richest;
    }

  private:
    std::size_t index(int row, int col) const { return static_cast<std::size_t>(row) * width_ + static_cast<std::size_t>(col); }

    double mean() const { return static_cast<double>(sums_.back()) / (shape_.cells() * Evaluation::kScale); }

    double mean_around(Place place) const {
        const int top = std::max(0, row_of(place) - kReach), bottom = std::min(shape_.rows, row_of(place) + kReach + 1);
        const int left = std::max(0, col_of(place) - kReach), right = std::min(shape_.cols, col_of(place) + kReach + 1);
        const std::int64_t sum = sums_[index(bottom, right)] - sums_[index(top, right)] - sums_[index(bottom, left)] + sums_[index(top, left)];
        return static_cast<double>(sum) / ((bottom - top) * (right - left) * Evaluation::kScale);
    }

    static constexpr int kReach = 3;
    // A step costs a part of what tiles are worth in the mean: as long as all are far from home there is enough to do nearby.
    static constexpr double kWalkCost = 0.01;
    static constexpr double kLeastWalkCost = 0.07;
    static constexpr double kTiring = 0.5;
    static constexpr double kRecovery = 0.02;
    static constexpr int kPlacesLookedAt = 32;  // along each side

    const Shape shape_;
    const std::size_t width_;
    std::vector<std::int64_t> sums_;
    std::vector<double> freshness_;  // by place
};

}  // namespace taquin::large
