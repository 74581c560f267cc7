// SPDX-License-Identifier: MIT
// From the builder's depths (one byte per placement, in ranked order) to the finished table: 4-bit differences from
// Manhattan distance, in the pattern's own index scheme.
#pragma once

#include <span>

#include "../base/stop_check.hpp"
#include "../base/threads.hpp"
#include "pattern.hpp"

namespace taquin::optimal {

// The builder's mark for a placement that no legal sequence of moves reaches.
inline constexpr int kUnreached = 255;

// Memory the encoding needs besides depths and table.
inline std::uint64_t encoder_bytes(const Pattern& pattern) {
    return pattern.scheme() == IndexScheme::direct ? pattern.entries() + 1 : 0;
}

namespace detail {

// For one set of cells, the sum over all tiles of value(position, slot), for every order by rank.
//
// An order is a head (its first half) and a tail, so k! sums cost one addition each: the heads' sums and the tails' sums are few.
class OrderSums {
  public:
    explicit OrderSums(int tiles) : head_length_(static_cast<std::size_t>(tiles) / 2) {
        tail_length_ = static_cast<std::size_t>(tiles) - head_length_;
        tails_per_head_ = static_cast<std::size_t>(factorial(static_cast<int>(tail_length_)));
        for (std::uint64_t rank = 0; rank < factorial(tiles); rank += tails_per_head_) {
            const SlotOrder order = unrank_order(rank, tiles);
            heads_.push_back(order);
            tail_group_.push_back(tail_group(order, rank, tiles));
        }
        head_sums_.resize(heads_.size());
        tail_sums_.resize(tails_.size());
    }

    // value[position][slot]; then `visit(rank, sum)` in ascending order of ranks.
    using Values = std::array<std::array<std::uint64_t, kMaxPatternTiles>, kMaxPatternTiles>;
    template <class Visit>
    void for_each_order(const Values& value, Visit&& visit) {
        sum_up(value);
        std::size_t rank = 0;
        for (std::size_t head = 0; head < head_sums_.size(); ++head) {
            const std::uint64_t head_sum = head_sums_[head];
            const std::uint64_t* tail_sum = &tail_sums_[tail_group_[head] * tails_per_head_];
            for (std::size_t tail = 0; tail < tails_per_head_; ++tail) visit(rank++, head_sum + tail_sum[tail]);
        }
    }

  private:
    // Heads with the same slots left over share their tails.
    std::size_t tail_group(const SlotOrder& order, std::uint64_t rank, int tiles) {
        unsigned head_slots = 0;
        for (std::size_t i = 0; i < head_length_; ++i) head_slots |= 1u << order[i];
        const auto known = std::find(head_sets_.begin(), head_sets_.end(), head_slots);
        if (known != head_sets_.end()) return static_cast<std::size_t>(known - head_sets_.begin());
        head_sets_.push_back(head_slots);
        for (std::uint64_t tail = 0; tail < tails_per_head_; ++tail) tails_.push_back(unrank_order(rank + tail, tiles));
        return head_sets_.size() - 1;
    }
    void sum_up(const Values& value) {
        for (std::size_t head = 0; head < heads_.size(); ++head) {
            std::uint64_t sum = 0;
            for (std::size_t i = 0; i < head_length_; ++i) sum += value[i][heads_[head][i]];
            head_sums_[head] = sum;
        }
        for (std::size_t tail = 0; tail < tails_.size(); ++tail) {
            std::uint64_t sum = 0;
            for (std::size_t i = 0; i < tail_length_; ++i)
                sum += value[head_length_ + i][tails_[tail][head_length_ + i]];
            tail_sums_[tail] = sum;
        }
    }

