// SPDX-License-Identifier: MIT
// How a solve divides its budget between descents and windows, and how wide it searches.
#pragma once

#include "descent.hpp"
#include "window_improver.hpp"

namespace taquin::large {

// Descents of growing width: the first is nearly instant, each next one four times as wide while that fits the budget. What
// fits is told from what the last one cost, so that no speed of the machine is assumed.
class Ladder {
  public:
    explicit Ladder(Shape shape) : shape_(shape) {}

    // The settings of the next descent, or none if it is time for windows. `spent` is the part of the budget used.
    std::optional<DescentSettings> next(double spent) {
        if (width_ == 0) return rung(kFirstWidth, spent);
        const double cost = std::max(spent - spent_before_, 1e-9), left = kDescentsUntil - spent;
        const int fitting = static_cast<int>(std::min(kSafety * left / cost, 4.0) * width_);
        if (width_ < kWidest) {
            const int wider = std::min(fitting, kWidest);
            return wider < kLeastGrowth * width_ ? std::nullopt : std::optional(rung(wider, spent));
        }
        // Beams wider than that gain little; another of the same width, with chances of its own, may.
        return ++repeats_ > kMostRepeats || fitting < width_ ? std::nullopt : std::optional(rung(width_, spent));
    }

    // When a descent has to end, finished or not.
    static constexpr double kLatest = 0.7;

  private:
    DescentSettings rung(int width, double spent) {
        width_ = width;
        spent_before_ = spent;
        const int cells = shape_.cells();
        DescentSettings descent;
        descent.width = width;
        descent.region_cells = std::max(kSmallestRegion, kCellsPerBoard * width);
        descent.per_cell = std::max(1, width / (cells <= 64 ? 20 : cells <= 144 ? 40 : 100));
        descent.patience = std::max(20, cells / 40);
        if (descent.region_cells >= cells) {
            descent.min_gain = 0.05;
            descent.gain_layers = 200;
        }
        return descent;
    }

    static constexpr int kFirstWidth = 16;
    static constexpr int kWidest = 8000;
    static constexpr int kMostRepeats = 4;
    static constexpr double kLeastGrowth = 1.5;
    static constexpr double kSafety = 0.9;
    static constexpr double kDescentsUntil = 0.4;
    static constexpr int kSmallestRegion = 64;
    static constexpr int kCellsPerBoard = 2;

    const Shape shape_;
    int width_ = 0;
    int repeats_ = 0;
    double spent_before_ = 0;
};

// Windows as wide as the work that is left allows: the narrowest ones should get over the path several times.
inline WindowSettings plan_windows(std::size_t path_length, double work_left) {
    constexpr double kSweepShare = 0.1;
    constexpr int kMaxScales = 8;
    // A sweep generates about three boards for each one of the beam, and windows overlap by half.
    const double sweep = 6.0 * static_cast<double>(path_length) + 1;
    WindowSettings windows;
    windows.narrowest = static_cast<int>(std::clamp(kSweepShare * work_left / sweep, 12.0, 50.0));
    while (windows.scales < kMaxScales && kSweepShare * work_left > sweep * (windows.narrowest << windows.scales)) ++windows.scales;
    return windows;
}

}  // namespace taquin::large
