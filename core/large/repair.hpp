// SPDX-License-Identifier: MIT
// The last tiles of a board that is solved but for a few spots.
//
// What a descent leaves behind are nearly always small odd permutations, such as a square of four tiles turned by one: none
// can be put right on its own, since a blank that returns to its cell makes even permutations only. Two of them together can,
// at a price that grows with the distance between them. One too far from any other is moved on: solving its surroundings
// for a goal in which two tiles on the way to the other are exchanged leaves just that exchange.
#pragma once

#include <cstdlib>

#include "tour_beam.hpp"

namespace taquin::large {

class Repair {
  public:
    Repair(const Evaluation& evaluation, TourBeam& beam, std::uint64_t seed)
        : evaluation_(evaluation), random_(seed), beam_(beam) {}

    // Bring `board` to its goal and append the moves; false (and the board as far as it came) if a spot resists.
    bool run(Layout& board, Path& path, const Share& share) {
        walk(board, path, board.blank_home);
        for (int steps = 0; steps < kMaxSteps && !share.over(); ++steps) {
            if (board.is_goal()) return true;
            if (!step(board, path, share)) return false;
        }
        return false;
    }

  private:
    // Tiles that only have to change places among themselves.
    struct Spot {
        int top, left, bottom, right;
        bool odd;

        void include(Place place) {
            top = std::min(top, row_of(place));
            bottom = std::max(bottom, row_of(place));
            left = std::min(left, col_of(place));
            right = std::max(right, col_of(place));
        }
        static Spot joined(const Spot& one, const Spot& other) {
            return {std::min(one.top, other.top), std::min(one.left, other.left), std::max(one.bottom, other.bottom),
                    std::max(one.right, other.right), one.odd != other.odd};
        }
        int gap_to(const Spot& other) const {
            return std::max({0, other.top - bottom, top - other.bottom}) + std::max({0, other.left - right, left - other.right});
        }
        bool covers(Place place) const {
            return row_of(place) >= top && row_of(place) <= bottom && col_of(place) >= left && col_of(place) <= right;
        }
        int cells() const { return (bottom - top + 1) * (right - left + 1); }
    };

    static constexpr int kMaxSteps = 400;
    static constexpr int kMaxCells = 200;
    static constexpr std::size_t kMostChoices = 5;
    // Pairs up to this far apart are mended directly; beyond it a spot is moved on by `kStride`.
    static constexpr int kDirectGap = 6;
    static constexpr int kStride = 5;
    static constexpr int kMargin = 2;
    static constexpr int kWidths[] = {300, 1500};

    // Tiles each of which lies in the home of the one before.
    struct Cycle {
        Spot spot;
        std::vector<Place> places;
    };

    // The cycles of the permutation. The blank must be at home.
    static std::vector<Cycle> find_cycles(const Layout& board) {
        std::vector<Cycle> cycles;
        std::vector<bool> seen(static_cast<std::size_t>(board.shape().rows) << 8, false);
        board.each_place([&](Place first) {
            if (seen[first] || first == board.blank || board[first] == first) return;
            Cycle cycle{{row_of(first), col_of(first), row_of(first), col_of(first), true}, {}};
            for (Place place = first; !seen[place]; place = board[place]) {
                seen[place] = true;
                cycle.places.push_back(place);
                cycle.spot.include(place);
                cycle.spot.odd = !cycle.spot.odd;  // an even number of tiles makes an odd permutation
            }
            cycles.push_back(std::move(cycle));
        });
        return cycles;
    }

    // Cycles whose boxes overlap are one spot.
    static std::vector<Spot> joined_spots(const std::vector<Cycle>& cycles) {
        std::vector<Spot> spots;
        for (const Cycle& cycle : cycles) spots.push_back(cycle.spot);
        for (std::size_t one = 0; one < spots.size(); ++one)
            for (std::size_t other = one + 1; other < spots.size();) {
                if (spots[one].gap_to(spots[other]) > 0) {
                    ++other;
                    continue;
                }
                spots[one] = Spot::joined(spots[one], spots[other]);
                spots.erase(spots.begin() + static_cast<std::ptrdiff_t>(other));
                other = one + 1;
            }
        return spots;
    }

