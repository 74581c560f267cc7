// SPDX-License-Identifier: MIT
// From a board down to the goal by beams, each confined to a part of the board and left when it pays no more.
//
// A narrow beam that may go anywhere on a large board gets lost in one corner of it: there are endless ways to shuffle
// tiles at no loss. Confined to a region of a few cells per board of its width, the same beam works the region out. Then
// the blank walks to where most is left to do, as a forager leaves a patch.
//
// Regions apart from one another can be searched at the same time, although the board has but one blank: it enters each by
// an agreed cell, and on its way there keeps out of those it has yet to visit.
#pragma once

#include <optional>

#include "../base/threads.hpp"
#include "terrain.hpp"
#include "tour_beam.hpp"

namespace taquin::large {

struct DescentSettings {
    static constexpr int kSmallestRegion = 49;

    int width = 100;
    int per_cell = 1;
    // Region size; the whole board where that is no larger.
    int region_cells = 400;
    // A region is left when the lower bound falls by less than this a move over `gain_layers` moves and one more for each of its rows
    // and columns; on a board nearly solved, less is enough.
    double min_gain = 0.4;
    int gain_layers = 20;
    int stall_layers = 100;
    // Change the width on the way so as to arrive when this part of the budget is spent.
    std::optional<double> arrive_at;
    // When it has to end, finished or not, as a part of the budget.
    double latest = 0.7;
    // How often in a row regions may bring nothing.
    int patience = 20;
    std::uint64_t seed = 0;
};

class Descent {
  public:
    // One thread for each beam.
    Descent(const Evaluation& evaluation, const DescentSettings& settings, std::vector<TourBeam*> beams)
        : evaluation_(evaluation), settings_(settings), random_(settings.seed), beams_(std::move(beams)) {}

    // Move `board` towards the goal and append the moves to `path`; true if it arrived. Otherwise the board is the best met.
    bool run(Layout& board, Path& path, const Share& share) {
        Terrain terrain(board.shape());
        left_ = board.manhattan();
        std::size_t best_length = path.size();
        int best_left = left_, failures = 0, patches_until_survey = 0;
        bool started = false;
        begun_at_ = share.spent();
        begun_left_ = left_;
        while (best_left > 0 && failures < settings_.patience && !share.over()) {
            if (patches_until_survey <= 0) {
                terrain.survey(board, evaluation_);
                patches_until_survey = board.shape().cells() / (kSurveyEvery * settings_.region_cells);
            }
            if (started) walk(board, path, terrain.richest(board.blank, kLuck * failures, random_, [](Place) { return true; }));
            const int worked = work_patches(board, path, terrain, share);
            patches_until_survey -= worked;
            started = true;
            if (settings_.arrive_at) pace(share, board.shape().cells());
            failures = left_ < best_left - 2 ? 0 : failures + worked;
            if (left_ < best_left) {
                best_left = left_;
                best_length = path.size();
            }
        }
        for (; path.size() > best_length; path.pop_back()) board.apply(opposite(path.back()));
        return board.is_goal();
    }

  private:
    // A region, how the blank comes into it, and what a beam found to do there.
    struct Patch {
        Region region;
        Place before_entry = kNowhere;
        Place entry = kNowhere;
        Path path;
    };

    static constexpr double kLuck = 0.2;
    // A new map when so large a part of the board, one in so many cells, has been worked.
    static constexpr int kSurveyEvery = 16;
    static constexpr double kPaceEvery = 0.02;
    static constexpr double kLastSteps = 2;
    static constexpr double kNarrowest = 6;
    static constexpr double kWidest = 1000;
    // Below this mean distance of the tiles the board is nearly solved.
    static constexpr double kNearlySolved = 1;

