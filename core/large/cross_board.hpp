// SPDX-License-Identifier: MIT
// The one board of a beam, kept both by rows and by columns, so that every line can be read in one run.
//
// Both views always hold the same board; cells of a line lie side by side, lines 256 apart.
#pragma once

#include "local_view.hpp"

namespace taquin::large {

class CrossBoard {
  public:
    // A place as seen from the columns: column in the high byte, row in the low one.
    static constexpr Place crossed(Place place) { return static_cast<Place>(place << 8 | place >> 8); }

    // Only the cells of `region`, where the blank is to stay, are taken over. Conflicts are counted among them alone.
    void assign(const Layout& layout, Region region) {
        region_ = region;
        blank = layout.blank;
        by_row_.resize(static_cast<std::size_t>(layout.shape().rows) << 8, kNowhere);
        by_col_.resize(static_cast<std::size_t>(layout.shape().cols) << 8, kNowhere);
        for (int row = region.row; row < region.row + region.rows; ++row)
            for (int col = region.col; col < region.col + region.cols; ++col) {
                const Place place = place_at(row, col);
                by_row_[place] = layout[place];
                by_col_[crossed(place)] = crossed(layout[place]);
            }
        near_.assign(layout, region);
    }

    Place operator[](Place place) const { return by_row_[place]; }

    void apply(Direction move) {
        const Place from = stepped(blank, move);
        const Place home = by_row_[from];
        by_row_[blank] = home;
        by_row_[from] = kNowhere;
        by_col_[crossed(blank)] = crossed(home);
        by_col_[crossed(from)] = kNowhere;
        near_.apply(from, blank, home);
        blank = from;
    }

    // By how much the value changes, conflicts aside, when the tile at `from` slides into the blank by `move` of the blank.
    std::int32_t value_change(const Evaluation& evaluation, Direction move, Place from, Place home) const {
        return evaluation.of(home, blank) - evaluation.of(home, from) + near_.change(evaluation, move, from, blank, home);
    }

    // What all tiles within the region have to go.
    int distances() const {
        int total = 0;
        for (int row = region_.row; row < region_.row + region_.rows; ++row)
            for (int col = region_.col; col < region_.col + region_.cols; ++col) {
                const Place place = place_at(row, col);
                if (place != blank) total += distance(by_row_[place], place);
            }
        return total;
    }

    // Removals of all lines within the region.
    int removals() const {
        int total = 0;
        for (int row = region_.row; row < region_.row + region_.rows; ++row) total += in_line(&by_row_[place_at(row, region_.col)], region_.cols, row);
        for (int col = region_.col; col < region_.col + region_.cols; ++col) total += in_line(&by_col_[place_at(col, region_.row)], region_.rows, col);
        return total;
    }

    // By how much removals change when the tile at `from` slides into the blank next to it. Sliding along a line keeps
    // the order within it; only a tile that enters or leaves its own line matters.
    int removals_change(Place from, Place home) const {
        if (col_of(from) == col_of(blank)) return change(by_row_.data() + region_.col, region_.cols, region_.col, from, blank, home);
        return change(by_col_.data() + region_.row, region_.rows, region_.row, crossed(from), crossed(blank), crossed(home));
    }

    Place blank = 0;

  private:
    static int in_line(const Place* line, int length, int number) {
        std::uint8_t homes[kMaxSide];
        int count = 0;
        for (int cell = 0; cell < length; ++cell) {
            homes[count] = static_cast<std::uint8_t>(col_of(line[cell]));
            count += row_of(line[cell]) == number;
        }
        return line_removals(homes, count);
    }

    // `lines` are those of all the board, each from the first cell of the region on, which is number `first`.
    static int change(const Place* lines, int length, int first, Place from, Place to, Place home) {
        const int line = row_of(home);
        if (line != row_of(from) && line != row_of(to)) return 0;
        const int added = added_by(lines + (line << 8), length, col_of(from) - first, home);
        return line == row_of(to) ? added : -added;
    }

    // How many removals more the line needs with the tile at `at` than without: none or one. The cell itself may hold the
    // tile or the blank.
    static int added_by(const Place* line, int length, int at, Place home) {
        if (!must_pass(line, length, at, home)) return 0;
        std::uint8_t with[kMaxSide + 1], without[kMaxSide];
        int count = 0, before = 0;
        for (int cell = 0; cell < length; ++cell) {
            if (cell == at) {
                before = count;
                continue;
            }
            without[count] = static_cast<std::uint8_t>(col_of(line[cell]));
            count += row_of(line[cell]) == row_of(home);
        }
        std::copy(without, without + before, with);
        with[before] = static_cast<std::uint8_t>(col_of(home));
        std::copy(without + before, without + count, with + before + 1);
        return line_removals(with, count + 1) - line_removals(without, count);
    }

    // Whether some tile of the line has to pass the one at `at`: it lies before it and belongs behind it or the other way
    // round. Written without branches, for the compiler to do eight cells at a time; it may look at some cells too many and
    // say yes for nothing.
    static bool must_pass(const Place* line, int length, int at, Place home) {
        const auto first = static_cast<Place>(home & 0xFF00);
        const auto behind = static_cast<Place>(home + 1), behind_count = static_cast<Place>(0xFF - col_of(home));
        const auto ahead_count = static_cast<Place>(col_of(home));
        const auto here = static_cast<Place>(at);
        Place passing = 0;
        for (int begin = 0; begin < length; begin += 8) {
            for (int cell = begin; cell < begin + 8; ++cell) {
                const Place low = kNumber[cell] < here ? behind : first;
                const Place count = kNumber[cell] < here ? behind_count : ahead_count;
                passing = static_cast<Place>(passing | (static_cast<Place>(line[cell] - low) < count ? 1 : 0));
            }
        }
        return passing != 0;
    }

    static constexpr std::array<Place, kMaxSide> kNumbers = [] {
        std::array<Place, kMaxSide> numbers{};
        for (std::size_t number = 0; number < numbers.size(); ++number) numbers[number] = static_cast<Place>(number);
        return numbers;
    }();
    // Numbers as wide as places, so that comparing them takes the same eight lanes.
    static constexpr const Place* kNumber = kNumbers.data();

    Region region_;
    std::vector<Place> by_row_;
    std::vector<Place> by_col_;
    LocalView near_;
};

// No path can be shorter: every tile walks its distance, and a tile taken out of its line two steps more.
inline int lower_bound(const Layout& layout) {
    CrossBoard board;
    board.assign(layout, Region::whole(layout.shape()));
    return layout.manhattan() + 2 * board.removals();
}

}  // namespace taquin::large
