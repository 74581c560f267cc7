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
                        for (std::size_t at = 0; at < count; ++at) {
                            const auto here = static_cast<std::uint32_t>(begin + at);
                            if (!backwards && entry_at(table_, here) == depth) mark_neighbours(strip(at), line);
                            else if (backwards && entry_at(table_, here) == kFar && has_neighbour(strip(at), line, depth)) mark(here);
                        }
                    }
                });
        });
    }

    void mark(std::uint32_t at) { atomic_or(found_[at / kWord], std::uint64_t{1} << at % kWord); }

    void mark_neighbours(const Strip& strip, int line) {
        any_neighbour(strip, line, [&](std::uint32_t at) {
            if (entry_at(table_, at) == kFar) mark(at);
            return false;
        });
    }
    bool has_neighbour(const Strip& strip, int line, int depth) const {
        return any_neighbour(strip, line, [&](std::uint32_t at) { return entry_at(table_, at) == depth; });
    }

    // Whether the answer is yes for an entry one slide away.
    template <class Ask>
    bool any_neighbour(const Strip& strip, int line, Ask&& ask) const {
        const int width = shape_.cols;
        for (int column = 0; column < width; ++column) {
            Strip next = strip;
            for (int to = line; to + 1 < shape_.rows; ++to) {
                pass_forward(next, to * width + column, width);
                if (ask(entry(next, to + 1))) return true;
            }
            next = strip;
            for (int to = line; to > 0; --to) {
                pass_back(next, to * width + column, width);
                if (ask(entry(next, to - 1))) return true;
            }
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

// Bytes that building takes beside the table.
inline std::uint64_t estimate_build_bytes(const Colouring& colouring) { return colouring.bytes() + colouring.entries() / 8; }

}  // namespace taquin::slides