    // One step: break up the longest cycle while there are long ones, then mend spots.
    bool step(Layout& board, Path& path, const Share& share) {
        std::vector<Cycle> cycles = find_cycles(board);
        std::stable_sort(cycles.begin(), cycles.end(),
                         [](const Cycle& a, const Cycle& b) { return a.places.size() > b.places.size(); });
        for (const Cycle& cycle : cycles) {
            if (cycle.places.size() < kLongCycle || share.over()) break;
            if (reduce(board, path, cycle, share)) return true;
        }
        return mend(board, path, joined_spots(cycles), share);
    }

    // Mend an even spot, or two odd ones, or bring two odd ones closer: whatever succeeds first, the closest first.
    bool mend(Layout& board, Path& path, const std::vector<Spot>& spots, const Share& share) {
        struct Choice {
            int size;
            const Spot* one;
            const Spot* other;
        };
        std::vector<Choice> choices;
        for (const Spot& one : spots) {
            if (one.cells() > kMaxCells) continue;
            if (!one.odd) choices.push_back({one.cells() / 10, &one, nullptr});
            for (const Spot& other : spots)
                if (&one < &other && one.odd && other.odd && other.cells() <= kMaxCells) choices.push_back({one.gap_to(other), &one, &other});
        }
        std::stable_sort(choices.begin(), choices.end(), [](const Choice& a, const Choice& b) { return a.size < b.size; });
        if (choices.size() > kMostChoices) choices.resize(kMostChoices);
        for (const auto& [size, one, other] : choices) {
            if (share.over()) return false;
            if (!other ? solve_spots(board, path, {*one}, share)
                : size <= kDirectGap ? solve_spots(board, path, {*one, *other}, share)
                                     : move_on(board, path, *one, *other, share))
                return true;
        }
        return false;
    }

    // Wherever the blank goes by one way and comes back by another it leaves a ring of tiles one step from home, which may be
    // as large as the board. Going round such a ring puts it right but for a small spot; any beam that may follow it will.
    bool reduce(Layout& board, Path& path, const Cycle& cycle, const Share& share) {
        Layout near = board;
        settle_all_but(near, {});
        for (const Place place : cycle.places) near[place] = board[place];
        Place start = kNowhere;
        near.each_place([&](Place place) {
            const bool misplaced = place != near.blank && near[place] != place;
            if (misplaced && (start == kNowhere || distance(place, near.blank) < distance(start, near.blank))) start = place;
        });
        Path way;
        walk(near, way, start);
        follow_walk(near, way);
        const std::size_t walked = way.size();
        BeamSettings beam;
        beam.width = kReducingWidth;
        beam.per_cell = 2;
        beam.stall_layers = kReducingStall;
        beam.region = region_of(cycle.spot, near.blank, board.shape());
        beam.seed = random_.next();
        const BeamResult result = beam_.run(near, evaluation_, beam, share);
        for (const Direction move : result.path) near.apply(move);
        way.insert(way.end(), result.path.begin(), result.path.end());
        walk(near, way, start);
        for (std::size_t at = walked; at-- > 0;) way.push_back(opposite(way[at]));
        Layout after = board;
        for (const Direction move : way) after.apply(move);
        if (after.manhattan() >= board.manhattan()) return false;
        board = after;
        path.insert(path.end(), way.begin(), way.end());
        return true;
    }

    bool solve_spots(Layout& board, Path& path, const std::vector<Spot>& spots, const Share& share) {
        Layout task = board;
        settle_all_but(task, spots);
        return solve_task(board, path, task, spots.size() == 1 ? spots[0] : Spot::joined(spots[0], spots[1]), share);
    }

    bool move_on(Layout& board, Path& path, const Spot& spot, const Spot& partner, const Share& share) {
        const auto stride = [](int from_low, int from_high, int to_low, int to_high) {
            if (to_low > from_high) return std::min(from_high + kStride, to_low);
            if (to_high < from_low) return std::max(from_low - kStride, to_high);
            return std::max(from_low, to_low);
        };
        const int row = stride(spot.top, spot.bottom, partner.top, partner.bottom);
        int col = stride(spot.left, spot.right, partner.left, partner.right);
        // One direction at a time keeps the region narrow.
        if (row < spot.top || row > spot.bottom) col = std::clamp(col, spot.left, spot.right);
        const Place one = place_at(row, col), other = place_at(row, col + 1 < board.shape().cols ? col + 1 : col - 1);
        Layout task = board;
        settle_all_but(task, {spot});
        if (one == task.blank || other == task.blank || task[one] != one || task[other] != other) return false;
        std::swap(task[one], task[other]);
        Spot both = spot;
        both.include(one);
        both.include(other);
        return solve_task(board, path, task, both, share);
    }

