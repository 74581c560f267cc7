// SPDX-License-Identifier: MIT
// How requests, questions and replies are written: one after the other, without gaps, little-endian. Numbers have 64 bits, lists
// and bytes follow their length. Who reads knows what comes; `taquin/wasm_core/wire.py` is the other side.
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <span>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

namespace taquin::wasm {

static_assert(std::endian::native == std::endian::little, "numbers are copied as they lie in memory");

using Bytes = std::span<const std::uint8_t>;

// Throws rather than read past the end or hand out a number that does not fit.
class Reader {
  public:
    explicit Reader(Bytes bytes) : bytes_(bytes) {}

    template <std::integral Number = int>
    Number number() {
        const auto read = raw<std::int64_t>();
        if constexpr (!std::same_as<Number, std::uint64_t>)
            if (!std::in_range<Number>(read)) throw std::invalid_argument("a number is out of range");
        return static_cast<Number>(read);  // -1 is the largest unsigned number, which stands for no limit
    }
    double real() { return raw<double>(); }
    bool flag() { return number() != 0; }

    Bytes bytes() {
        const auto length = number<std::size_t>();
        if (length > bytes_.size()) throw std::invalid_argument("a request is cut short");
        const Bytes taken = bytes_.first(length);
        bytes_ = bytes_.subspan(length);
        return taken;
    }
    std::string_view text() {
        const Bytes taken = bytes();
        return {reinterpret_cast<const char*>(taken.data()), taken.size()};
    }

    template <class Number = int>
    std::vector<Number> numbers() {
        return list<Number>([this] { return number<Number>(); });
    }
    // A list of what `read` reads.
    template <class Element, class Read>
    std::vector<Element> list(Read&& read) {
        std::vector<Element> elements;
        for (auto left = number<std::size_t>(); left > 0; --left) elements.push_back(read());
        return elements;
    }

  private:
    template <class Value>
    Value raw() {
        Value value;
        if (bytes_.size() < sizeof value) throw std::invalid_argument("a request is cut short");
        std::memcpy(&value, bytes_.data(), sizeof value);
        bytes_ = bytes_.subspan(sizeof value);
        return value;
    }

    Bytes bytes_;
};

class Writer {
  public:
    void number(std::integral auto value) { raw(static_cast<std::int64_t>(value)); }
    void real(double value) { raw(value); }

    template <class Element>
        requires(sizeof(Element) == 1)
    void bytes(std::span<const Element> values) {
        number(values.size());
        const auto* const first = reinterpret_cast<const std::uint8_t*>(values.data());
        bytes_.insert(bytes_.end(), first, first + values.size());
    }
    void text(std::string_view text) { bytes(std::span<const char>(text.data(), text.size())); }

    template <class List>
    void numbers(const List& values) {
        list(values, [this](const auto& value) { this->number(value); });
    }
    // A list whose elements `write` writes.
    template <class List, class Write>
    void list(const List& values, Write&& write) {
        number(values.size());
        for (const auto& value : values) write(value);
    }

    void clear() { bytes_.clear(); }
    Bytes written() const { return bytes_; }

  private:
    template <class Value>
    void raw(Value value) {
        const auto* const first = reinterpret_cast<const std::uint8_t*>(&value);
        bytes_.insert(bytes_.end(), first, first + sizeof value);
    }

    std::vector<std::uint8_t> bytes_;
};

}  // namespace taquin::wasm
