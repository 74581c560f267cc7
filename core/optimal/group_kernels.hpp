// SPDX-License-Identifier: MIT
// The recursion over a subtree: unrolled for a fixed shape, and for any shape at all.
//
// Unrolled means that the blank cell is a template parameter, so that neighbours, legal moves and the "farther from home" sets are
// constants in the code. Which of the legal moves make a child is the automaton's business, undoing the last one included;
// where memory is slow, the previous move is a parameter too, so that no branch has to guess which child is not there.
#pragma once

#include <utility>

#include "group_state.hpp"

namespace taquin::optimal {

// The moves that may make a child, for a blank cell and perhaps a previous move known at compile time.
template <int Rows, int Cols, int Blank, int Previous = kNoMove>
struct FixedMoves {
    static constexpr Shape kShape{Rows, Cols};

    template <int M>
    static constexpr bool kLegal = kShape.can_move(Blank, M) && (Previous == kNoMove || M != opposite(Previous));
    // The tile that slides, and the tiles that this leads away from home.
    template <int M>
    static constexpr int kFrom = kShape.target(Blank, M);
    template <int M>
    static constexpr CellSet kFarther = farther(kShape, kFrom<M>, Blank);

    // The number of children by moves from `First` on.
    template <int First>
    TAQUIN_INLINE static unsigned children_from(const std::int32_t* transitions) {
        unsigned children = 0;
        if constexpr (First < kMoves) {
            if constexpr (kLegal<First>) children = transitions[First] != Automaton::kPruned ? 1 : 0;
            children += children_from<First + 1>(transitions);
        }
        return children;
    }
};

// A table of entry points by blank cell, where Expand<Blank, Previous>::run is the unrolled function.
template <int Cells, class Function, template <int, int> class Expand>
constexpr std::array<Function, Cells> make_entries() {
    return []<std::size_t... Blank>(std::index_sequence<Blank...>) {
        return std::array<Function, Cells>{Expand<static_cast<int>(Blank), kNoMove>::run...};
    }(std::make_index_sequence<Cells>());
}

template <int Rows, int Cols, class Group>
class FixedKernel {
  public:
    using State = GroupState<Group>;

    explicit FixedKernel(const Shape&) {}

    bool search(State& state, const NodeValues& node, int blank) const {
        static constexpr auto entries = make_entries<Rows * Cols, Function, Expand>();
        return entries[static_cast<std::size_t>(blank)](state, node.room, node.reflected_room, node.manhattan, node.automaton_state);
    }

  private:
    using Candidate = typename State::Candidate;
    // The node's values travel one by one, because a struct of this size would travel through memory.
    using Function = bool (*)(State&, int, int, int, std::int32_t);

    template <int Blank, int Previous>
    struct Expand {
        static bool run(State& state, int room, int reflected_room, int manhattan, std::int32_t automaton_state) {
            const NodeValues node{room, reflected_room, manhattan, automaton_state};
            if (manhattan == 0) return state.goal();
            if (state.count(Moves::template children_from<0>(state.transitions(node)))) return true;
            if constexpr (Group::kBatchSiblings) {
                std::array<Candidate, kMoves> children;
                locate<0>(state, node, children[0]);
                locate<1>(state, node, children[1]);
                locate<2>(state, node, children[2]);
                locate<3>(state, node, children[3]);
                weigh_located<0>(state, children[0]);
                weigh_located<1>(state, children[1]);
                weigh_located<2>(state, children[2]);
                weigh_located<3>(state, children[3]);
                return try_weighed<0>(state, node, children[0]) || try_weighed<1>(state, node, children[1]) ||
                       try_weighed<2>(state, node, children[2]) || try_weighed<3>(state, node, children[3]);
            } else {
                return try_child<0>(state, node) || try_child<1>(state, node) || try_child<2>(state, node) ||
                       try_child<3>(state, node);
            }
        }

      private:
        using Moves = FixedMoves<Rows, Cols, Blank, Previous>;
        template <int M>
        static constexpr int kFrom = Moves::template kFrom<M>;

