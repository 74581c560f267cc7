// SPDX-License-Identifier: MIT
// Frontiers of best-first search. They give the node with the smallest f, and among those the one that the ties ask for.
//
// A queue holds numbers of nodes, superseded ones too, and never looks whether they still count. Its memory is on the meter.
#pragma once

#include <algorithm>
#include <limits>
#include <memory>
#include <vector>

#include "control.hpp"
#include "node_table.hpp"
#include "ties.hpp"

namespace taquin {

// Small linked blocks of node numbers from one pool, so that many short stacks or queues waste little.
class BlockPool {
  public:
    static constexpr int kEntries = 30;

    struct Block {
        Block* link;  // the next one to be emptied: the older one in a stack, the newer one in a queue
        NodeIndex entries[kEntries];
    };

    explicit BlockPool(Control& control) : control_(control) {}
    ~BlockPool() { control_.return_memory(slabs_.size() * kSlab * sizeof(Block)); }
    BlockPool(const BlockPool&) = delete;
    BlockPool& operator=(const BlockPool&) = delete;

    Block* take(Block* link) {
        if (!free_) add_slab();
        Block* block = free_;
        free_ = block->link;
        block->link = link;
        return block;
    }

    // Returns what the block was linked to.
    Block* give_back(Block* block) {
        Block* link = block->link;
        block->link = free_;
        free_ = block;
        return link;
    }

  private:
    static constexpr std::size_t kSlab = 64;

    void add_slab() {
        control_.take_memory(kSlab * sizeof(Block));
        slabs_.emplace_back(new Block[kSlab]);  // not cleared: every block is written before it is read
        for (std::size_t at = 0; at < kSlab; ++at) {
            slabs_.back()[at].link = free_;
            free_ = &slabs_.back()[at];
        }
    }

    Control& control_;
    std::vector<std::unique_ptr<Block[]>> slabs_;
    Block* free_ = nullptr;
};

// The nodes of one column of a bucket queue, as a stack: the newest comes first.
class NewestFirst {
  public:
    bool empty() const { return !top_; }
    NodeIndex front() const { return top_->entries[used_ - 1]; }
    // The one after, or `kNoNode` where that is not at hand.
    NodeIndex second() const { return used_ > 1 ? top_->entries[used_ - 2] : kNoNode; }

    void push(NodeIndex node, BlockPool& pool) {
        if (used_ == BlockPool::kEntries || !top_) {
            top_ = pool.take(top_);
            used_ = 0;
        }
        top_->entries[used_++] = node;
    }

    NodeIndex pop(BlockPool& pool) {
        const NodeIndex node = top_->entries[--used_];
        if (used_ == 0) {
            top_ = pool.give_back(top_);
            used_ = top_ ? BlockPool::kEntries : 0;
        }
        return node;
    }

  private:
    BlockPool::Block* top_ = nullptr;
    int used_ = 0;  // in the top block; those below are full
};

// The same as a queue: the oldest comes first.
class OldestFirst {
  public:
    bool empty() const { return !oldest_; }
    NodeIndex front() const { return oldest_->entries[taken_]; }

    void push(NodeIndex node, BlockPool& pool) {
        if (used_ == BlockPool::kEntries || !oldest_) {
            BlockPool::Block* block = pool.take(nullptr);
            (oldest_ ? newest_->link : oldest_) = block;
            newest_ = block;
            used_ = 0;
        }
        newest_->entries[used_++] = node;
    }

    NodeIndex pop(BlockPool& pool) {
        const NodeIndex node = oldest_->entries[taken_++];
        // The newest block ends where it is filled to, all others at their last entry.
        if (taken_ == (oldest_ == newest_ ? used_ : BlockPool::kEntries)) {
            oldest_ = pool.give_back(oldest_);
            taken_ = 0;
        }
        return node;
    }

