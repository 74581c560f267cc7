// SPDX-License-Identifier: MIT
// Boards as search states: packed into 64 bits up to 16 cells, into 128 bits up to 25, as bytes beyond.
//
// The blank is 0 in every packing, so a move is two exclusive ors: the tile leaves its cell and enters the blank's.
// `precedes` compares boards tile by tile from the first cell on, as Python compares tuples.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "../base/random.hpp"
#include "geometry.hpp"

namespace taquin {

__extension__ typedef unsigned __int128 Wide;

struct Packed64 {
    static constexpr int kCells = 16;

    static Packed64 pack(const Tile* tiles, int cells) {
        std::uint64_t bits = 0;
        for (int cell = 0; cell < cells; ++cell) bits |= std::uint64_t{tiles[cell]} << (4 * cell);
        return {bits};
    }

    void unpack(Tile* tiles, int cells) const {
        for (int cell = 0; cell < cells; ++cell) tiles[cell] = tile(cell);
    }

    Tile tile(int cell) const { return static_cast<Tile>(bits >> (4 * cell) & 15); }

    // The cell of the blank: the lowest nibble that is 0. Marks above a true one may be false.
    int blank() const {
        const std::uint64_t marks = (bits - 0x1111111111111111u) & ~bits & 0x8888888888888888u;
        return std::countr_zero(marks) / 4;
    }

    Packed64 moved(int blank, int cell) const {
        const std::uint64_t moving = bits >> (4 * cell) & 15;
        return {bits ^ (moving << (4 * cell)) ^ (moving << (4 * blank))};
    }

    // The first cell has the lowest bits, so the lowest bit that differs is in the first tile that differs.
    bool precedes(const Packed64& other) const {
        if (bits == other.bits) return false;
        const int cell = std::countr_zero(bits ^ other.bits) / 4;
        return tile(cell) < other.tile(cell);
    }

    std::uint64_t hash() const { return mix(bits); }

    bool operator==(const Packed64&) const = default;

    std::uint64_t bits;
};

struct Packed128 {
    static constexpr int kCells = 25;

    static Packed128 pack(const Tile* tiles, int cells) {
        Wide bits = 0;
        for (int cell = 0; cell < cells; ++cell) bits |= static_cast<Wide>(tiles[cell]) << (5 * cell);
        return of(bits);
    }

    void unpack(Tile* tiles, int cells) const {
        for (int cell = 0; cell < cells; ++cell) tiles[cell] = tile(cell);
    }

    Tile tile(int cell) const { return static_cast<Tile>(bits() >> (5 * cell) & 31); }

    Packed128 moved(int blank, int cell) const {
        const Wide moving = bits() >> (5 * cell) & 31;
        return of(bits() ^ (moving << (5 * cell)) ^ (moving << (5 * blank)));
    }

    bool precedes(const Packed128& other) const {
        if (*this == other) return false;
        const std::uint64_t low = words[0] ^ other.words[0];
        const int bit = low ? std::countr_zero(low) : 64 + std::countr_zero(words[1] ^ other.words[1]);
        return tile(bit / 5) < other.tile(bit / 5);
    }

    std::uint64_t hash() const { return mix(words[0] ^ mix(words[1])); }

    bool operator==(const Packed128&) const = default;

    std::uint64_t words[2];  // two words, so that nodes need not be aligned to 16 bytes

  private:
    static Packed128 of(Wide bits) { return {{static_cast<std::uint64_t>(bits), static_cast<std::uint64_t>(bits >> 64)}}; }
    Wide bits() const { return static_cast<Wide>(words[1]) << 64 | words[0]; }
};

struct Unpacked {
    static constexpr int kCells = kMaxCells;

    static Unpacked pack(const Tile* tiles, int cells) {
        Unpacked state{};
        std::copy_n(tiles, cells, state.tiles.begin());
        return state;
    }

    void unpack(Tile* out, int cells) const { std::copy_n(tiles.begin(), cells, out); }

    Tile tile(int cell) const { return tiles[static_cast<std::size_t>(cell)]; }

    Unpacked moved(int blank, int cell) const {
        Unpacked next = *this;
        std::swap(next.tiles[static_cast<std::size_t>(blank)], next.tiles[static_cast<std::size_t>(cell)]);
        return next;
    }

    bool precedes(const Unpacked& other) const { return std::memcmp(tiles.data(), other.tiles.data(), tiles.size()) < 0; }

    std::uint64_t hash() const {
        std::uint64_t value = 0;
        for (std::size_t at = 0; at < tiles.size(); at += 8) {
            std::uint64_t word;
            std::memcpy(&word, tiles.data() + at, 8);
            value = mix(value ^ word) + at;
        }
        return value;
    }

    bool operator==(const Unpacked&) const = default;

    std::array<Tile, kMaxCells> tiles;
};

}  // namespace taquin
