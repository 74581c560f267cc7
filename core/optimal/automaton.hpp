// SPDX-License-Identifier: MIT
// The move automaton: a depth-first search that follows it does not walk the same short detour twice (after Taylor and Korf).
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
//
// Construction: grow a trie of the irredundant words from all cells at once, level by level. A word is examined only if
// its suffix (without the first move) is itself in the trie, so the forbidden words are the minimal ones. The trie of
// forbidden words with its suffix links is then an Aho-Corasick machine, which is minimised.
#pragma once

#include <span>

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

namespace detail {

using Node = std::uint32_t;

// The irredundant words, as a trie per start cell.
class WordTrie {
  public:
    static constexpr Node kNone = 0;
    static constexpr Node kForbidden = ~Node{0};

    WordTrie(const Shape& shape, int length) : shape_(shape), effects_(static_cast<std::size_t>(shape.cells())) {
        add_node(kNone, kNone, 0, 0, 0);  // number 0 stands for "none"
        for (int cell = 0; cell < shape.cells(); ++cell) {
            roots_.push_back(add_node(kNone, kNone, 0, cell, 0));
            insert_effect(cell, roots_.back());
        }
        std::size_t level_begin = 1;
        for (int depth = 1; depth <= length; ++depth) {
            const std::size_t level_end = parent_.size();
            for (std::size_t node = level_begin; node < level_end; ++node)
                for (int move = 0; move < kMoves; ++move)
                    if (shape.can_move(cell_[node], move)) extend(static_cast<Node>(node), move, depth);
            level_begin = level_end;
        }
    }

    std::size_t size() const { return parent_.size(); }
    Node root(int cell) const { return roots_[static_cast<std::size_t>(cell)]; }
    Node suffix(Node node) const { return suffix_[node]; }
    int blank(Node node) const { return cell_[node]; }
    Node child(Node node, int move) const { return children_[node][static_cast<std::size_t>(move)]; }

  private:
    // What a word did to the board: which tile (named by its cell at the start) each cell holds.
    using Board = std::array<std::uint8_t, kMaxCells>;

    // Open addressing, by hash of the effect; equal hashes are compared move by move, so nothing rests on luck.
    struct EffectTable {
        std::vector<Node> slots;
        std::size_t used = 0;
    };

    Node add_node(Node parent, Node suffix, int move, int cell, std::uint64_t hash) {
        parent_.push_back(parent);
        suffix_.push_back(suffix);
        children_.push_back({});
        move_.push_back(static_cast<std::uint8_t>(move));
        cell_.push_back(static_cast<std::uint8_t>(cell));
        hash_.push_back(hash);
        return static_cast<Node>(parent_.size() - 1);
    }

    void extend(Node node, int move, int depth) {
        const int target = shape_.target(cell_[node], move);
        const Node suffix_child = depth == 1 ? root(target) : child(suffix_[node], move);
        // Forbidden already, or beyond reach, without the first move: the machine learns that through the suffix link.
        if (suffix_child == kNone || suffix_child == kForbidden) return;
        Board board = effect_of(node);
        const int start = board[static_cast<std::size_t>(cell_[node])];
        const int tile = board[static_cast<std::size_t>(target)];
        // The hash is a sum over tiles of (tile, cell), so a move changes it by two terms. The blank is a tile here.
        const std::uint64_t hash = hash_[node] - hash_term(tile, target) + hash_term(tile, cell_[node]) -
                                   hash_term(start, cell_[node]) + hash_term(start, target);
        std::swap(board[static_cast<std::size_t>(cell_[node])], board[static_cast<std::size_t>(target)]);
        if (is_known(start, hash, board)) {
            children_[node][static_cast<std::size_t>(move)] = kForbidden;
            return;
        }
        const Node added = add_node(node, suffix_child, move, target, hash);
        children_[node][static_cast<std::size_t>(move)] = added;
        insert_effect(start, added);
    }

    Board effect_of(Node node) const {
        std::array<Node, 64> path{};
        std::size_t length = 0;
        for (; parent_[node] != kNone; node = parent_[node]) path[length++] = node;
        Board board{};
        for (std::size_t cell = 0; cell < board.size(); ++cell) board[cell] = static_cast<std::uint8_t>(cell);
        for (int blank = cell_[node]; length > 0;) {
            const int target = cell_[path[--length]];
            std::swap(board[static_cast<std::size_t>(blank)], board[static_cast<std::size_t>(target)]);
            blank = target;
        }
        return board;
    }
    static std::uint64_t hash_term(int tile, int cell) {
        std::uint64_t mixed = static_cast<std::uint64_t>(tile * kMaxCells + cell + 1) * 0x9E3779B97F4A7C15u;
        mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9u;
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EBu;
        return mixed ^ mixed >> 31;
    }

    bool is_known(int start, std::uint64_t hash, const Board& board) const {
        const EffectTable& table = effects_[static_cast<std::size_t>(start)];
        const std::size_t last = table.slots.size() - 1;
        for (std::size_t slot = hash & last; table.slots[slot] != kNone; slot = (slot + 1) & last)
            if (hash_[table.slots[slot]] == hash && effect_of(table.slots[slot]) == board) return true;
        return false;
    }
    void insert_effect(int start, Node node) {
        EffectTable& table = effects_[static_cast<std::size_t>(start)];
        if (2 * ++table.used > table.slots.size()) grow(table);
        place(table, node);
    }
    void grow(EffectTable& table) {
        std::vector<Node> old(std::max<std::size_t>(16, 4 * table.slots.size()), kNone);
        old.swap(table.slots);
        for (const Node node : old)
            if (node != kNone) place(table, node);
    }
    void place(EffectTable& table, Node node) const {
        std::size_t slot = hash_[node] & (table.slots.size() - 1);
        while (table.slots[slot] != kNone) slot = (slot + 1) & (table.slots.size() - 1);
        table.slots[slot] = node;
    }

