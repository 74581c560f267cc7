// SPDX-License-Identifier: MIT
// Beam search ordered by learned values: as wide as memory allows, shared by the threads.
//
// A move of a tile changes the value by one number for every other tile. Which numbers these are depends on the tile and the two
// cells, so the children of a layer are gathered by those: a row of differences, which fits the nearest cache, serves all children
// of its kind. Equal boards meet in a table that also remembers the last layers.
//
// Between layers every board of the beam is different from all others. A board and all that is known of it stand in one place,
// aligned to cache lines: children are made in an order that is none of their parents'.
#pragma once

#include <array>
#include <cstring>
#include <limits>
#include <memory>
#include <optional>

#include "../base/portable.hpp"
#include "../base/random.hpp"
#include "../base/threads.hpp"
#include "budget.hpp"
#include "layout.hpp"
#include "lineage.hpp"
#include "pair_values.hpp"

namespace taquin::large {

// How a board has to be turned so that the blank's home becomes the last cell.
class Turned {
  public:
    static bool is_possible(const Layout& board, int side) {
        const Shape& shape = board.shape();
        return shape.rows == side && shape.cols == side && is_edge(row_of(board.blank_home), side) && is_edge(col_of(board.blank_home), side);
    }

    explicit Turned(const Layout& board)
        : side_(board.shape().rows), upside_down_(row_of(board.blank_home) == 0), left_to_right_(col_of(board.blank_home) == 0) {}

    int cell(Place place) const {
        const int row = upside_down_ ? side_ - 1 - row_of(place) : row_of(place);
        const int col = left_to_right_ ? side_ - 1 - col_of(place) : col_of(place);
        return row * side_ + col;
    }
    Direction move(Direction move) const {
        const bool vertical = move == kUp || move == kDown;
        return (vertical ? upside_down_ : left_to_right_) ? opposite(move) : move;
    }

  private:
    static bool is_edge(int at, int side) { return at == 0 || at == side - 1; }

    int side_;
    bool upside_down_, left_to_right_;
};

struct WideBeamSettings {
    std::size_t width = 1000;
    std::size_t max_moves = 0;
    // Change the width on the way so as to arrive when this part of the budget is spent.
    std::optional<double> arrive_at;
};

class WideBeam {
  public:
    // Boards of so many, and all that belongs to them, take 0.7 GB.
    static constexpr std::size_t kWidest = 2'000'000;

    virtual ~WideBeam() = default;
    virtual int side() const = 0;
    // The path to the goal, if the beam meets it within so many moves.
    virtual std::optional<Path> run(const Layout& start, const WideBeamSettings& settings, const Share& share) = 0;
};

template <std::size_t Side>
class SizedBeam final : public WideBeam {
  public:
    static constexpr std::size_t kCells = Side * Side;

    SizedBeam(const PairValues& values, int threads) : values_(values), threads_(static_cast<std::size_t>(threads)), parts_(threads_) {
        for (std::size_t tile = 0; tile < kCells; ++tile)
            for (std::size_t cell = 0; cell < kCells; ++cell)
                tile_hash_[tile][cell] = tile == 0 ? 0 : mix(tile << 8 | cell | std::uint64_t{1} << 32);
        constexpr int side = Side;
        for (int tile = 1; tile < side * side; ++tile)
            for (int cell = 0; cell < side * side; ++cell)
                steps_[static_cast<std::size_t>(tile)][static_cast<std::size_t>(cell)] =
                    static_cast<std::int8_t>(magnitude((tile - 1) / side - cell / side) + magnitude((tile - 1) % side - cell % side));
        for (int cell = 0; cell < side * side; ++cell) {
            const int row = cell / side, col = cell % side;
            const int beside[4] = {row > 0 ? cell - side : -1, col > 0 ? cell - 1 : -1, col + 1 < side ? cell + 1 : -1, row + 1 < side ? cell + side : -1};
            for (std::size_t move = 0; move < 4; ++move) beside_[static_cast<std::size_t>(cell)][move] = static_cast<std::int8_t>(beside[move]);
        }
    }

