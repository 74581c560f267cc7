// SPDX-License-Identifier: MIT
// Builds move automata (see `automaton.hpp`), and stops within milliseconds when told to.
//
// Grow a trie of the irredundant words from all cells at once, level by level. A word is examined only if
// its suffix (without the first move) is itself in the trie, so the forbidden words are the minimal ones. The trie of
// forbidden words with its suffix links is then an Aho-Corasick machine, which is minimised.
#pragma once

#include <bit>
#include <optional>

#include "../base/random.hpp"
#include "../base/stop_check.hpp"
#include "automaton.hpp"

namespace taquin::optimal {

namespace detail {

using Node = std::uint32_t;

// The irredundant words, as a trie per start cell.
class WordTrie {
  public:
    static constexpr Node kNone = 0;
    static constexpr Node kForbidden = ~Node{0};

    // Grows until all words of so many moves are in it, or somebody stops it.
    WordTrie(const Shape& shape, int length, StopControl& control)
        : shape_(shape), effects_(static_cast<std::size_t>(shape.cells())) {
        add_node(kNone, kNone, 0, 0, 0);  // number 0 stands for "none"
        for (int cell = 0; cell < shape.cells(); ++cell) {
            roots_.push_back(add_node(kNone, kNone, 0, cell, 0));
            insert_effect(cell, roots_.back());
        }
        StopCheck stop(control, kNodesUnasked);
        std::size_t level_begin = 1;
        for (int depth = 1; depth <= length; ++depth) {
            const std::size_t level_end = parent_.size();
            for (std::size_t node = level_begin; node < level_end; ++node) {
                if (stop()) return;
                for (int move = 0; move < kMoves; ++move)
                    if (shape.can_move(cell_[node], move)) extend(static_cast<Node>(node), move, depth);
            }
            level_begin = level_end;
        }
    }

    std::size_t size() const { return parent_.size(); }
    Node root(int cell) const { return roots_[static_cast<std::size_t>(cell)]; }
    Node suffix(Node node) const { return suffix_[node]; }
    int blank(Node node) const { return cell_[node]; }
    Node child(Node node, int move) const { return children_[node][static_cast<std::size_t>(move)]; }

  private:
    static constexpr unsigned kNodesUnasked = 256;

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
        return mix(static_cast<std::uint64_t>(tile * kMaxCells + cell + 1));
    }

    bool is_known(int start, std::uint64_t hash, const Board& board) const {
        const EffectTable& table = effects_[static_cast<std::size_t>(start)];
        const std::size_t last = table.slots.size() - 1;
        for (std::size_t slot = static_cast<std::size_t>(hash) & last; table.slots[slot] != kNone; slot = (slot + 1) & last)
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
        std::size_t slot = static_cast<std::size_t>(hash_[node]) & (table.slots.size() - 1);
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

inline constexpr unsigned kStatesUnasked = 4096;

// States of the machine: the trie nodes from which a forbidden word can still be completed.
inline Automaton machine_of(const WordTrie& trie, const Shape& shape, StopControl& control) {
    const std::size_t nodes = trie.size();
    StopCheck stop(control, kStatesUnasked);
    std::vector<std::uint8_t> kept(nodes, 0);
    for (std::size_t node = nodes; node-- > 1;) {
        if (stop()) return {};
        for (int move = 0; move < kMoves; ++move) {
            const Node child = trie.child(static_cast<Node>(node), move);
            if (child == WordTrie::kForbidden || (child != WordTrie::kNone && kept[child] != 0)) kept[node] = 1;
        }
    }
    for (int cell = 0; cell < shape.cells(); ++cell) kept[trie.root(cell)] = 1;

    // A node that is not kept is as good as its longest kept suffix. Suffixes are shorter, so they come first.
    std::vector<std::int32_t> state(nodes, Automaton::kPruned);
    std::int32_t states = 0;
    for (std::size_t node = 1; node < nodes; ++node) {
        if (stop()) return {};
        state[node] = kept[node] != 0 ? states++ : state[trie.suffix(static_cast<Node>(node))];
    }

    Automaton machine;
    machine.next_state.assign(static_cast<std::size_t>(states) * kMoves, Automaton::kPruned);
    for (Node node = 1; node < nodes; ++node) {
        if (stop()) return {};
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
inline Automaton minimised(const Automaton& machine, StopControl& control) {
    using Signature = std::array<std::int32_t, kMoves + 1>;
    const std::size_t states = machine.states();
    std::vector<std::int32_t> class_of(states, 0);
    std::vector<std::int32_t> refined(states);
    std::vector<Signature> signatures(states);
    std::size_t classes = 0;
    StopCheck stop(control, kStatesUnasked);
    for (std::size_t slots = std::bit_ceil(2 * states);;) {
        std::vector<std::int32_t> table(slots, -1);  // open addressing: the first state with each signature
        std::int32_t found = 0;
        for (std::size_t state = 0; state < states; ++state) {
            if (stop()) return {};
            Signature& signature = signatures[state];
            signature[0] = class_of[state];
            std::uint64_t hash = static_cast<std::uint64_t>(signature[0]) + 1;
            for (int move = 0; move < kMoves; ++move) {
                const std::int32_t next = machine.next(static_cast<std::int32_t>(state), move);
                const std::int32_t next_class = next < 0 ? next : class_of[static_cast<std::size_t>(next)];
                signature[static_cast<std::size_t>(move) + 1] = next_class;
                hash = mix(hash ^ static_cast<std::uint32_t>(next_class));
            }
            std::size_t slot = static_cast<std::size_t>(hash) & (slots - 1);
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
    for (std::size_t state = 0; state < states; ++state) {
        if (stop()) return {};
        for (int move = 0; move < kMoves; ++move) {
            const std::int32_t next = machine.next(static_cast<std::int32_t>(state), move);
            result.next_state[static_cast<std::size_t>(class_of[state] * kMoves + move)] =
                next < 0 ? next : class_of[static_cast<std::size_t>(next)];
        }
    }
    for (const std::int32_t state : machine.start_state) result.start_state.push_back(class_of[static_cast<std::size_t>(state)]);
    return result;
}

}  // namespace detail

// Forbids the redundant words of up to `length` moves; 12 to 14 pay best. Nothing when stopped.
inline std::optional<Automaton> build_automaton(const Shape& shape, int length, StopControl& control) {
    check_shape(shape);
    if (length < 2 || length > 24) throw std::invalid_argument("expected words of 2 to 24 moves, not " + std::to_string(length));
    const detail::WordTrie trie(shape, length, control);
    if (control.stopped()) return std::nullopt;
    const Automaton machine = detail::machine_of(trie, shape, control);
    if (control.stopped()) return std::nullopt;
    Automaton smallest = detail::minimised(machine, control);
    if (control.stopped()) return std::nullopt;
    return smallest;
}

inline Automaton build_automaton(const Shape& shape, int length) {
    StopControl nobody;
    return *build_automaton(shape, length, nobody);
}

// Forbids nothing but undoing the previous move: what a plain depth-first search does, and the published node counts assume.
inline Automaton plain_automaton(const Shape& shape) { return build_automaton(shape, 2); }

}  // namespace taquin::optimal
