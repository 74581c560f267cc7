// SPDX-License-Identifier: MIT
// The fastest way through small direct tables on 4x4 (5-5-5, 6-6-3): all indices of a view in one 64-bit word.
//
// A tile's cell takes four bits, fifteen tiles take sixty. A move is one addition to the word, every group's index is a
// field of it at a constant place, and the board is a word too: nothing is written to memory, nothing undone.
#pragma once

#include "group_kernels.hpp"

namespace taquin::optimal {

// The tables of one view, largest group first.
template <int A, int B, int C>
class PackedView {
  public:
    // The groups of a view by descending size; whether they are of the sizes wanted, all in direct tables.
    static bool fits(const Heuristic& heuristic, int view) {
        const std::vector<std::size_t> groups = by_size(heuristic, view);
        return heuristic.shape() == Shape{4, 4} && heuristic.all_direct() && groups.size() == 3 &&
               heuristic.tiles_in(groups[0]) == A && heuristic.tiles_in(groups[1]) == B && heuristic.tiles_in(groups[2]) == C;
    }

    PackedView() = default;
    PackedView(const Heuristic& heuristic, int view) {
        const std::vector<std::size_t> groups = by_size(heuristic, view);
        for (std::size_t i = 0; i < groups.size(); ++i) {
            groups_[i] = groups[i];
            tables_[i] = heuristic.table_of(groups[i]);
            for (int tile = 0; tile < kCells; ++tile) {
                if (heuristic.lookup_of(view, tile) != groups[i]) continue;
                for (int move = 0; move < kMoves; ++move) {
                    // The step is a difference modulo 2^32; in the field it may borrow from above and give back later.
                    const auto step = static_cast<std::int32_t>(heuristic.index_step(view, move, tile));
                    steps_[static_cast<std::size_t>(move)][static_cast<std::size_t>(tile)] =
                        static_cast<std::uint64_t>(std::int64_t{step}) << kShifts[i];
                }
            }
        }
    }

    std::uint64_t word(const Heuristic& heuristic, const HomeBoard& home) const {
        std::uint64_t result = 0;
        for (std::size_t i = 0; i < groups_.size(); ++i)
            result |= std::uint64_t{heuristic.direct_index(groups_[i], home)} << kShifts[i];
        return result;
    }
    std::uint64_t moved(std::uint64_t word, int move, std::uint64_t tile) const {
        return word + steps_[static_cast<std::size_t>(move)][tile];
    }
    TAQUIN_INLINE int sum(std::uint64_t word) const {
        return static_cast<int>(read_entry(tables_[0], word & field_mask(A)) +
                                read_entry(tables_[1], word >> kShifts[1] & field_mask(B)) +
                                read_entry(tables_[2], word >> kShifts[2]));
    }

  private:
    static constexpr int kCells = 16;
    static constexpr std::array<int, 3> kShifts{0, 4 * A, 4 * (A + B)};
    static constexpr std::uint64_t field_mask(int tiles) { return (std::uint64_t{1} << (4 * tiles)) - 1; }
    static_assert(A + B + C == kCells - 1 && A <= 6);

    static std::vector<std::size_t> by_size(const Heuristic& heuristic, int view) {
        std::vector<std::size_t> groups;
        for (std::size_t lookup = 1; lookup < heuristic.lookups(); ++lookup)
            if (heuristic.view_of(lookup) == view) groups.push_back(lookup);
        const auto larger = [&](std::size_t a, std::size_t b) { return heuristic.tiles_in(a) > heuristic.tiles_in(b); };
        std::stable_sort(groups.begin(), groups.end(), larger);
        return groups;
    }

    std::array<const std::uint8_t*, 3> tables_{};
    std::array<std::array<std::uint64_t, kCells>, kMoves> steps_{};
    std::array<std::size_t, 3> groups_{};
};

template <int A, int B, int C>
class WordKernel : public NodeTally {
  public:
    static bool fits(const Heuristic& heuristic) {
        return View::fits(heuristic, 0) && (!heuristic.reflected() || View::fits(heuristic, 1));
    }

