// SPDX-License-Identifier: MIT
// All nodes a search has generated, and the way from a state to its node.
//
// Nodes are appended and never moved: a path is the chain of parents, and a board reached again by a cheaper path gets a
// new node that supersedes the old one, as in the reference engine. The index is a hash table of cache lines, each with
// twelve one-byte tags and twelve node numbers: a lookup touches one line, and a node only when its tag agrees.
// The index knows exactly the nodes that are not superseded, and `kNoNode` is no node's number: out of numbers is out of memory.
#pragma once

#include <algorithm>
#include <bit>
#include <cstring>
#include <vector>

#include "../base/portable.hpp"
#include "control.hpp"
#include "state.hpp"

namespace taquin {

using NodeIndex = std::uint32_t;
inline constexpr NodeIndex kNoNode = 0xFFFFFFFF;

template <class State>
class NodeTable {
  public:
    struct Node {
        State state;
        NodeIndex parent;
        std::uint32_t g : 28;
        std::uint32_t move : 2;
        std::uint32_t open : 1;
        std::uint32_t superseded : 1;
    };

    static constexpr std::int64_t kMaxDepth = (1 << 28) - 1;

    // A smaller number of nodes than there are numbers is for tests.
    explicit NodeTable(Control& control, NodeIndex most_nodes = kNoNode) : control_(control), most_nodes_(most_nodes) {
        allocate_lines(kFirstLines);
    }

    ~NodeTable() {
        control_.return_memory(node_bytes_);
        release_lines();
    }

    NodeTable(const NodeTable&) = delete;
    NodeTable& operator=(const NodeTable&) = delete;

    Node& operator[](NodeIndex index) { return chunks_[index / kChunk][index % kChunk]; }
    const Node& operator[](NodeIndex index) const { return chunks_[index / kChunk][index % kChunk]; }

    // Nodes, superseded ones included.
    NodeIndex size() const { return size_; }

    // Whether the index is so large that fetching its lines far ahead pays.
    bool outgrows_cache() const { return line_count_ > kCachedLines; }

    // GCC takes a function that only fetches to have no effect, and may drop calls of it that it has not inlined.
    TAQUIN_INLINE void prefetch(std::uint64_t hash) const { taquin::prefetch(&lines_[line_of(hash)]); }
    TAQUIN_INLINE void prefetch_node(NodeIndex index) const { taquin::prefetch(&(*this)[index]); }

    // Fetch what the expansion of a board that a step has led to will look up.
    TAQUIN_INLINE void prefetch_children(const State& state, Step arrival, const Geometry& geometry) const {
        for (const Step step : geometry.steps(arrival.cell, arrival.move)) prefetch(state.moved(arrival.cell, step.cell).hash());
    }

    // Return the newest node of a state, or `kNoNode`.
    NodeIndex find(const State& state, std::uint64_t hash) const {
        const NodeIndex* slot = find_slot(state, hash);
        return slot ? *slot : kNoNode;
    }

    // Append the first node of a state.
    NodeIndex add(const State& state, std::uint64_t hash, NodeIndex parent, std::int64_t g, Direction move) {
        if (states_ >= most_states_) grow();
        const NodeIndex index = append(state, parent, g, move);
        insert(hash, index);
        ++states_;
        return index;
    }

    // Append a node for a known state, in place of its old one.
    NodeIndex supersede(NodeIndex old, std::uint64_t hash, NodeIndex parent, std::int64_t g, Direction move) {
        const State state = (*this)[old].state;
        const NodeIndex index = append(state, parent, g, move);
        *const_cast<NodeIndex*>(find_slot(state, hash)) = index;
        (*this)[old].superseded = 1;
        return index;
    }

    // The moves from the root to a node.
    std::vector<Direction> path(NodeIndex index) const {
        std::vector<Direction> moves;
        for (; (*this)[index].parent != kNoNode; index = (*this)[index].parent)
            moves.push_back(static_cast<Direction>((*this)[index].move));
        std::reverse(moves.begin(), moves.end());
        return moves;
    }

    // The move that made a node, `kNoMove` for the root.
    Direction last_move(const Node& node) const {
        return node.parent == kNoNode ? kNoMove : static_cast<Direction>(node.move);
    }

  private:
    static constexpr std::size_t kChunk = 4096;
    static constexpr std::size_t kChunkBytes = kChunk * sizeof(Node);
    static constexpr std::size_t kSmallChunks = 32;  // allocated one by one, later ones as many as a huge page holds
    static constexpr std::size_t kFirstLines = 512;  // enough for most 8-puzzles, quick to clear
    static constexpr int kSlots = 12;
    static constexpr NodeIndex kNodesPerClock = 1 << 16;
    static constexpr NodeIndex kAhead = 24;  // nodes between fetching a line and using it
    static constexpr std::size_t kCachedLines = 1 << 15;  // two megabytes
    static constexpr double kGrowth = 1.6;
    static constexpr double kLoad = 0.8;

    // Slots fill from the left; tags of slots in use are never 0.
    struct alignas(kCacheLine) Line {
        std::uint8_t tags[kSlots];
        std::uint32_t used;
        NodeIndex nodes[kSlots];

        bool full() const { return used == kSlots; }
    };
    static_assert(sizeof(Line) == kCacheLine);
    static_assert(kChunkBytes <= kHugePage);

