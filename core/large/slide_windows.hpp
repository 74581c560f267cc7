// SPDX-License-Identifier: MIT
// Fewer slides, piece by piece: each window of a path is searched anew between the same two boards, a slide of several tiles
// counting once.
//
// The search of a window is a beam whose layers are slides: it keeps the boards that are nearest to the window's end by Manhattan
// distance. After every window the path leads between the same two boards as before, and has no more slides than it had.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

#include "../base/moves.hpp"
#include "../base/random.hpp"
#include "../base/shape.hpp"
#include "../base/stop.hpp"

namespace taquin::large {

// A path is written as the cells of the blank: the one it starts on, and the one after each slide.
using BlankPath = std::vector<int>;
using SlideTiles = std::vector<std::uint16_t>;

inline bool in_one_row(const Shape& shape, int a, int b) { return shape.row(a) == shape.row(b); }

// From cell to cell on the way to another one of the same line.
inline int stride_towards(const Shape& shape, int from, int to) {
    return (in_one_row(shape, from, to) ? 1 : shape.cols) * (from < to ? 1 : -1);
}

// Move the blank to another cell of its line; the tiles between give way.
inline void slide_blank(const Shape& shape, std::uint16_t* tiles, int from, int to) {
    const int stride = stride_towards(shape, from, to);
    for (int at = from; at != to; at += stride) tiles[at] = tiles[at + stride];
    tiles[to] = 0;
}

class SlideBeam {
  public:
    explicit SlideBeam(Shape shape) : shape_(shape), home_(index(shape.cells())) {}

    // The cells of a blank that goes from one board to another by at most so many slides, itself first; empty if none was found.
    BlankPath run(const SlideTiles& from, const SlideTiles& to, std::size_t width, int most, StopControl& control,
                  std::uint64_t& work, std::uint64_t seed) {
        for (int cell = 0; cell < shape_.cells(); ++cell) home_[to[index(cell)]] = cell;
        layers_.assign(1, {Step{-1, blank_of(from)}});
        known_.clear(width * index(most) + 1);
        Kept root{blank_of(from), 0, 0, 0, false, false};
        tiles_.assign(from.begin(), from.end());
        for (int cell = 0; cell < shape_.cells(); ++cell) {
            if (const int tile = from[index(cell)]) {
                root.up += rows_between(cell, home_[index(tile)]);
                root.side += cols_between(cell, home_[index(tile)]);
                root.hash ^= mark(cell, tile);
            }
        }
        if (root.up + root.side == 0) return {root.blank};
        known_.insert(root.hash);
        kept_.assign(1, root);
        for (int depth = 1; depth <= most; ++depth) {
            candidates_.clear();
            for (std::size_t parent = 0; parent < kept_.size() && !control.stopped(); ++parent) {
                if (parent % kChunk == 0) control.check(work + candidates_.size());
                expand(static_cast<int>(parent), most - depth);
            }
            work += candidates_.size();
            if (candidates_.empty() || control.stopped()) return {};
            if (keep(width, seed)) return path();
        }
        return {};
    }

  private:
    // Boards that were kept, by their hashes.
    class Hashes {
      public:
        // Make room for so many.
        void clear(std::size_t most) { slots_.assign(std::bit_ceil(2 * most), 0); }

        // False if it was there.
        bool insert(std::uint64_t hash) {
            hash |= 1;  // 0 is an empty slot
            const std::size_t mask = slots_.size() - 1;
            std::size_t at = static_cast<std::size_t>(hash >> 20) & mask;
            for (; slots_[at] != 0; at = (at + 1) & mask)
                if (slots_[at] == hash) return false;
            slots_[at] = hash;
            return true;
        }

      private:
        std::vector<std::uint64_t> slots_;
    };

    // A board of the present layer; its tiles stand in tiles_.
    struct Kept {
        int blank;
        int up, side;  // rows and columns that the tiles have to go
        std::uint64_t hash;
        bool after_vertical, after_sideways;
    };
    struct Candidate {
        int parent, cell, up, side;
        std::uint64_t hash;
        std::uint64_t order;
    };
    struct Step {
        int parent, cell;
    };

    static constexpr std::size_t kChunk = 128;  // boards between two looks at the clock

    static std::size_t index(int at) { return static_cast<std::size_t>(at); }
    static std::uint64_t mark(int cell, int tile) { return mix((static_cast<std::uint64_t>(cell) << 20) + static_cast<std::uint64_t>(tile) + 1); }
    static int blank_of(const SlideTiles& tiles) { return static_cast<int>(std::find(tiles.begin(), tiles.end(), 0) - tiles.begin()); }

    int rows_between(int a, int b) const { return std::abs(shape_.row(a) - shape_.row(b)); }
    int cols_between(int a, int b) const { return std::abs(shape_.col(a) - shape_.col(b)); }

