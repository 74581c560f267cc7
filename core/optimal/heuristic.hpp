// SPDX-License-Identifier: MIT
// The additive pattern-database heuristic: Manhattan distance plus twice the differences that the tables hold, summed over
// the groups of a partition; the larger of two sums where there is a reflected view.
//
// Immutable once made. Tables are read without checks, so boards must be permutations of the cells (see `boards.hpp`).
#pragma once

#include <memory>

#include "boards.hpp"
#include "lookup_plan.hpp"
#include "ranked_index.hpp"

namespace taquin::optimal {

class Heuristic {
  public:
    static constexpr int kMaxViews = 2;
    // One per group and view, and one that reads zero for tiles in no group.
    static constexpr std::size_t kMaxLookups = kMaxViews * kMaxCells;

    // `tables` are the bytes of `plan.tables`, in the same order; they stay the caller's and must outlive the heuristic.
    Heuristic(const Shape& shape, int blank_goal, const LookupPlan& plan, std::span<const std::span<const std::uint8_t>> tables)
        : shape_(shape), blank_goal_(blank_goal) {
        if (tables.size() != plan.tables.size()) throw std::invalid_argument("expected one table for each of the plan's");
        if (plan.views.empty() || plan.views.size() > kMaxViews) throw std::invalid_argument("expected one or two views");
        for (std::size_t i = 0; i < tables.size(); ++i)
            if (tables[i].size() < plan.tables[i].bytes()) throw std::invalid_argument("a table is shorter than its pattern needs");
        views_ = static_cast<int>(plan.views.size());
        add_empty_lookup();
        for (std::size_t view = 0; view < plan.views.size(); ++view)
            for (const PatternLookup& lookup : plan.views[view])
                add_lookup(static_cast<int>(view), plan.tables[lookup.table], tables[lookup.table].data(), lookup.map);
    }

    const Shape& shape() const { return shape_; }
    int blank_goal() const { return blank_goal_; }
    bool reflected() const { return views_ > 1; }
    bool all_direct() const { return all_direct_; }

    int manhattan(const HomeBoard& home) const { return optimal::manhattan(shape_, blank_goal_, home); }
    // The whole estimate, looked up from scratch.
    int estimate(const HomeBoard& home) const {
        int best = 0;
        for (int view = 0; view < views_; ++view) {
            int sum = 0;
            for (std::size_t lookup = 1; lookup < lookups_.size(); ++lookup)
                if (lookups_[lookup].view == view) sum += difference(lookup, home);
            best = std::max(best, sum);
        }
        return manhattan(home) + 2 * best;
    }

    // --- What a search follows, lookup by lookup. ---

    std::size_t lookups() const { return lookups_.size(); }
    int view_of(std::size_t lookup) const { return lookups_[lookup].view; }
    int tiles_in(std::size_t lookup) const {
        const auto& slots = lookups_[lookup].slot;
        return static_cast<int>(std::count_if(slots.begin(), slots.end(), [](std::int8_t slot) { return slot >= 0; }));
    }
    const std::uint8_t* table_of(std::size_t lookup) const { return tables_[lookup]; }
    // Null for a direct table.
    const RankedIndex* ranked_index(std::size_t lookup) const { return lookups_[lookup].ranked.get(); }
    // What a blank move does to placements in this lookup's table, at [blank * 4 + move].
    const PlacementStep* placement_steps(std::size_t lookup) const { return lookups_[lookup].placement_steps.data(); }

    // The lookup in which a tile takes part.
    std::size_t lookup_of(int view, int tile) const { return lookup_of_[at(view)][at(tile)]; }
    // What a blank move that slides this tile adds to the direct index (modulo 2^32): the symmetries are affine, so that it
    // does not depend on the cell.
    std::uint32_t index_step(int view, int move, int tile) const { return index_step_[at(view)][at(move)][at(tile)]; }