    int side() const override { return Side; }

    std::optional<Path> run(const Layout& start, const WideBeamSettings& settings, const Share& share) override {
        const Turned turned(start);
        width_ = std::min(settings.width, kWidest);
        prepare(start, turned);
        for (std::size_t moves = 1; moves <= settings.max_moves; ++moves) {
            if (settings.arrive_at) pace(*settings.arrive_at, share.spent());
            moves_left_ = settings.max_moves - moves;
            if (!advance(share)) return std::nullopt;
            if (arrived_) {
                Path path = lineage_.path_to(*arrived_);
                for (Direction& move : path) move = turned.move(move);
                return path;
            }
        }
        return std::nullopt;
    }

  private:
    struct alignas(kCacheLine) State {
        std::uint64_t hash;
        std::int32_t value;
        Lineage::Node node;
        std::uint16_t distance;  // Manhattan: no path is shorter
        std::uint8_t blank;
        Direction last;
        std::array<std::uint8_t, kCells> board;
    };

    // A child by its parent's index and the move: four to a parent.
    struct Child {
        std::uint64_t hash;
        std::int32_t value;
        std::uint32_t origin;
    };

    // What one thread works on by itself.
    struct Part {
        std::vector<std::uint32_t> origins, kinds;  // of the children as they are met
        std::vector<std::uint32_t> by_kind, kind_end;
        std::vector<Child> children;
        std::vector<std::int16_t> differences;
        std::vector<std::uint32_t> tags;  // of boards met of late whose hash belongs to this part
        std::vector<std::uint32_t> histogram;
        std::int32_t least, most;
        std::size_t kept, first_kept, last_bin_room;
    };

    static constexpr std::int32_t kDropped = std::numeric_limits<std::int32_t>::max();
    static constexpr std::size_t kBucket = 8;
    static constexpr std::size_t kBins = 1 << 14;
    static constexpr std::size_t kRemembered = 12;  // boards for each one of the beam
    static constexpr std::size_t kAhead = 12;       // boards to fetch before they are needed
    static constexpr std::uint32_t kFewChildren = 4;  // of a kind, not worth a row of their own

    void prepare(const Layout& start, const Turned& turned) {
        lineage_.clear();
        arrived_.reset();
        layer_.assign(1, State{});
        State& state = layer_[0];
        start.each_place([&](Place place) {
            const auto cell = static_cast<std::size_t>(turned.cell(place));
            if (place == start.blank) {
                state.blank = static_cast<std::uint8_t>(cell);
                return;
            }
            state.board[cell] = static_cast<std::uint8_t>(turned.cell(start[place]) + 1);
            state.hash += tile_hash_[state.board[cell]][cell];
        });
        goal_hash_ = 0;
        for (std::size_t cell = 0; cell + 1 < kCells; ++cell) goal_hash_ += tile_hash_[cell + 1][cell];
        state.value = values_.of(state.board.data());
        state.node = Lineage::kRoot;
        state.distance = static_cast<std::uint16_t>(start.manhattan());
        state.last = kNoMove;
        const std::size_t buckets = std::bit_ceil(std::max<std::size_t>(64, kRemembered * width_ / kBucket / threads_));
        for (Part& part : parts_) part.tags.assign(buckets * kBucket, 0);
        least_ = state.value;
        paced_boards_ = 0;
    }

    // As many boards a layer as can be afforded for all the layers that seem to be left, going by the cost of the last ones.
    void pace(double arrive_at, double spent) {
        if (paced_boards_ == 0) paced_since_ = spent;
        paced_boards_ += layer_.size();
        if (paced_boards_ < kPaceEvery * width_) return;
        const double cost = (spent - paced_since_) / static_cast<double>(paced_boards_);
        const double layers = kLastLayers + std::max(0, least_) / static_cast<double>(PairValues::kUnits);
        const double affordable = std::max(0.0, arrive_at - spent) / (cost * layers + 1e-15);
        const auto width = static_cast<double>(width_);
        width_ = static_cast<std::size_t>(std::clamp(affordable, std::max(kNarrowest, 0.7 * width), std::min<double>(kWidest, 1.3 * width)));
        paced_boards_ = 0;
    }

