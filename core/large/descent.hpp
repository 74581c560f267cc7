// SPDX-License-Identifier: MIT
// From a board down to the goal by beams, each confined to a part of the board and left when it pays no more.
//
// A narrow beam that may go anywhere on a large board gets lost in one corner of it: there are endless ways to shuffle
// tiles at no loss. Confined to a region of a few cells per board of its width, the same beam works the region out. Then
// the blank walks to where most is left to do, as a forager leaves a patch.
#pragma once

#include "tour_beam.hpp"

namespace taquin::large {

struct DescentSettings {
    int width = 100;
    int per_cell = 1;
    // Region size; the whole board where that is no larger.
    int region_cells = 400;
    // A region is left when the lower bound falls by less than this a move over `gain_layers` moves.
    double min_gain = 0.4;
    int gain_layers = 100;
    int stall_layers = 100;
    // How often in a row a region may bring nothing.
    int patience = 20;
    double late = 1;
    int late_growth = 2;
    std::uint64_t seed = 0;
};

class Descent {
  public:
    Descent(const Evaluation& evaluation, const DescentSettings& settings, TourBeam& beam)
        : evaluation_(evaluation), settings_(settings), random_(settings.seed), beam_(beam) {}

    // Move `board` towards the goal and append the moves to `path`; true if it arrived. Otherwise the board is the best met.
    bool run(Layout& board, Path& path, const Share& share) {
        Layout best_board = board;
        std::size_t best_length = path.size();
        int best_left = board.manhattan();
        int failures = 0;
        freshness_.assign(static_cast<std::size_t>(board.shape().rows) << 8, 1);
        while (best_left > 0 && failures < settings_.patience && !share.over()) {
            const int before = board.manhattan();
            const Place centre = board.blank;
            const bool solved = work_region(board, path, share, std::min(1.0, before / (settings_.late * board.shape().cells())));
            const int left = board.manhattan();
            tire(region_around(centre, board.shape()), left < before - 2);
            failures = left < best_left - 2 || solved ? 0 : failures + 1;
            if (left < best_left) {
                best_left = left;
                best_length = path.size();
                best_board = board;
            }
            if (!solved) walk_to_richest(board, path, failures);
        }
        board = best_board;
        path.resize(best_length);
        return board.is_goal();
    }

  private:
    bool work_region(Layout& board, Path& path, const Share& share, double eagerness) {
        BeamSettings beam;
        const int growth = eagerness < 0.5 ? settings_.late_growth : 1;
        beam.width = settings_.width * growth;
        beam.per_cell = settings_.per_cell * growth;
        beam.stall_layers = settings_.stall_layers * growth;
        beam.gain_layers = settings_.gain_layers;
        beam.min_gain = eagerness * settings_.min_gain * settings_.gain_layers;
        beam.region = region_around(board.blank, board.shape());
        beam.seed = random_.next();
        const BeamResult result = beam_.run(board, evaluation_, beam, share);
        for (const Direction move : result.path) board.apply(move);
        path.insert(path.end(), result.path.begin(), result.path.end());
        return result.ending == BeamEnding::kSolved;
    }

    Region region_around(Place centre, Shape shape) const {
        const auto side = static_cast<int>(std::lround(std::sqrt(settings_.region_cells)));
        const int rows = std::min(shape.rows, std::max(side, settings_.region_cells / std::min(side, shape.cols)));
        const int cols = std::min(shape.cols, std::max(side, settings_.region_cells / std::min(side, shape.rows)));
        return Region::around(centre, shape, rows, cols);
    }

    // A region that brought nothing is left alone for a while; one that did may be worked again.
    void tire(Region region, bool fruitful) {
        for (int row = region.row; row < region.row + region.rows; ++row)
            for (int col = region.col; col < region.col + region.cols; ++col) {
                double& freshness = freshness_[place_at(row, col)];
                freshness = fruitful ? 1 : kTiring * freshness;
            }
    }

    // Walk the blank to the place around which most is left to do, counting the way there as a cost.
    void walk_to_richest(Layout& board, Path& path, int failures) {
        sum_values(board);
        const Shape& shape = board.shape();
        const int stride = 1 + std::max(shape.rows, shape.cols) / kPlacesLookedAt;
        const double noise = 0.2 * failures;
        Place richest = board.blank;
        double best = -1e18;
        for (int row = random_.between(0, stride - 1); row < shape.rows; row += stride)
            for (int col = random_.between(0, stride - 1); col < shape.cols; col += stride) {
                const Place place = place_at(row, col);
                const double luck = noise * static_cast<double>(random_.below(1024)) / 1024;
                const double score = mean_around(shape, place) * freshness_[place] + luck - kWalkCost * distance(place, board.blank);
                if (score > best) best = score, richest = place;
            }
        while (board.blank != richest) {
            const int down = row_of(richest) - row_of(board.blank), right = col_of(richest) - col_of(board.blank);
            const bool vertical = down != 0 && (right == 0 || random_.next() & 1);
            const Direction move = vertical ? (down > 0 ? kDown : kUp) : (right > 0 ? kRight : kLeft);
            board.apply(move);
            path.push_back(move);
        }
    }

    // Summed-area table: sums_[r][c] is the value of all tiles above and to the left.
    void sum_values(const Layout& board) {
        const auto width = static_cast<std::size_t>(board.shape().cols) + 1;
        sums_.assign(width * (static_cast<std::size_t>(board.shape().rows) + 1), 0);
        board.each_place([&](Place place) {
            const std::size_t at = static_cast<std::size_t>(row_of(place) + 1) * width + static_cast<std::size_t>(col_of(place)) + 1;
            const int value = place == board.blank ? 0 : evaluation_.of(place, board[place]);
            sums_[at] = value + sums_[at - 1] + sums_[at - width] - sums_[at - width - 1];
        });
    }

    double mean_around(Shape shape, Place place) const {
        const auto width = static_cast<std::size_t>(shape.cols) + 1;
        const auto top = static_cast<std::size_t>(std::max(0, row_of(place) - kReach));
        const auto bottom = static_cast<std::size_t>(std::min(shape.rows, row_of(place) + kReach + 1));
        const auto left = static_cast<std::size_t>(std::max(0, col_of(place) - kReach));
        const auto right = static_cast<std::size_t>(std::min(shape.cols, col_of(place) + kReach + 1));
        const int sum = sums_[bottom * width + right] - sums_[top * width + right] - sums_[bottom * width + left] + sums_[top * width + left];
        return sum / (static_cast<double>((bottom - top) * (right - left)) * Evaluation::kScale);
    }

    static constexpr int kReach = 3;
    static constexpr double kWalkCost = 0.07;
    static constexpr double kTiring = 0.6;
    static constexpr int kPlacesLookedAt = 32;  // along each side

    const Evaluation& evaluation_;
    const DescentSettings settings_;
    Random random_;
    TourBeam& beam_;
    std::vector<int> sums_;
    std::vector<double> freshness_;  // by place
};

}  // namespace taquin::large
