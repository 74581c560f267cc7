// SPDX-License-Identifier: MIT
// Every board that can reach a goal, layer by layer: how many lie at each distance, and which are the deepest.
//
// A board is the order in which its tiles are read row by row, the blank left out, and the blank's cell. A sideways move
// leaves that order alone, so all blanks of one order share a word of 16 bits, one a cell, and move in it by shifts. A move up
// or down takes one tile past cols - 1 others: only so many digits of the order's number in the factorial system change. The
// parity of an order follows from the blank's row, so the last digit is left out and an index stands for two orders: 12 cells
// have 11!/2 indices of three words (last layer, this one, the next), 120 MB.
//
// Where slides are counted, a blank reaches all cells of its row and column at once. Then a board may come again in its own layer
// too, not only in the last one.
//
// Threads write to the next layer only: all may mark any word of it while layers are expanded, and each owns a range of words
// while known boards are taken out. The counts do not depend on the number of threads. All ask between chunks whether to stop.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <functional>
#include <iterator>
#include <utility>
#include <vector>

#include "../base/portable.hpp"
#include "../base/stop_check.hpp"
#include "../base/threads.hpp"
#include "geometry.hpp"

namespace taquin {

inline constexpr int kMaxExploredCells = 12;

class Explorer {
  public:
    // Called after each layer with its depth and size; what it throws ends the enumeration.
    using Layer = std::function<void(int depth, std::uint64_t count)>;

    Explorer(int rows, int cols, const std::vector<Tile>& goal, bool slides, int threads, StopControl& control)
        : cols_(cols), tiles_(rows * cols - 1), slides_(slides), threads_(std::max(1, threads)), control_(control) {
        goal_blank_ = static_cast<int>(std::find(goal.begin(), goal.end(), Tile{0}) - goal.begin());
        std::copy_if(goal.begin(), goal.end(), std::back_inserter(names_), [](Tile tile) { return tile != 0; });
        std::uint32_t factorial = 1;
        for (int at = tiles_ - 3; at >= 0; --at) {
            factorial *= static_cast<std::uint32_t>(tiles_ - 1 - at);
            weight_[index(at)] = factorial / 2;
        }
        // weight_[at] is (tiles - 1 - at)! / 2, and 0 for the last two digits, which the parity and the rest decide
        size_ = std::size_t{factorial} / 2 * static_cast<std::size_t>(tiles_);
        for (int row = 0; row < rows; ++row) {
            left_ |= static_cast<Word>(1u << (row * cols));
            right_ |= static_cast<Word>(1u << (row * cols + cols - 1));
            if ((cols - 1) * (row - goal_blank_ / cols) % 2 != 0) odd_ |= static_cast<Word>(((1u << cols) - 1) << (row * cols));
        }
    }

    // Enumerate; the boards of the deepest layer stay for `deepest`. What was stopped has the layers that were finished.
    std::vector<std::uint64_t> run(const Layer& layer) {
        for (std::vector<Word>* layer_words : {&last_, &current_, &next_})
            if (!fill_unless_stopped(control_, *layer_words, size_, Word{0})) return {};
        current_[0] = static_cast<Word>(1u << goal_blank_);
        std::vector<std::uint64_t> counts{1};
        while (true) {
            layer(static_cast<int>(counts.size()) - 1, counts.back());
            in_parallel([this](std::size_t from, std::size_t to) { return expand(from, to); });
            const std::uint64_t count = in_parallel([this](std::size_t from, std::size_t to) { return keep_new(from, to); });
            if (count == 0 || control_.stopped()) return counts;
            counts.push_back(count);
            std::swap(last_, current_);
            std::swap(current_, next_);
            std::fill(next_.begin(), next_.end(), Word{0});
        }
    }

    // The boards of the deepest layer, at most so many.
    std::vector<std::vector<Tile>> deepest(std::size_t most) const {
        std::vector<std::vector<Tile>> boards;
        for (std::size_t number = 0; number < current_.size() && boards.size() < most; ++number)
            for (unsigned blanks = current_[number]; blanks != 0 && boards.size() < most; blanks &= blanks - 1)
                boards.push_back(board(number, std::countr_zero(blanks)));
        return boards;
    }

  private:
    using Word = std::uint16_t;

    // An order of the tiles: which tile stands where, and how many smaller ones stand behind it.
    struct Order {
        std::array<std::uint8_t, kMaxExploredCells> tile, digit;
    };

    static constexpr std::size_t kChunk = 1 << 15;  // a few milliseconds

    static std::size_t index(int at) { return static_cast<std::size_t>(at); }

    // Let all threads take chunks of the indices until none is left, or they are stopped; the sum of what they return.
    template <class Work>
    std::uint64_t in_parallel(const Work& work) {
        WorkList list(size_, kChunk);
        std::atomic<std::uint64_t> sum = 0;
        const std::size_t chunks = (size_ + kChunk - 1) / kChunk;
        run_on_threads(static_cast<int>(std::min(static_cast<std::size_t>(threads_), chunks)), [&](int) {
            std::uint64_t own = 0;
            for (std::size_t from = 0, to = 0; !control_.check(0) && list.take(from, to);) own += work(from, to);
            sum += own;
        });
        return sum;
    }

    std::uint64_t expand(std::size_t from, std::size_t to) {
        for (std::size_t number = from; number < to; ++number) {
            const unsigned blanks = current_[number];
            if (blanks == 0) continue;
            mark(number, slides_ ? whole_rows(blanks) : (blanks & ~right_) << 1 | (blanks & ~left_) >> 1);
            if (blanks & ~odd_) expand_vertically(number, blanks & ~odd_, order(number, 0));
            if (blanks & odd_) expand_vertically(number, blanks & odd_, order(number, 1));
        }
        return 0;
    }

