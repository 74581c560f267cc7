// SPDX-License-Identifier: MIT
// From a board down to the goal by beams, each confined to a part of the board and left when it pays no more.
//
// A narrow beam that may go anywhere on a large board gets lost in one corner of it: there are endless ways to shuffle
// tiles at no loss. Confined to a region of a few cells per board of its width, the same beam works the region out. Then
// the blank walks to where most is left to do, as a forager leaves a patch.
//
// Several threads work at the same time, each its own band of the board, although that has but one blank: the blank enters each
// band by an agreed cell, and on its way there keeps out of those it has yet to visit. A band is worked region after region, so
// that threads seldom wait for one another. Bands lie elsewhere every time, and so every tile can get home.
#pragma once

#include <atomic>
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
        Freshness freshness(board.shape());
        left_ = board.manhattan();
        std::size_t best_length = path.size();
        int best_left = left_;
        failures_ = 0;
        started_ = false;
        begun_at_ = share.spent();
        begun_left_ = left_;
        while (best_left > 0 && failures_ < settings_.patience && !share.over()) {
            const int worked = work_bands(board, path, freshness, share);
            started_ = true;
            if (settings_.arrive_at) pace(share, board.shape().cells());
            failures_ = left_ < best_left - 2 ? 0 : failures_ + worked;
            if (left_ < best_left) {
                best_left = left_;
                best_length = path.size();
            }
        }
        for (; path.size() > best_length; path.pop_back()) board.apply(opposite(path.back()));
        return board.is_goal();
    }

  private:
    // A part of the board, how the blank comes into it, and what was found to do there.
    struct Band {
        Region part;
        Place before_entry = kNowhere;
        Place entry = kNowhere;
        Path path;
        int regions = 0;  // that were searched
    };

    // A band being worked: its own board, of which only the band counts, and its own luck.
    struct Worksite {
        Layout board;
        Path path;
        int left;  // the distance of the tiles within the band
        Random random;

        void advance(Direction move) {
            const Place to = board.blank, from = stepped(to, move), home = board[from];
            left += distance(home, to) - distance(home, from);
            board.apply(move);
            path.push_back(move);
        }

        void walk(Place target) {
            while (board.blank != target) {
                const int down = row_of(target) - row_of(board.blank), right = col_of(target) - col_of(board.blank);
                const bool vertical = down != 0 && (right == 0 || random.next() & 1);
                advance(vertical ? (down > 0 ? kDown : kUp) : (right > 0 ? kRight : kLeft));
            }
        }
    };

    static constexpr double kLuck = 0.2;
    // A new map when so large a part of a band, one in so many cells, has been worked; new bands when so large a part of the board.
    static constexpr int kSurveyEvery = 16;
    static constexpr int kStayFor = 2;
    static constexpr int kRegionsAside = 4;  // in the mean, at least, in a band
    static constexpr int kThinnest = 4;      // rows or columns
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
    int work_bands(Layout& board, Path& path, Freshness& freshness, const Share& share) {
        std::vector<Band> bands = choose_bands(board);
        std::vector<std::uint64_t> seeds;
        for (std::size_t index = 0; index < bands.size(); ++index) seeds.push_back(random_.next());
        std::atomic<int> to_work = std::max(static_cast<int>(bands.size()), board.shape().cells() / (kStayFor * settings_.region_cells));
        run_jobs(bands.size(), [&](std::size_t index) { work(board, bands[index], to_work, freshness, seeds[index], *beams_[index], share); });
        int regions = 0;
        for (std::size_t index = 0; index < bands.size(); ++index) {
            regions += bands[index].regions;
            if (index > 0 && (bands[index].path.empty() || !walk_around(board, path, bands, index))) continue;
            for (const Direction move : bands[index].path) advance(board, path, move);
        }
        return regions;
    }

    // One band for each thread, side by side along one of the axes, in the order in which the blank visits them: its own, those
    // behind it and then those before it.
    std::vector<Band> choose_bands(const Layout& board) {
        const Shape& shape = board.shape();
        const bool stacked = random_.next() & 1;
        const int side = stacked ? shape.rows : shape.cols, across = stacked ? shape.cols : shape.rows;
        const int room = std::min(shape.cells() / (kRegionsAside * settings_.region_cells), side / kThinnest);
        const int count = std::clamp(room, 1, static_cast<int>(beams_.size()));
        const int jitter = side / (4 * count);
        std::vector<Band> bands;
        int own = 0;
        for (int index = 0, begin = 0; index < count; ++index) {
            const int end = index + 1 == count ? side : (index + 1) * side / count + random_.between(-jitter, jitter);
            Band band;
            band.part = stacked ? Region{begin, 0, end - begin, across} : Region{0, begin, across, end - begin};
            if (band.part.contains(board.blank)) own = index;
            bands.push_back(std::move(band));
            begin = end;
        }
        std::reverse(bands.begin(), bands.begin() + own);
        std::rotate(bands.begin(), bands.begin() + own, bands.end());
        for (std::size_t index = 1; index < bands.size(); ++index) choose_entry(bands[index], bands[index - 1].part, shape);
        return bands;
    }

    // The blank comes in through the middle of the side that faces where it comes from.
    static void choose_entry(Band& band, const Region& last, Shape shape) {
        const Region& part = band.part;
        const Place from = middle(last), centre = middle(part);
        const Place inside[4] = {place_at(part.row, col_of(centre)), place_at(row_of(centre), part.col),
                                 place_at(row_of(centre), part.col + part.cols - 1), place_at(part.row + part.rows - 1, col_of(centre))};
        for (const Direction out : {kUp, kLeft, kRight, kDown}) {
            const Place entry = inside[out], before = stepped(entry, out);
            if (!contains(shape, before) || (band.entry != kNowhere && distance(before, from) >= distance(band.before_entry, from))) continue;
            band.entry = entry;
            band.before_entry = before;
        }
    }

    static Place middle(const Region& region) { return place_at(region.row + region.rows / 2, region.col + region.cols / 2); }

    // Work region after region until as many have been worked as there are `to_work` in all bands together: counted together,
    // all bands are left at nearly the same time.
    void work(const Layout& board, Band& band, std::atomic<int>& to_work, Freshness& freshness, std::uint64_t seed, TourBeam& beam, const Share& share) const {
        Worksite site{band.entry == kNowhere ? board : entered(board, band), {}, 0, Random(seed)};
        const Region& part = band.part;
        for (int row = part.row; row < part.row + part.rows; ++row)
            for (int col = part.col; col < part.col + part.cols; ++col)
                if (place_at(row, col) != site.board.blank) site.left += distance(place_at(row, col), site.board[place_at(row, col)]);
        const double cells = part.rows * part.cols;
        const int survey_every = std::max(1, static_cast<int>(cells / (kSurveyEvery * settings_.region_cells)));
        Terrain terrain(board.shape(), part, freshness);
        int best = site.left, failures = failures_;
        do {
            if (band.regions % survey_every == 0) terrain.survey(site.board, evaluation_);
            if (started_ || band.regions > 0) site.walk(terrain.richest(site.board.blank, kLuck * failures, site.random));
            const Region region = region_around(site.board.blank, part);
            const double eagerness = std::min(1.0, site.left / (kNearlySolved * cells));
            for (const Direction move : search(site, region, eagerness, beam, share)) site.advance(move);
            terrain.note(region);
            ++band.regions;
            failures = site.left < best - 2 ? 0 : failures + 1;
            best = std::min(best, site.left);
        } while (--to_work > 0 && site.left > 0 && failures < settings_.patience && !share.over());
        band.path = std::move(site.path);
    }

    Path search(Worksite& site, const Region& region, double eagerness, TourBeam& beam, const Share& share) const {
        BeamSettings settings;
        const int growth = eagerness < 0.5 ? 2 : 1;
        settings.width = settings_.width * growth;
        settings.per_cell = settings_.per_cell * growth;
        settings.stall_layers = settings_.stall_layers * growth;
        settings.gain_layers = settings_.gain_layers + region.rows + region.cols;
        settings.min_gain = eagerness * settings_.min_gain * settings.gain_layers;
        settings.region = region;
        settings.seed = site.random.next();
        return beam.run(site.board, evaluation_, settings, share).path;
    }

    // The board with the blank at the entry. The tile from there has left the band, and where it is does not matter to it.
    static Layout entered(const Layout& board, const Band& band) {
        Layout result = board;
        result[board.blank] = board[band.entry];
        result[band.entry] = kNowhere;
        result.blank = band.entry;
        return result;
    }

    // As close around a place as the edges of the part allow.
    Region region_around(Place centre, const Region& part) const {
        const auto side = static_cast<int>(std::lround(std::sqrt(settings_.region_cells)));
        const Shape shape{part.rows, part.cols};
        const int rows = std::min(shape.rows, std::max(side, settings_.region_cells / std::min(side, shape.cols)));
        const int cols = std::min(shape.cols, std::max(side, settings_.region_cells / std::min(side, shape.rows)));
        Region region = Region::around(place_at(row_of(centre) - part.row, col_of(centre) - part.col), shape, rows, cols);
        region.row += part.row;
        region.col += part.col;
        return region;
    }

    void advance(Layout& board, Path& path, Direction move) {
        const Place to = board.blank, from = stepped(to, move), home = board[from];
        left_ += distance(home, to) - distance(home, from);
        board.apply(move);
        path.push_back(move);
    }

    // Walk to the entry of a band by a shortest way around all bands still to come; false if there is none.
    bool walk_around(Layout& board, Path& path, const std::vector<Band>& bands, std::size_t next) {
        const Band& band = bands[next];
        std::vector<Direction> came_by(static_cast<std::size_t>(board.shape().rows) << 8, kNoMove);
        for (std::size_t later = next; later < bands.size(); ++later) {
            const Region& region = bands[later].part;
            if (region.contains(board.blank)) return false;
            for (int row = region.row; row < region.row + region.rows; ++row)
                std::fill_n(came_by.begin() + place_at(row, region.col), region.cols, kUp);
        }
        std::vector<Place> frontier{band.before_entry};
        if (came_by[band.before_entry] != kNoMove) return false;
        // Backwards from the entry, so that the way can be read off from the blank.
        for (std::size_t at = 0; at < frontier.size(); ++at) {
            if (frontier[at] == board.blank) break;
            for (const Direction move : {kUp, kLeft, kRight, kDown}) {
                const Place before = stepped(frontier[at], opposite(move));
                if (!contains(board.shape(), before) || came_by[before] != kNoMove || before == band.before_entry) continue;
                came_by[before] = move;
                frontier.push_back(before);
            }
        }
        if (board.blank != band.before_entry && came_by[board.blank] == kNoMove) return false;
        while (board.blank != band.before_entry) {
            advance(board, path, came_by[board.blank]);
        }
        for (const Direction move : {kUp, kLeft, kRight, kDown})
            if (stepped(board.blank, move) == band.entry) {
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
    int left_ = 0;          // the distance of the board
    int failures_ = 0;      // regions in a row that brought nothing
    bool started_ = false;  // the first region is where the blank is
    const std::vector<TourBeam*> beams_;
};

}  // namespace taquin::large
