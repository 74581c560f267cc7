// SPDX-License-Identifier: MIT
// The recursion over a subtree: unrolled for a fixed shape, and for any shape at all.
//
// Unrolled means that the blank cell and the previous move are template parameters, so that neighbours, legal moves and the
// "farther from home" sets are constants in the code; it is worth a factor of two.
#pragma once

#include <utility>

#include "group_state.hpp"

namespace taquin::optimal {

// Which children a node has, when the blank cell and the previous move are known at compile time.
template <int Rows, int Cols, bool UseAutomaton>
struct FixedMoves {
    static constexpr Shape kShape{Rows, Cols};

    template <int Blank, int Previous, int M>
    static constexpr bool kAllowed = kShape.can_move(Blank, M) && (Previous == kNoMove || M != opposite(Previous));

    // The number of children from `First` on; `transition(move)` is asked for the automaton's verdict if there is one.
    template <int Blank, int Previous, int First, class Transition>
    static unsigned count_children(Transition&& transition) {
        if constexpr (First == kMoves) {
            return 0;
        } else {
            unsigned one = kAllowed<Blank, Previous, First> ? 1 : 0;
            if constexpr (UseAutomaton && kAllowed<Blank, Previous, First>) one = transition(First) != Automaton::kPruned ? 1 : 0;
            return one + count_children<Blank, Previous, First + 1>(transition);
        }
    }
};

// A table of entry points [blank][previous + 1], where Expand<Blank, Previous>::run is the unrolled function.
template <int Cells, class Function, template <int, int> class Expand>
constexpr auto make_entries() {
    std::array<std::array<Function, kMoves + 1>, Cells> entries{};
    const auto fill = [&]<std::size_t... Blank>(std::index_sequence<Blank...>) {
        ((entries[Blank] = {Expand<static_cast<int>(Blank), kNoMove>::run, Expand<static_cast<int>(Blank), kUp>::run,
                            Expand<static_cast<int>(Blank), kLeft>::run, Expand<static_cast<int>(Blank), kRight>::run,
                            Expand<static_cast<int>(Blank), kDown>::run}),
         ...);
    };
    fill(std::make_index_sequence<Cells>());
    return entries;
}

template <int Rows, int Cols, class Group, bool UseAutomaton>
class FixedKernel {
  public:
    using State = GroupState<Group>;

    explicit FixedKernel(const Shape&) {}

    bool search(State& state, const NodeValues& node, int blank, int previous) const {
        static constexpr auto entries = make_entries<Rows * Cols, Function, Expand>();
        return entries[static_cast<std::size_t>(blank)][static_cast<std::size_t>(previous + 1)](
            state, node.room, node.reflected_room, node.manhattan, node.automaton_state);
    }

  private:
    using Moves = FixedMoves<Rows, Cols, UseAutomaton>;
    using Candidate = typename State::Candidate;
    // The node's values travel one by one, because a struct of this size would travel through memory.
    using Function = bool (*)(State&, int, int, int, std::int32_t);

    template <int Blank, int Previous>
    struct Expand {
        template <int M>
        static constexpr bool kAllowed = Moves::template kAllowed<Blank, Previous, M>;

        static bool run(State& state, int room, int reflected_room, int manhattan, std::int32_t automaton_state) {
            const NodeValues node{room, reflected_room, manhattan, automaton_state};
            if (manhattan == 0) return state.goal();
            if (state.count(children_from<0>(state, node))) return true;
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
                return try_child<0>(state, node) || try_child<1>(state, node) || try_child<2>(state, node) || try_child<3>(state, node);
            }
        }

      private:
        template <int First>
        static unsigned children_from(const State& state, const NodeValues& node) {
            return Moves::template count_children<Blank, Previous, First>(
                [&](int move) { return state.transition(node.automaton_state, move); });
        }
        template <int M>
        static constexpr int kFrom = Moves::kShape.target(Blank, M);