    // Going on as since the last look, when would the descent arrive? Too late: narrower beams; too early: wider ones. The last
    // steps take longer, as if every tile were some steps farther from home than it is.
    void pace(const Share& share, int cells) {
        const double spent = share.spent();
        if (spent - begun_at_ < kPaceEvery || left_ >= begun_left_) return;
        const double needed = (spent - begun_at_) * (left_ + kLastSteps * cells) / (begun_left_ - left_);
        const double late = needed / std::max(*settings_.arrive_at - spent, 1e-3);
        const int width = static_cast<int>(std::clamp(settings_.width / std::clamp(late, 0.8, 1.25), kNarrowest, kWidest));
        settings_.region_cells = std::max(DescentSettings::kSmallestRegion, settings_.region_cells * width / settings_.width);
        settings_.width = width;
        // What was slow or fast at another width says little about this one.
        begun_at_ = spent;
        begun_left_ = left_;
    }

    // Returns how many regions were searched.
    int work_patches(Layout& board, Path& path, Terrain& terrain, const Share& share) {
        std::vector<Patch> patches = choose_patches(board, terrain);
        const double eagerness = std::min(1.0, left_ / (kNearlySolved * board.shape().cells()));
        const std::size_t threads = std::min(beams_.size(), patches.size());
        std::vector<std::uint64_t> seeds;
        for (std::size_t index = 0; index < patches.size(); ++index) seeds.push_back(random_.next());
        run_jobs(threads, [&](std::size_t thread) {
            for (std::size_t index = thread; index < patches.size(); index += threads)
                search(board, patches[index], eagerness, seeds[index], *beams_[thread], share);
        });
        for (std::size_t index = 0; index < patches.size(); ++index) {
            const Patch& patch = patches[index];
            if (index > 0 && (patch.path.empty() || !walk_around(board, path, patches, index))) continue;
            for (const Direction move : patch.path) advance(board, path, move);
            terrain.note(patch.region);
        }
        return static_cast<int>(patches.size());
    }

    // The region around the blank and, for several threads, others clear of it.
    std::vector<Patch> choose_patches(const Layout& board, const Terrain& terrain) {
        const Shape& shape = board.shape();
        Patch first;
        first.region = region_around(board.blank, shape);
        std::vector<Patch> patches{first};
        const std::size_t most = std::min(beams_.size(), room_for_patches(first.region, shape));
        while (patches.size() < most) {
            const Region& last = patches.back().region;
            const Place from = place_at(last.row + last.rows / 2, last.col + last.cols / 2);
            const auto allowed = [&](Place place) {
                const Region region = region_around(place, shape);
                return std::none_of(patches.begin(), patches.end(), [&](const Patch& patch) { return touch(patch.region, region); });
            };
            const Place centre = terrain.richest(from, 0, random_, allowed);
            if (centre == kNowhere) break;
            Patch patch;
            patch.region = region_around(centre, shape);
            choose_entry(patch, from, shape);
            patches.push_back(std::move(patch));
        }
        return patches;
    }

    static std::size_t room_for_patches(const Region& region, Shape shape) {
        return std::max<std::size_t>(1, static_cast<std::size_t>(shape.cells() / (4 * region.rows * region.cols)));
    }

    // Whether less than a free cell lies between two regions.
    static bool touch(const Region& one, const Region& other) {
        return one.row <= other.row + other.rows && other.row <= one.row + one.rows && one.col <= other.col + other.cols &&
               other.col <= one.col + one.cols;
    }

    // The blank comes in through the middle of the side that faces it.
    static void choose_entry(Patch& patch, Place from, Shape shape) {
        const Region& region = patch.region;
        const int row = region.row + region.rows / 2, col = region.col + region.cols / 2;
        const Place inside[4] = {place_at(region.row, col), place_at(row, region.col), place_at(row, region.col + region.cols - 1),
                                 place_at(region.row + region.rows - 1, col)};
        for (const Direction out : {kUp, kLeft, kRight, kDown}) {
            const Place entry = inside[out], before = stepped(entry, out);
            if (!contains(shape, before) || (patch.entry != kNowhere && distance(before, from) >= distance(patch.before_entry, from))) continue;
            patch.entry = entry;
            patch.before_entry = before;
        }
    }

