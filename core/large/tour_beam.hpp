// SPDX-License-Identifier: MIT
// Beam search that holds a single board, whatever the width of the beam.
//
// The boards of a layer are the leaves of a tree of moves, close relatives of one another. Instead of storing them, the
// beam walks one board from leaf to leaf: between two neighbours it stores the few moves that lead from one to the other.
// A layer costs the length of that tour and not width x cells, so a beam on 100x100 runs as fast as on 10x10. Each layer
// tours the leaves in the opposite order of the one before, starting where that one ended.
//
// Between layers the board stands at the first leaf of the tour.
#pragma once

#include <limits>
#include <optional>

#include "../base/random.hpp"
#include "budget.hpp"
#include "cross_board.hpp"
#include "lineage.hpp"
#include "recent_boards.hpp"

namespace taquin::large {

struct BeamSettings {
    int width = 1000;
    // How many boards of a layer may have the blank in the same cell: without such a cap the beam fills up with
    // permutations of a single spot.
    int per_cell = 50;
    // Where the blank may go.
    Region region;
    int max_moves = std::numeric_limits<int>::max();
    // Leave out boards from which the goal cannot be reached within `max_moves`.
    bool prune = false;
    // Give up when the best value has not improved for so many layers.
    int stall_layers = std::numeric_limits<int>::max();
    // Give up when the lower bound has fallen by less than `min_gain` moves over the last `gain_layers`.
    int gain_layers = 0;
    double min_gain = 0;
    // Decides between equal values.
    std::uint64_t seed = 0;
};

enum class BeamEnding { kSolved, kStalled, kTooLong, kDead, kStopped };

struct BeamResult {
    BeamEnding ending;
    // To a board with all tiles of the region at home if solved, else to the best board met.
    Path path;
};

class TourBeam {
  public:
    // Search from `start`. A path equal to `avoid` does not count as found.
    BeamResult run(const Layout& start, const Evaluation& evaluation, const BeamSettings& settings, const Share& share,
                   const Path* avoid = nullptr) {
        settings_ = settings;
        evaluation_ = &evaluation;
        prepare(start);
        BeamResult result = search(share, avoid);
        share.charge(uncharged_);
        return result;
    }

    // What the last search kept; to learn from.
    const Lineage& lineage() const { return lineage_; }

  private:
    struct Leaf {
        std::uint64_t hash;
        std::int32_t value;
        std::int32_t bound;
        Lineage::Node node;
        Place blank;
        Direction last;
    };

    struct Candidate {
        std::int32_t value;
        std::int32_t bound;
        std::int32_t order;
        std::uint32_t leaf;
        Place blank;
        Place tile;
        Direction move;
        bool kept;
    };

    static constexpr std::uint64_t kChargeEvery = 4096;

    BeamResult search(const Share& share, const Path* avoid) {
        if (leaves_[0].bound == 0 && !avoid) return {BeamEnding::kSolved, {}};
        for (int moves = 1; moves <= settings_.max_moves; ++moves) {
            expand_layer(moves);
            if (!solutions_.empty())
                if (auto path = first_other_than(avoid)) return {BeamEnding::kSolved, std::move(*path)};
            if (!select()) return given_up(BeamEnding::kDead);
            rebuild_tour();
            note_best(moves);
            if (moves - best_moves_ > settings_.stall_layers || too_little_gain()) return given_up(BeamEnding::kStalled);
            if (uncharged_ >= kChargeEvery) {
                share.charge(uncharged_);
                uncharged_ = 0;
                if (share.over()) return given_up(BeamEnding::kStopped);
            }
            if (lineage_.wants_sweep()) sweep();
        }
        return given_up(BeamEnding::kTooLong);
    }

    BeamResult given_up(BeamEnding ending) const { return {ending, lineage_.path_to(best_node_)}; }

    void prepare(const Layout& start) {
        board_.assign(start, settings_.region);
        find_exits(start.shape());
        random_ = Random(settings_.seed);
        lineage_.clear();
        recent_.reserve(remembered_boards(static_cast<std::size_t>(settings_.width)));
        per_cell_.resize(static_cast<std::size_t>(start.shape().rows) << 8, 0);  // zero between layers
        // Values are only compared with one another, so they may count from any start.
        Leaf root{random_.next(), 0, board_.distances() + 2 * board_.removals(), Lineage::kRoot, start.blank, kNoMove};
        recent_.insert(root.hash);
        leaves_.assign(1, root);
        words_.clear();
        word_end_.clear();
        best_value_ = root.value;
        layer_bound_ = root.bound;
        best_node_ = Lineage::kRoot;
        best_moves_ = 0;
        // Preparing costs about as much; and even searches that find nothing to do must come to an end of their budget.
        uncharged_ = static_cast<std::uint64_t>(settings_.region.rows * settings_.region.cols);
        bounds_.clear();
    }