    WordKernel(const Heuristic& heuristic, const Automaton& automaton, SearchControl& control, const std::atomic<bool>& abandon)
        : NodeTally(control, abandon),
          heuristic_(heuristic),
          view_(heuristic, 0),
          reflected_view_(heuristic, heuristic.reflected() ? 1 : 0),
          reflected_(heuristic.reflected()),
          next_state_(automaton.next_state.data()) {
        HomeBoard goal{};
        for (std::size_t cell = 0; cell < goal.size(); ++cell) goal[cell] = static_cast<std::uint8_t>(cell);
        goal_word_ = view_.word(heuristic, goal);
    }

    bool search(const HomeBoard& home, int blank, int moves_left, std::int32_t automaton_state) {
        static constexpr auto entries = make_entries<16, Function, Expand>();
        begin();
        const int room = moves_left - heuristic_.manhattan(home);
        const int limit = room < 0 ? -1 : room / 2;
        const std::uint64_t word = view_.word(heuristic_, home);
        const std::uint64_t reflected_word = reflected_view_.word(heuristic_, home);
        if (std::max(view_.sum(word), reflected_view_.sum(reflected_word)) > limit) return false;
        std::uint64_t board = 0;
        for (int cell = 0; cell < 16; ++cell)
            if (cell != blank) board |= std::uint64_t{home[static_cast<std::size_t>(cell)]} << (4 * cell);
        return entries[static_cast<std::size_t>(blank)](*this, board, word, reflected_word, limit, automaton_state);
    }

  private:
    using View = PackedView<A, B, C>;
    // `limit`: what the differences may add up to, (bound - g - Manhattan) / 2.
    using Function = bool (*)(WordKernel&, std::uint64_t board, std::uint64_t word, std::uint64_t reflected_word, int limit,
                              std::int32_t automaton_state);

    template <int Blank, int Previous>
    struct Expand {
        static bool run(WordKernel& kernel, std::uint64_t board, std::uint64_t word, std::uint64_t reflected_word, int limit,
                        std::int32_t automaton_state) {
            if (word == kernel.goal_word_) return kernel.goal();
            const std::int32_t* transitions = kernel.next_state_ + static_cast<std::size_t>(automaton_state) * kMoves;
            if (kernel.count(Moves::template children_from<0>(transitions))) return true;
            return child<0>(kernel, board, word, reflected_word, limit, transitions) ||
                   child<1>(kernel, board, word, reflected_word, limit, transitions) ||
                   child<2>(kernel, board, word, reflected_word, limit, transitions) ||
                   child<3>(kernel, board, word, reflected_word, limit, transitions);
        }

      private:
        using Moves = FixedMoves<4, 4, Blank, Previous>;

        template <int M>
        TAQUIN_INLINE static bool child(WordKernel& kernel, std::uint64_t board, std::uint64_t word, std::uint64_t reflected_word,
                                        int limit, const std::int32_t* transitions) {
            if constexpr (Moves::template kLegal<M>) {
                const std::int32_t automaton_state = transitions[M];
                if (automaton_state == Automaton::kPruned) return false;
                constexpr int from = Moves::template kFrom<M>;
                constexpr CellSet farther = Moves::template kFarther<M>;
                const std::uint64_t tile = board >> (4 * from) & 15;
                limit -= static_cast<int>(farther >> tile & 1);
                word = kernel.view_.moved(word, M, tile);
                if (kernel.view_.sum(word) > limit) return false;
                // The second view is read only when the first did not cut.
                reflected_word = kernel.reflected_view_.moved(reflected_word, M, tile);
                if (kernel.reflected_ && kernel.reflected_view_.sum(reflected_word) > limit) return false;
                // The blank's four bits are zero.
                board ^= tile << (4 * from) ^ tile << (4 * Blank);
                return Expand<from, kNoMove>::run(kernel, board, word, reflected_word, limit, automaton_state) &&
                       kernel.unwind(M, Moves::template children_from<M + 1>(transitions));
            }
            return false;
        }
    };

    const Heuristic& heuristic_;
    View view_;
    View reflected_view_;
    bool reflected_;
    std::uint64_t goal_word_ = 0;
    const std::int32_t* next_state_;
};

}  // namespace taquin::optimal