    void expand(int parent, int left) {
        const Kept& board = kept_[index(parent)];
        const int row = shape_.row(board.blank), col = shape_.col(board.blank);
        if (!board.after_vertical) {
            go(parent, board, -shape_.cols, row, left);
            go(parent, board, shape_.cols, shape_.rows - 1 - row, left);
        }
        if (!board.after_sideways) {
            go(parent, board, -1, col, left);
            go(parent, board, 1, shape_.cols - 1 - col, left);
        }
    }

    // The slides in one direction: each is the one before it and one tile more.
    void go(int parent, const Kept& board, int stride, int longest, int left) {
        const std::uint16_t* tiles = tiles_.data() + index(parent) * index(shape_.cells());
        Candidate next{parent, board.blank, board.up, board.side, board.hash, 0};
        for (int length = 0; length < longest; ++length) {
            const int empty = next.cell, cell = empty + stride;
            const int tile = tiles[cell], home = home_[index(tile)];
            next.up += rows_between(empty, home) - rows_between(cell, home);
            next.side += cols_between(empty, home) - cols_between(cell, home);
            next.hash ^= mark(cell, tile) ^ mark(empty, tile);
            next.cell = cell;
            if (fewest(next.up, shape_.rows) + fewest(next.side, shape_.cols) <= left) candidates_.push_back(next);
        }
    }

    // A slide moves at most all tiles of a line but one, each by one cell.
    static int fewest(int distance, int line) { return (distance + line - 2) / (line - 1); }

    // Make the best candidates the next layer; true if the end is the first of them.
    bool keep(std::size_t width, std::uint64_t seed) {
        for (Candidate& each : candidates_)
            each.order = static_cast<std::uint64_t>(each.up + each.side) << 40 | (mix(each.hash ^ seed) >> 24);
        const auto before = [](const Candidate& a, const Candidate& b) { return a.order < b.order; };
        const std::size_t looked_at = std::min(candidates_.size(), 2 * width);
        if (looked_at < candidates_.size())
            std::nth_element(candidates_.begin(), candidates_.begin() + static_cast<std::ptrdiff_t>(looked_at), candidates_.end(), before);
        std::sort(candidates_.begin(), candidates_.begin() + static_cast<std::ptrdiff_t>(looked_at), before);
        const std::size_t cells = index(shape_.cells());
        next_.clear();
        next_tiles_.clear();
        std::vector<Step> steps;
        for (std::size_t at = 0; at < looked_at && next_.size() < width; ++at) {
            const Candidate& each = candidates_[at];
            if (!known_.insert(each.hash)) continue;
            const Kept& parent = kept_[index(each.parent)];
            const bool sideways = in_one_row(shape_, parent.blank, each.cell);
            steps.push_back({each.parent, each.cell});
            next_.push_back({each.cell, each.up, each.side, each.hash, !sideways, sideways});
            const auto tiles = tiles_.begin() + static_cast<std::ptrdiff_t>(index(each.parent) * cells);
            next_tiles_.insert(next_tiles_.end(), tiles, tiles + static_cast<std::ptrdiff_t>(cells));
            slide_blank(shape_, next_tiles_.data() + next_tiles_.size() - cells, parent.blank, each.cell);
            if (each.up + each.side == 0) break;
        }
        const bool found = !next_.empty() && next_.back().up + next_.back().side == 0;
        std::swap(kept_, next_);
        std::swap(tiles_, next_tiles_);
        layers_.push_back(std::move(steps));
        return found;
    }

    BlankPath path() const {
        BlankPath cells;
        int at = static_cast<int>(layers_.back().size()) - 1;
        for (std::size_t depth = layers_.size(); depth-- > 0;) {
            cells.push_back(layers_[depth][index(at)].cell);
            at = layers_[depth][index(at)].parent;
        }
        std::reverse(cells.begin(), cells.end());
        return cells;
    }

    const Shape shape_;
    std::vector<int> home_;  // by tile: its cell at the window's end
    std::vector<Kept> kept_, next_;
    SlideTiles tiles_, next_tiles_;
    std::vector<Candidate> candidates_;
    std::vector<std::vector<Step>> layers_;
    Hashes known_;
};

class SlideWindows {
  public:
    SlideWindows(Shape shape, SlideTiles start, const std::vector<Direction>& moves, std::uint64_t seed)
        : shape_(shape), board_(std::move(start)), beam_(shape), random_(seed) {
        int blank = static_cast<int>(std::find(board_.begin(), board_.end(), 0) - board_.begin());
        path_.push_back(blank);
        const int strides[] = {-shape.cols, -1, 1, shape.cols};
        for (const Direction move : moves) path_.push_back(blank += strides[move]);
        path_ = merged(path_);
    }

    std::size_t slides() const { return path_.size() - 1; }
    std::uint64_t work() const { return work_; }