    std::size_t line_of(std::uint64_t hash) const {
        // The product's high half spreads the hash evenly over any number of lines.
        return static_cast<std::size_t>(multiply_high(hash, line_count_));
    }

    static std::uint8_t tag_of(std::uint64_t hash) { return static_cast<std::uint8_t>(hash % 255 + 1); }

    // Mark the bytes of a word that equal a tag, each in its highest bit; a byte above a true match may be marked falsely.
    template <class Word>
    static Word matches(const std::uint8_t* tags, std::uint8_t tag) {
        constexpr Word ones = static_cast<Word>(0x0101010101010101u);
        Word word;
        std::memcpy(&word, tags, sizeof word);
        const Word differences = word ^ (ones * tag);
        return (differences - ones) & ~differences & (ones << 7);
    }

    const NodeIndex* find_slot(const State& state, std::uint64_t hash) const {
        const std::uint8_t tag = tag_of(hash);
        for (std::size_t at = line_of(hash);; at = at + 1 == line_count_ ? 0 : at + 1) {
            const Line& line = lines_[at];
            if (const int slot = find_in<std::uint64_t>(line, 0, tag, state); slot >= 0) return &line.nodes[slot];
            if (const int slot = find_in<std::uint32_t>(line, 8, tag, state); slot >= 0) return &line.nodes[slot];
            if (!line.full()) return nullptr;
        }
    }

    // Search the slots from `first` on, as many as a word has bytes; -1 if the state is in none.
    template <class Word>
    int find_in(const Line& line, int first, std::uint8_t tag, const State& state) const {
        for (Word marks = matches<Word>(line.tags + first, tag); marks; marks &= marks - 1) {
            const int slot = first + byte_index<Word>(std::countr_zero(marks));
            if (line.tags[slot] == tag && (*this)[line.nodes[slot]].state == state) return slot;
        }
        return -1;
    }

    // Where the byte with this bit stands in memory.
    template <class Word>
    static int byte_index(int bit) {
        constexpr int last = sizeof(Word) - 1;
        return std::endian::native == std::endian::little ? bit / 8 : last - bit / 8;
    }

    void insert(std::uint64_t hash, NodeIndex index) {
        std::size_t at = line_of(hash);
        while (lines_[at].full()) at = at + 1 == line_count_ ? 0 : at + 1;
        Line& line = lines_[at];
        line.tags[line.used] = tag_of(hash);
        line.nodes[line.used++] = index;
    }

    NodeIndex append(const State& state, NodeIndex parent, std::int64_t g, Direction move) {
        if (size_ == room_) add_chunks();
        // Out of numbers for depths: the board is too large for this search, whatever the memory.
        if (g > kMaxDepth) throw Stop{Ending::kMemory};
        Node& node = (*this)[size_];
        node.state = state;
        node.parent = parent;
        node.g = static_cast<std::uint32_t>(g) & kMaxDepth;
        node.move = move & 3;
        node.open = 1;
        node.superseded = 0;
        return size_++;
    }

    void add_chunks() {
        if (size_ == most_nodes_) throw Stop{Ending::kMemory};  // out of numbers for nodes
        const bool small = chunks_.size() < kSmallChunks;
        const std::size_t count = small ? 1 : kHugePage / kChunkBytes;
        const std::size_t bytes = small ? kChunkBytes : kHugePage;  // what no chunk fits into is left empty
        control_.take_memory(bytes);
        node_bytes_ += bytes;
        blocks_.push_back(allocate_block(bytes));
        for (std::size_t at = 0; at < count; ++at)
            chunks_.push_back(reinterpret_cast<Node*>(blocks_.back().get() + at * kChunkBytes));
        room_ = static_cast<NodeIndex>(std::min<std::uint64_t>(most_nodes_, std::uint64_t{chunks_.size()} * kChunk));
    }

    // Make a larger index from the nodes themselves; the old one is given back first, so the two are never held at once.
    void grow() {
        const auto lines = static_cast<std::size_t>(static_cast<double>(line_count_) * kGrowth);
        release_lines();
        allocate_lines(lines);
        for (NodeIndex index = 0; index < size_; ++index) {
            if (index + kAhead < size_) prefetch((*this)[index + kAhead].state.hash());
            if (index % kNodesPerClock == 0) control_.look_at_clock(size_);  // a large table takes a second
            const Node& node = (*this)[index];
            if (!node.superseded) insert(node.state.hash(), index);
        }
    }

    void allocate_lines(std::size_t count) {
        control_.take_memory(count * sizeof(Line));
        lines_block_ = allocate_block(count * sizeof(Line));
        lines_ = reinterpret_cast<Line*>(lines_block_.get());
        std::memset(static_cast<void*>(lines_), 0, count * sizeof(Line));
        line_count_ = count;
        most_states_ = static_cast<std::size_t>(static_cast<double>(count * kSlots) * kLoad);
    }

    void release_lines() {
        control_.return_memory(line_count_ * sizeof(Line));
        lines_block_.reset();
        line_count_ = 0;
    }

    Control& control_;
    const NodeIndex most_nodes_;
    std::vector<Block> blocks_;
    std::vector<Node*> chunks_;
    std::size_t node_bytes_ = 0;
    NodeIndex size_ = 0;
    NodeIndex room_ = 0;  // nodes that the chunks may hold
    Block lines_block_;
    Line* lines_ = nullptr;
    std::size_t line_count_ = 0;
    std::size_t states_ = 0;
    std::size_t most_states_ = 0;
};

}  // namespace taquin
