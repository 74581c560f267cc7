// SPDX-License-Identifier: MIT
// Where on a board most is left to do: a map of the values of its tiles, less what has been tried in vain.
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

    // Take the values of a board; sums_[r][c] is that of all its tiles above row r and left of column c.
    void survey(const Layout& board, const Evaluation& evaluation) {
        sums_.assign(width_ * (static_cast<std::size_t>(shape_.rows) + 1), 0);
        board.each_place([&](Place place) {
            const std::size_t at = index(row_of(place) + 1, col_of(place) + 1);
            const int value = place == board.blank ? 0 : evaluation.of(place, board[place]);
            sums_[at] = value + sums_[at - 1] + sums_[at - width_] - sums_[at - width_ - 1];
        });
    }

    // A region that brought nothing is left alone for a while; one that did may be worked again.
    void note(Region region, bool fruitful) {
        for (int row = region.row; row < region.row + region.rows; ++row)
            for (int col = region.col; col < region.col + region.cols; ++col) {
                double& freshness = freshness_[place_at(row, col)];
                freshness = fruitful ? 1 : kTiring * freshness;
            }
    }

    // The place around which most is left to do among those allowed, or nowhere if none is, counting the way there as a
    // cost and adding some luck.
    template <class Allowed>
    Place richest(Place from, double luck, Random& random, Allowed allowed) const {
        const int row_stride = 1 + shape_.rows / kPlacesLookedAt, col_stride = 1 + shape_.cols / kPlacesLookedAt;
        Place richest = kNowhere;
        double best = -1e18;
        for (int row = random.between(0, row_stride - 1); row < shape_.rows; row += row_stride)
            for (int col = random.between(0, col_stride - 1); col < shape_.cols; col += col_stride) {
                const Place place = place_at(row, col);
                const double score = mean_around(place) * freshness_[place] - kWalkCost * distance(place, from) +
                                     luck * static_cast<double>(random.below(1024)) / 1024;
                if (score > best && allowed(place)) best = score, richest = place;
            }
        return richest;
    }

  private:
    std::size_t index(int row, int col) const { return static_cast<std::size_t>(row) * width_ + static_cast<std::size_t>(col); }

    double mean_around(Place place) const {
        const int top = std::max(0, row_of(place) - kReach), bottom = std::min(shape_.rows, row_of(place) + kReach + 1);
        const int left = std::max(0, col_of(place) - kReach), right = std::min(shape_.cols, col_of(place) + kReach + 1);
        const std::int64_t sum = sums_[index(bottom, right)] - sums_[index(top, right)] - sums_[index(bottom, left)] + sums_[index(top, left)];
        return static_cast<double>(sum) / ((bottom - top) * (right - left) * Evaluation::kScale);
    }

    static constexpr int kReach = 3;
    static constexpr double kWalkCost = 0.07;
    static constexpr double kTiring = 0.6;
    static constexpr int kPlacesLookedAt = 32;  // along each side

    const Shape shape_;
    const std::size_t width_;
    std::vector<std::int64_t> sums_;
    std::vector<double> freshness_;  // by place
};

}  // namespace taquin::large