    // One layer on; false if there is none or time is up.
    bool advance(const Share& share) {
        const std::size_t parts = layer_.size() < kWorthThreads ? 1 : threads_;
        run_jobs(parts, [&](std::size_t part) {
            expand(parts_[part], part * layer_.size() / parts, (part + 1) * layer_.size() / parts, share);
        });
        if (share.over()) return false;
        std::int32_t least = kDropped, most = std::numeric_limits<std::int32_t>::min();
        std::size_t children = 0;
        for (std::size_t part = 0; part < parts; ++part) {
            least = std::min(least, parts_[part].least);
            most = std::max(most, parts_[part].most);
            children += parts_[part].children.size();
        }
        share.charge(children);
        if (children == 0) return false;
        bin_shift_ = 0;
        while (static_cast<std::size_t>(static_cast<std::int64_t>(most) - least) >> bin_shift_ >= kBins) ++bin_shift_;
        least_ = least;
        run_jobs(parts, [&](std::size_t part) { drop_known(part, parts); });
        select(parts);
        run_jobs(parts, [&](std::size_t part) { settle(parts_[part]); });
        std::swap(layer_, next_);
        if (lineage_.wants_sweep()) sweep();
        return layer_.size() > 0;
    }

    void expand(Part& part, std::size_t begin, std::size_t end, const Share& share) {
        list_children(part, begin, end);
        part.children.resize(part.origins.size());
        part.differences.resize(kCells * kCells);
        part.least = kDropped;
        part.most = std::numeric_limits<std::int32_t>::min();
        std::uint32_t first = 0;
        for (std::size_t kind = 0; kind < part.kind_end.size(); ++kind) {
            const std::uint32_t last = part.kind_end[kind];
            if (last == first) continue;
            if (share.stopping()) return part.children.clear();
            const std::size_t tile = kind / 4 / kCells, from = kind / 4 % kCells;
            const auto to = static_cast<std::size_t>(beside_[from][3 - kind % 4]);
            evaluate(part, tile, from, to, first, last);
            first = last;
        }
    }

    // The children of some of the layer's boards, sorted by kind: the tile that moves, whence, and the blank's move.
    void list_children(Part& part, std::size_t begin, std::size_t end) const {
        part.origins.clear();
        part.kinds.clear();
        part.kind_end.assign(kCells * kCells * 4, 0);
        const int moves_left = static_cast<int>(std::min<std::size_t>(moves_left_, 1 << 20));
        for (std::size_t index = begin; index < end; ++index) {
            const State& state = layer_[index];
            const auto& beside = beside_[state.blank];
            for (std::size_t move = 0; move < 4; ++move) {
                if (beside[move] < 0 || (state.last != kNoMove && move == static_cast<std::size_t>(opposite(state.last)))) continue;
                const auto from = static_cast<std::size_t>(beside[move]);
                const std::size_t tile = state.board[from];
                if (state.distance + nearing(tile, from, state.blank) > moves_left) continue;
                const auto kind = static_cast<std::uint32_t>((tile * kCells + from) * 4 + move);
                part.origins.push_back(static_cast<std::uint32_t>(index * 4 + move));
                part.kinds.push_back(kind);
                ++part.kind_end[kind];
            }
        }
        std::uint32_t sum = 0;
        for (std::uint32_t& count : part.kind_end) sum += std::exchange(count, sum);
        part.by_kind.resize(part.origins.size());
        for (std::size_t index = 0; index < part.origins.size(); ++index) part.by_kind[part.kind_end[part.kinds[index]]++] = part.origins[index];
    }

    TAQUIN_INLINE static void prefetch_state(const State& state) {
        for (std::size_t at = 0; at < sizeof(State); at += kCacheLine) prefetch(reinterpret_cast<const char*>(&state) + at);
    }

