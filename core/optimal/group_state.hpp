// SPDX-License-Identifier: MIT
// The board of a subtree search, and each group's place in its table, followed through moves and back.
//
// A move touches one tile, hence one group of each view: one lookup tells the new difference, the other groups' are remembered.
#pragma once

#include "automaton.hpp"
#include "heuristic.hpp"
#include "../base/node_tally.hpp"

namespace taquin::optimal {

// One group of tiles in a direct table: the index is the state.
struct DirectGroup {
    using Position = std::uint32_t;
    static constexpr bool kBatchSiblings = false;

    const std::uint8_t* table = nullptr;
    Position position = 0;
    int difference = 0;

    void enter(const Heuristic& heuristic, std::size_t lookup, const HomeBoard& home) {
        table = heuristic.table_of(lookup);
        position = heuristic.direct_index(lookup, home);
    }
    Position moved(std::uint32_t index_step, int, int) const { return position + index_step; }
    std::uint64_t index_of(Position at) const { return at; }
};

// A group where some table is ranked. Such tables are large and every move leads to another cache line, so the siblings'
// lookups are started together and their cache misses overlap.
//
// `Cells`: the number of cells if the compiler is to know it, else 0.
template <int Cells>
struct AnyGroup {
    using Position = std::uint64_t;  // a placement in a ranked table, an index into a direct one
    static constexpr bool kBatchSiblings = true;

    const std::uint8_t* table = nullptr;
    const RankedIndex* ranked = nullptr;  // null for a direct table
    const PlacementStep* steps = nullptr;
    Position position = 0;
    int difference = 0;

    void enter(const Heuristic& heuristic, std::size_t lookup, const HomeBoard& home) {
        table = heuristic.table_of(lookup);
        ranked = heuristic.ranked_index(lookup);
        steps = heuristic.placement_steps(lookup);
        position = ranked != nullptr ? heuristic.placement(lookup, home) : heuristic.direct_index(lookup, home);
    }
    Position moved(std::uint32_t index_step, int blank, int move) const {
        if (ranked == nullptr) return static_cast<std::uint32_t>(position) + index_step;
        return steps[blank * kMoves + move].apply(position);
    }
    std::uint64_t index_of(Position at) const {
        if (ranked == nullptr) return at;
        if constexpr (Cells != 0) return ranked->template index<Cells>(at);
        else return ranked->index(at);
    }
};

// What the search knows of a node besides the board; small enough for registers.
//
// A node may go on while the sum of its differences is at most (bound - g - Manhattan) / 2. Sliding a tile towards home
// leaves that limit as it is, sliding it away lowers it by one; `room` is what the sum leaves of the limit.
struct NodeValues {
    int room;            // in the first view
    int reflected_room;  // in the second
    int manhattan;       // zero at the goal only
    std::int32_t automaton_state;

    bool is_cut() const { return room < 0 || reflected_room < 0; }
};

template <class Group>
class GroupState : public NodeTally {
  public:
    GroupState(const Heuristic& heuristic, const Automaton& automaton, SearchControl& control, const std::atomic<bool>& abandon)
        : NodeTally(control, abandon),
          heuristic_(heuristic),
          next_state_(automaton.next_state.data()),
          reflected_(heuristic.reflected()) {
        for (std::size_t view = 0; view < Heuristic::kMaxViews; ++view)
            for (std::size_t tile = 0; tile < kMaxCells; ++tile) {
                TileSteps& steps = tile_steps_[view][tile];
                steps.group = static_cast<std::uint32_t>(heuristic.lookup_of(static_cast<int>(view), static_cast<int>(tile)));
                for (std::size_t move = 0; move < kMoves; ++move)
                    steps.index_step[move] =
                        heuristic.index_step(static_cast<int>(view), static_cast<int>(move), static_cast<int>(tile));
            }
    }

    // Prepares a node for searching and returns its values.
    NodeValues enter(const HomeBoard& home, int moves_left, std::int32_t automaton_state) {
        home_ = home;
        const int manhattan = heuristic_.manhattan(home);
        const int limit = moves_left < manhattan ? -1 : (moves_left - manhattan) / 2;
        NodeValues values{limit, limit, manhattan, automaton_state};
        for (std::size_t lookup = 0; lookup < heuristic_.lookups(); ++lookup) {
            Group& group = groups_[lookup];
            group.enter(heuristic_, lookup, home);
            group.difference = static_cast<int>(read_entry(group.table, group.index_of(group.position)));
            (heuristic_.view_of(lookup) == 0 ? values.room : values.reflected_room) -= group.difference;
        }
        begin();
        return values;
    }

    // The automaton's next states by move, `kPruned` where there is no child.
    const std::int32_t* transitions(const NodeValues& node) const {
        return next_state_ + static_cast<std::size_t>(node.automaton_state) * kMoves;
    }

