// SPDX-License-Identifier: MIT
// Fills a table: how many slides along the axis a strip is away from the goal's, slides along the other axis being free.
//
// An entry belongs to a strip and the line of the blank; where in its line the blank stands costs nothing to change. An entry of
// 15 means 15 or more, and also not reached yet: the search, which goes backwards from the goal in layers, ends with layer 14.
//
// A layer is found from the one before it or, once less is left than was just found, by asking what is left for a neighbour
// in it. Threads only read the table meanwhile and mark what they find in a bitset, which becomes entries afterwards: the
// table is the same whatever their number.
#pragma once

#include <bit>
#include <span>

#include "../base/build_control.hpp"
#include "../base/stop_check.hpp"
#include "../base/threads.hpp"
#include "strip_index.hpp"

namespace taquin::slides {

inline constexpr int kFar = 15;

inline int entry_at(std::span<const std::uint8_t> table, std::uint32_t at) {
    return (table[at / 2] >> (at % 2 * 4)) & 15;
}

// The goal's strip.
template <class Strip>
Strip goal_strip(const Colouring& colouring) {
    Strip strip;
    int at = 0;
    for (int cell = 0; cell < colouring.shape.cells(); ++cell)
        if (cell != colouring.blank) put_colour(strip, at++, colouring.colours[static_cast<std::size_t>(cell)]);
    return strip;
}

namespace detail {

template <class Strip>
class TableBuilder {
  public:
    TableBuilder(const Colouring& colouring, std::span<std::uint8_t> table, BuildControl& control, int threads)
        : shape_(colouring.shape), index_(colouring), table_(table), control_(control), threads_(threads),
          entries_(static_cast<std::uint32_t>(colouring.entries())), found_(entries_ / kWord + 1) {
        std::fill(table.begin(), table.end(), std::uint8_t{0xFF});
        const std::uint32_t goal = entry(goal_strip<Strip>(colouring), colouring.shape.row(colouring.blank));
        table_[goal / 2] = static_cast<std::uint8_t>(table_[goal / 2] & ~(15 << goal % 2 * 4));
    }

    // False when stopped.
    bool build() {
        std::uint64_t reached = 1, layer = 1;
        for (int depth = 0; depth + 1 < kFar && layer > 0; ++depth) {
            control_.depth.store(depth);
            find_layer(depth, layer > entries_ - reached);
            if (control_.stopped()) return false;
            layer = settle(depth + 1);
            reached += layer;
            control_.share.store(static_cast<double>(reached) / entries_);
        }
        return !control_.stopped();
    }

  private:
    static constexpr std::uint32_t kWord = 64;

    std::uint32_t entry(const Strip& strip, int line) const {
        return static_cast<std::uint32_t>(line) * index_.strips() + index_.number(strip);
    }

    // Marks the entries one slide further than `depth`.
    void find_layer(int depth, bool backwards) {
        WorkList work(index_.parts(), 1);
        run_on_threads(threads_, [&](int) {
            StopCheck stop(control_, 16);
            std::size_t part = 0, end = 0;
            while (work.take(part, end) && !control_.stopped())
                index_.template for_each_run<Strip>(part, [&](std::uint32_t first, std::size_t count, auto&& strip) {
                    if (stop() || control_.stopped()) return;
                    for (int line = 0; line < shape_.rows; ++line) {
                        const std::uint32_t begin = static_cast<std::uint32_t>(line) * index_.strips() + first;
                        for_each_entry(begin, static_cast<std::uint32_t>(count), backwards ? kFar : depth, [&](std::uint32_t at) {
                            if (!backwards) mark_neighbours(strip(at - begin), line, depth);
                            else if (has_neighbour(strip(at - begin), line, depth)) mark(at);
                        });
                    }
                });
        });
    }

