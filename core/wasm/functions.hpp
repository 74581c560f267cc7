// SPDX-License-Identifier: MIT
// What the core can be asked for, by name; each function reads its arguments and writes what it returns. They are those of
// `taquin/_core.pyi`, and `taquin/wasm_core` gives them that form again. Things that outlive a call are known by numbers.
#pragma once

#include <map>
#include <memory>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "../base/permutation.hpp"
#include "../base/shape.hpp"
#include "../base/stop.hpp"
#include "../optimal/heuristic.hpp"
#include "wire.hpp"

namespace taquin::wasm {

using Function = void (*)(Reader& arguments, Writer& reply);
using Functions = std::map<std::string_view, Function>;

void add_textbook(Functions& functions);
void add_optimal(Functions& functions);
void add_slides(Functions& functions);
void add_large(Functions& functions);

// Things of one kind, by number; whoever made one lets go of it.
template <class Thing>
class Registry {
  public:
    std::int64_t add(std::shared_ptr<Thing> thing) {
        things_.emplace(++last_, std::move(thing));
        return last_;
    }
    const std::shared_ptr<Thing>& operator[](std::int64_t number) const {
        const auto found = things_.find(number);
        if (found == things_.end()) throw std::invalid_argument("nothing has this number");
        return found->second;
    }
    void remove(std::int64_t number) { things_.erase(number); }

  private:
    std::map<std::int64_t, std::shared_ptr<Thing>> things_;
    std::int64_t last_ = 0;
};

// Bytes that the host writes or reads in place.
using Table = std::vector<std::uint8_t>;

Registry<Table>& all_tables();

// Tells the host where it finds a table.
void write_table(Writer& reply, const std::shared_ptr<Table>& table);

// Pattern databases for one goal, with the tables they look things up in.
struct Databases {
    std::vector<std::uint8_t> goal;
    optimal::HomeBoard home_of_tile{};
    optimal::LookupPlan plan;
    std::vector<std::shared_ptr<const Table>> owners;
    std::vector<Bytes> tables;
    std::shared_ptr<const optimal::Heuristic> heuristic;
};

const Registry<Databases>& all_databases();

inline Shape read_shape(Reader& arguments) {
    const int rows = arguments.number();
    return {rows, arguments.number()};
}

inline void read_limits(Reader& arguments, StopControl& control) {
    control.limit_seconds(arguments.real());
    control.node_limit = arguments.number<std::uint64_t>();
}

// A board of the textbook's searches; throws unless it is one.
template <class Tile>
std::vector<Tile> read_tiles(Reader& arguments, int cells) {
    const auto numbers = arguments.numbers<int>();
    check_tiles(std::span<const int>(numbers), static_cast<std::size_t>(cells));
    return {numbers.begin(), numbers.end()};
}

// A path, or that there is none: an empty one is a path too.
template <class Move>
void write_moves(Writer& reply, bool found, std::span<const Move> moves) {
    reply.number(found);
    reply.bytes(moves);
}

}  // namespace taquin::wasm
