// SPDX-License-Identifier: MIT
// The move automaton: a depth-first search that follows it does not walk the same short detour twice (after Taylor and Korf).
// What it is, and why it is safe; `automaton_builder.hpp` makes one.
//
// Take words of blank moves from one blank cell, and call a word *redundant* when another word from the same cell has
// the same effect on the board and is shorter, or as long and alphabetically earlier (order: up, left, right, down).
// The automaton forbids every redundant word of at most `length` moves, wherever it occurs in a path.
//
// An optimal solution always survives. Take the alphabetically earliest of the shortest solutions. If it contained a
// redundant word, the word that replaces it starts at the same blank cell of the same board, so it is legal there, ends
// with the same board, and gives a solution that is shorter or earlier: a contradiction. That is why words are
// told apart by blank cell (a replacement in the middle of the board may leave it near the edge), and why the state
// must be carried along the whole path: a subtree root keeps the state it was reached with. IDA* with an admissible
// heuristic cuts no node on an optimal path in its last iteration; with any other heuristic the two prunings could
// each remove the paths that the other one relies on, so the automaton is not for them.
#pragma once

#include "geometry.hpp"

namespace taquin::optimal {

struct Automaton {
    // next_state[state * 4 + move], or `kPruned` where the move is redundant or leaves the board.
    std::vector<std::int32_t> next_state;
    // By blank cell: the state of an empty path.
    std::vector<std::int32_t> start_state;

    static constexpr std::int32_t kPruned = -1;

    std::size_t states() const { return next_state.size() / kMoves; }
    std::int32_t next(std::int32_t state, int move) const { return next_state[static_cast<std::size_t>(state * kMoves + move)]; }
};

// Throws unless the arrays, which may come from a file, describe an automaton that stays within its own bounds.
inline void check_automaton(const Automaton& automaton, const Shape& shape) {
    const auto states = static_cast<std::int32_t>(automaton.states());
    bool good = automaton.next_state.size() % kMoves == 0 &&
                automaton.start_state.size() == static_cast<std::size_t>(shape.cells());
    for (const std::int32_t state : automaton.next_state) good = good && state >= Automaton::kPruned && state < states;
    for (const std::int32_t state : automaton.start_state) good = good && state >= 0 && state < states;
    if (!good) throw std::invalid_argument("these arrays are no move automaton of this shape");
}

}  // namespace taquin::optimal
