// SPDX-License-Identifier: MIT
// What boards of one square size are worth, as it was learned: a small network of whole numbers, the same on every machine.
//
// The value of a board, in `kPerMove` to a move, estimates the moves that are left; it is no bound. It is the sum of a number for
// every (tile, cell), the blank's too, of numbers for pairs and squares of neighbours (local_features.hpp) and for tiles of a line in the
// wrong order, and of what the units add. A unit sums its bias and an input for every (tile, cell), is cut to 0 .. `kCeiling`, halved,
// squared, and counts by its weight. Every unit has a twin that sees the mirror image of the board in the diagonal. Tiles are numbered by
// their homes, row by row from 1, and the blank's home is the last cell.
//
// No board makes a sum overflow 16 bits, nor a value 32: networks in which one might are refused. Sums come in rows that are aligned to
// cache lines and filled up with units that count nothing. A move changes the sums by one row, which is made beforehand.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>
#include <stdexcept>
#include <vector>

#include "../base/portable.hpp"
#include "near_tiles.hpp"

namespace taquin::large {

using Sum = std::int16_t;

// Rows of sums, one after the other.
class SumRows {
  public:
    explicit SumRows(std::size_t lanes) : lanes_(lanes) {}

    // Room for so many rows. What they held is lost.
    void reserve(std::size_t rows) {
        if (rows <= rows_) return;
        block_.reset();
        block_ = allocate_block(rows * lanes_ * sizeof(Sum));
        rows_ = rows;
    }
    std::size_t rows() const { return rows_; }
    Sum* operator[](std::size_t row) { return reinterpret_cast<Sum*>(block_.get()) + row * lanes_; }
    const Sum* operator[](std::size_t row) const { return reinterpret_cast<const Sum*>(block_.get()) + row * lanes_; }

