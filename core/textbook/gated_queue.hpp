// SPDX-License-Identifier: MIT
// Frontiers of searches that look only at nodes within a bound that rises, and the counts by which such a bound is found.
//
// As in other queues, superseded nodes stay in and are not counted.
#pragma once

#include "queues.hpp"

namespace taquin {

// How many nodes wait with each value, and the least value that any of them has.
class Tally {
  public:
    explicit Tally(Control& control) : control_(control) {}
    ~Tally() { control_.return_memory(bytes_); }
    Tally(const Tally&) = delete;
    Tally& operator=(const Tally&) = delete;

    void add(std::int64_t value) {
        const auto at = static_cast<std::size_t>(value);
        if (at >= counts_.size()) lengthen_counted(control_, counts_, at + 1, bytes_);
        ++counts_[at];
        least_ = std::min(least_, at);
    }

    void remove(std::int64_t value) { --counts_[static_cast<std::size_t>(value)]; }

    // There must be one.
    std::int64_t least() {
        while (!counts_[least_]) ++least_;
        return static_cast<std::int64_t>(least_);
    }

  private:
    Control& control_;
    std::vector<NodeIndex> counts_;
    std::size_t bytes_ = 0;
    std::size_t least_ = std::numeric_limits<std::size_t>::max();
};

// Where a node waits: the row decides first, then the column, then the newest goes first.
struct Place {
    std::int64_t row;
    std::int64_t column;
};

// A frontier of which only a part is looked at: rows and columns up to a gate that rises.
class GatedQueue {
  public:
    template <class Table>
    GatedQueue(Control& control, const Table&, Ties) : control_(control), pool_(control) {}
    ~GatedQueue() { control_.return_memory(bytes_); }
    GatedQueue(const GatedQueue&) = delete;
    GatedQueue& operator=(const GatedQueue&) = delete;

    void push(std::int64_t row_number, std::int64_t column_number, NodeIndex node) {
        const auto at = static_cast<std::size_t>(row_number), column = static_cast<std::size_t>(column_number);
        if (at >= rows_.size()) lengthen(rows_, at + 1);
        Row& row = rows_[at];
        if (column >= row.columns.size()) lengthen(row.columns, column + 1);
        row.columns[column].push(node, pool_);
        row.first = std::min(row.first, column);
        lowest_ = std::min(lowest_, at);
    }

    // Find the first node of the first row that has one within the gate; superseded ones are dropped on the way.
    template <class Table>
    bool settle(std::int64_t last_row, std::int64_t last_column, const Table& table) {
        if (last_row != last_row_ || last_column != last_column_) {
            last_row_ = last_row;
            last_column_ = last_column;
            lowest_ = 0;
        }
        for (; lowest_ < rows_.size() && static_cast<std::int64_t>(lowest_) <= last_row; ++lowest_) {
            Row& row = rows_[lowest_];
            for (; row.first < row.columns.size() && static_cast<std::int64_t>(row.first) <= last_column; ++row.first) {
                NewestFirst& nodes = row.columns[row.first];
                while (!nodes.empty() && table[nodes.front()].superseded) nodes.pop(pool_);
                if (!nodes.empty()) return true;
            }
        }
        return false;
    }

    // Of the node that `settle` found.
    std::int64_t row() const { return static_cast<std::int64_t>(lowest_); }

    // Take it.
    NodeIndex pop(Place& place) {
        Row& row = rows_[lowest_];
        place = {static_cast<std::int64_t>(lowest_), static_cast<std::int64_t>(row.first)};
        return row.columns[row.first].pop(pool_);
    }

    // The nodes below the one that was taken last, or `kNoNode`: worth fetching early.
    NodeIndex likely_next() const {
        const NewestFirst& nodes = column();
        return nodes.empty() ? kNoNode : nodes.front();
    }
    NodeIndex likely_second() const {
        const NewestFirst& nodes = column();
        return nodes.empty() ? kNoNode : nodes.second();
    }

  private:
    struct Row {
        std::vector<NewestFirst> columns;
        std::size_t first = std::numeric_limits<std::size_t>::max();  // no column before it has nodes
    };

    const NewestFirst& column() const { return rows_[lowest_].columns[rows_[lowest_].first]; }

    template <class Item>
    void lengthen(std::vector<Item>& items, std::size_t size) {
        lengthen_counted(control_, items, size, bytes_);
    }

    Control& control_;
    BlockPool pool_;
    std::vector<Row> rows_;
    std::size_t bytes_ = 0;   // of rows and columns
    std::size_t lowest_ = 0;  // no row before it has nodes within the gate
    std::int64_t last_row_ = -1, last_column_ = -1;
};

}  // namespace taquin