    std::size_t head_length_;
    std::size_t tail_length_ = 0;
    std::size_t tails_per_head_ = 0;
    std::vector<SlotOrder> heads_;         // the first order of every head
    std::vector<std::size_t> tail_group_;  // per head
    std::vector<unsigned> head_sets_;      // the slots in the heads of every tail group
    std::vector<SlotOrder> tails_;         // whole orders of which only the tail counts, by group and rank
    std::vector<std::uint64_t> head_sums_;
    std::vector<std::uint64_t> tail_sums_;
};

inline std::uint8_t encode_difference(std::uint8_t depth, std::uint64_t manhattan) {
    if (depth == kUnreached) return 0;
    const int difference = (depth - static_cast<int>(manhattan)) / 2;
    // A negative one is possible only where the builder has capped the depth at 254.
    return static_cast<std::uint8_t>(std::clamp(difference, 0, kMaxDifference));
}

// Index in the high part and Manhattan distance in the low 16 bits, so that one sum carries both.
inline OrderSums::Values placement_values(const Pattern& pattern, CellSet set) {
    OrderSums::Values value{};
    std::size_t position = 0;
    for_each_cell(set, [&](int cell) {
        for (int slot = 0; slot < pattern.size(); ++slot) {
            const std::uint64_t index = power(pattern.shape.cells(), slot) * static_cast<std::uint64_t>(cell);
            const int manhattan = pattern.shape.distance(pattern.tiles[static_cast<std::size_t>(slot)], cell);
            value[position][static_cast<std::size_t>(slot)] = index << 16 | static_cast<std::uint64_t>(manhattan);
        }
        ++position;
    });
    return value;
}

// Calls `visit(set_number, OrderSums&)` for all sets, on several threads, unless stopped.
template <class Visit>
void for_each_set(std::size_t sets, int tiles, StopControl& control, int threads, Visit&& visit) {
    // An even chunk: no two threads write to halves of one byte of the table.
    WorkList work(sets, 64);
    run_on_threads(threads, [&](int thread) {
        OrderSums sums(tiles);
        std::size_t begin = 0;
        std::size_t end = 0;
        // Only the caller's own thread looks up; the others see what it decided.
        while (!(thread == 0 ? control.check(0) : control.stopped()) && work.take(begin, end))
            for (std::size_t s = begin; s < end; ++s) visit(s, sums);
    });
}

}  // namespace detail

// False when stopped, the table then being garbage.
inline bool encode_table(const Pattern& pattern, std::span<const CellSet> sets, std::span<const std::uint8_t> depths,
                         std::span<std::uint8_t> table, StopControl& control, int threads) {
    constexpr std::size_t kBytesUnasked = std::size_t{1} << 20;
    const auto orders = static_cast<std::size_t>(factorial(pattern.size()));
    if (pattern.scheme() == IndexScheme::ranked) {
        for (std::size_t begin = 0; begin < table.size(); begin += kBytesUnasked) {
            if (control.check(0)) return false;
            const auto piece = table.subspan(begin, std::min(kBytesUnasked, table.size() - begin));
            std::fill(piece.begin(), piece.end(), std::uint8_t{0});
        }
        detail::for_each_set(sets.size(), pattern.size(), control, threads, [&](std::size_t s, detail::OrderSums& sums) {
            sums.for_each_order(detail::placement_values(pattern, sets[s]), [&](std::size_t rank, std::uint64_t sum) {
                const std::size_t index = s * orders + rank;
                const unsigned entry = detail::encode_difference(depths[index], sum & 0xffff);
                table[index >> 1] = static_cast<std::uint8_t>(table[index >> 1] | entry << ((index & 1) * 4));
            });
        });
        return !control.stopped();
    }
    // Direct placements are scattered, so threads would meet in halves of a byte: whole bytes first, packed afterwards.
    std::vector<std::uint8_t> scattered;
    if (!fill_unless_stopped(control, scattered, memory_size(pattern.entries() + 1), std::uint8_t{0})) return false;
    detail::for_each_set(sets.size(), pattern.size(), control, threads, [&](std::size_t s, detail::OrderSums& sums) {
        sums.for_each_order(detail::placement_values(pattern, sets[s]), [&](std::size_t rank, std::uint64_t sum) {
            scattered[static_cast<std::size_t>(sum >> 16)] = detail::encode_difference(depths[s * orders + rank], sum & 0xffff);
        });
    });
    for (std::size_t begin = 0; begin < table.size(); begin += kBytesUnasked) {
        if (control.check(0)) return false;
        const std::size_t end = std::min(begin + kBytesUnasked, table.size());
        for (std::size_t i = begin; i < end; ++i) table[i] = static_cast<std::uint8_t>(scattered[2 * i] | scattered[2 * i + 1] << 4);
    }
    return !control.stopped();
}

}  // namespace taquin::optimal