  private:
    BlockPool::Block* oldest_ = nullptr;
    BlockPool::Block* newest_ = nullptr;  // means nothing while the queue is empty
    int taken_ = 0;                       // from the oldest block
    int used_ = 0;                        // in the newest block
};

// How the nodes of one f are spread over columns, and which column is emptied first: the first of two, the one after
// another, and a number that no column comes after.
struct DeepestFirst {
    static constexpr std::size_t kLast = 0;
    static std::size_t column(std::int64_t g) { return static_cast<std::size_t>(g); }
    static std::size_t first(std::size_t a, std::size_t b) { return std::max(a, b); }
    static std::size_t after(std::size_t column) { return column - 1; }
};

struct ShallowestFirst {
    static constexpr std::size_t kLast = std::numeric_limits<std::size_t>::max();
    static std::size_t column(std::int64_t g) { return static_cast<std::size_t>(g); }
    static std::size_t first(std::size_t a, std::size_t b) { return std::min(a, b); }
    static std::size_t after(std::size_t column) { return column + 1; }
};

// One column for all, since the depth does not matter.
struct AnyDepth {
    static constexpr std::size_t kLast = 0;
    static std::size_t column(std::int64_t) { return 0; }
    static std::size_t first(std::size_t, std::size_t) { return 0; }
    static std::size_t after(std::size_t column) { return column; }
};

// Lengthen an array whose bytes are on the meter. A search that goes deep has a column for every depth in many rows: they may
// take more memory than the nodes.
template <class Item>
void lengthen_counted(Control& control, std::vector<Item>& items, std::size_t size, std::size_t& bytes) {
    if (const std::size_t old = items.capacity(); size > old) {
        const std::size_t capacity = std::max(size, old + old / 2);
        if (capacity > items.max_size()) throw Stop{Ending::kMemory};
        control.take_memory(capacity * sizeof(Item));  // both are held while the items move
        items.reserve(capacity);
        control.return_memory(old * sizeof(Item));
        bytes += (capacity - old) * sizeof(Item);
    }
    items.resize(size);
}

// A row of columns for every f: for evaluations that are small integers. `Columns` and `Column` are the ties. They are
// template parameters because a search spends much of its time here.
template <class Columns, class Column>
class BucketQueue {
  public:
    template <class Table>
    BucketQueue(Control& control, const Table&, Ties) : control_(control), pool_(control) {}
    ~BucketQueue() { control_.return_memory(bytes_); }
    BucketQueue(const BucketQueue&) = delete;
    BucketQueue& operator=(const BucketQueue&) = delete;

    void push(std::int64_t f, std::int64_t g, NodeIndex node) {
        const auto row_index = static_cast<std::size_t>(f);
        if (row_index >= rows_.size()) lengthen(rows_, row_index + 1);
        Row& row = rows_[row_index];
        const std::size_t column = Columns::column(g);
        if (column >= row.columns.size()) lengthen(row.columns, column + 1);
        row.columns[column].push(node, pool_);
        row.first = Columns::first(row.first, column);
        ++row.count;
        lowest_ = std::min(lowest_, row_index);
    }

    bool pop(std::int64_t& f, NodeIndex& node) {
        while (lowest_ < rows_.size() && rows_[lowest_].count == 0) ++lowest_;
        if (lowest_ >= rows_.size()) return false;
        Row& row = rows_[lowest_];
        while (row.columns[row.first].empty()) row.first = Columns::after(row.first);
        node = row.columns[row.first].pop(pool_);
        --row.count;
        f = static_cast<std::int64_t>(lowest_);
        return true;
    }

    // The column that the last node was taken from; asked before another is pushed.
    std::int64_t last_column() const { return static_cast<std::int64_t>(rows_[lowest_].first); }

    // The node that would be next if nothing better is pushed, or `kNoNode`: worth fetching early.
    NodeIndex likely_next() const {
        const Row& row = rows_[lowest_];
        if (row.count == 0) return kNoNode;
        const Column& column = row.columns[row.first];
        return column.empty() ? kNoNode : column.front();
    }

  private:
    struct Row {
        std::vector<Column> columns;
        std::size_t first = Columns::kLast;  // no column before it has nodes; it may have none itself, once they are taken
        std::size_t count = 0;
    };

