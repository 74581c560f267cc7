// SPDX-License-Identifier: MIT
// How a solve divides its budget between descents and windows, and how wide it searches.
//
// Plans depend on the part of the budget spent, never on the clock, so that solves limited by work repeat themselves. Any part
// from 0 to 1 gives a plan.
#pragma once

#include "descent.hpp"
#include "wide_beam.hpp"
#include "window_improver.hpp"

namespace taquin::large {

// Descents of growing width. On a large board, worked region by region, there are two: a narrow one if that takes next to
// nothing, and one that adjusts its width to arrive in time. On others the first is nearly instant and each next one as wide
// as fits the budget, going by what the last one cost: one wide beam beats the best of several narrower ones, and most of
// what windows find they find soon.
class Ladder {
  public:
    // `memory` is what there is of it for each thread.
    Ladder(const Layout& start, double guessed_work, std::size_t memory = std::numeric_limits<std::size_t>::max())
        : shape_(start.shape()), widest_(static_cast<int>(std::clamp<std::size_t>(memory / kBytesPerBoard, kFirstWidth, kWidest))), large_(is_regional(settings(kFirstWidth, shape_), shape_)),
          guessed_width_(kPacedUntil * guessed_work / (kWorkPerStep * start.manhattan() + 1)) {}

    // The settings of the next descent, or none if it is time for windows. `spent` is the part of the budget used.
    std::optional<DescentSettings> next(double spent) {
        return large_ ? next_of_large(spent) : next_of_small(spent);
    }

    static DescentSettings settings(int width, Shape shape) {
        const int cells = shape.cells();
        DescentSettings descent;
        descent.width = width;
        descent.region_cells = std::max(DescentSettings::kSmallestRegion, kCellsPerBoard * width);
        descent.per_cell = std::max(1, 2 * width / std::min(cells, descent.region_cells));
        descent.patience = std::max(20, cells / 4);
        // On the whole board at once there is nowhere better to go.
        if (descent.region_cells >= cells) {
            descent.min_gain = 0.05;
            descent.gain_layers = 200;
            descent.patience = 4;
            descent.latest = 0.9;
        }
        return descent;
    }

    // Whether there is room for several regions side by side.
    static bool is_regional(const DescentSettings& settings, Shape shape) { return 8 * settings.region_cells <= shape.cells(); }

  private:
    std::optional<DescentSettings> next_of_large(double spent) {
        if (paced_) return std::nullopt;
        if (width_ == 0 && guessed_width_ > kCheapFirst * kFirstWidth) return rung(kFirstWidth, spent);
        paced_ = true;
        DescentSettings descent = settings(static_cast<int>(std::clamp(guessed_width_, 6.0, 400.0)), shape_);
        descent.arrive_at = kPacedUntil;
        descent.latest = kPacedLatest;
        return descent;
    }

    std::optional<DescentSettings> next_of_small(double spent) {
        if (width_ == 0) return rung(first_of_small(), spent);
        const double cost = std::max(spent - spent_before_, 1e-9), left = kDescentsUntil - spent;
        const int fitting = static_cast<int>(std::min(kSafety * left / cost, kMostGrowth) * width_);
        if (width_ < widest_) {
            const int wider = std::min(fitting, widest_);
            if (wider < kLeastGrowth * width_) return std::nullopt;
            return rung(wider, spent);
        }
        // Wider ones would take too much memory; another of the same width has chances of its own.
        if (++repeats_ > kMostRepeats || fitting < width_) return std::nullopt;
        return rung(width_, spent);
    }

    // Wide enough to take the board as a whole, where there is time for that: narrower beams get stuck more often than not,
    // and mending what they leave takes longer.
    int first_of_small() const {
        const int whole = shape_.cells() / kCellsPerBoard;
        return whole < kAffordable * guessed_width_ ? std::clamp(whole, kFirstWidth, widest_) : kFirstWidth;
    }

    DescentSettings rung(int width, double spent) {
        width_ = width;
        spent_before_ = spent;
        return settings(width, shape_);
    }

