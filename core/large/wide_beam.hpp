// SPDX-License-Identifier: MIT
// Beam search ordered by a learned network: as wide as memory allows, shared by the threads.
//
// Children are listed first, each with a guess of its value: that of its parent, changed by all that no units add. Those that look
// worst are dropped unseen. Of the others equal boards meet in a table that also remembers the last layers, and those that are new are
// evaluated, parent by parent: a child's value takes the sums of its parent and the row of its move. Sums are what takes memory and
// time to move about, so only those of every second layer are written down, in the pass that evaluates its children.
//
// Between layers every board of the beam is different from all others, and stands after those of earlier parents. Its sums are those of
// its anchor, the last board before it whose sums were written down, and the steps of the one or two moves since.
#pragma once

#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <numbers>
#include <numeric>
#include <optional>

#include "../base/portable.hpp"
#include "../base/random.hpp"
#include "../base/threads.hpp"
#include "budget.hpp"
#include "layout.hpp"
#include "lessons.hpp"
#include "lineage.hpp"
#include "network.hpp"
#include "turned.hpp"

namespace taquin::large {

struct WideBeamSettings {
    std::size_t width = 1000;
    std::size_t max_moves = 0;
    // So many children are evaluated for every board of the beam, those of the best guesses; no board has more than four.
    double looks = 4;
    // Whether the beam narrows before the goal, where values are surest.
    bool narrows = false;
    // Change the width on the way so as to arrive when this part of the budget is spent.
    std::optional<double> arrive_at;
};

class WideBeam {
  public:
    virtual ~WideBeam() = default;
    virtual int side() const = 0;
    // The path to the goal, if the beam meets it within so many moves.
    virtual std::optional<Path> run(const Layout& start, const WideBeamSettings& settings, const Share& share) = 0;
    // Learn from the last run and the shortest path known from its start: the next run from there goes by what was learned.
    virtual void learn(const Layout& start, const Path& best) = 0;
    // Forget what was learned.
    virtual void forget() = 0;
};

template <std::size_t Side>
class SizedBeam final : public WideBeam {
  public:
    static constexpr std::size_t kCells = Side * Side;

