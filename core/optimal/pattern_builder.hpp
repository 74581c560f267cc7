// SPDX-License-Identifier: MIT
// Fills a pattern database by breadth-first search backwards from the goal, a whole class of placements at a time.
//
// A *class* is a set of occupied cells together with one connected region of free cells (where the blank is). Within a
// class a placement is just the order in which the tiles stand on the cells, so the members reached so far are a
// bitset over the k! orders. One pattern move takes a class to another; it leaves the order as it is (a horizontal
// move: OR the words) or moves one tile past the tiles between (a vertical move: a table of ranks). A plain queue
// of placements was measured 60 times slower.
//
// Layers are computed by *pulling*: every class collects the frontiers of its predecessors and writes only to itself, so
// threads need no locks and the table is the same whatever their number. Every loop asks within milliseconds whether to stop.
#pragma once

#include "../base/build_control.hpp"
#include "../base/stop_check.hpp"
#include "../base/threads.hpp"
#include "pattern.hpp"
#include "table_encoder.hpp"

namespace taquin::optimal {

// The sets of k cells and the classes made from them.
struct PatternClasses {
    std::vector<CellSet> sets;
    std::vector<std::uint32_t> first_class;  // per set, and one past the last
    std::vector<CellSet> regions;            // per class

    PatternClasses(const Shape& shape, int tiles, StopControl& control) {
        const Regions finder(shape);
        StopCheck stop(control, kSetsUnasked);
        sets.reserve(memory_size(binomial(shape.cells(), tiles)));
        for (CellSet set = below(tiles); set <= all_cells(shape); set = next_of_equal_size(set)) {
            if (stop()) return;
            first_class.push_back(static_cast<std::uint32_t>(regions.size()));
            sets.push_back(set);
            finder.for_each_region(all_cells(shape) & ~set, [&](CellSet region) { regions.push_back(region); });
        }
        first_class.push_back(static_cast<std::uint32_t>(regions.size()));
    }
    std::uint32_t class_of(CellSet set, int blank) const {
        std::uint32_t found = first_class[static_cast<std::size_t>(rank_set(set))];
        while (!contains(regions[found], blank)) ++found;
        return found;
    }

    static constexpr unsigned kSetsUnasked = 256;

  private:
    // The next larger mask with as many bits (Gosper).
    static CellSet next_of_equal_size(CellSet set) {
        const CellSet lowest_bit = set & (~set + 1);
        const CellSet carried = set + lowest_bit;
        return (((carried ^ set) >> 2) / lowest_bit) | carried;
    }
};

// Memory a build needs at its peak, the finished table included; cheap enough to ask before every build.
inline std::uint64_t estimate_build_bytes(const Pattern& pattern) {
    const std::uint64_t sets = binomial(pattern.shape.cells(), pattern.size());
    const std::uint64_t orders = factorial(pattern.size());
    // Counting the classes of a hopelessly large build would take longer than refusing it.
    StopControl nobody;
    const std::uint64_t classes =
        sets > 5'000'000 ? 2 * sets : PatternClasses(pattern.shape, pattern.size(), nobody).regions.size();
    const std::uint64_t bitsets = 3 * classes * ((orders + 63) / 64) * 8;
    const std::uint64_t graph = classes * (16 + 8 * 12) + sets * 12;
    const std::uint64_t depths = sets * orders;
    const std::uint64_t searching = bitsets + graph + depths;
    const std::uint64_t encoding = depths + encoder_bytes(pattern);
    return std::max(searching, encoding) + pattern.bytes();
}

namespace detail {

class PatternBuilder {
  public:
    PatternBuilder(const Pattern& pattern, BuildControl& control, int threads)
        : pattern_(pattern),
          control_(control),
          threads_(threads),
          orders_(static_cast<std::size_t>(factorial(pattern.size()))),
          words_((orders_ + 63) / 64),
          classes_(pattern.shape, pattern.size(), control) {}

    // False when stopped.
    bool build(std::span<std::uint8_t> table) {
        if (control_.stopped() || !make_edges() || !make_rotations() || !search_layers()) return false;
        free_bitsets();
        return encode_table(pattern_, classes_.sets, depth_, table, control_, threads_);
    }

  private:
    using Word = std::uint64_t;

    // A pattern move into a class: from which class, and which position of the order moves to which.
    struct Edge {
        std::uint32_t source;
        std::uint8_t from_position;
        std::uint8_t to_position;
    };