    // Calls `see(at)` for the entries of a value among some: sixteen at a time are looked through where none may have it.
    template <class See>
    void for_each_entry(std::uint32_t begin, std::uint32_t count, int value, See&& see) const {
        constexpr std::uint64_t kOnes = 0x1111111111111111u;
        const std::uint64_t same = kOnes * static_cast<std::uint64_t>(value);
        const std::uint32_t end = begin + count;
        for (std::uint32_t at = begin; at < end;) {
            std::uint32_t stop = at + 1;
            if (at % 2 == 0 && at + 16 <= end) {
                std::uint64_t word = 0;
                for (std::size_t byte = 0; byte < 8; ++byte) word |= std::uint64_t{table_[at / 2 + byte]} << (8 * byte);
                stop = at + 16;
                word ^= same;
                if (((word - kOnes) & ~word & (kOnes << 3)) == 0) at = stop;  // no digit of it is zero
            }
            for (; at < stop; ++at)
                if (entry_at(table_, at) == value) see(at);
        }
    }

    void mark(std::uint32_t at) { atomic_or(found_[at / kWord], std::uint64_t{1} << at % kWord); }

    // The entries that slides in one column reach are a slide away from each other. Where one is nearer to the goal, all were
    // reached before; where an earlier one is as near, they are marked from there.
    void mark_neighbours(const Strip& strip, int line, int depth) {
        any_neighbour(strip, line, [&](std::uint32_t at, bool back) {
            const int value = entry_at(table_, at);
            if (value == kFar) mark(at);
            return value < depth || (back && value == depth) ? Next::column : Next::entry;
        });
    }
    bool has_neighbour(const Strip& strip, int line, int depth) const {
        return any_neighbour(strip, line, [&](std::uint32_t at, bool) { return entry_at(table_, at) == depth ? Next::none : Next::entry; });
    }

    enum class Next { entry, column, none };  // what to ask about

    // Asks about the entries one slide away, column by column, back first; true when told to stop.
    template <class Ask>
    TAQUIN_INLINE bool any_neighbour(const Strip& strip, int line, Ask&& ask) const {
        const int width = shape_.cols;
        for (int column = 0; column < width; ++column) {
            Next next = Next::entry;
            Strip moved = strip;
            for (int to = line; to > 0 && next == Next::entry; --to) {
                pass_back(moved, to * width + column, width);
                next = ask(entry(moved, to - 1), true);
            }
            moved = strip;
            for (int to = line; to + 1 < shape_.rows && next == Next::entry; ++to) {
                pass_forward(moved, to * width + column, width);
                next = ask(entry(moved, to + 1), false);
            }
            if (next == Next::none) return true;
        }
        return false;
    }

    // Makes entries of what was marked; returns how many.
    std::uint64_t settle(int depth) {
        std::atomic<std::uint64_t> settled{0};
        WorkList work(found_.size(), std::size_t{1} << 14);
        run_on_threads(threads_, [&](int) {
            std::size_t begin = 0, end = 0;
            while (work.take(begin, end) && !control_.check(0)) {
                std::uint64_t count = 0;
                for (std::size_t word = begin; word < end; ++word) {
                    for (std::uint64_t bits = found_[word]; bits != 0; bits &= bits - 1, ++count)
                        set_entry(static_cast<std::uint32_t>(word * kWord + static_cast<std::size_t>(std::countr_zero(bits))), depth);
                    found_[word] = 0;
                }
                settled.fetch_add(count);
            }
        });
        return settled.load();
    }
    // Only where nothing was set before.
    void set_entry(std::uint32_t at, int value) {
        table_[at / 2] = static_cast<std::uint8_t>(table_[at / 2] ^ ((kFar ^ value) << at % 2 * 4));
    }

    Shape shape_;
    StripIndex index_;
    std::span<std::uint8_t> table_;
    BuildControl& control_;
    int threads_;
    std::uint32_t entries_;
    std::vector<std::uint64_t> found_;
};

}  // namespace detail

// Strips of so many tiles are short.
inline constexpr int kLongestShort = 21;

// Fills a table of `colouring.bytes()`; false when stopped.
inline bool build_table(const Colouring& colouring, std::span<std::uint8_t> table, BuildControl& control, int threads = 1) {
    if (colouring.shape.cells() - 1 <= kLongestShort)
        return detail::TableBuilder<ShortStrip>(colouring, table, control, threads).build();
    return detail::TableBuilder<LongStrip>(colouring, table, control, threads).build();
}

}  // namespace taquin::slides
