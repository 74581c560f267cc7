// SPDX-License-Identifier: MIT
// Shorten a path piece by piece: each window of moves is searched anew between the same two boards.
//
// After every window the path leads between the same two boards as before, and is no longer than it was.
#pragma once

#include "tour_beam.hpp"

namespace taquin::large {

// Windows come in scales: each next one is twice as wide a search over a third more moves. Small ones find most of what there
// is at first and cheaply; only large ones can change the plan of a path.
struct WindowSettings {
    int narrowest = 50;
    int scales = 1;
    // How far beyond the cells that the blank visited the new way may stray.
    int margin = 2;
};

// Works on a path of its own from a given board; the board at its end never changes.
class WindowImprover {
  public:
    WindowImprover(const Layout& start, Path path, TourBeam& beam, std::uint64_t seed)
        : board_(start), path_(std::move(path)), random_(seed), end_place_(std::size_t{1} << 16), beam_(beam) {
        next_begin_ = random_.below(path_.size() + 1);
    }

    const Path& path() const { return path_; }

    // Try one window; true if the path became shorter. An equally long way is taken as well: it costs nothing and
    // opens others.
    bool try_window(const WindowSettings& settings, const Evaluation& evaluation, const Share& share) {
        const int scale = choose_scale(settings.scales);
        const std::size_t length = choose_length(scale);
        const std::size_t begin = choose_begin(length);
        move_cursor(begin);
        const bool backward = random_.next() & 1;
        const Region region = region_around(length, settings.margin);
        Path old(path_.begin() + static_cast<std::ptrdiff_t>(begin), path_.begin() + static_cast<std::ptrdiff_t>(begin + length));
        const Layout window = backward ? backward_window(region, length) : forward_window(region, length);
        if (backward) reverse(old);
        BeamSettings beam;
        beam.width = settings.narrowest << scale;
        beam.per_cell = std::max(1, beam.width / kCellShare);
        beam.max_moves = static_cast<int>(length);
        beam.prune = true;
        beam.seed = random_.next();
        beam.region = Region::whole(window.shape());
        BeamResult found = beam_.run(window, evaluation, beam, share, &old);
        if (found.ending != BeamEnding::kSolved) return false;
        if (backward) reverse(found.path);
        splice(begin, length, found.path);
        return found.path.size() < length;
    }

    std::size_t sweeps() const { return sweeps_; }

  private:
    static constexpr int kMinMoves = 30;
    static constexpr int kMaxMoves = 80;
    static constexpr double kLengthGrowth = 1.3;
    static constexpr int kCellShare = 12;

    // Each scale is chosen half as often as the one before it.
    int choose_scale(int scales) { return std::min(std::countr_zero(random_.next() | std::uint64_t{1} << 62), scales - 1); }

    std::size_t choose_length(int scale) {
        const double moves = random_.between(kMinMoves, kMaxMoves) * std::pow(kLengthGrowth, scale);
        return std::min(path_.size(), static_cast<std::size_t>(moves));
    }

    // Windows overlap as they go along the path, and start over at its end with another offset.
    std::size_t choose_begin(std::size_t length) {
        const std::size_t begin = next_begin_;
        if (begin + length >= path_.size()) {
            ++sweeps_;
            next_begin_ = random_.below(length / 2 + 1);
            return path_.size() - length;
        }
        next_begin_ = begin + 1 + random_.below(length / 2 + 1);
        return begin;
    }

    void move_cursor(std::size_t index) {
        while (cursor_ > index) board_.apply(opposite(path_[--cursor_]));
        while (cursor_ < index) board_.apply(path_[cursor_++]);
    }

    Region region_around(std::size_t length, int margin) const {
        Place blank = board_.blank;
        int top = row_of(blank), bottom = top, left = col_of(blank), right = left;
        for (std::size_t at = cursor_; at < cursor_ + length; ++at) {
            blank = stepped(blank, path_[at]);
            top = std::min(top, row_of(blank));
            bottom = std::max(bottom, row_of(blank));
            left = std::min(left, col_of(blank));
            right = std::max(right, col_of(blank));
        }
        const Shape& shape = board_.shape();
        top = std::max(0, top - margin);
        left = std::max(0, left - margin);
        bottom = std::min(shape.rows - 1, bottom + margin);
        right = std::min(shape.cols - 1, right + margin);
        return {top, left, bottom - top + 1, right - left + 1};
    }

    static Place within(Region region, Place place) {
        return static_cast<Place>(place - place_at(region.row, region.col));
    }

    template <class Visit>
    static void each_place(Region region, Visit visit) {
        for (int row = 0; row < region.rows; ++row)
            for (int col = 0; col < region.cols; ++col) visit(place_at(region.row + row, region.col + col));
    }

    // From the board at the cursor to the one `length` moves on.
    Layout forward_window(Region region, std::size_t length) {
        Layout window({region.rows, region.cols});
        each_place(region, [&](Place place) { window[within(region, place)] = board_[place]; });
        window.blank = within(region, board_.blank);
        move_cursor(cursor_ + length);
        relabel(region, window);
        return window;
    }

    // From the board `length` moves on back to the one at the cursor.
    Layout backward_window(Region region, std::size_t length) {
        Layout window({region.rows, region.cols});
        const std::size_t begin = cursor_;
        move_cursor(begin + length);
        each_place(region, [&](Place place) { window[within(region, place)] = board_[place]; });
        window.blank = within(region, board_.blank);
        move_cursor(begin);
        relabel(region, window);
        return window;
    }

    // Give every tile of the window the place that it has on the board now as its home.
    void relabel(Region region, Layout& window) {
        each_place(region, [&](Place place) { end_place_[board_[place]] = within(region, place); });
        window.each_place([&](Place place) {
            if (place != window.blank) window[place] = end_place_[window[place]];
        });
        window.blank_home = within(region, board_.blank);
    }

    static void reverse(Path& path) {
        std::reverse(path.begin(), path.end());
        for (Direction& move : path) move = opposite(move);
    }

    void splice(std::size_t begin, std::size_t length, const Path& replacement) {
        move_cursor(begin);
        const auto at = path_.begin() + static_cast<std::ptrdiff_t>(begin);
        std::copy(replacement.begin(), replacement.end(), at);
        if (replacement.size() == length) return;
        path_.erase(at + static_cast<std::ptrdiff_t>(replacement.size()), at + static_cast<std::ptrdiff_t>(length));
        // What was just shortened may be shortened again.
        if (next_begin_ > begin) next_begin_ = begin > length / 2 ? begin - length / 2 : 0;
    }

    Layout board_;  // after cursor_ moves of the path
    Path path_;
    std::size_t cursor_ = 0;
    std::size_t next_begin_ = 0;
    std::size_t sweeps_ = 0;
    Random random_;
    std::vector<Place> end_place_;  // by home
    TourBeam& beam_;
};

}  // namespace taquin::large