    // By how much the distance of a tile from home changes between neighbouring cells: one more or one less.
    int nearing(std::size_t tile, std::size_t from, std::size_t to) const { return steps_[tile][to] - steps_[tile][from]; }

    void evaluate(Part& part, std::size_t tile, std::size_t from, std::size_t to, std::uint32_t first, std::uint32_t last) const {
        const std::int16_t* before = values_.with_others(tile, from);
        const std::int16_t* after = values_.with_others(tile, to);
        const std::int32_t single = values_.single(tile, to) - values_.single(tile, from);
        const std::uint64_t hash = tile_hash_[tile][to] - tile_hash_[tile][from];
        std::int16_t* row = part.differences.data();
        const bool few = last - first < kFewChildren;
        if (!few)
            for (std::size_t at = 0; at < kCells * kCells; ++at) row[at] = static_cast<std::int16_t>(after[at] - before[at]);
        for (std::uint32_t at = first; at < last; ++at) {
            if (at + kAhead < part.by_kind.size()) prefetch_state(layer_[part.by_kind[at + kAhead] / 4]);
            const std::uint32_t origin = part.by_kind[at];
            const State& parent = layer_[origin / 4];
            const std::uint8_t* board = parent.board.data();
            std::int32_t value = parent.value + single;
            if (few)
                for (std::size_t cell = 0; cell < kCells; ++cell) value += after[cell * kCells + board[cell]] - before[cell * kCells + board[cell]];
            else
                for (std::size_t cell = 0; cell < kCells; ++cell) value += row[cell * kCells + board[cell]];
            part.least = std::min(part.least, value);
            part.most = std::max(part.most, value);
            part.children[at] = {parent.hash + hash, value, origin};
        }
    }

    // Spoil the children that were met before, of those whose hashes belong to a part; count the others by value.
    void drop_known(std::size_t own, std::size_t parts) {
        Part& keeper = parts_[own];
        keeper.histogram.assign(kBins, 0);
        const std::size_t mask = keeper.tags.size() / kBucket - 1;
        const auto bucket_of = [&](std::uint64_t hash) { return &keeper.tags[(hash >> 33 & mask) * kBucket]; };
        for (std::size_t part = 0; part < parts; ++part) {
            std::vector<Child>& children = parts_[part].children;
            for (std::size_t index = 0; index < children.size(); ++index) {
                if (index + kAhead < children.size() && children[index + kAhead].hash % parts == own) prefetch(bucket_of(children[index + kAhead].hash));
                Child& child = children[index];
                if (child.hash % parts != own) continue;
                if (!is_new(bucket_of(child.hash), static_cast<std::uint32_t>(child.hash)))
                    child.value = kDropped;
                else
                    ++keeper.histogram[bin_of(child.value)];
            }
        }
    }

    static bool is_new(std::uint32_t* bucket, std::uint32_t tag) {
        for (std::size_t slot = 0; slot < kBucket; ++slot)
            if (bucket[slot] == tag) return false;
        std::memmove(bucket + 1, bucket, (kBucket - 1) * sizeof *bucket);
        bucket[0] = tag;
        return true;
    }

    std::size_t bin_of(std::int32_t value) const { return static_cast<std::size_t>(static_cast<std::int64_t>(value) - least_) >> bin_shift_; }

    // Find the worst value to keep, and give each part its places in the next layer.
    void select(std::size_t parts) {
        std::size_t below = 0;
        for (last_bin_ = 0; last_bin_ < kBins; ++last_bin_) {
            std::size_t here = 0;
            for (std::size_t owner = 0; owner < parts; ++owner) here += parts_[owner].histogram[last_bin_];
            if (below + here > width_) break;
            below += here;
        }
        std::size_t room = width_ - below, total = 0;
        for (std::size_t part = 0; part < parts; ++part) {
            Part& own = parts_[part];
            own.first_kept = total;
            own.kept = own.last_bin_room = 0;
            for (const Child& child : own.children) {
                if (child.value == kDropped) continue;
                const std::size_t bin = bin_of(child.value);
                if (bin < last_bin_) ++own.kept;
                if (bin == last_bin_ && own.last_bin_room < room) ++own.last_bin_room;
            }
            own.kept += own.last_bin_room;
            room -= own.last_bin_room;
            total += own.kept;
        }
        next_.resize(total);
        first_node_ = lineage_.extend(total);
    }