  private:
    std::size_t lanes_;
    std::size_t rows_ = 0;
    Block block_{nullptr};
};

// The inner loop of beams: the sums of a board from those of one that is a move or two before it, and what the units add to its
// children. Sums are written down only after two moves: that costs more than to add a row.
namespace units {

inline constexpr std::size_t kLanesAtOnce = 256;
inline constexpr std::size_t kMostChildren = 4;
inline constexpr int kCeiling = 362;
inline constexpr int kCutShift = 1;  // so that the largest square just fits 15 bits

struct Job {
    const Sum* anchor;
    std::array<const Sum*, 2> since;  // the steps from there; the second only if sums are written
    Sum* sums;                        // of the board, or null if they are not to be written
    std::array<const Sum*, kMostChildren> steps;  // to the children
    const Sum* weights;
    std::size_t lanes;
};
using Totals = std::array<std::int32_t, kMostChildren>;

// Additions may wrap around on the way, as steps do: what they lead to fits.
TAQUIN_INLINE Sum added(Sum a, Sum b) { return static_cast<Sum>(a + b); }
// What a unit counts by, in 16 bits: the square of its sum, cut to the range.
TAQUIN_INLINE Sum squared(Sum sum) {
    const auto cut = static_cast<Sum>(std::min<Sum>(std::max<Sum>(sum, 0), kCeiling) >> kCutShift);
    return static_cast<Sum>(cut * cut);
}

TAQUIN_INLINE std::int32_t weighed(const Sum* __restrict squares, const Sum* __restrict weights, std::size_t count) {
    std::int32_t total = 0;
    for (std::size_t at = 0; at < count; ++at) total += std::int32_t{squares[at]} * std::int32_t{weights[at]};
    return total;
}

// Squares are written down before they are weighed: compilers find the instructions for either, but not for both in one loop.
template <bool Writes, std::size_t Children>
TAQUIN_INLINE void run_for(const Job& job, Totals& totals) {
    totals = {};
    for (std::size_t begin = 0; begin < job.lanes; begin += kLanesAtOnce) {
        const Sum* __restrict anchor = job.anchor + begin;
        const Sum* __restrict before = job.since[0] + begin;
        const Sum* __restrict last = job.since[1] + begin;
        Sum* __restrict sums = job.sums + (Writes ? begin : 0);
        const Sum* __restrict first = job.steps[0] + begin;
        const Sum* __restrict second = Children > 1 ? job.steps[1] + begin : first;
        const Sum* __restrict third = Children > 2 ? job.steps[2] + begin : first;
        const Sum* __restrict fourth = Children > 3 ? job.steps[3] + begin : first;
        alignas(kCacheLine) Sum squares[Children][kLanesAtOnce];
        for (std::size_t lane = 0; lane < kLanesAtOnce; ++lane) {
            Sum sum = added(anchor[lane], before[lane]);
            if constexpr (Writes) sums[lane] = sum = added(sum, last[lane]);
            squares[0][lane] = squared(added(sum, first[lane]));
            if constexpr (Children > 1) squares[1][lane] = squared(added(sum, second[lane]));
            if constexpr (Children > 2) squares[2][lane] = squared(added(sum, third[lane]));
            if constexpr (Children > 3) squares[3][lane] = squared(added(sum, fourth[lane]));
        }
        for (std::size_t child = 0; child < Children; ++child) totals[child] += weighed(squares[child], job.weights + begin, kLanesAtOnce);
    }
}

template <bool Writes>
TAQUIN_INLINE void run_family(const Job& job, std::size_t children, Totals& totals) {
    switch (children) {
        case 1: return run_for<Writes, 1>(job, totals);
        case 2: return run_for<Writes, 2>(job, totals);
        case 3: return run_for<Writes, 3>(job, totals);
        default: return run_for<Writes, 4>(job, totals);
    }
}

TAQUIN_INLINE void run_any(const Job& job, std::size_t children, Totals& totals) {
    return job.sums ? run_family<true>(job, children, totals) : run_family<false>(job, children, totals);
}

using Kernel = void (*)(const Job&, std::size_t children, Totals&);

inline void run_plain(const Job& job, std::size_t children, Totals& totals) { run_any(job, children, totals); }
#if defined(TAQUIN_WIDE_VECTORS)
TAQUIN_FOR_AVX2 inline void run_avx2(const Job& job, std::size_t children, Totals& totals) { run_any(job, children, totals); }

// By hand, in one pass: with what compilers make of the above a board takes a tenth longer, all told.
template <bool Writes, std::size_t Children>
TAQUIN_FOR_AVX512 inline void run_avx512_for(const Job& job, Totals& totals) {
    const __m512i least = _mm512_setzero_si512(), most = _mm512_set1_epi16(kCeiling);
    __m512i counted[Children];
    for (__m512i& count : counted) count = _mm512_setzero_si512();
    for (std::size_t lane = 0; lane < job.lanes; lane += sizeof(__m512i) / sizeof(Sum)) {
        __m512i sum = _mm512_add_epi16(_mm512_load_si512(job.anchor + lane), _mm512_load_si512(job.since[0] + lane));
        if constexpr (Writes) {
            sum = _mm512_add_epi16(sum, _mm512_load_si512(job.since[1] + lane));
            _mm512_store_si512(job.sums + lane, sum);
        }
        const __m512i weights = _mm512_load_si512(job.weights + lane);
        for (std::size_t child = 0; child < Children; ++child) {
            const __m512i after = _mm512_add_epi16(sum, _mm512_load_si512(job.steps[child] + lane));
            const __m512i cut = _mm512_srli_epi16(_mm512_min_epi16(_mm512_max_epi16(after, least), most), kCutShift);
            counted[child] = _mm512_add_epi32(counted[child], _mm512_madd_epi16(_mm512_mullo_epi16(cut, cut), weights));
        }
    }
    for (std::size_t child = 0; child < Children; ++child) {
        alignas(kCacheLine) std::array<std::int32_t, sizeof(__m512i) / sizeof(std::int32_t)> parts;
        _mm512_store_si512(parts.data(), counted[child]);
        totals[child] = std::accumulate(parts.begin(), parts.end(), 0);
    }
}

template <bool Writes>
TAQUIN_FOR_AVX512 inline void run_avx512_family(const Job& job, std::size_t children, Totals& totals) {
    switch (children) {
        case 1: return run_avx512_for<Writes, 1>(job, totals);
        case 2: return run_avx512_for<Writes, 2>(job, totals);
        case 3: return run_avx512_for<Writes, 3>(job, totals);
        default: return run_avx512_for<Writes, 4>(job, totals);
    }
}

inline void run_avx512(const Job& job, std::size_t children, Totals& totals) {
    return job.sums ? run_avx512_family<true>(job, children, totals) : run_avx512_family<false>(job, children, totals);
}
#endif

// All that this processor can run, the fastest last.
inline std::vector<Kernel> kernels() {
    std::vector<Kernel> result{run_plain};
#if defined(TAQUIN_WIDE_VECTORS)
    if (has_avx2()) result.push_back(run_avx2);
    if (has_avx512()) result.push_back(run_avx512);
#endif
    return result;
}

}  // namespace units

class Network {
  public:
    static constexpr int kPerMove = 64;
    static constexpr int kCeiling = units::kCeiling;
    static constexpr int kMostSquare = (kCeiling >> units::kCutShift) * (kCeiling >> units::kCutShift);
    static constexpr int kShift = 16;  // from squares times weights, 1/128 of a move each, to values
    static constexpr int kSmallest = 3;
    static constexpr int kLargest = 8;