    // A narrow beam goes astray for many layers before it comes back to a board; a wide one needs its cache more.
    static std::size_t remembered_boards(std::size_t width) { return std::max(16 * width, std::min<std::size_t>(128 * width, 1 << 17)); }

    // Which moves stay within the region, one bit each.
    void find_exits(Shape shape) {
        exits_.resize(static_cast<std::size_t>(shape.rows) << 8);
        const Region& region = settings_.region;
        for (int row = region.row; row < region.row + region.rows; ++row)
            for (int col = region.col; col < region.col + region.cols; ++col)
                exits_[place_at(row, col)] = static_cast<std::uint8_t>((row > region.row) << kUp | (col > region.col) << kLeft |
                                                                       (col + 1 < region.col + region.cols) << kRight | (row + 1 < region.row + region.rows) << kDown);
    }

    // The bit of the move that would undo the last one.
    static int came_from(Direction last) { return last == kNoMove ? 0 : 1 << opposite(last); }

    // The children of every leaf; afterwards the board stands at the last leaf.
    void expand_layer(int moves) {
        candidates_.clear();
        first_candidate_.clear();
        solutions_.clear();
        std::size_t at_word = 0;
        for (std::uint32_t leaf = 0; leaf < leaves_.size(); ++leaf) {
            first_candidate_.push_back(candidates_.size());
            expand(leaf, moves);
            if (leaf + 1 == leaves_.size()) break;
            for (; at_word < word_end_[leaf]; ++at_word) board_.apply(words_[at_word]);
        }
        first_candidate_.push_back(candidates_.size());
        uncharged_ += candidates_.size() + leaves_.size();
    }

    void expand(std::uint32_t index, int moves) {
        const Leaf& leaf = leaves_[index];
        const int allowed = settings_.max_moves - moves;
        for (int exits = exits_[leaf.blank] & ~came_from(leaf.last); exits; exits &= exits - 1) {
            const auto move = static_cast<Direction>(std::countr_zero(static_cast<unsigned>(exits)));
            const Place from = stepped(leaf.blank, move);
            const Place home = board_[from];
            const int before = distance(home, from), after = distance(home, leaf.blank);
            std::int32_t bound = leaf.bound + after - before;
            if (settings_.prune && bound - 2 > allowed) continue;
            const int removals = board_.removals_change(from, home);
            bound += 2 * removals;
            if (settings_.prune && bound > allowed) continue;
            const std::int32_t value = leaf.value + board_.value_change(*evaluation_, move, from, home) + removals * evaluation_->conflict;
            if (bound == 0) solutions_.push_back({leaf.node, move});
            candidates_.push_back({value, bound, 0, index, from, home, move, false});
        }
    }

    std::optional<Path> first_other_than(const Path* avoid) const {
        for (const auto& [node, move] : solutions_) {
            Path path = lineage_.path_to(node);
            path.push_back(move);
            if (!avoid || path != *avoid) return path;
        }
        return std::nullopt;
    }

    // Mark the candidates to keep: in the order of their values, new boards only, not too many to a cell.
    bool select() {
        order_candidates();
        int kept = 0;
        for (const std::uint32_t index : ordered_) {
            Candidate& candidate = candidates_[index];
            int& in_cell = per_cell_[candidate.blank];
            if (in_cell >= settings_.per_cell) continue;
            if (!recent_.insert(hash_of(candidate))) continue;
            ++in_cell;
            candidate.kept = true;
            if (++kept == settings_.width) break;
        }
        for (const Candidate& candidate : candidates_) per_cell_[candidate.blank] = 0;
        return kept > 0;
    }

    std::uint64_t hash_of(const Candidate& candidate) const {
        const Leaf& parent = leaves_[candidate.leaf];
        return parent.hash + tile_hash(candidate.tile, parent.blank) - tile_hash(candidate.tile, candidate.blank);
    }