    // Try windows until it is stopped: there is no telling that no window could be shorter.
    void shorten(StopControl& control) {
        while (!control.check(work_) && slides() > 1) try_window(control);
    }

    std::vector<Direction> moves() const {
        std::vector<Direction> moves;
        for (std::size_t at = 1; at < path_.size(); ++at) {
            const int stride = stride_towards(shape_, path_[at - 1], path_[at]);
            const Direction move = stride == 1 ? kRight : stride == -1 ? kLeft : stride > 0 ? kDown : kUp;
            moves.insert(moves.end(), static_cast<std::size_t>(std::abs((path_[at] - path_[at - 1]) / stride)), move);
        }
        return moves;
    }

  private:
    static constexpr int kShortest = 8, kLongest = 24;
    static constexpr std::size_t kNarrowest = 40;
    static constexpr int kScales = 8;
    static constexpr double kGrowth = 1.25;
    static constexpr std::uint64_t kWindowShare = 8;

    void try_window(StopControl& control) {
        const int scale = choose_scale();
        const double wanted = random_.between(kShortest, kLongest) * std::pow(kGrowth, scale);
        const std::size_t length = std::min(slides(), static_cast<std::size_t>(wanted));
        const std::size_t begin = choose_begin(length), end = begin + length;
        move_cursor(begin);
        SlideTiles first = board_;
        move_cursor(end);
        const bool backward = random_.next() & 1;
        const std::size_t width = kNarrowest << scale;
        BlankPath found = backward ? beam_.run(board_, first, width, static_cast<int>(length), control, work_, random_.next())
                                   : beam_.run(first, board_, width, static_cast<int>(length), control, work_, random_.next());
        if (found.empty()) return;
        if (backward) std::reverse(found.begin(), found.end());
        splice(begin, end, found);
        if (found.size() <= length) next_begin_ = begin > length / 2 ? begin - length / 2 : 0;  // it may become shorter again
    }

    // Each scale is chosen half as often as the one before it: twice as wide a beam over a quarter more slides. A window takes at
    // most a small part of what all before it took.
    int choose_scale() {
        int scale = std::min(std::countr_zero(random_.next() | std::uint64_t{1} << 62), kScales);
        const auto cost = [this](int at) {
            const double boards = kLongest * std::pow(kGrowth, at) * (shape_.rows + shape_.cols) / 2;
            return static_cast<std::uint64_t>(boards) * (kNarrowest << at);
        };
        while (scale > 0 && cost(scale) > work_ / kWindowShare) --scale;
        return scale;
    }

    // Windows overlap as they go along the path, and start over at its end.
    std::size_t choose_begin(std::size_t length) {
        const std::size_t begin = next_begin_;
        if (begin + length >= slides()) {
            next_begin_ = random_.below(length / 2 + 1);
            return slides() - length;
        }
        next_begin_ = begin + 1 + random_.below(length / 2 + 1);
        return begin;
    }

    // Put other slides in the place of some; at both ends one may go on in the line of its neighbour.
    void splice(std::size_t begin, std::size_t end, const BlankPath& found) {
        const std::size_t first = begin > 0 ? begin - 1 : 0, last = std::min(end + 1, slides());
        move_cursor(first);
        const auto at = [this](std::size_t place) { return path_.begin() + static_cast<std::ptrdiff_t>(place); };
        BlankPath piece(at(first), at(begin));
        piece.insert(piece.end(), found.begin(), found.end());
        piece.insert(piece.end(), at(end + 1), at(last + 1));
        piece = merged(piece);
        path_.insert(path_.erase(at(first), at(last + 1)), piece.begin(), piece.end());
    }

    // Make one slide of two in one line.
    BlankPath merged(const BlankPath& path) const {
        BlankPath merged;
        for (const int cell : path) {
            while (merged.size() > 1 && one_line(merged[merged.size() - 2], merged.back(), cell)) merged.pop_back();
            if (merged.empty() || merged.back() != cell) merged.push_back(cell);
        }
        return merged;
    }

    bool one_line(int a, int b, int c) const {
        const bool row = in_one_row(shape_, a, b) && in_one_row(shape_, b, c);
        const bool column = shape_.col(a) == shape_.col(b) && shape_.col(b) == shape_.col(c);
        return row || column;
    }

    void move_cursor(std::size_t place) {
        for (; cursor_ > place; --cursor_) slide_blank(shape_, board_.data(), path_[cursor_], path_[cursor_ - 1]);
        for (; cursor_ < place; ++cursor_) slide_blank(shape_, board_.data(), path_[cursor_], path_[cursor_ + 1]);
    }

    const Shape shape_;
    SlideTiles board_;  // after cursor_ slides of the path
    BlankPath path_;
    std::size_t cursor_ = 0;
    std::size_t next_begin_ = 0;
    std::uint64_t work_ = 0;
    SlideBeam beam_;
    Random random_;
};

}  // namespace taquin::large
