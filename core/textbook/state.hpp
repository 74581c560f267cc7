// SPDX-License-Identifier: MIT
// Boards as search states: packed into 64 bits up to 16 cells, into 128 bits up to 25, as bytes beyond.
//
// The blank is 0 in every packing and so are cells beyond the board, so a move is two exclusive ors: the tile leaves its cell
// and enters the blank's, and equal boards have equal words. `precedes` compares boards tile by tile from the first cell on, as
// Python compares tuples.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "../base/random.hpp"
#include "geometry.hpp"

namespace taquin {

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

// Five bits a cell over two words: cells 0 to 11 in the low one, 13 to 24 in the high one, and cell 12 has four bits here and
// one there. Rotating a word brings the bits of any cell to the same place in both, so that masks do the rest.
struct Packed128 {
    static constexpr int kCells = 25;

    static Packed128 pack(const Tile* tiles, int cells) {
        Packed128 state{};
        for (int cell = 0; cell < cells; ++cell) state.put(tiles[cell], cell);
        return state;
    }

    void unpack(Tile* tiles, int cells) const {
        const int in_low = std::min(cells, kSplit);
        std::uint64_t rest = words[0];
        for (int cell = 0; cell < in_low; ++cell, rest >>= 5) tiles[cell] = static_cast<Tile>(rest & 31);
        if (cells > kSplit) tiles[kSplit] = tile(kSplit);
        rest = words[1] >> 1;
        for (int cell = kSplit + 1; cell < cells; ++cell, rest >>= 5) tiles[cell] = static_cast<Tile>(rest & 31);
    }

    Tile tile(int cell) const { return static_cast<Tile>(std::rotr(in_place(cell), place(cell))); }

    // The first cell that is 0: see `Packed64`. Cell 12 has its bits in both words and is asked by itself.
    int blank() const {
        if (const std::uint64_t marks = empty_fields(words[0])) return std::countr_zero(marks) / 5;
        if (!in_place(kSplit)) return kSplit;
        return kSplit + 1 + std::countr_zero(empty_fields(words[1] >> 1)) / 5;
    }

    Packed128 moved(int blank, int cell) const {
        const std::uint64_t moving = in_place(cell);
        const std::uint64_t moved = std::rotl(moving, place(blank) - place(cell));
        const Field &from = kFields[static_cast<std::size_t>(cell)], &to = kFields[static_cast<std::size_t>(blank)];
        return {{words[0] ^ (moving & from.low) ^ (moved & to.low), words[1] ^ (moving & from.high) ^ (moved & to.high)}};
    }

    bool precedes(const Packed128& other) const {
        if (*this == other) return false;
        const std::uint64_t low = words[0] ^ other.words[0];
        const int bit = low ? std::countr_zero(low) : 64 + std::countr_zero(words[1] ^ other.words[1]);
        return tile(bit / 5) < other.tile(bit / 5);
    }

    std::uint64_t hash() const { return mix(words[0] ^ mix(words[1])); }

    bool operator==(const Packed128&) const = default;

    std::uint64_t words[2];

  private:
    static constexpr int kSplit = 12;

    // The bits of a cell in either word.
    struct Field {
        std::uint64_t low, high;
    };

    static constexpr std::array<Field, kCells> kFields = [] {
        std::array<Field, kCells> fields{};
        for (int bit = 0; bit < 5 * kCells; ++bit) {
            Field& field = fields[static_cast<std::size_t>(bit / 5)];
            (bit < 64 ? field.low : field.high) |= std::uint64_t{1} << (bit % 64);
        }
        return fields;
    }();

    // By how much to rotate; beyond 64 it starts anew, in the high word.
    static constexpr int place(int cell) { return 5 * cell; }

    // The tile of a cell, where the cell has its bits. The two words have no place in common.
    std::uint64_t in_place(int cell) const {
        const Field& field = kFields[static_cast<std::size_t>(cell)];
        return (words[0] & field.low) | (words[1] & field.high);
    }

    // Mark the fields of the low 60 bits that are 0; marks above a true one may be false.
    static std::uint64_t empty_fields(std::uint64_t word) {
        constexpr std::uint64_t ones = 0x0084210842108421u;
        return (word - ones) & ~word & (ones << 4);
    }

    void put(Tile tile, int cell) {
        const Field& field = kFields[static_cast<std::size_t>(cell)];
        const std::uint64_t placed = std::rotl(std::uint64_t{tile}, place(cell));
        words[0] |= placed & field.low;
        words[1] |= placed & field.high;
    }
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
