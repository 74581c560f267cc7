// SPDX-License-Identifier: MIT
// What boards of one square size are worth, as it was learned: a number for every (tile, cell) and for every two of them.
//
// The value of a board is the sum over its tiles and over its pairs of tiles, in `kUnits` to a move: an estimate of the moves
// that are left, not a bound. Tiles are numbered by their homes, row by row from 1, and the blank's home is the last cell. The numbers of
// a pair are the same in either order and for the mirror image in the diagonal; 0 stands wherever the blank takes part.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

namespace taquin::large {

class PairValues {
  public:
    static constexpr int kUnits = 64;
    static constexpr int kSmallest = 3;
    static constexpr int kLargest = 8;

    // From the bytes that are shipped: the singles by [tile][cell], two bytes each, the low one first; then a byte for each pair,
    // by [tile][cell][other cell][other tile], of those that are images of one another only the first.
    PairValues(int side, std::span<const std::uint8_t> bytes)
        : side_(checked(side)), cells_(static_cast<std::size_t>(side) * static_cast<std::size_t>(side)),
          singles_(cells_ * cells_), pairs_(cells_ * cells_ * cells_ * cells_, 0) {
        if (bytes.size() < 2 * singles_.size()) throw std::invalid_argument(kWrongSize);
        for (std::size_t at = 0; at < singles_.size(); ++at) singles_[at] = static_cast<std::int16_t>(bytes[2 * at] | bytes[2 * at + 1] << 8);
        auto rest = bytes.subspan(2 * singles_.size());
        for (std::size_t tile = 1; tile < cells_; ++tile)
            for (std::size_t cell = 0; cell < cells_; ++cell)
                for (std::size_t other_cell = 0; other_cell < cells_; ++other_cell)
                    for (std::size_t other = 1; other < cells_; ++other)
                        if (tile != other && cell != other_cell) read({tile, cell, other_cell, other}, rest);
        if (!rest.empty()) throw std::invalid_argument(kWrongSize);
    }

    int side() const { return side_; }
    int single(std::size_t tile, std::size_t cell) const { return singles_[tile * cells_ + cell]; }
    // What the tile in this cell is worth with each other one, by [other cell][other tile].
    const std::int16_t* with_others(std::size_t tile, std::size_t cell) const { return &pairs_[(tile * cells_ + cell) * cells_ * cells_]; }

    // The value of a board, given by the tile in every cell.
    int of(const std::uint8_t* board) const {
        int total = 0;
        for (std::size_t cell = 0; cell < cells_; ++cell) {
            total += single(board[cell], cell);
            const std::int16_t* others = with_others(board[cell], cell);
            for (std::size_t other = cell + 1; other < cells_; ++other) total += others[other * cells_ + board[other]];
        }
        return total;
    }

  private:
    struct Entry {
        std::size_t tile, cell, other_cell, other;
    };

    static int checked(int side) {
        if (side < kSmallest || side > kLargest) throw std::invalid_argument("values are learned for boards of 3x3 to 8x8");
        return side;
    }

    std::size_t index(const Entry& entry) const {
        return ((entry.tile * cells_ + entry.cell) * cells_ + entry.other_cell) * cells_ + entry.other;
    }
    std::size_t mirrored(std::size_t cell) const {
        const auto side = static_cast<std::size_t>(side_);
        return cell % side * side + cell / side;
    }

    void read(const Entry& entry, std::span<const std::uint8_t>& rest) {
        const Entry swapped{entry.other, entry.other_cell, entry.cell, entry.tile};
        const Entry image{mirrored(entry.tile - 1) + 1, mirrored(entry.cell), mirrored(entry.other_cell), mirrored(entry.other - 1) + 1};
        const Entry swapped_image{image.other, image.other_cell, image.cell, image.tile};
        const std::size_t images[] = {index(entry), index(swapped), index(image), index(swapped_image)};
        if (*std::min_element(std::begin(images), std::end(images)) != images[0]) return;
        if (rest.empty()) throw std::invalid_argument(kWrongSize);
        for (const std::size_t at : images) pairs_[at] = static_cast<std::int8_t>(rest[0]);
        rest = rest.subspan(1);
    }

    static constexpr const char* kWrongSize = "the learned values are not those of this size of board";

    const int side_;
    const std::size_t cells_;
    std::vector<std::int16_t> singles_;
    std::vector<std::int16_t> pairs_;
};

}  // namespace taquin::large