    void settle(Part& part) {
        std::size_t at = part.first_kept, room = part.last_bin_room;
        const auto is_kept = [&](const Child& child) {
            if (child.value == kDropped) return false;
            const std::size_t bin = bin_of(child.value);
            if (bin == last_bin_ && room > 0) return --room, true;
            return bin < last_bin_;
        };
        for (std::size_t index = 0; index < part.children.size(); ++index) {
            if (index + kAhead < part.children.size()) prefetch_state(layer_[part.children[index + kAhead].origin / 4]);
            const Child& child = part.children[index];
            if (!is_kept(child)) continue;
            const State& parent = layer_[child.origin / 4];
            const auto move = static_cast<Direction>(child.origin % 4);
            State& state = next_[at] = parent;
            const auto from = static_cast<std::size_t>(beside_[parent.blank][move]);
            const std::size_t tile = parent.board[from];
            state.board[parent.blank] = static_cast<std::uint8_t>(tile);
            state.board[from] = 0;
            state.hash = child.hash;
            state.value = child.value;
            state.distance = static_cast<std::uint16_t>(parent.distance + nearing(tile, from, parent.blank));
            state.blank = static_cast<std::uint8_t>(from);
            state.last = move;
            state.node = static_cast<Lineage::Node>(first_node_ + at);
            lineage_.set(state.node, parent.node, move);
            if (child.hash == goal_hash_ && state.distance == 0) arrived_ = state.node;  // one board of the layer at most
            ++at;
        }
    }

    void sweep() {
        std::vector<Lineage::Node*> alive;
        for (State& state : layer_) alive.push_back(&state.node);
        if (arrived_) alive.push_back(&*arrived_);
        lineage_.sweep(alive);
    }

    static constexpr std::size_t kWorthThreads = 2048;
    static constexpr std::size_t kPaceEvery = 3;  // full layers
    static constexpr double kLastLayers = 4;
    static constexpr double kNarrowest = 50;

    const PairValues& values_;
    const std::size_t threads_;
    std::array<std::array<std::uint64_t, kCells>, kCells> tile_hash_{};
    std::array<std::array<std::int8_t, kCells>, kCells> steps_{};  // from home, by tile and cell
    std::array<std::array<std::int8_t, 4>, kCells> beside_{};
    std::vector<Part> parts_;
    std::vector<State> layer_, next_;
    Lineage lineage_;
    std::optional<Lineage::Node> arrived_;
    std::uint64_t goal_hash_ = 0;
    std::size_t width_ = 0;
    std::size_t moves_left_ = 0;  // after the next layer
    std::size_t paced_boards_ = 0;  // since `paced_since_`
    double paced_since_ = 0;
    Lineage::Node first_node_ = 0;
    std::int32_t least_ = 0;
    int bin_shift_ = 0;
    std::size_t last_bin_ = 0;
};

inline std::unique_ptr<WideBeam> make_wide_beam(const PairValues& values, int threads) {
    switch (values.side()) {
        case 3: return std::make_unique<SizedBeam<3>>(values, threads);
        case 4: return std::make_unique<SizedBeam<4>>(values, threads);
        case 5: return std::make_unique<SizedBeam<5>>(values, threads);
        case 6: return std::make_unique<SizedBeam<6>>(values, threads);
        case 7: return std::make_unique<SizedBeam<7>>(values, threads);
        default: return std::make_unique<SizedBeam<8>>(values, threads);
    }
}

}  // namespace taquin::large