    Shape shape_;
    std::vector<Node> roots_;
    std::vector<Node> parent_;
    std::vector<Node> suffix_;
    std::vector<std::array<Node, kMoves>> children_;
    std::vector<std::uint8_t> move_;
    std::vector<std::uint8_t> cell_;
    std::vector<std::uint64_t> hash_;
    std::vector<EffectTable> effects_;  // per start cell
};

// States of the machine: the trie nodes from which a forbidden word can still be completed.
inline Automaton machine_of(const WordTrie& trie, const Shape& shape) {
    const std::size_t nodes = trie.size();
    std::vector<std::uint8_t> kept(nodes, 0);
    for (std::size_t node = nodes; node-- > 1;)
        for (int move = 0; move < kMoves; ++move) {
            const Node child = trie.child(static_cast<Node>(node), move);
            if (child == WordTrie::kForbidden || (child != WordTrie::kNone && kept[child] != 0)) kept[node] = 1;
        }
    for (int cell = 0; cell < shape.cells(); ++cell) kept[trie.root(cell)] = 1;

    // A node that is not kept is as good as its longest kept suffix. Suffixes are shorter, so they come first.
    std::vector<std::int32_t> state(nodes, Automaton::kPruned);
    std::int32_t states = 0;
    for (std::size_t node = 1; node < nodes; ++node)
        state[node] = kept[node] != 0 ? states++ : state[trie.suffix(static_cast<Node>(node))];

    Automaton machine;
    machine.next_state.assign(static_cast<std::size_t>(states) * kMoves, Automaton::kPruned);
    for (Node node = 1; node < nodes; ++node) {
        if (kept[node] == 0) continue;
        for (int move = 0; move < kMoves; ++move) {
            if (!shape.can_move(trie.blank(node), move)) continue;
            const Node child = trie.child(node, move);
            std::int32_t next = Automaton::kPruned;
            if (child == WordTrie::kNone) next = machine.next(state[trie.suffix(node)], move);
            else if (child != WordTrie::kForbidden) next = state[child];
            machine.next_state[static_cast<std::size_t>(state[node] * kMoves + move)] = next;
        }
    }
    for (int cell = 0; cell < shape.cells(); ++cell) machine.start_state.push_back(state[trie.root(cell)]);
    return machine;
}

// Merges states that allow the same continuations (Moore): refine classes until no class splits.
inline Automaton minimised(const Automaton& machine) {
    using Signature = std::array<std::int32_t, kMoves + 1>;
    const std::size_t states = machine.states();
    std::vector<std::int32_t> class_of(states, 0);
    std::vector<std::int32_t> refined(states);
    std::vector<Signature> signatures(states);
    std::size_t classes = 0;
    for (std::size_t slots = std::bit_ceil(2 * states);;) {
        std::vector<std::int32_t> table(slots, -1);  // open addressing: the first state with each signature
        std::int32_t found = 0;
        for (std::size_t state = 0; state < states; ++state) {
            Signature& signature = signatures[state];
            signature[0] = class_of[state];
            std::uint64_t hash = static_cast<std::uint64_t>(signature[0]) + 1;
            for (int move = 0; move < kMoves; ++move) {
                const std::int32_t next = machine.next(static_cast<std::int32_t>(state), move);
                const std::int32_t next_class = next < 0 ? next : class_of[static_cast<std::size_t>(next)];
                signature[static_cast<std::size_t>(move) + 1] = next_class;
                hash = (hash ^ static_cast<std::uint32_t>(next_class)) * 0xD6E8FEB86659FD93u;
                hash ^= hash >> 32;
            }
            std::size_t slot = hash & (slots - 1);
            while (table[slot] >= 0 && signatures[static_cast<std::size_t>(table[slot])] != signature)
                slot = (slot + 1) & (slots - 1);
            if (table[slot] < 0) {
                table[slot] = static_cast<std::int32_t>(state);
                refined[state] = found++;
            } else {
                refined[state] = refined[static_cast<std::size_t>(table[slot])];
            }
        }
        class_of.swap(refined);
        if (static_cast<std::size_t>(found) == classes) break;
        classes = static_cast<std::size_t>(found);
    }
    Automaton result;
    result.next_state.resize(classes * kMoves);
    for (std::size_t state = 0; state < states; ++state)
        for (int move = 0; move < kMoves; ++move) {
            const std::int32_t next = machine.next(static_cast<std::int32_t>(state), move);
            result.next_state[static_cast<std::size_t>(class_of[state] * kMoves + move)] =
                next < 0 ? next : class_of[static_cast<std::size_t>(next)];
        }
    for (const std::int32_t state : machine.start_state) result.start_state.push_back(class_of[static_cast<std::size_t>(state)]);
    return result;
}

}  // namespace detail

// Forbids the redundant words of up to `length` moves; 12 to 14 pay best.
inline Automaton build_automaton(const Shape& shape, int length) {
    check_shape(shape);
    if (length < 2 || length > 24) throw std::invalid_argument("expected words of 2 to 24 moves, not " + std::to_string(length));
    return detail::minimised(detail::machine_of(detail::WordTrie(shape, length), shape));
}

// Forbids nothing but undoing the previous move: what a plain depth-first search does, and the published node counts assume.
inline Automaton plain_automaton(const Shape& shape) { return build_automaton(shape, 2); }

}  // namespace taquin::optimal