    template <class Item>
    void lengthen(std::vector<Item>& items, std::size_t size) {
        lengthen_counted(control_, items, size, bytes_);
    }

    Control& control_;
    BlockPool pool_;
    std::vector<Row> rows_;
    std::size_t bytes_ = 0;  // of rows and columns
    std::size_t lowest_ = 0;
};

// A binary heap: for evaluations of any size, and for ties that look at the boards. Depth and age are turned into numbers of
// which the smaller comes first, whatever the rules are; only boards need a comparison of their own.
template <class State>
class HeapQueue {
  public:
    HeapQueue(Control& control, const NodeTable<State>& table, Ties ties) : control_(control), table_(table), ties_(ties) {}
    ~HeapQueue() { control_.return_memory(entries_.capacity() * sizeof(Entry)); }
    HeapQueue(const HeapQueue&) = delete;
    HeapQueue& operator=(const HeapQueue&) = delete;

    void push(std::int64_t f, std::int64_t g, NodeIndex node) {
        if (entries_.size() == entries_.capacity()) grow();
        entries_.push_back({f, rank_of(static_cast<std::uint32_t>(g)), node ^ turned_});
        by_board_ ? std::push_heap(entries_.begin(), entries_.end(), LaterByBoard{*this})
                  : std::push_heap(entries_.begin(), entries_.end(), later);
    }

    bool pop(std::int64_t& f, NodeIndex& node) {
        if (entries_.empty()) return false;
        by_board_ ? std::pop_heap(entries_.begin(), entries_.end(), LaterByBoard{*this})
                  : std::pop_heap(entries_.begin(), entries_.end(), later);
        f = entries_.back().f;
        node = node_of(entries_.back());
        entries_.pop_back();
        return true;
    }

    NodeIndex likely_next() const { return entries_.empty() ? kNoNode : node_of(entries_.front()); }

  private:
    struct Entry {
        std::int64_t f;
        std::uint32_t depth;  // see `rank_of`
        std::uint32_t age;    // the node's number, since nodes are numbered as they are made; see `turned_`
    };

    // Two comparisons, chosen once for each push and pop: a choice within them would cost every step of the heap.
    static bool later(const Entry& a, const Entry& b) {
        if (a.f != b.f) return a.f > b.f;
        if (a.depth != b.depth) return a.depth > b.depth;
        return a.age > b.age;
    }

    struct LaterByBoard {
        bool operator()(const Entry& a, const Entry& b) const {
            if (a.f != b.f) return a.f > b.f;
            if (a.depth != b.depth) return a.depth > b.depth;
            // Equal boards are left in any order: all but one of their nodes are superseded and will be skipped.
            return queue.state_of(b).precedes(queue.state_of(a));
        }

        const HeapQueue& queue;
    };

    // A number that is smaller the earlier a depth comes.
    std::uint32_t rank_of(std::uint32_t g) const {
        switch (ties_.depth) {
            case Ties::Depth::kDeepest: return ~g;
            case Ties::Depth::kShallowest: return g;
            default: return 0;
        }
    }

    NodeIndex node_of(const Entry& entry) const { return entry.age ^ turned_; }
    const State& state_of(const Entry& entry) const { return table_[node_of(entry)].state; }

    void grow() {
        const std::size_t old = entries_.capacity();
        const std::size_t capacity = std::max<std::size_t>(1024, old + old / 2);
        control_.take_memory(capacity * sizeof(Entry));  // both are held while the entries move
        entries_.reserve(capacity);
        control_.return_memory(old * sizeof(Entry));
    }

    Control& control_;
    const NodeTable<State>& table_;
    const Ties ties_;
    const bool by_board_ = ties_.last == Ties::Last::kSmallestBoard;
    // All bits if the newest node comes first: turning the bits of the numbers makes the largest the smallest.
    const std::uint32_t turned_ = ties_.last == Ties::Last::kNewest ? 0xFFFFFFFF : 0;
    std::vector<Entry> entries_;
};

}  // namespace taquin