    // A counting sort; values that differ by less than a bucket count as equal.
    void order_candidates() {
        ordered_.resize(candidates_.size());
        if (candidates_.empty()) return;
        std::int32_t low = std::numeric_limits<std::int32_t>::max(), high = std::numeric_limits<std::int32_t>::min();
        for (Candidate& candidate : candidates_) {
            candidate.order = candidate.value * 4 + static_cast<std::int32_t>(random_.next() & 3);
            low = std::min(low, candidate.order);
            high = std::max(high, candidate.order);
        }
        const std::size_t buckets = std::bit_ceil(std::clamp<std::size_t>(2 * candidates_.size(), 64, 8192));
        int shift = 0;
        while (static_cast<std::size_t>((high - low) >> shift) >= buckets) ++shift;
        bucket_end_.assign(buckets + 1, 0);
        for (const Candidate& candidate : candidates_) ++bucket_end_[static_cast<std::size_t>((candidate.order - low) >> shift) + 1];
        for (std::size_t bucket = 1; bucket <= buckets; ++bucket) bucket_end_[bucket] += bucket_end_[bucket - 1];
        for (std::uint32_t index = 0; index < candidates_.size(); ++index)
            ordered_[bucket_end_[static_cast<std::size_t>((candidates_[index].order - low) >> shift)]++] = index;
    }

    // Lay the tour through the kept children, from the last leaf back to the first. What leads into a branch without
    // kept leaves and out again cancels.
    void rebuild_tour() {
        next_leaves_.clear();
        next_words_.clear();
        next_word_end_.clear();
        way_.clear();
        for (std::size_t leaf = leaves_.size(); leaf-- > 0;) {
            for (std::size_t index = first_candidate_[leaf]; index < first_candidate_[leaf + 1]; ++index)
                if (candidates_[index].kept) visit(candidates_[index]);
            if (leaf == 0) break;
            const std::size_t begin = leaf == 1 ? 0 : word_end_[leaf - 2];
            for (std::size_t at = word_end_[leaf - 1]; at-- > begin;) append_reduced(way_, opposite(words_[at]));
        }
        leaves_.swap(next_leaves_);
        words_.swap(next_words_);
        word_end_.swap(next_word_end_);
    }

    void visit(const Candidate& candidate) {
        append_reduced(way_, candidate.move);
        if (next_leaves_.empty()) {
            for (const Direction move : way_) board_.apply(move);
        } else {
            next_words_.insert(next_words_.end(), way_.begin(), way_.end());
            next_word_end_.push_back(next_words_.size());
        }
        way_.assign(1, opposite(candidate.move));
        const Leaf& parent = leaves_[candidate.leaf];
        next_leaves_.push_back({hash_of(candidate), candidate.value, candidate.bound, lineage_.add(parent.node, candidate.move),
                                candidate.blank, candidate.move});
    }

    void note_best(int moves) {
        const Leaf* best = &leaves_[0];
        for (const Leaf& leaf : leaves_)
            if (leaf.value < best->value) best = &leaf;
        layer_bound_ = best->bound;
        if (best->value >= best_value_) return;
        best_value_ = best->value;
        best_node_ = best->node;
        best_moves_ = moves;
    }

    bool too_little_gain() {
        if (settings_.gain_layers == 0) return false;
        bounds_.push_back(layer_bound_);
        const auto layers = static_cast<std::size_t>(settings_.gain_layers);
        return bounds_.size() > layers && bounds_[bounds_.size() - 1 - layers] - layer_bound_ < settings_.min_gain;
    }

    void sweep() {
        std::vector<Lineage::Node*> alive{&best_node_};
        for (Leaf& leaf : leaves_) alive.push_back(&leaf.node);
        lineage_.sweep(alive);
    }

    BeamSettings settings_;
    const Evaluation* evaluation_ = nullptr;
    Random random_{0};
    CrossBoard board_;
    Lineage lineage_;
    RecentBoards recent_;
    // The tour: leaf i is followed by the moves words_[word_end_[i - 1] .. word_end_[i]) to leaf i + 1.
    std::vector<Leaf> leaves_, next_leaves_;
    Path words_, next_words_, way_;
    std::vector<std::size_t> word_end_, next_word_end_;
    std::vector<Candidate> candidates_;
    std::vector<std::size_t> first_candidate_;
    std::vector<std::pair<Lineage::Node, Direction>> solutions_;
    std::vector<std::uint32_t> ordered_;
    std::vector<std::uint32_t> bucket_end_;
    std::vector<int> per_cell_;
    std::vector<std::uint8_t> exits_;
    std::vector<int> bounds_;
    std::int32_t best_value_ = 0;
    std::int32_t layer_bound_ = 0;
    Lineage::Node best_node_ = Lineage::kRoot;
    int best_moves_ = 0;
    std::uint64_t uncharged_ = 0;
};

}  // namespace taquin::large