    void search(const Layout& board, Patch& patch, double eagerness, std::uint64_t seed, TourBeam& beam, const Share& share) const {
        BeamSettings settings;
        const int growth = eagerness < 0.5 ? 2 : 1;
        settings.width = settings_.width * growth;
        settings.per_cell = settings_.per_cell * growth;
        settings.stall_layers = settings_.stall_layers * growth;
        settings.gain_layers = settings_.gain_layers + patch.region.rows + patch.region.cols;
        settings.min_gain = eagerness * settings_.min_gain * settings.gain_layers;
        settings.region = patch.region;
        settings.seed = seed;
        BeamResult result = patch.entry == kNowhere ? beam.run(board, evaluation_, settings, share)
                                                    : beam.run(entered(board, patch), evaluation_, settings, share);
        patch.path = std::move(result.path);
    }

    // The board with the blank at the entry. The tile from there has left the region, and where it is does not matter to it.
    static Layout entered(const Layout& board, const Patch& patch) {
        Layout result = board;
        result[board.blank] = board[patch.entry];
        result[patch.entry] = kNowhere;
        result.blank = patch.entry;
        return result;
    }

    Region region_around(Place centre, Shape shape) const {
        const auto side = static_cast<int>(std::lround(std::sqrt(settings_.region_cells)));
        const int rows = std::min(shape.rows, std::max(side, settings_.region_cells / std::min(side, shape.cols)));
        const int cols = std::min(shape.cols, std::max(side, settings_.region_cells / std::min(side, shape.rows)));
        return Region::around(centre, shape, rows, cols);
    }

    void advance(Layout& board, Path& path, Direction move) {
        const Place to = board.blank, from = stepped(to, move), home = board[from];
        left_ += distance(home, to) - distance(home, from);
        board.apply(move);
        path.push_back(move);
    }

    void walk(Layout& board, Path& path, Place target) {
        while (board.blank != target) {
            const int down = row_of(target) - row_of(board.blank), right = col_of(target) - col_of(board.blank);
            const bool vertical = down != 0 && (right == 0 || random_.next() & 1);
            advance(board, path, vertical ? (down > 0 ? kDown : kUp) : (right > 0 ? kRight : kLeft));
        }
    }

    // Walk to the entry of a patch by a shortest way around all patches still to come; false if there is none.
    bool walk_around(Layout& board, Path& path, const std::vector<Patch>& patches, std::size_t next) {
        const Patch& patch = patches[next];
        std::vector<Direction> came_by(static_cast<std::size_t>(board.shape().rows) << 8, kNoMove);
        for (std::size_t later = next; later < patches.size(); ++later) {
            const Region& region = patches[later].region;
            if (region.contains(board.blank)) return false;
            for (int row = region.row; row < region.row + region.rows; ++row)
                std::fill_n(came_by.begin() + place_at(row, region.col), region.cols, kUp);
        }
        std::vector<Place> frontier{patch.before_entry};
        if (came_by[patch.before_entry] != kNoMove) return false;
        // Backwards from the entry, so that the way can be read off from the blank.
        for (std::size_t at = 0; at < frontier.size(); ++at) {
            if (frontier[at] == board.blank) break;
            for (const Direction move : {kUp, kLeft, kRight, kDown}) {
                const Place before = stepped(frontier[at], opposite(move));
                if (!contains(board.shape(), before) || came_by[before] != kNoMove || before == patch.before_entry) continue;
                came_by[before] = move;
                frontier.push_back(before);
            }
        }
        if (board.blank != patch.before_entry && came_by[board.blank] == kNoMove) return false;
        while (board.blank != patch.before_entry) {
            advance(board, path, came_by[board.blank]);
        }
        for (const Direction move : {kUp, kLeft, kRight, kDown})
            if (stepped(board.blank, move) == patch.entry) {
                advance(board, path, move);
                break;
            }
        return true;
    }

    const Evaluation& evaluation_;
    DescentSettings settings_;
    Random random_;
    double begun_at_ = 0;
    int begun_left_ = 0;
    int left_ = 0;  // the distance of the board
    const std::vector<TourBeam*> beams_;
};

}  // namespace taquin::large