    bool make_edges() {
        StopCheck stop(control_, PatternClasses::kSetsUnasked);
        edges_.reserve(memory_size(std::uint64_t{classes_.regions.size()} * 12));
        for (std::size_t s = 0; s < classes_.sets.size(); ++s) {
            if (stop()) return false;
            for (std::uint32_t c = classes_.first_class[s]; c < classes_.first_class[s + 1]; ++c) {
                first_edge_.push_back(static_cast<std::uint32_t>(edges_.size()));
                add_edges_into(classes_.sets[s], classes_.regions[c]);
            }
        }
        first_edge_.push_back(static_cast<std::uint32_t>(edges_.size()));
        return true;
    }
    // A tile now at `cell`, next to a free cell `before`, may have come from there; the blank was then at `cell`.
    void add_edges_into(CellSet set, CellSet region) {
        for_each_cell(region, [&](int before) {
            for_each_cell(neighbours(pattern_.shape, before) & set, [&](int cell) {
                const CellSet source_set = (set & ~single(cell)) | single(before);
                edges_.push_back({classes_.class_of(source_set, cell), position_in(source_set, before), position_in(set, cell)});
            });
        });
    }
    static std::uint8_t position_in(CellSet set, int cell) {
        return static_cast<std::uint8_t>(std::popcount(set & below(cell)));
    }

    // rotation(i, j)[rank]: the rank of that order after its i-th element has moved to position j.
    std::vector<std::uint16_t>& rotation(int from, int to) {
        return rotations_[static_cast<std::size_t>(from * kMaxPatternTiles + to)];
    }
    bool make_rotations() {
        const int tiles = pattern_.size();
        StopCheck stop(control_, 64);
        for (std::uint64_t rank = 0; rank < orders_; ++rank) {
            if (stop()) return false;
            const SlotOrder order = unrank_order(rank, tiles);
            for (int from = 0; from < tiles; ++from)
                for (int to = 0; to < tiles; ++to) {
                    if (from == to || std::abs(from - to) >= pattern_.shape.cols) continue;
                    SlotOrder moved = order;
                    const auto begin = moved.begin();
                    if (from < to) std::rotate(begin + from, begin + from + 1, begin + to + 1);
                    else std::rotate(begin + to, begin + from, begin + from + 1);
                    const std::uint64_t moved_rank = rank_order({moved.data(), static_cast<std::size_t>(tiles)});
                    rotation(from, to).push_back(static_cast<std::uint16_t>(moved_rank));
                }
        }
        return true;
    }

