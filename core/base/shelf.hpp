// SPDX-License-Identifier: MIT
// Tables that are made when somebody first wants them and shared by all who want them later, up to the end of the process.
//
// No lock is taken, so a process that was forked meanwhile cannot wait for one for ever; two threads may thus make the same table,
// and the later one's is thrown away. What stands on a shelf never moves nor goes: threads may read it while the process ends.
#pragma once

#include <atomic>
#include <memory>

namespace taquin {

template <class Key, class Table>
class Shelf {
  public:
    constexpr Shelf() = default;
    Shelf(const Shelf&) = delete;
    Shelf& operator=(const Shelf&) = delete;

    // The table of a key; `make()` returns a new one in a `std::unique_ptr`, and may throw.
    template <class Make>
    const Table& get(const Key& key, Make&& make) {
        if (const Table* known = find(key)) return *known;
        auto book = std::make_unique<Book>(key, make());
        book->next = newest_.load(std::memory_order_acquire);
        do {
            if (const Table* known = find(key)) return *known;
        } while (!newest_.compare_exchange_weak(book->next, book.get(), std::memory_order_acq_rel));
        return *book.release()->table;
    }

  private:
    struct Book {
        Book(const Key& key, std::unique_ptr<const Table> table) : key(key), table(std::move(table)) {}

        const Key key;
        const std::unique_ptr<const Table> table;
        Book* next = nullptr;
    };

    const Table* find(const Key& key) const {
        for (const Book* book = newest_.load(std::memory_order_acquire); book; book = book->next)
            if (book->key == key) return book->table.get();
        return nullptr;
    }

    std::atomic<Book*> newest_{nullptr};
};

}  // namespace taquin