    // From the bytes that are shipped, numbers of two bytes, the low one first: for every [tile][cell] what it adds to the value, the
    // units' biases, their weights, and their inputs by [tile][cell][unit]; of twins only the first. How many units there are follows.
    // Then the numbers of pairs and of squares, by entry, and that of two tiles that have to pass one another.
    // A pair must have one number, seen from either tile, and none with the blank: moves are reckoned so.
    Network(int side, std::span<const std::uint8_t> bytes)
        : side_(checked(side)), cells_(static_cast<std::size_t>(side) * static_cast<std::size_t>(side)), own_(own_units(bytes.size())),
          lanes_((2 * own_ + units::kLanesAtOnce - 1) / units::kLanesAtOnce * units::kLanesAtOnce), line_(cells_ * cells_),
          tiles_(side), fixed_(lanes_), inputs_(lanes_), steps_(lanes_) {
        fixed_.reserve(2);
        inputs_.reserve(cells_ * cells_);
        std::fill(fixed_[0], fixed_[2], Sum{0});
        std::fill(inputs_[0], inputs_[cells_ * cells_], Sum{0});
        read(bytes);
        check_range();
        make_steps();
    }

    int side() const { return side_; }
    // Numbers in a row of sums.
    std::size_t lanes() const { return lanes_; }

    // What a tile in a cell adds to the value by itself.
    int line(std::size_t tile, std::size_t cell) const { return line_[tile * cells_ + cell]; }
    // All that no units add.
    int line_of(const std::uint8_t* board) const {
        int total = tiles_.total(near_, board);
        for (std::size_t cell = 0; cell < cells_; ++cell) total += line(board[cell], cell);
        return total;
    }
    void sums_of(const std::uint8_t* board, Sum* sums) const {
        std::copy_n(fixed_[kBias], lanes_, sums);
        for (std::size_t cell = 0; cell < cells_; ++cell) {
            const Sum* input = inputs_[board[cell] * cells_ + cell];
            for (std::size_t lane = 0; lane < lanes_; ++lane) sums[lane] = units::added(sums[lane], input[lane]);
        }
    }
    // The value of a board, given by the tile in every cell, from nothing.
    int of(const std::uint8_t* board) const {
        std::vector<Sum> sums(lanes_);
        sums_of(board, sums.data());
        std::int32_t total = 0;
        for (std::size_t lane = 0; lane < lanes_; ++lane) total += std::int32_t{units::squared(sums[lane])} * std::int32_t{weights()[lane]};
        return line_of(board) + (total >> kShift);
    }

    const Sum* weights() const { return fixed_[kWeight]; }

    // What lies around the blank, and by how much a move changes the numbers of neighbours: the tile that moves to the blank's cell, and
    // the blank's move.
    using Window = NearTiles::Window;
    TAQUIN_INLINE Window around(const std::uint8_t* board, std::size_t blank) const { return tiles_.around(board, blank); }
    TAQUIN_INLINE int near_change(const Window& window, const std::uint8_t* board, std::size_t tile, std::size_t blank, std::size_t move) const {
        return tiles_.change(near_, window, board, tile, blank, static_cast<Direction>(move));
    }

    // Which row a move changes the sums by: the tile that moves, whence, and the blank's move. Kind 0 is no move and changes nothing.
    using Kind = std::uint16_t;
    Kind kind(std::size_t tile, std::size_t from, std::size_t move) const { return static_cast<Kind>((tile * cells_ + from) * 4 + move); }
    const Sum* step(Kind kind) const { return steps_[kind]; }

  private:
    static constexpr std::size_t kBias = 0, kWeight = 1;

    static int checked(int side) {
        if (side < kSmallest || side > kLargest) throw std::invalid_argument("values are learned for boards of 3x3 to 8x8");
        return side;
    }

    std::size_t own_units(std::size_t bytes) const {
        const std::size_t places = cells_ * cells_, always = places + Pairs::kEntries + Squares::kEntries + 1, rest = bytes / 2 - std::min(bytes / 2, always);
        if (bytes % 2 != 0 || rest == 0 || rest % (places + 2) != 0) throw std::invalid_argument("the learned values are not those of this size of board");
        return rest / (places + 2);
    }