    bool search_layers() {
        const std::size_t classes = classes_.regions.size();
        for (auto* bits : {&reached_, &frontier_, &next_frontier_})
            if (!fill_unless_stopped(control_, *bits, memory_size(std::uint64_t{classes} * words_), Word{0})) return false;
        in_frontier_.assign(classes, 0);
        in_next_frontier_.assign(classes, 0);
        reached_orders_.assign(classes, 0);
        const std::size_t placements = memory_size(std::uint64_t{classes_.sets.size()} * orders_);
        if (!fill_unless_stopped(control_, depth_, placements, static_cast<std::uint8_t>(kUnreached))) return false;

        // At the goal the tiles stand in ascending order of their cells: rank 0.
        const std::uint32_t goal = classes_.class_of(pattern_.goal_cells(), pattern_.blank);
        reached_[goal * words_] = frontier_[goal * words_] = 1;
        in_frontier_[goal] = 1;
        reached_orders_[goal] = 1;
        depth_[static_cast<std::size_t>(rank_set(pattern_.goal_cells())) * orders_] = 0;

        std::uint64_t total = 1;
        for (int depth = 1;; ++depth) {
            const std::uint64_t found = search_layer(depth, total);
            if (control_.stopped()) return false;
            if (found == 0) return true;
            total += found;
            frontier_.swap(next_frontier_);
            in_frontier_.swap(in_next_frontier_);
        }
    }
    std::uint64_t search_layer(int depth, std::uint64_t total_before) {
        // Chunks of whole sets: all classes that share entries of `depth_` belong to one thread.
        WorkList sets(classes_.sets.size(), 16);
        std::atomic<std::uint64_t> found{0};
        run_on_threads(threads_, [&](int thread) {
            std::vector<Word> pulled(words_);
            std::size_t begin = 0;
            std::size_t end = 0;
            // Only the caller's own thread looks up; the others see what it decided.
            while (!(thread == 0 ? control_.check(0) : control_.stopped()) && sets.take(begin, end)) {
                std::uint64_t found_here = 0;
                for (std::size_t s = begin; s < end; ++s)
                    for (std::uint32_t c = classes_.first_class[s]; c < classes_.first_class[s + 1]; ++c)
                        found_here += advance_class(c, &depth_[s * orders_], depth, pulled.data());
                found.fetch_add(found_here, std::memory_order_relaxed);
                if (thread == 0) report(depth, total_before + found.load(std::memory_order_relaxed));
            }
        });
        return found.load();
    }
    // Computes the next frontier of one class; returns its size.
    std::uint64_t advance_class(std::uint32_t c, std::uint8_t* depths, int depth, Word* pulled) {
        in_next_frontier_[c] = 0;
        // A class of which every order is reached needs no more work.
        if (reached_orders_[c] == orders_ || !pull_predecessors(c, pulled)) return 0;
        Word* reached = &reached_[c * words_];
        Word* next = &next_frontier_[c * words_];
        std::uint32_t found = 0;
        for (std::size_t w = 0; w < words_; ++w) {
            const Word fresh = pulled[w] & ~reached[w];
            next[w] = fresh;
            reached[w] |= fresh;
            found += static_cast<std::uint32_t>(std::popcount(fresh));
            for (Word left = fresh; left != 0; left &= left - 1) {
                std::uint8_t& entry = depths[w * 64 + static_cast<std::size_t>(std::countr_zero(left))];
                // Another region of the same set may have been here first: the minimum over regions stays.
                if (entry == kUnreached) entry = static_cast<std::uint8_t>(std::min(depth, kUnreached - 1));
            }
        }
        in_next_frontier_[c] = found != 0 ? 1 : 0;
        reached_orders_[c] += found;
        return found;
    }
    // ORs together what the predecessors' frontiers become by one move; false when there is nothing.
    bool pull_predecessors(std::uint32_t c, Word* pulled) {
        bool any = false;
        for (std::uint32_t e = first_edge_[c]; e < first_edge_[c + 1]; ++e) {
            const Edge& edge = edges_[e];
            if (in_frontier_[edge.source] == 0) continue;
            if (!any) std::fill_n(pulled, words_, Word{0});
            any = true;
            const Word* source = &frontier_[edge.source * words_];
            if (edge.from_position == edge.to_position) {
                for (std::size_t w = 0; w < words_; ++w) pulled[w] |= source[w];
                continue;
            }
            const std::uint16_t* rotated = rotation(edge.from_position, edge.to_position).data();
            for (std::size_t w = 0; w < words_; ++w)
                for (Word left = source[w]; left != 0; left &= left - 1) {
                    const unsigned rank = rotated[w * 64 + static_cast<std::size_t>(std::countr_zero(left))];
                    pulled[rank >> 6] |= Word{1} << (rank & 63);
                }
        }
        return any;
    }

    void report(int depth, std::uint64_t reached) {
        const double all = static_cast<double>(classes_.regions.size()) * static_cast<double>(orders_);
        control_.depth.store(depth, std::memory_order_relaxed);
        control_.share.store(static_cast<double>(reached) / all, std::memory_order_relaxed);
    }

    void free_bitsets() {
        for (auto* bits : {&reached_, &frontier_, &next_frontier_}) std::vector<Word>().swap(*bits);
        std::vector<Edge>().swap(edges_);
    }

    const Pattern& pattern_;
    BuildControl& control_;
    int threads_;
    std::size_t orders_;
    std::size_t words_;
    PatternClasses classes_;
    std::vector<Edge> edges_;
    std::vector<std::uint32_t> first_edge_;  // per class, and one past the last
    std::array<std::vector<std::uint16_t>, kMaxPatternTiles * kMaxPatternTiles> rotations_;

    std::vector<Word> reached_;
    std::vector<Word> frontier_;
    std::vector<Word> next_frontier_;
    std::vector<std::uint8_t> in_frontier_;
    std::vector<std::uint8_t> in_next_frontier_;
    std::vector<std::uint32_t> reached_orders_;  // per class, how many
    std::vector<std::uint8_t> depth_;            // by rank of set, then rank of order
};

}  // namespace detail

// Fills `table` (of `pattern.bytes()` bytes); false when stopped, the table then being garbage.
inline bool build_table(const Pattern& pattern, std::span<std::uint8_t> table, BuildControl& control, int threads = 1) {
    if (table.size() != pattern.bytes())
        throw std::invalid_argument("expected a table of " + std::to_string(pattern.bytes()) + " bytes, not " +
                                    std::to_string(table.size()));
    return detail::PatternBuilder(pattern, control, threads).build(table);
}

inline void build_table(const Pattern& pattern, std::span<std::uint8_t> table, int threads = 1) {
    BuildControl nobody;
    build_table(pattern, table, nobody, threads);
}

}  // namespace taquin::optimal
