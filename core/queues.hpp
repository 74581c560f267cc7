// SPDX-License-Identifier: MIT
// Frontiers of best-first search. Both give the node with the smallest f, then the largest g, then the newest.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "control.hpp"
#include "node_table.hpp"

namespace taquin {

// Stacks of node numbers in small linked blocks from one pool, so that many short stacks waste little.
class BlockPool {
  public:
    static constexpr int kEntries = 30;

    struct Block {
        Block* below;
        NodeIndex entries[kEntries];
    };

    explicit BlockPool(Control& control) : control_(control) {}
    ~BlockPool() { control_.return_memory(slabs_.size() * kSlab * sizeof(Block)); }
    BlockPool(const BlockPool&) = delete;
    BlockPool& operator=(const BlockPool&) = delete;

    Block* take(Block* below) {
        if (!free_) add_slab();
        Block* block = free_;
        free_ = block->below;
        block->below = below;
        return block;
    }

    Block* give_back(Block* block) {
        Block* below = block->below;
        block->below = free_;
        free_ = block;
        return below;
    }

  private:
    static constexpr std::size_t kSlab = 64;

    void add_slab() {
        control_.take_memory(kSlab * sizeof(Block));
        slabs_.push_back(std::make_unique_for_overwrite<Block[]>(kSlab));
        for (std::size_t at = 0; at < kSlab; ++at) {
            slabs_.back()[at].below = free_;
            free_ = &slabs_.back()[at];
        }
    }

    Control& control_;
    std::vector<std::unique_ptr<Block[]>> slabs_;
    Block* free_ = nullptr;
};

// One stack for every f and g: for evaluations that are small integers.
class BucketQueue {
  public:
    explicit BucketQueue(Control& control) : pool_(control) {}

    void push(std::int64_t f, std::int64_t g, NodeIndex node) {
        const auto row_index = static_cast<std::size_t>(f);
        if (row_index >= rows_.size()) rows_.resize(row_index + 1);
        Row& row = rows_[row_index];
        const auto depth = static_cast<std::size_t>(g);
        if (depth >= row.stacks.size()) row.stacks.resize(depth + 1);
        Stack& stack = row.stacks[depth];
        if (stack.used == BlockPool::kEntries || !stack.top) {
            stack.top = pool_.take(stack.top);
            stack.used = 0;
        }
        stack.top->entries[stack.used++] = node;
        row.deepest = std::max(row.deepest, depth);
        ++row.count;
        lowest_ = std::min(lowest_, row_index);
    }

    bool pop(std::int64_t& f, NodeIndex& node) {
        while (lowest_ < rows_.size() && rows_[lowest_].count == 0) ++lowest_;
        if (lowest_ >= rows_.size()) return false;
        Row& row = rows_[lowest_];
        while (!row.stacks[row.deepest].top) --row.deepest;
        Stack& stack = row.stacks[row.deepest];
        node = stack.top->entries[--stack.used];
        if (stack.used == 0) {
            stack.top = pool_.give_back(stack.top);
            stack.used = stack.top ? BlockPool::kEntries : 0;
        }
        --row.count;
        f = static_cast<std::int64_t>(lowest_);
        return true;
    }

    // The node that would be next if nothing better is pushed, or `kNoNode`: worth fetching early.
    NodeIndex likely_next() const {
        if (rows_[lowest_].count == 0) return kNoNode;
        const Stack& stack = rows_[lowest_].stacks[rows_[lowest_].deepest];
        return stack.top ? stack.top->entries[stack.used - 1] : kNoNode;
    }

  private:
    struct Stack {
        BlockPool::Block* top = nullptr;
        int used = 0;
    };
    struct Row {
        std::vector<Stack> stacks;
        std::size_t deepest = 0;
        std::size_t count = 0;
    };

    BlockPool pool_;
    std::vector<Row> rows_;
    std::size_t lowest_ = 0;
};

// A binary heap: for evaluations of any size.
class HeapQueue {
  public:
    explicit HeapQueue(Control& control) : control_(control) {}
    ~HeapQueue() { control_.return_memory(entries_.capacity() * sizeof(Entry)); }
    HeapQueue(const HeapQueue&) = delete;
    HeapQueue& operator=(const HeapQueue&) = delete;

    void push(std::int64_t f, std::int64_t g, NodeIndex node) {
        if (entries_.size() == entries_.capacity()) grow();
        entries_.push_back({f, static_cast<std::uint32_t>(g), node});
        std::push_heap(entries_.begin(), entries_.end(), comes_later);
    }

    bool pop(std::int64_t& f, NodeIndex& node) {
        if (entries_.empty()) return false;
        std::pop_heap(entries_.begin(), entries_.end(), comes_later);
        f = entries_.back().f;
        node = entries_.back().node;
        entries_.pop_back();
        return true;
    }

    NodeIndex likely_next() const { return entries_.empty() ? kNoNode : entries_.front().node; }

  private:
    struct Entry {
        std::int64_t f;
        std::uint32_t g;
        NodeIndex node;  // nodes are numbered in the order they were made
    };

    static bool comes_later(const Entry& a, const Entry& b) {
        if (a.f != b.f) return a.f > b.f;
        if (a.g != b.g) return a.g < b.g;
        return a.node < b.node;
    }

    void grow() {
        const std::size_t old = entries_.capacity();
        const std::size_t capacity = std::max<std::size_t>(1024, old + old / 2);
        control_.take_memory(capacity * sizeof(Entry));  // both are held while the entries move
        entries_.reserve(capacity);
        control_.return_memory(old * sizeof(Entry));
    }

    Control& control_;
    std::vector<Entry> entries_;
};

}  // namespace taquin