    std::size_t mirrored(std::size_t cell) const {
        const auto side = static_cast<std::size_t>(side_);
        return cell % side * side + cell / side;
    }

    void read(std::span<const std::uint8_t> bytes) {
        std::size_t at = 0;
        const auto next = [&] {
            const auto number = static_cast<Sum>(bytes[at] | bytes[at + 1] << 8);
            at += 2;
            return number;
        };
        for (Sum& number : line_) number = next();
        for (const std::size_t row : {kBias, kWeight})
            for (std::size_t unit = 0; unit < own_; ++unit) fixed_[row][unit] = fixed_[row][own_ + unit] = next();
        for (std::size_t tile = 0; tile < cells_; ++tile)
            for (std::size_t cell = 0; cell < cells_; ++cell) {
                const std::size_t image = tile == 0 ? 0 : mirrored(tile - 1) + 1;
                Sum* own = inputs_[tile * cells_ + cell];
                Sum* twin = inputs_[image * cells_ + mirrored(cell)] + own_;
                for (std::size_t unit = 0; unit < own_; ++unit) own[unit] = twin[unit] = next();
            }
        for (std::vector<std::int16_t>* numbers : {&near_.pairs, &near_.squares})
            for (std::int16_t& number : *numbers) number = next();
        near_.passing = next();
    }

    void check_range() const {
        std::int64_t most = 0, least = 0;
        for (std::size_t lane = 0; lane < lanes_; ++lane) (weights()[lane] > 0 ? most : least) += std::int64_t{kMostSquare} * weights()[lane];
        if (most > std::numeric_limits<std::int32_t>::max() || least < std::numeric_limits<std::int32_t>::min()) throw std::invalid_argument("the weights of the learned values are too large");
        // A unit and its twin reach equally far.
        for (std::size_t unit = 0; unit < own_; ++unit) {
            const int bias = fixed_[kBias][unit];
            if (bias + farthest(unit, 1) > std::numeric_limits<Sum>::max() || bias - farthest(unit, -1) < std::numeric_limits<Sum>::min())
                throw std::invalid_argument("the inputs of the learned values are too large");
        }
    }

    // How far above 0 (or below, if `sign` is -1) the inputs of a unit may sum up: the largest of every cell, or of every tile.
    int farthest(std::size_t unit, int sign) const {
        int by_cell = 0, by_tile = 0;
        for (std::size_t one = 0; one < cells_; ++one) {
            int in_cell = std::numeric_limits<Sum>::min(), of_tile = in_cell;
            for (std::size_t other = 0; other < cells_; ++other) {
                in_cell = std::max(in_cell, sign * inputs_[other * cells_ + one][unit]);
                of_tile = std::max(of_tile, sign * inputs_[one * cells_ + other][unit]);
            }
            by_cell += in_cell;
            by_tile += of_tile;
        }
        return std::min(by_cell, by_tile);
    }

    void make_steps() {
        steps_.reserve(cells_ * cells_ * 4);
        std::fill_n(steps_[0], lanes_, Sum{0});
        const auto side = static_cast<std::size_t>(side_);
        for (std::size_t tile = 1; tile < cells_; ++tile)
            for (std::size_t from = 0; from < cells_; ++from) {
                // The blank moves up, left, right, down: so the tile came from there, and went the other way.
                const std::size_t row = from / side, col = from % side;
                if (row + 1 < side) make_step(tile, from, from + side, 0);
                if (col + 1 < side) make_step(tile, from, from + 1, 1);
                if (col > 0) make_step(tile, from, from - 1, 2);
                if (row > 0) make_step(tile, from, from - side, 3);
            }
    }

    void make_step(std::size_t tile, std::size_t from, std::size_t to, std::size_t move) {
        const Sum* tile_to = inputs_[tile * cells_ + to];
        const Sum* tile_from = inputs_[tile * cells_ + from];
        const Sum *blank_to = inputs_[from], *blank_from = inputs_[to];
        Sum* step = steps_[kind(tile, from, move)];
        for (std::size_t lane = 0; lane < lanes_; ++lane)
            step[lane] = static_cast<Sum>(tile_to[lane] - tile_from[lane] + blank_to[lane] - blank_from[lane]);
    }

    const int side_;
    const std::size_t cells_;
    const std::size_t own_;  // units without their twins
    const std::size_t lanes_;
    std::vector<Sum> line_;
    const NearTiles tiles_;
    NearNumbers near_;
    SumRows fixed_;   // biases and weights
    SumRows inputs_;  // by [tile][cell]
    SumRows steps_;   // by kind
};

}  // namespace taquin::large
