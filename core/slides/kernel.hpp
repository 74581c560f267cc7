// SPDX-License-Identifier: MIT
// The depth-first search of one iteration, below roots that threads share out.
//
// Slides alternate between the axes, since two along one axis are one or none. So of the slides left after this one, at most half
// (rounded down, the next being along the other axis) are along this one's axis; a child is cut when a table of this axis asks
// for more. The tables of the other axis need not be asked: their strip has not changed, and what they had to allow was checked
// when it did.
#pragma once

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
        const int width = side.shape.cols;
        const std::size_t tables = side.lookups.size();
        Half to = from;
        while (to.line + 1 < side.shape.rows) {
            for (std::size_t table = 0; table < tables; ++table) pass_forward(to.strips[table], to.line * width + across, width);
            ++to.line;
            if (see(to)) return true;
        }
        to = from;
        while (to.line > 0) {
            for (std::size_t table = 0; table < tables; ++table) pass_back(to.strips[table], to.line * width + across, width);
            --to.line;
            if (see(to)) return true;
        }
        return false;
    }

    // Whether as many slides along the axis as are needed may be left.
    TAQUIN_INLINE static bool allows(const SideTables& side, const Half& half, int most) {
        for (std::size_t table = 0; table < side.lookups.size(); ++table) {
            const Lookup& lookup = *side.lookups[table];
            if (entry_at(lookup.entries, lookup.entry(half.strips[table], half.line)) > most) return false;
        }
        return true;
    }

  private:
    bool slide(int side_number, const Half& mine, const Half& other, int left) {
        const SideTables& side = sides_[static_cast<std::size_t>(side_number)];
        auto children = static_cast<unsigned>(side.shape.rows - 1);
        if (tally_.count(children)) return true;
        return any_slide(side, mine, other.line, [&](const Half& child) {
            --children;
            if (!allows(side, child, (left - 1) / 2)) return false;
            const bool ends = left > 1 ? slide(1 - side_number, other, child, left - 1)
                                       : other.line == sides_[static_cast<std::size_t>(1 - side_number)].home_line && tally_.goal();
            return ends && tally_.unwind(encode_slide(side_number, child.line), children);
        });
    }

    const std::array<SideTables, 2>& sides_;
    NodeTally tally_;
};

}  // namespace taquin::slides