    // What a move does to the group it touches in one view.
    struct Probe {
        Group* group;
        typename Group::Position position;
        std::uint64_t index;
        int difference;

        int read() {
            difference = static_cast<int>(read_entry(group->table, index));
            return difference - group->difference;
        }
    };
    // A child that has been looked up but not made.
    struct Candidate {
        NodeValues values;
        int tile;
        Probe first;
        Probe second;

        void make_absent() {
            *this = {};
            tile = -1;
        }
        bool is_absent() const { return tile < 0; }
    };

    // Finds the entries of the child in which the tile at `from` slides to the blank, and makes the memory fetch them.
    // `farther`: the tiles that this slide leads away from home.
    TAQUIN_INLINE void locate(Candidate& child, const NodeValues& node, std::int32_t next_state, int blank, int move, int from,
                              CellSet farther) {
        start(child, node, next_state, from, farther);
        child.first = probe(0, child.tile, blank, move);
        prefetch(child.first);
        child.second = child.first;
        if (!reflected_) return;
        child.second = probe(1, child.tile, blank, move);
        prefetch(child.second);
    }
    // Reads the entries that were located.
    TAQUIN_INLINE void weigh_located(Candidate& child) {
        child.values.room -= child.first.read();
        if (reflected_) child.values.reflected_room -= child.second.read();
    }
    // Both at once; the second view is not even located when the first cuts. False when either cuts.
    TAQUIN_INLINE bool weigh(Candidate& child, const NodeValues& node, std::int32_t next_state, int blank, int move, int from,
                              CellSet farther) {
        start(child, node, next_state, from, farther);
        child.first = probe(0, child.tile, blank, move);
        child.values.room -= child.first.read();
        if (child.values.room < 0) return false;
        if (!reflected_) return true;
        child.second = probe(1, child.tile, blank, move);
        child.values.reflected_room -= child.second.read();
        return child.values.reflected_room >= 0;
    }
    // Makes the move of a candidate, runs `expand`, and takes the move back.
    //
    // Nobody reads the cell of the blank, so one write makes the move on the board and one takes it back.
    template <class Expand>
    TAQUIN_INLINE bool descend(const Candidate& child, int from, int to, Expand&& expand) {
        const Restore first(child.first);
        home_[static_cast<std::size_t>(to)] = static_cast<std::uint8_t>(child.tile);
        bool unwinding = false;
        if (reflected_) {
            const Restore second(child.second);
            unwinding = expand(child.values);
        } else {
            unwinding = expand(child.values);
        }
        home_[static_cast<std::size_t>(from)] = static_cast<std::uint8_t>(child.tile);
        return unwinding;
    }

  private:
    // All about one tile in one view, within half a cache line.
    struct alignas(32) TileSteps {
        std::array<std::uint32_t, kMoves> index_step;
        std::uint32_t group;
    };
    // Puts a group into its new position for as long as it lives.
    class Restore {
      public:
        explicit Restore(const Probe& probe) : group_(*probe.group), position_(group_.position), difference_(group_.difference) {
            group_.position = probe.position;
            group_.difference = probe.difference;
        }
        ~Restore() {
            group_.position = position_;
            group_.difference = difference_;
        }
        Restore(const Restore&) = delete;
        Restore& operator=(const Restore&) = delete;

      private:
        Group& group_;
        typename Group::Position position_;
        int difference_;
    };

    TAQUIN_INLINE void start(Candidate& child, const NodeValues& node, std::int32_t next_state, int from, CellSet farther) const {
        child.tile = home_[static_cast<std::size_t>(from)];
        const int away = static_cast<int>(farther >> child.tile & 1);
        child.values = {node.room - away, node.reflected_room - away, node.manhattan - 1 + 2 * away, next_state};
    }
    TAQUIN_INLINE Probe probe(std::size_t view, int tile, int blank, int move) {
        const TileSteps& steps = tile_steps_[view][static_cast<std::size_t>(tile)];
        Group& group = groups_[steps.group];
        const auto position = group.moved(steps.index_step[static_cast<std::size_t>(move)], blank, move);
        return {&group, position, group.index_of(position), 0};
    }
    TAQUIN_INLINE static void prefetch(const Probe& probe) {
        taquin::prefetch(probe.group->table + static_cast<std::size_t>(probe.index >> 1));
    }

    const Heuristic& heuristic_;
    const std::int32_t* next_state_;
    bool reflected_;
    HomeBoard home_{};
    std::array<std::array<TileSteps, kMaxCells>, Heuristic::kMaxViews> tile_steps_{};
    std::array<Group, Heuristic::kMaxLookups> groups_{};
};

}  // namespace taquin::optimal