    std::uint32_t direct_index(std::size_t lookup, const HomeBoard& home) const {
        std::uint32_t index = 0;
        for (int cell = 0; cell < shape_.cells(); ++cell) {
            const int slot = lookups_[lookup].slot[home[at(cell)]];
            if (slot >= 0) index += static_cast<std::uint32_t>(power(shape_.cells(), slot)) * lookups_[lookup].map[at(cell)];
        }
        return index;
    }
    Placement placement(std::size_t lookup, const HomeBoard& home) const {
        CellMap tile_at{};
        CellSet occupied = 0;
        for (int cell = 0; cell < shape_.cells(); ++cell) {
            const int slot = lookups_[lookup].slot[home[at(cell)]];
            if (slot < 0) continue;
            const int mapped = lookups_[lookup].map[at(cell)];
            tile_at[at(mapped)] = static_cast<std::uint8_t>(slot);
            occupied |= single(mapped);
        }
        Placement result = occupied;
        int shift = kOrderShift;
        for_each_cell(occupied, [&](int cell) {
            result |= std::uint64_t{tile_at[at(cell)]} << shift;
            shift += 3;
        });
        return result;
    }

  private:
    struct Lookup {
        int view = 0;
        CellMap map{};
        std::array<std::int8_t, kMaxCells> slot{};  // per tile, -1 when it is in another group
        std::shared_ptr<const RankedIndex> ranked;  // null for a direct table, which has no steps either
        std::vector<PlacementStep> placement_steps;
    };

    static constexpr std::size_t at(int index) { return static_cast<std::size_t>(index); }

    int difference(std::size_t lookup, const HomeBoard& home) const {
        const RankedIndex* ranked = ranked_index(lookup);
        const std::uint64_t index = ranked != nullptr ? ranked->index(placement(lookup, home)) : direct_index(lookup, home);
        return static_cast<int>(read_entry(tables_[lookup], index));
    }

    void add_empty_lookup() {
        static constexpr std::uint8_t zero[1] = {0};
        Lookup empty;
        empty.slot.fill(-1);
        lookups_.push_back(empty);
        tables_[0] = zero;
    }
    void add_lookup(int view, const Pattern& pattern, const std::uint8_t* table, const CellMap& map) {
        if (lookups_.size() == kMaxLookups) throw std::invalid_argument("too many groups");
        const std::size_t number = lookups_.size();
        Lookup lookup;
        lookup.view = view;
        lookup.map = map;
        lookup.slot.fill(-1);
        tables_[number] = table;
        if (pattern.scheme() == IndexScheme::ranked) {
            lookup.ranked = std::make_shared<const RankedIndex>(shape_.cells(), pattern.size());
            lookup.placement_steps = placement_steps_under(map);
            all_direct_ = false;
        }
        for (int tile = 0; tile < shape_.cells(); ++tile) {
            const auto found = std::find(pattern.tiles.begin(), pattern.tiles.end(), map[at(tile)]);
            if (found == pattern.tiles.end()) continue;
            const int slot = static_cast<int>(found - pattern.tiles.begin());
            lookup.slot[at(tile)] = static_cast<std::int8_t>(slot);
            lookup_of_[at(view)][at(tile)] = static_cast<std::uint8_t>(number);
            set_index_steps(view, tile, map, static_cast<std::uint32_t>(power(shape_.cells(), slot)));
        }
        lookups_.push_back(std::move(lookup));
    }
    std::vector<PlacementStep> placement_steps_under(const CellMap& map) const {
        std::vector<PlacementStep> steps(at(shape_.cells() * kMoves));
        for (int blank = 0; blank < shape_.cells(); ++blank)
            for (int move = 0; move < kMoves; ++move)
                if (shape_.can_move(blank, move))
                    steps[at(blank * kMoves + move)] = PlacementStep(map[at(shape_.target(blank, move))], map[at(blank)]);
        return steps;
    }
    void set_index_steps(int view, int tile, const CellMap& map, std::uint32_t weight) {
        for (int move = 0; move < kMoves; ++move)
            for (int blank = 0; blank < shape_.cells(); ++blank) {
                if (!shape_.can_move(blank, move)) continue;
                const int from = map[at(shape_.target(blank, move))];
                const int to = map[at(blank)];
                index_step_[at(view)][at(move)][at(tile)] = static_cast<std::uint32_t>(to - from) * weight;
            }
    }

    Shape shape_;
    int blank_goal_;
    int views_ = 1;
    bool all_direct_ = true;
    std::array<const std::uint8_t*, kMaxLookups> tables_{};
    std::array<std::array<std::uint8_t, kMaxCells>, kMaxViews> lookup_of_{};
    std::array<std::array<std::array<std::uint32_t, kMaxCells>, kMoves>, kMaxViews> index_step_{};
    std::vector<Lookup> lookups_;
};

}  // namespace taquin::optimal