    // Take every tile outside the given spots as being at home.
    static void settle_all_but(Layout& task, const std::vector<Spot>& spots) {
        task.each_place([&](Place place) {
            const auto covers = [place](const Spot& spot) { return spot.covers(place); };
            if (place != task.blank && std::none_of(spots.begin(), spots.end(), covers)) task[place] = place;
        });
    }

    // Walk to the spot, solve `task` there, and walk back the same way, which restores all that the walk displaced.
    bool solve_task(Layout& board, Path& path, const Layout& task, const Spot& spot, const Share& share) {
        if (spot.cells() > kMaxCells) return false;
        Layout near = task;
        Path way;
        walk(near, way, nearest(spot, near.blank));
        follow_walk(near, way);
        const std::size_t walked = way.size();
        for (const int width : kWidths) {
            if (!search(near, way, region_of(spot, near.blank, board.shape()), width, share)) continue;
            for (std::size_t at = walked; at-- > 0;) way.push_back(opposite(way[at]));
            for (const Direction move : way) board.apply(move);
            path.insert(path.end(), way.begin(), way.end());
            return true;
        }
        return false;
    }

    // Let the goal take the same walk from the blank's home as the board did.
    static void follow_walk(Layout& board, const Path& way) {
        Layout goal(board.shape());
        goal.each_place([&](Place place) { goal[place] = place; });
        goal.blank = board.blank_home;
        for (const Direction move : way) goal.apply(move);
        std::vector<Place> now_at(static_cast<std::size_t>(board.shape().rows) << 8, kNowhere);
        goal.each_place([&](Place place) {
            if (place != goal.blank) now_at[goal[place]] = place;
        });
        board.each_place([&](Place place) {
            if (place != board.blank) board[place] = now_at[board[place]];
        });
        board.blank_home = goal.blank;
    }

    bool search(const Layout& trial, Path& way, Region region, int width, const Share& share) {
        BeamSettings beam;
        beam.width = width;
        beam.per_cell = std::max(1, width / 20);
        beam.max_moves = kMovesPerCell * (region.rows + region.cols);
        beam.region = region;
        beam.seed = random_.next();
        const BeamResult result = beam_.run(trial, evaluation_, beam, share);
        if (result.ending != BeamEnding::kSolved) return false;
        way.insert(way.end(), result.path.begin(), result.path.end());
        return true;
    }

    static Region region_of(const Spot& spot, Place entry, Shape shape) {
        Spot wide = spot;
        wide.include(entry);
        const int top = std::max(0, wide.top - kMargin), left = std::max(0, wide.left - kMargin);
        return {top, left, std::min(shape.rows - 1, wide.bottom + kMargin) - top + 1,
                std::min(shape.cols - 1, wide.right + kMargin) - left + 1};
    }

    static Place nearest(const Spot& spot, Place place) {
        return place_at(std::clamp(row_of(place), spot.top, spot.bottom), std::clamp(col_of(place), spot.left, spot.right));
    }

    static void walk(Layout& board, Path& path, Place target) {
        while (board.blank != target) {
            const int down = row_of(target) - row_of(board.blank), right = col_of(target) - col_of(board.blank);
            const Direction move = down > 0 ? kDown : down < 0 ? kUp : right > 0 ? kRight : kLeft;
            board.apply(move);
            path.push_back(move);
        }
    }

    static constexpr int kMovesPerCell = 20;
    static constexpr std::size_t kLongCycle = 9;
    static constexpr int kReducingWidth = 100;
    static constexpr int kReducingStall = 60;

    const Evaluation& evaluation_;
    Random random_;
    TourBeam& beam_;
};

}  // namespace taquin::large
