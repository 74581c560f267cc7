// SPDX-License-Identifier: MIT
// A growing array whose memory is on the meter: all of its capacity, and both blocks while it moves from one to the other.
#pragma once

#include <algorithm>
#include <type_traits>
#include <vector>

#include "control.hpp"

namespace taquin {

template <class T>
class CountedVector {
  public:
    static_assert(std::is_trivially_copyable_v<T>);

    explicit CountedVector(Control& control) : control_(control) {}
    ~CountedVector() { control_.return_memory(items_.capacity() * sizeof(T)); }
    CountedVector(const CountedVector&) = delete;
    CountedVector& operator=(const CountedVector&) = delete;

    void push_back(const T& item) {
        if (items_.size() == items_.capacity()) grow();
        items_.push_back(item);
    }

    // Remove the last item and return it.
    T pop_back() {
        const T item = items_.back();
        items_.pop_back();
        return item;
    }

    void clear() { items_.clear(); }

    bool empty() const { return items_.empty(); }
    std::size_t size() const { return items_.size(); }
    const T& operator[](std::size_t at) const { return items_[at]; }
    T& operator[](std::size_t at) { return items_[at]; }
    auto begin() { return items_.begin(); }
    auto end() { return items_.end(); }

  private:
    void grow() {
        const std::size_t old = items_.capacity();
        const std::size_t capacity = std::max<std::size_t>(64, old + old / 2);
        control_.take_memory(capacity * sizeof(T));
        items_.reserve(capacity);
        control_.return_memory(old * sizeof(T));
    }

    Control& control_;
    std::vector<T> items_;
};

}  // namespace taquin