    SizedBeam(const Network& network, int threads, std::size_t memory)
        : network_(network), kernel_(units::kernels().back()), threads_(static_cast<std::size_t>(threads)),
          widest_(std::min(kMemory, memory / 5 * 4) / (2 * (sizeof(State) + network.lanes() * sizeof(Sum)) + 3 * sizeof(Child) + 2 * kRemembered * sizeof(std::uint32_t))),
          parts_(threads_), sums_(network.lanes()), anchor_sums_(network.lanes()) {
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

    void forget() override {
        lessons_.clear();
        samples_.clear();
    }

    void learn(const Layout& start, const Path& best) override {
        const Turned turned(start);
        State state = root(start, turned);
        lessons_.clear();
        auto sample = samples_.begin();
        for (std::size_t moves = 1; moves <= best.size(); ++moves) {
            const auto from = static_cast<std::size_t>(beside_[state.blank][turned.move(best[moves - 1])]);
            std::swap(state.board[state.blank], state.board[from]);
            state.blank = static_cast<std::uint8_t>(from);
            const int value = network_.of(state.board.data());
            for (; sample != samples_.end() && sample->moves == moves; ++sample)
                if (sample->board != state.board) lessons_.add(state.board, sample->board, value - sample->value);
        }
        lessons_.learn();
    }

    std::optional<Path> run(const Layout& start, const WideBeamSettings& settings, const Share& share) override {
        const Turned turned(start);
        settings_ = settings;
        samples_.clear();
        random_ = Random(1);
        width_ = std::min(settings.width, widest_);
        prepare(start, turned);
        for (std::size_t moves = 1; moves <= settings.max_moves; ++moves) {
            if (settings.arrive_at) pace(*settings.arrive_at, share.spent());
            room_ = std::max<std::size_t>(1, static_cast<std::size_t>(static_cast<double>(width_) * narrowing(moves_ahead())));
            moves_left_ = settings.max_moves - moves;
            if (!advance(share)) return std::nullopt;
            sample(moves);
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
        std::int32_t line;  // the part of the value that no units add
        std::uint32_t anchor;  // its number in its layer
        std::array<Network::Kind, 2> since;  // the moves from there
        std::uint16_t distance;  // Manhattan: no path is shorter
        std::uint8_t blank;
        Direction last;
        std::array<std::uint8_t, kCells> board;
    };

    // A child by its parent's index and the move: four to a parent.
    struct Child {
        std::uint64_t hash;
        std::int32_t value;  // at first a guess
        std::uint32_t origin;
        std::int32_t line;
    };

    // A board that was kept after so many moves, and its value but for lessons.
    struct Sample {
        std::size_t moves;
        std::int32_t value;
        std::array<std::uint8_t, kCells> board;
    };

    // What one thread works on by itself.
    struct Part {
        std::vector<Child> children;  // by their parents
        std::vector<std::uint32_t> tags;  // of boards met of late whose hash belongs to this part
        std::vector<std::uint32_t> guesses;    // a histogram of its children by guess
        std::vector<std::uint32_t> histogram;  // by value; all 0 between layers
        std::int32_t least;
        std::size_t kept, first_kept, last_bin_room;
    };

    static constexpr std::size_t kMemory = 1'200'000'000;  // bytes; where boards come from takes up to a quarter of it besides
    static constexpr std::int32_t kDropped = std::numeric_limits<std::int32_t>::max();
    static constexpr std::size_t kBucket = 8;
    static constexpr std::size_t kBins = 1 << 14;
    static constexpr std::int32_t kBinsBelow = kBins / 2;
    static constexpr std::size_t kRemembered = 12;  // boards for each one of the beam
    static constexpr std::size_t kAhead = 12;       // boards to fetch before they are needed
    static constexpr std::size_t kSumsAhead = 4;    // children whose anchor's sums to fetch before they are needed
    static constexpr std::size_t kStopEvery = 1024;  // boards
    static constexpr int kSamples = 8, kDraws = 4;

    // The board alone.
    static State root(const Layout& start, const Turned& turned) {
        State state{};
        start.each_place([&](Place place) {
            const auto cell = static_cast<std::size_t>(turned.cell(place));
            if (place == start.blank)
                state.blank = static_cast<std::uint8_t>(cell);
            else
                state.board[cell] = static_cast<std::uint8_t>(turned.cell(start[place]) + 1);
        });
        return state;
    }

    void prepare(const Layout& start, const Turned& turned) {
        lineage_.clear();
        arrived_.reset();
        for (std::size_t tile = 0; tile < kCells; ++tile)
            for (std::size_t cell = 0; cell < kCells; ++cell) line_[tile][cell] = network_.line(tile, cell) + lessons_.of(tile, cell);
        layer_.assign(1, root(start, turned));
        State& state = layer_[0];
        for (std::size_t cell = 0; cell < kCells; ++cell) state.hash += tile_hash_[state.board[cell]][cell];
        goal_hash_ = 0;
        for (std::size_t cell = 0; cell + 1 < kCells; ++cell) goal_hash_ += tile_hash_[cell + 1][cell];
        state.line = network_.line_of(state.board.data()) + lessons_.of(state.board);
        state.anchor = 0;
        state.since = {0, 0};
        writes_sums_ = false;
        anchor_sums_.reserve(1);
        network_.sums_of(state.board.data(), anchor_sums_[0]);
        first_of_layer_ = Lineage::kRoot;
        state.distance = static_cast<std::uint16_t>(start.manhattan());
        state.last = kNoMove;
        const std::size_t buckets = std::bit_ceil(std::max<std::size_t>(64, kRemembered * width_ / kBucket / threads_));
        for (Part& part : parts_) {
            part.tags.assign(buckets * kBucket, 0);
            part.histogram.assign(kBins, 0);
        }
        least_ = state.value = network_.of(state.board.data()) + lessons_.of(state.board);
        paced_boards_ = 0;
    }

    // The moves that the best board of the layer seems to have left.
    double moves_ahead() const { return std::max(0, least_) / static_cast<double>(Network::kPerMove); }

    // From so many moves before the goal on the beam narrows.
    double narrows_from() const { return settings_.narrows ? kHalvedEvery * std::log2(std::max(1.0, static_cast<double>(width_) / kAtGoal)) : 0; }

    // The part of the width that a layer gets so many moves before the goal.
    double narrowing(double ahead) const { return std::exp2(std::min(0.0, ahead - narrows_from()) / kHalvedEvery); }

    // How many layers of full width those that are left come to.
    double full_layers(double ahead) const {
        return std::max(0.0, ahead - narrows_from()) + kHalvedEvery / std::numbers::ln2 * (narrowing(ahead) - narrowing(0));
    }

    // As many boards a layer as can be afforded for all the layers that seem to be left, going by the cost of the last ones.
    void pace(double arrive_at, double spent) {
        if (paced_boards_ == 0) paced_since_ = spent;
        paced_boards_ += layer_.size();
        if (paced_boards_ < kPaceEvery * width_) return;
        const double cost = (spent - paced_since_) / static_cast<double>(paced_boards_);
        const double affordable = std::max(0.0, arrive_at - spent) / (cost * (kLastLayers + full_layers(moves_ahead())) + 1e-15);
        const auto width = static_cast<double>(width_);
        width_ = static_cast<std::size_t>(std::clamp(affordable, std::max(kNarrowest, 0.7 * width), std::min(static_cast<double>(widest_), 1.3 * width)));
        paced_boards_ = 0;
    }

    // Note some boards of every other layer, each the best looking of a few.
    void sample(std::size_t moves) {
        if (moves % 2 != 0) return;
        for (int number = 0; number < kSamples; ++number) {
            const State* best = nullptr;
            for (int draw = 0; draw < kDraws; ++draw) {
                const State& state = layer_[random_.below(layer_.size())];
                if (!best || state.value < best->value) best = &state;
            }
            samples_.push_back({moves, best->value - lessons_.of(best->board), best->board});
        }
    }

    // One layer on; false if there is none or time is up.
    bool advance(const Share& share) {
        const std::size_t parts = layer_.size() < kWorthThreads ? 1 : threads_;
        const auto begin_of = [&](std::size_t part) { return part * layer_.size() / parts; };
        run_jobs(parts, [&](std::size_t part) { list_children(parts_[part], begin_of(part), begin_of(part + 1)); });
        std::size_t children = 0;
        for (std::size_t part = 0; part < parts; ++part) children += parts_[part].children.size();
        share.charge(children);
        last_guess_ = last_guess(parts, children);
        run_jobs(parts, [&](std::size_t part) { drop_bad_and_known(part, parts); });
        if (writes_sums_ && sums_.rows() < layer_.size()) sums_.reserve(std::max(layer_.size(), std::min(2 * sums_.rows(), widest_)));
        run_jobs(parts, [&](std::size_t part) { evaluate(parts_[part], share); });
        if (share.over()) return false;
        const std::int32_t least = select(parts);
        run_jobs(parts, [&](std::size_t part) { settle(parts_[part]); });
        least_ = least;
        std::swap(layer_, next_);
        first_of_layer_ = first_of_next_;
        if (writes_sums_) std::swap(sums_, anchor_sums_);
        writes_sums_ = !writes_sums_;
        if (lineage_.wants_sweep()) sweep();
        return layer_.size() > 0;
    }

    // The children of some of the layer's boards from which the goal may still be in reach.
    void list_children(Part& part, std::size_t begin, std::size_t end) const {
        part.children.clear();
        part.guesses.assign(kBins, 0);
        const int moves_left = static_cast<int>(std::min<std::size_t>(moves_left_, 1 << 20));
        for (std::size_t index = begin; index < end; ++index) {
            const State& state = layer_[index];
            const auto& beside = beside_[state.blank];
            const Network::Window window = network_.around(state.board.data(), state.blank);
            for (std::size_t move = 0; move < 4; ++move) {
                if (beside[move] < 0 || (state.last != kNoMove && move == static_cast<std::size_t>(opposite(state.last)))) continue;
                const auto from = static_cast<std::size_t>(beside[move]);
                const std::size_t tile = state.board[from];
                if (state.distance + nearing(tile, from, state.blank) > moves_left) continue;
                const std::int32_t change = line_change(state, tile, from) + network_.near_change(window, state.board.data(), tile, state.blank, move);
                part.children.push_back({state.hash + tile_hash_[tile][state.blank] - tile_hash_[tile][from], state.value + change,
                                         static_cast<std::uint32_t>(index * 4 + move), state.line + change});
                ++part.guesses[bin_of(state.value + change)];
            }
        }
    }

    // Neighbours aside.
    std::int32_t line_change(const State& state, std::size_t tile, std::size_t from) const {
        return line_[tile][state.blank] - line_[tile][from] + line_[0][from] - line_[0][state.blank];
    }

    // The bin of the worst guesses that are looked into.
    std::size_t last_guess(std::size_t parts, std::size_t children) const {
        const auto most = static_cast<std::size_t>(settings_.looks * static_cast<double>(room_));
        if (children <= most) return kBins;
        std::size_t bin = 0;
        for (std::size_t count = 0; bin < kBins; ++bin) {
            for (std::size_t part = 0; part < parts; ++part) count += parts_[part].guesses[bin];
            if (count >= most) break;
        }
        return bin;
    }

    // By how much the distance of a tile from home changes between neighbouring cells: one more or one less.
    int nearing(std::size_t tile, std::size_t from, std::size_t to) const { return steps_[tile][to] - steps_[tile][from]; }

    // Spoil the children that look bad or were met before, of those whose hashes belong to a part.
    void drop_bad_and_known(std::size_t own, std::size_t parts) {
        Part& keeper = parts_[own];
        const std::size_t mask = keeper.tags.size() / kBucket - 1;
        const auto bucket_of = [&](std::uint64_t hash) { return &keeper.tags[(hash >> 33 & mask) * kBucket]; };
        for (std::size_t part = 0; part < parts; ++part) {
            std::vector<Child>& children = parts_[part].children;
            for (std::size_t index = 0; index < children.size(); ++index) {
                if (index + kAhead < children.size() && children[index + kAhead].hash % parts == own) prefetch(bucket_of(children[index + kAhead].hash));
                Child& child = children[index];
                if (child.hash % parts != own) continue;
                if (bin_of(child.value) > last_guess_ || !is_new(bucket_of(child.hash), static_cast<std::uint32_t>(child.hash))) child.value = kDropped;
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

    // Keep of a part's children those that are not spoilt, with their values; in every second layer, write down their parents' sums.
    void evaluate(Part& part, const Share& share) {
        std::erase_if(part.children, [](const Child& child) { return child.value == kDropped; });
        part.least = kDropped;
        std::size_t fetched = 0, families = 0;
        std::uint32_t anchor = std::numeric_limits<std::uint32_t>::max();
        for (std::size_t begin = 0, end = 0; begin < part.children.size(); begin = end) {
            if (families++ % kStopEvery == 0 && share.stopping()) return part.children.clear();
            const std::uint32_t parent = part.children[begin].origin / 4;
            while (end < part.children.size() && part.children[end].origin / 4 == parent) ++end;
            for (; fetched < std::min(end + kSumsAhead, part.children.size()); ++fetched) fetch_sums(layer_[part.children[fetched].origin / 4].anchor, anchor);
            evaluate_family(part, layer_[parent], std::span(part.children).subspan(begin, end - begin), writes_sums_ ? sums_[parent] : nullptr);
        }
    }

    // Rows of steps come often enough to be near; sums come once.
    TAQUIN_INLINE void fetch_sums(std::uint32_t next, std::uint32_t& last) const {
        if (std::exchange(last, next) == next) return;
        for (std::size_t lane = 0; lane < network_.lanes(); lane += kCacheLine / sizeof(Sum)) prefetch(anchor_sums_[next] + lane);
    }

    // The children of one board.
    void evaluate_family(Part& part, const State& state, std::span<Child> children, Sum* sums) const {
        units::Job job{anchor_sums_[state.anchor], {network_.step(state.since[0]), network_.step(state.since[1])}, sums, {}, network_.weights(), network_.lanes()};
        for (std::size_t at = 0; at < children.size(); ++at) {
            const std::size_t move = children[at].origin % 4;
            const auto from = static_cast<std::size_t>(beside_[state.blank][move]);
            job.steps[at] = network_.step(network_.kind(state.board[from], from, move));
        }
        units::Totals totals;
        kernel_(job, children.size(), totals);
        for (std::size_t at = 0; at < children.size(); ++at) {
            children[at].value = children[at].line + (totals[at] >> Network::kShift);
            part.least = std::min(part.least, children[at].value);
            ++part.histogram[bin_of(children[at].value)];
        }
    }

    // Bins lie around the least value of the layer before. What is farther from it than they reach, by some hundred moves, is as what
    // they end with.
    std::size_t bin_of(std::int32_t value) const {
        return static_cast<std::size_t>(std::clamp<std::int32_t>(value - least_, -kBinsBelow, kBins - kBinsBelow - 1) + kBinsBelow);
    }

    // Find the worst value to keep, and give each part its places in the next layer; returns the least value.
    std::int32_t select(std::size_t parts) {
        std::int32_t least = kDropped;
        for (std::size_t part = 0; part < parts; ++part) least = std::min(least, parts_[part].least);
        std::size_t below = 0;
        for (std::size_t part = 0; part < parts; ++part) parts_[part].kept = 0;
        for (last_bin_ = least == kDropped ? kBins : bin_of(least); last_bin_ < kBins; ++last_bin_) {
            std::size_t here = 0;
            for (std::size_t part = 0; part < parts; ++part) here += parts_[part].histogram[last_bin_];
            if (below + here > room_) break;
            below += here;
            for (std::size_t part = 0; part < parts; ++part) parts_[part].kept += parts_[part].histogram[last_bin_];
        }
        std::size_t room = room_ - below, total = 0;
        for (std::size_t part = 0; part < parts; ++part) {
            Part& own = parts_[part];
            own.last_bin_room = last_bin_ < kBins ? std::min<std::size_t>(room, own.histogram[last_bin_]) : 0;
            own.first_kept = total;
            own.kept += own.last_bin_room;
            room -= own.last_bin_room;
            total += own.kept;
        }
        next_.resize(total);
        first_of_next_ = lineage_.extend(total);
        return least;
    }

    void settle(Part& part) {
        std::size_t at = part.first_kept, room = part.last_bin_room;
        for (const Child& child : part.children) {
            const std::size_t bin = bin_of(child.value);
            part.histogram[bin] = 0;
            if (bin > last_bin_ || (bin == last_bin_ && room == 0)) continue;
            if (bin == last_bin_) --room;
            const State& parent = layer_[child.origin / 4];
            const auto move = static_cast<Direction>(child.origin % 4);
            State& state = next_[at] = parent;
            const auto from = static_cast<std::size_t>(beside_[parent.blank][move]);
            const std::size_t tile = parent.board[from];
            state.board[parent.blank] = static_cast<std::uint8_t>(tile);
            state.board[from] = 0;
            state.hash = child.hash;
            state.value = child.value;
            state.line = child.line;
            const Network::Kind kind = network_.kind(tile, from, move);
            if (writes_sums_) state.anchor = child.origin / 4;
            state.since = writes_sums_ ? std::array{kind, Network::Kind{0}} : std::array{parent.since[0], kind};
            state.distance = static_cast<std::uint16_t>(parent.distance + nearing(tile, from, parent.blank));
            state.blank = static_cast<std::uint8_t>(from);
            state.last = move;
            const auto node = static_cast<Lineage::Node>(first_of_next_ + at);
            lineage_.set(node, static_cast<Lineage::Node>(first_of_layer_ + child.origin / 4), move);
            if (child.hash == goal_hash_ && state.distance == 0) arrived_ = node;  // one board of the layer at most
            ++at;
        }
    }

    // The nodes of the layer stay one behind the other.
    void sweep() {
        std::vector<Lineage::Node> nodes(layer_.size());
        std::iota(nodes.begin(), nodes.end(), first_of_layer_);
        std::vector<Lineage::Node*> alive;
        for (Lineage::Node& node : nodes) alive.push_back(&node);
        if (arrived_) alive.push_back(&*arrived_);
        lineage_.sweep(alive);
        if (!nodes.empty()) first_of_layer_ = nodes.front();
    }

    static constexpr std::size_t kWorthThreads = 2048;
    static constexpr std::size_t kPaceEvery = 3;  // full layers
    static constexpr double kLastLayers = 4;
    static constexpr double kNarrowest = 50;
    static constexpr double kAtGoal = 1000;     // boards a layer that are left there of a beam that narrows
    static constexpr double kHalvedEvery = 7;   // moves, once it narrows

    const Network& network_;
    const units::Kernel kernel_;
    const std::size_t threads_;
    const std::size_t widest_;
    std::array<std::array<std::uint64_t, kCells>, kCells> tile_hash_{};
    std::array<std::array<std::int8_t, kCells>, kCells> steps_{};  // from home, by tile and cell
    std::array<std::array<std::int8_t, 4>, kCells> beside_{};
    std::vector<Part> parts_;
    std::vector<State> layer_, next_;
    SumRows sums_, anchor_sums_;  // of the layer, if it is one whose sums are written down, and of the last such one
    bool writes_sums_ = false;
    Lineage lineage_;
    std::optional<Lineage::Node> arrived_;
    std::uint64_t goal_hash_ = 0;
    Lessons<kCells> lessons_;
    std::array<std::array<std::int32_t, kCells>, kCells> line_{};  // by tile and cell, with what lessons add
    std::vector<Sample> samples_;  // of the last run, in order
    Random random_{1};
    WideBeamSettings settings_;
    std::size_t width_ = 0;
    std::size_t room_ = 0;  // of that, in the layer at hand
    std::size_t moves_left_ = 0;  // after the next layer
    std::size_t paced_boards_ = 0;  // since `paced_since_`
    double paced_since_ = 0;
    Lineage::Node first_of_layer_ = 0, first_of_next_ = 0;
    std::int32_t least_ = 0;  // value in the layer
    std::size_t last_guess_ = 0, last_bin_ = 0;  // bins of the worst that are looked into, and kept
};

// A beam as wide as so many bytes allow, and never wider than is good for the machine.
inline std::unique_ptr<WideBeam> make_wide_beam(const Network& network, int threads,
                                                std::size_t memory = std::numeric_limits<std::size_t>::max()) {
    switch (network.side()) {
        case 3: return std::make_unique<SizedBeam<3>>(network, threads, memory);
        case 4: return std::make_unique<SizedBeam<4>>(network, threads, memory);
        case 5: return std::make_unique<SizedBeam<5>>(network, threads, memory);
        case 6: return std::make_unique<SizedBeam<6>>(network, threads, memory);
        case 7: return std::make_unique<SizedBeam<7>>(network, threads, memory);
        default: return std::make_unique<SizedBeam<8>>(network, threads, memory);
    }
}

}  // namespace taquin::large