        template <int M>
        TAQUIN_INLINE static void locate(State& state, const NodeValues& node, Candidate& child) {
            if constexpr (Moves::template kLegal<M>) {
                constexpr CellSet farther = Moves::template kFarther<M>;
                const std::int32_t next = state.transitions(node)[M];
                if (next == Automaton::kPruned) child.make_absent();
                else state.locate(child, node, next, Blank, M, kFrom<M>, farther);
            }
        }
        template <int M>
        TAQUIN_INLINE static void weigh_located(State& state, Candidate& child) {
            if constexpr (Moves::template kLegal<M>)
                if (!child.is_absent()) state.weigh_located(child);
        }
        template <int M>
        TAQUIN_INLINE static bool try_weighed(State& state, const NodeValues& node, const Candidate& child) {
            if constexpr (Moves::template kLegal<M>)
                return !child.is_absent() && !child.values.is_cut() && descend<M>(state, node, child);
            return false;
        }
        template <int M>
        TAQUIN_INLINE static bool try_child(State& state, const NodeValues& node) {
            if constexpr (Moves::template kLegal<M>) {
                constexpr CellSet farther = Moves::template kFarther<M>;
                const std::int32_t next = state.transitions(node)[M];
                if (next == Automaton::kPruned) return false;
                Candidate child;
                return state.weigh(child, node, next, Blank, M, kFrom<M>, farther) && descend<M>(state, node, child);
            }
            return false;
        }
        template <int M>
        TAQUIN_INLINE static bool descend(State& state, const NodeValues& node, const Candidate& child) {
            using Next = Expand<kFrom<M>, Group::kBatchSiblings ? M : kNoMove>;
            const bool unwinding = state.descend(child, kFrom<M>, Blank, [&](const NodeValues& values) {
                return Next::run(state, values.room, values.reflected_room, values.manhattan, values.automaton_state);
            });
            return unwinding && state.unwind(M, Moves::template children_from<M + 1>(state.transitions(node)));
        }
    };
};

template <class Group>
class AnyShapeKernel {
  public:
    using State = GroupState<Group>;

    explicit AnyShapeKernel(const Shape& shape) : steps_(static_cast<std::size_t>(shape.cells())) {
        for (int blank = 0; blank < shape.cells(); ++blank)
            for (int move = 0; move < kMoves; ++move) {
                if (!shape.can_move(blank, move)) continue;
                const int from = shape.target(blank, move);
                Steps& steps = steps_[static_cast<std::size_t>(blank)];
                steps.list[steps.count++] = {move, from, farther(shape, from, blank)};
            }
    }

    bool search(State& state, const NodeValues& node, int blank) const {
        if (node.manhattan == 0) return state.goal();
        const Steps& steps = steps_[static_cast<std::size_t>(blank)];
        const std::int32_t* transitions = state.transitions(node);
        if (state.count(children_from(transitions, steps, 0))) return true;
        for (unsigned i = 0; i < steps.count; ++i) {
            const Step& step = steps.list[i];
            const std::int32_t next = transitions[step.move];
            if (next == Automaton::kPruned) continue;
            typename State::Candidate child;
            if (!state.weigh(child, node, next, blank, step.move, step.from, step.farther)) continue;
            if (state.descend(child, step.from, blank, [&](const NodeValues& values) { return search(state, values, step.from); }))
                return state.unwind(step.move, children_from(transitions, steps, i + 1));
        }
        return false;
    }

  private:
    struct Step {
        int move;
        int from;
        CellSet farther;
    };
    struct Steps {
        unsigned count = 0;
        std::array<Step, kMoves> list{};
    };

    static unsigned children_from(const std::int32_t* transitions, const Steps& steps, unsigned first) {
        unsigned children = 0;
        for (unsigned i = first; i < steps.count; ++i) children += transitions[steps.list[i].move] != Automaton::kPruned ? 1 : 0;
        return children;
    }

    std::vector<Steps> steps_;
};

}  // namespace taquin::optimal
