// SPDX-License-Identifier: MIT
// Where in a part of a board most is left to do: a map of the values of its tiles, less what has been worked lately.
//
// Threads may map and work parts of one board at the same time, as long as the parts have no cell in common.
//
// Sums are kept in 64 bits: the values of all tiles of 128x128 together exceed 32.
#pragma once

#include "../base/random.hpp"
#include "evaluation.hpp"

namespace taquin::large {

// How fresh every cell is: one that was worked is left alone for a while, since tiles have gone as far as they can around it.
class Freshness {
  public:
    explicit Freshness(Shape shape) : fresh_(static_cast<std::size_t>(shape.rows) << 8, 1.0F) {}

    float at(Place place) const { return fresh_[place]; }

    void tire(Region region) {
        each(region, [](float& fresh) { fresh *= kTiring; });
    }

    void recover(Region region) {
        each(region, [](float& fresh) { fresh += kRecovery * (1 - fresh); });
    }

  private:
    template <class Change>
    void each(Region region, Change change) {
        for (int row = region.row; row < region.row + region.rows; ++row)
            for (int col = region.col; col < region.col + region.cols; ++col) change(fresh_[place_at(row, col)]);
    }

    static constexpr float kTiring = 0.5F;
    static constexpr float kRecovery = 0.02F;

    std::vector<float> fresh_;  // by place
};

class Terrain {
  public:
    // A map of `part` of a board. `freshness` must outlive it.
    Terrain(Shape shape, Region part, Freshness& freshness)
        : shape_(shape), part_(part), width_(static_cast<std::size_t>(part.cols) + 1), freshness_(freshness) {}

    // Take the values of a board; sums_[r][c] is that of all tiles of the first r rows and c columns of the part. What was
    // worked some time ago is worth a little more again.
    void survey(const Layout& board, const Evaluation& evaluation) {
        freshness_.recover(part_);
        sums_.assign(width_ * (static_cast<std::size_t>(part_.rows) + 1), 0);
        for (int row = 0; row < part_.rows; ++row) {
            std::int64_t of_row = 0;
            for (int col = 0; col < part_.cols; ++col) {
                const Place place = place_at(part_.row + row, part_.col + col);
                if (place != board.blank) of_row += evaluation.of(place, board[place]);
                sums_[index(row + 1, col + 1)] = of_row + sums_[index(row, col + 1)];
            }
        }
    }

    // A region that was worked.
    void note(Region region) { freshness_.tire(region); }

    // The place around which most is left to do, counting the way there as a cost and adding some luck.
    Place richest(Place from, double luck, Random& random) const {
        const double walk_cost = std::max(kLeastWalkCost, kWalkCost * mean());
        const int row_stride = stride(shape_.rows, part_.rows), col_stride = stride(shape_.cols, part_.cols);
        Place richest = from;
        double best = -1e18;
        for (int row = random.between(0, row_stride - 1); row < part_.rows; row += row_stride)
            for (int col = random.between(0, col_stride - 1); col < part_.cols; col += col_stride) {
                const Place place = place_at(part_.row + row, part_.col + col);
                const double score = mean_around(row, col) * freshness_.at(place) - walk_cost * distance(place, from) +
                                     luck * static_cast<double>(random.below(1024)) / 1024;
                if (score > best) best = score, richest = place;
            }
        return richest;
    }

  private:
    static int stride(int side, int part) { return std::min(1 + side / kPlacesLookedAt, part); }

    std::size_t index(int row, int col) const { return static_cast<std::size_t>(row) * width_ + static_cast<std::size_t>(col); }

    double mean() const { return static_cast<double>(sums_.back()) / (part_.rows * part_.cols * Evaluation::kScale); }

    // Around a cell given by its row and column within the part.
    double mean_around(int row, int col) const {
        const int top = std::max(0, row - kReach), bottom = std::min(part_.rows, row + kReach + 1);
        const int left = std::max(0, col - kReach), right = std::min(part_.cols, col + kReach + 1);
        const std::int64_t sum = sums_[index(bottom, right)] - sums_[index(top, right)] - sums_[index(bottom, left)] + sums_[index(top, left)];
        return static_cast<double>(sum) / ((bottom - top) * (right - left) * Evaluation::kScale);
    }

    static constexpr int kReach = 3;
    // A step costs a part of what tiles are worth in the mean: as long as all are far from home there is enough to do nearby.
    static constexpr double kWalkCost = 0.01;
    static constexpr double kLeastWalkCost = 0.07;
    static constexpr int kPlacesLookedAt = 32;  // along each side of the board

    const Shape shape_;
    const Region part_;
    const std::size_t width_;
    std::vector<std::int64_t> sums_;
    Freshness& freshness_;
};

}  // namespace taquin::large