    static constexpr int kFirstWidth = 25;
    static constexpr int kWidest = 200'000;
    static constexpr std::size_t kBytesPerBoard = 500;  // of a beam's width: leaves, candidates, boards met of late, where they come from
    static constexpr int kMostRepeats = 4;
    static constexpr double kLeastGrowth = 1.5;
    static constexpr double kMostGrowth = 16;
    static constexpr double kCheapFirst = 6;
    static constexpr double kAffordable = 2;
    // Boards generated for each board of width and each step of distance.
    static constexpr double kWorkPerStep = 6;
    static constexpr double kSafety = 0.9;
    static constexpr double kDescentsUntil = 0.7;
    static constexpr double kPacedUntil = 0.8;
    static constexpr double kPacedLatest = 0.9;
    static constexpr int kCellsPerBoard = 2;

    const Shape shape_;
    const int widest_;
    const bool large_;
    const double guessed_width_;
    bool paced_ = false;
    int width_ = 0;
    int repeats_ = 0;
    double spent_before_ = 0;
};

// Beams ordered by learned values, each many times as wide as the one before. The last arrives when its share is spent; two before it
// are rehearsals: the next ones go by what they have taught.
class WideLadder {
  public:
    WideLadder(const Layout& start, double guessed_work)
        : first_(static_cast<std::size_t>(std::clamp(kFirstShare * guessed_work / (kWorkPerStep * start.manhattan() + 1), kNarrowest, kFirstWidth))) {}

    // The settings of the next beam, or none if it is time for windows. `spent` is the part of the budget used.
    std::optional<WideBeamSettings> next(double spent) {
        const double cost = std::max(spent - spent_before_, 1e-9), width = static_cast<double>(width_);
        spent_before_ = spent;
        if (width_ == 0) return rung(static_cast<double>(first_));
        if (width > kWidest) return std::nullopt;
        const double fitting = kSafety * (kWideUntil - spent) / cost * width;
        if (rehearsals_ == 0) {
            if (fitting < kLeastGrowth * width) return std::nullopt;
            if (fitting > kLastGrowth * width) return rung(kGrowth * width);
            rehearsal_ = kRehearsalShare * fitting;
            if (rehearsal_ < width) rehearsals_ = kRehearsals;
        }
        if (rehearsals_++ < kRehearsals) return rung(rehearsal_);
        // Where memory keeps the last beam from being wide enough there may be time for another one.
        if (rehearsals_ > kRehearsals + 1 && fitting < width) return std::nullopt;
        auto settings = rung(fitting);
        settings.arrive_at = kWideUntil;
        return settings;
    }

    // Whether the last run before the beam that was asked for has lessons for it.
    bool has_lessons() const { return rehearsals_ > 1; }

  private:
    WideBeamSettings rung(double width) {
        width_ = static_cast<std::size_t>(width);
        WideBeamSettings settings;
        settings.width = width_;
        settings.looks = kLooks;
        settings.narrows = true;
        return settings;
    }

    static constexpr double kFirstShare = 0.05;
    static constexpr double kWorkPerStep = 3.5;
    static constexpr double kNarrowest = 20;
    static constexpr double kFirstWidth = 1000;
    static constexpr double kGrowth = 8;
    static constexpr double kLastGrowth = 64;
    static constexpr double kLeastGrowth = 2;
    static constexpr double kWidest = 1e9;  // where boards run out at once it takes no time to get there
    static constexpr int kRehearsals = 2;
    static constexpr double kRehearsalShare = 0.25;
    static constexpr double kLooks = 1.5;
    static constexpr double kSafety = 0.9;
    // Beams arrive within a hundredth of when they are to, and windows find next to nothing after them.
    static constexpr double kWideUntil = 0.98;

    const std::size_t first_;
    std::size_t width_ = 0;
    double spent_before_ = 0;
    double rehearsal_ = 0;  // its width
    int rehearsals_ = 0;    // and what came after them
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