        // Whether there is such a child; `node` becomes its parent with the automaton already moved on.
        template <int M>
        TAQUIN_INLINE static bool is_child(const State& state, NodeValues& node) {
            if constexpr (kAllowed<M> && UseAutomaton) node.automaton_state = state.transition(node.automaton_state, M);
            return kAllowed<M> && node.automaton_state != Automaton::kPruned;
        }
        template <int M>
        TAQUIN_INLINE static void locate(State& state, NodeValues node, Candidate& child) {
            if constexpr (kAllowed<M>) {
                constexpr CellSet farther = Moves::kShape.farther(kFrom<M>, Blank);
                if (is_child<M>(state, node)) state.locate(child, node, Blank, M, kFrom<M>, farther);
                else child.make_absent();
            }
        }
        template <int M>
        TAQUIN_INLINE static void weigh_located(State& state, Candidate& child) {
            if constexpr (kAllowed<M>)
                if (!child.is_absent()) state.weigh_located(child);
        }
        template <int M>
        TAQUIN_INLINE static bool try_weighed(State& state, const NodeValues& node, const Candidate& child) {
            if constexpr (kAllowed<M>) return !child.values.is_cut() && descend<M>(state, node, child);
            return false;
        }
        template <int M>
        TAQUIN_INLINE static bool try_child(State& state, const NodeValues& parent) {
            if constexpr (kAllowed<M>) {
                NodeValues node = parent;
                if (!is_child<M>(state, node)) return false;
                constexpr CellSet farther = Moves::kShape.farther(kFrom<M>, Blank);
                Candidate child;
                return state.weigh(child, node, Blank, M, kFrom<M>, farther) && descend<M>(state, parent, child);
            }
            return false;
        }
        template <int M>
        TAQUIN_INLINE static bool descend(State& state, const NodeValues& node, const Candidate& child) {
            if constexpr (kAllowed<M>) {
                const bool unwinding = state.descend(child, kFrom<M>, Blank, [&](const NodeValues& values) {
                    return Expand<kFrom<M>, M>::run(state, values.room, values.reflected_room, values.manhattan, values.automaton_state);
                });
                return unwinding && state.unwind(M, children_from<M + 1>(state, node));
            }
            return false;
        }
    };
};

template <class Group, bool UseAutomaton>
class AnyShapeKernel {
  public:
    using State = GroupState<Group>;

    explicit AnyShapeKernel(const Shape& shape) : steps_(static_cast<std::size_t>(shape.cells() * (kMoves + 1))) {
        for (int blank = 0; blank < shape.cells(); ++blank)
            for (int previous = kNoMove; previous < kMoves; ++previous)
                for (int move = 0; move < kMoves; ++move) {
                    if (!shape.can_move(blank, move) || (previous != kNoMove && move == opposite(previous))) continue;
                    const int from = shape.target(blank, move);
                    Steps& steps = steps_[index(blank, previous)];
                    steps.list[steps.count++] = {move, from, shape.farther(from, blank)};
                }
    }

    bool search(State& state, const NodeValues& node, int blank, int previous) const {
        if (node.manhattan == 0) return state.goal();
        const Steps& steps = steps_[index(blank, previous)];
        if (state.count(children_from(state, node, steps, 0))) return true;
        for (unsigned i = 0; i < steps.count; ++i) {
            const Step& step = steps.list[i];
            NodeValues parent = node;
            if constexpr (UseAutomaton) {
                parent.automaton_state = state.transition(node.automaton_state, step.move);
                if (parent.automaton_state == Automaton::kPruned) continue;
            }
            typename State::Candidate child;
            if (!state.weigh(child, parent, blank, step.move, step.from, step.farther)) continue;
            if (state.descend(child, step.from, blank, [&](const NodeValues& values) { return search(state, values, step.from, step.move); }))
                return state.unwind(step.move, children_from(state, node, steps, i + 1));
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

    static std::size_t index(int blank, int previous) { return static_cast<std::size_t>(blank * (kMoves + 1) + previous + 1); }

    static unsigned children_from(const State& state, const NodeValues& node, const Steps& steps, unsigned first) {
        if constexpr (!UseAutomaton) return steps.count - first;
        unsigned children = 0;
        for (unsigned i = first; i < steps.count; ++i)
            children += state.transition(node.automaton_state, steps.list[i].move) != Automaton::kPruned ? 1 : 0;
        return children;
    }

    std::vector<Steps> steps_;
};

}  // namespace taquin::optimal
