// SPDX-License-Identifier: MIT
// What beams learn about the one board that they are to solve.
//
// Learned values are right in the mean. On the way from one board to the goal the same mistakes come back again and again: some tiles
// stand where they look good, and cost moves later. Once a path is known, its boards say so: each should look better than the others
// that a beam kept in its layer, of which nothing better came. So a number is added for every tile in every cell, and moves wherever
// two boards look the wrong way around: a perceptron, in whole numbers, so that every machine learns the same.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "../base/random.hpp"

namespace taquin::large {

template <std::size_t Cells>
class Lessons {
  public:
    using Board = std::array<std::uint8_t, Cells>;  // the tile in every cell

    void clear() {
        pairs_.clear();
        for (auto& numbers : added_) numbers.fill(0);
    }

    // What a tile in a cell adds to the value.
    std::int32_t of(std::size_t tile, std::size_t cell) const { return added_[tile][cell]; }
    std::int32_t of(const Board& board) const {
        std::int32_t sum = 0;
        for (std::size_t cell = 0; cell < Cells; ++cell) sum += of(board[cell], cell);
        return sum;
    }

    // One board should look better than another, whose value is smaller by `lead` if nothing is added.
    void add(const Board& better, const Board& worse, std::int32_t lead) { pairs_.push_back({better, worse, lead}); }

    void learn() {
        Random random(1);
        for (std::size_t left = kPasses * pairs_.size(); left > 0; --left) {
            const Pair& pair = pairs_[random.below(pairs_.size())];
            if (pair.lead + of(pair.better) < of(pair.worse)) continue;
            for (std::size_t cell = 0; cell < Cells; ++cell) {
                change(pair.better[cell], cell, -kStep);
                change(pair.worse[cell], cell, kStep);
            }
        }
    }

  private:
    static constexpr std::size_t kPasses = 4;
    static constexpr std::int32_t kStep = 2;
    static constexpr std::int32_t kMost = 1 << 12;

    struct Pair {
        Board better, worse;
        std::int32_t lead;
    };

    void change(std::size_t tile, std::size_t cell, std::int32_t by) { added_[tile][cell] = std::clamp(added_[tile][cell] + by, -kMost, kMost); }

    std::vector<Pair> pairs_;
    std::array<std::array<std::int32_t, Cells>, Cells> added_{};
};

}  // namespace taquin::large