    // All cells of the rows that have a blank: with the blanks themselves, which are no new boards.
    unsigned whole_rows(unsigned blanks) const {
        const unsigned row = (1u << cols_) - 1;
        unsigned cells = 0;
        for (int first = 0; first < tiles_; first += cols_)
            if (blanks >> first & row) cells |= row << first;
        return cells;
    }

    void expand_vertically(std::size_t number, unsigned blanks, const Order& order) {
        for (; blanks != 0; blanks &= blanks - 1) {
            const int blank = std::countr_zero(blanks);
            if (blank + cols_ <= tiles_) go_down(number, order, blank);
            if (blank >= cols_) go_up(number, order, blank);
        }
    }

    // Mark the board after a move down, and those after moves further down if that is one slide.
    void go_down(std::size_t number, const Order& order, int blank) {
        const std::size_t below = after_down(number, order, blank);
        blank += cols_;
        mark(below, 1u << blank);
        if (slides_ && blank + cols_ <= tiles_) go_down(below, this->order(below, odd_ >> blank & 1), blank);
    }

    void go_up(std::size_t number, const Order& order, int blank) {
        const std::size_t above = after_up(number, order, blank);
        blank -= cols_;
        mark(above, 1u << blank);
        if (slides_ && blank >= cols_) go_up(above, this->order(above, odd_ >> blank & 1), blank);
    }

    // The tile below the blank goes to the front of the cols - 1 tiles between them.
    std::size_t after_down(std::size_t number, const Order& order, int blank) const {
        const int end = blank + cols_ - 1;
        const std::uint8_t tile = order.tile[index(end)];
        std::int64_t change = 0;
        int digit = order.digit[index(end)];
        for (int at = blank; at < end; ++at) {
            const int smaller = order.tile[index(at)] < tile;
            digit += smaller;
            change += (order.digit[index(at)] - (1 - smaller) - order.digit[index(at + 1)]) * weight(at + 1);
        }
        change += (digit - order.digit[index(blank)]) * weight(blank);
        return static_cast<std::size_t>(static_cast<std::int64_t>(number) + change);
    }

    // The tile above the blank goes to the back of the cols - 1 tiles between them.
    std::size_t after_up(std::size_t number, const Order& order, int blank) const {
        const int start = blank - cols_;
        const std::uint8_t tile = order.tile[index(start)];
        std::int64_t change = 0;
        int digit = order.digit[index(start)];
        for (int at = start + 1; at < blank; ++at) {
            const int smaller = order.tile[index(at)] < tile;
            digit -= smaller;
            change += (order.digit[index(at)] + (1 - smaller) - order.digit[index(at - 1)]) * weight(at - 1);
        }
        change += (digit - order.digit[index(blank - 1)]) * weight(blank - 1);
        return static_cast<std::size_t>(static_cast<std::int64_t>(number) + change);
    }

    std::int64_t weight(int at) const { return weight_[index(at)]; }

    void mark(std::size_t number, unsigned blanks) {
        atomic_or(next_[number], static_cast<Word>(blanks));
    }

    // Take out what is not new and count the rest. A single move changes the parity of the depth, so only the last layer can come
    // again; a slide may lead to this one as well.
    std::uint64_t keep_new(std::size_t from, std::size_t to) {
        std::uint64_t count = 0;
        for (std::size_t number = from; number < to; ++number) {
            next_[number] &= static_cast<Word>(~(slides_ ? last_[number] | current_[number] : last_[number]));
            count += static_cast<unsigned>(std::popcount(next_[number]));
        }
        return count;
    }

    // Spell out an index: its digits, the last but one chosen so that the inversions have the parity asked for.
    Order order(std::size_t number, int parity) const {
        Order order;
        std::uint64_t left = 0xba9876543210u;  // the tiles not yet placed, a nibble each
        int sum = 0;
        for (int at = 0; at < tiles_; ++at) {
            int digit = 0;
            if (at < tiles_ - 2) {
                digit = static_cast<int>(number / weight_[index(at)]);
                number %= weight_[index(at)];
                sum += digit;
            } else if (at == tiles_ - 2) {
                digit = (sum ^ parity) & 1;
            }
            order.digit[index(at)] = static_cast<std::uint8_t>(digit);
            order.tile[index(at)] = static_cast<std::uint8_t>(left >> (4 * digit) & 15);
            const std::uint64_t below = (std::uint64_t{1} << (4 * digit)) - 1;
            left = (left & below) | (left >> 4 & ~below);
        }
        return order;
    }

    std::vector<Tile> board(std::size_t number, int blank) const {
        const Order order = this->order(number, odd_ >> blank & 1);
        std::vector<Tile> tiles;
        for (int at = 0; at < tiles_; ++at) tiles.push_back(names_[order.tile[index(at)]]);
        tiles.insert(tiles.begin() + blank, Tile{0});
        return tiles;
    }

    const int cols_, tiles_;
    const bool slides_;
    const int threads_;
    StopControl& control_;
    int goal_blank_ = 0;
    std::vector<Tile> names_;  // the goal's tiles in order: an order of the goal itself is 0 1 2 ...
    std::array<std::uint32_t, kMaxExploredCells> weight_{};
    std::size_t size_ = 0;
    Word left_ = 0, right_ = 0;  // the cells in the first and in the last column
    Word odd_ = 0;               // the blank's cells under which an order has an odd number of inversions
    std::vector<Word> last_, current_, next_;
};

}  // namespace taquin
