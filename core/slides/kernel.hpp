// SPDX-License-Identifier: MIT
// The depth-first search of one iteration, below roots that threads share out.
//
// Slides alternate between the axes, since two along one axis are one or none. So of the slides left after this one, at most half
// (rounded down, the next being along the other axis) are along this one's axis; a child is cut when a table of this axis asks
// for more. The tables of the other axis need not be asked: their strip has not changed, and what they had to allow was checked
// when it did.
#pragma once

#include <utility>

#include "../base/node_tally.hpp"
#include "plan.hpp"
#include "table_builder.hpp"

namespace taquin::slides {

// A table with the numbering of its strips.
struct Lookup {
    explicit Lookup(const Colouring& colouring) : colouring(colouring), index(colouring) {}

    const Colouring colouring;
    const StripIndex index;
    std::span<const std::uint8_t> entries;

    template <class Strip>
    TAQUIN_INLINE std::uint32_t entry(const Strip& strip, int line) const {
        return static_cast<std::uint32_t>(line) * index.strips() + index.number(strip);
    }
};

// One side as the search knows it.
struct SideTables {
    Shape shape;
    int home_line = 0;  // of the blank
    std::vector<const Lookup*> lookups;
};

// A step of a path: the axis, and the line of its side to which the blank goes.
constexpr std::uint8_t encode_slide(int side, int line) { return static_cast<std::uint8_t>(side << 7 | line); }
constexpr int side_of_slide(std::uint8_t slide) { return slide >> 7; }
constexpr int line_of_slide(std::uint8_t slide) { return slide & 127; }

template <class Strip, int kMostTables>
class Kernel {
  public:
    static constexpr std::size_t kMostLines = kMaxCells / 2;

    // What one side knows of a board: its strip in the colours of each table, and the blank's line.
    struct Half {
        std::array<Strip, kMostTables> strips{};
        int line = 0;
    };
    struct Root {
        std::array<Half, 2> halves;
        int side = 0;                    // along which the next slide goes
        std::vector<std::uint8_t> path;  // from the start
    };

    Kernel(const std::array<SideTables, 2>& sides, SearchControl& control, const std::atomic<bool>& abandon)
        : sides_(sides), tally_(control, abandon) {}

    // True when unwound: solved, or stopped by the control.
    bool search(const Root& root, int left) {
        tally_.begin();
        const bool unwound = slide(root.side, root.halves[static_cast<std::size_t>(root.side)],
                                   root.halves[static_cast<std::size_t>(1 - root.side)], left);
        tally_.end();
        return unwound;
    }
    const NodeTally& tally() const { return tally_; }

    // How many slides along a side's axis are needed at least.
    static int estimate(const SideTables& side, const Half& half) {
        int most = 0;
        for (std::size_t table = 0; table < side.lookups.size(); ++table) {
            const Lookup& lookup = *side.lookups[table];
            most = std::max(most, entry_at(lookup.entries, lookup.entry(half.strips[table], half.line)));
        }
        return most;
    }

    // Calls `see(half)` for where the slides from a node lead, nearest first in either direction, until it returns true.
    template <class See>
    TAQUIN_INLINE static bool any_slide(const SideTables& side, const Half& from, int across, See&& see) {
        return any_line(side.shape, from.line, [&, half = from](int line, int to) mutable {
            if (line == from.line) half = from;
            for (std::size_t table = 0; table < side.lookups.size(); ++table)
                pass(half.strips[table], line, to, across, side.shape.cols);
            half.line = to;
            return see(std::as_const(half));
        });
    }

    // Whether as many slides along the axis as are needed may be left.
    TAQUIN_INLINE static bool allows(const SideTables& side, const Half& half, int most, std::size_t from_table = 0) {
        for (std::size_t table = from_table; table < side.lookups.size(); ++table) {
            const Lookup& lookup = *side.lookups[table];
            if (entry_at(lookup.entries, lookup.entry(half.strips[table], half.line)) > most) return false;
        }
        return true;
    }

  private:
    // Calls `see(line, to)` for the steps from a line to the next, forward to the end and then back to the first line.
    template <class See>
    TAQUIN_INLINE static bool any_line(const Shape& shape, int from, See&& see) {
        for (int line = from; line + 1 < shape.rows; ++line)
            if (see(line, line + 1)) return true;
        for (int line = from; line > 0; --line)
            if (see(line, line - 1)) return true;
        return false;
    }
    TAQUIN_INLINE static void pass(Strip& strip, int line, int to, int across, int width) {
        if (to > line) pass_forward(strip, line * width + across, width);
        else pass_back(strip, line * width + across, width);
    }

    bool slide(int side_number, const Half& mine, const Half& other, int left) {
        const SideTables& side = sides_[static_cast<std::size_t>(side_number)];
        auto children = static_cast<unsigned>(side.shape.rows - 1);
        if (tally_.count(children)) return true;
        const std::array<std::uint32_t, kMostLines> entries = fetch_first(side, mine, other.line);
        const int most = (left - 1) / 2;
        std::size_t number = 0;
        return any_slide(side, mine, other.line, [&](const Half& child) {
            --children;
            if (entry_at(side.lookups[0]->entries, entries[number++]) > most || !allows(side, child, most, 1)) return false;
            const bool ends = left > 1 ? slide(1 - side_number, other, child, left - 1)
                                       : other.line == sides_[static_cast<std::size_t>(1 - side_number)].home_line && tally_.goal();
            return ends && tally_.unwind(encode_slide(side_number, child.line), children);
        });
    }

    // Where the first table has the children of a node, in their order: its bytes are on their way before any is looked up.
    TAQUIN_INLINE static std::array<std::uint32_t, kMostLines> fetch_first(const SideTables& side, const Half& from, int across) {
        const Lookup& first = *side.lookups[0];
        std::array<std::uint32_t, kMostLines> entries;
        std::size_t number = 0;
        any_line(side.shape, from.line, [&, strip = from.strips[0]](int line, int to) mutable {
            if (line == from.line) strip = from.strips[0];
            pass(strip, line, to, across, side.shape.cols);
            entries[number] = first.entry(strip, to);
            prefetch(&first.entries[entries[number++] / 2]);
            return false;
        });
        return entries;
    }

    const std::array<SideTables, 2>& sides_;
    NodeTally tally_;
};

}  // namespace taquin::slides
