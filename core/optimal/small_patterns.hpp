// SPDX-License-Identifier: MIT
// What two or three tiles need beyond their Manhattan distance: tables so small that any of them is built when it is wanted.
//
// A table that was built never changes, so that threads may read it while others build more.
#pragma once

#include <mutex>
#include <unordered_map>
#include <utility>

#include "geometry.hpp"

namespace taquin::optimal {

// How so many tiles, whichever they are, can move: the placements of the tiles and the regions of the blank, and what is one
// move away. Every table of so many tiles is one breadth-first search in this graph.
class PlacementGraph {
  public:
    PlacementGraph(const Shape& shape, int tiles) : shape_(shape), regions_(shape) {
        first_vertex_.push_back(0);
        std::vector<int> cells(static_cast<std::size_t>(tiles));
        for (int placement = 0; placement < placements(tiles); ++placement) add_vertices(decode(placement, cells));
        first_edge_.push_back(0);
        for (int placement = 0; placement < placements(tiles); ++placement) add_edges(decode(placement, cells));
    }

    // The excess of every placement, by its number; placements that cannot be reached have none.
    std::vector<std::uint8_t> distances(const std::vector<int>& homes, int blank_goal) const {
        std::vector<std::uint8_t> moves(region_.size(), kUnreached);
        std::vector<int> reached{vertex(homes, blank_goal)};
        reached.reserve(region_.size());
        moves[at(reached.front())] = 0;
        for (std::size_t next = 0; next < reached.size(); ++next)
            for (int edge = first_edge_[at(reached[next])]; edge < first_edge_[at(reached[next]) + 1]; ++edge) {
                const int to = edges_[at(edge)];
                if (moves[at(to)] != kUnreached) continue;
                moves[at(to)] = static_cast<std::uint8_t>(moves[at(reached[next])] + 1);
                reached.push_back(to);
            }
        return excesses(homes, moves);
    }
    // A placement's number has the cells as its digits.
    int number(const std::vector<int>& cells) const {
        int number = 0;
        for (const int cell : cells) number = number * shape_.cells() + cell;
        return number;
    }

  private:
    static constexpr std::uint8_t kUnreached = 255;

    static constexpr std::size_t at(int index) { return static_cast<std::size_t>(index); }

    int placements(int tiles) const { return tiles == 0 ? 1 : shape_.cells() * placements(tiles - 1); }
    const std::vector<int>& decode(int placement, std::vector<int>& cells) const {
        for (auto cell = cells.rbegin(); cell != cells.rend(); ++cell, placement /= shape_.cells()) *cell = placement % shape_.cells();
        return cells;
    }
    // The cells without tiles; none where two tiles would be on one cell.
    CellSet free(const std::vector<int>& cells) const {
        CellSet taken = 0;
        for (const int cell : cells) {
            if (contains(taken, cell)) return 0;
            taken |= single(cell);
        }
        return all_cells(shape_) & ~taken;
    }
    void add_vertices(const std::vector<int>& cells) {
        regions_.for_each_region(free(cells), [&](CellSet region) { region_.push_back(region); });
        first_vertex_.push_back(static_cast<int>(region_.size()));
    }
    void add_edges(std::vector<int> cells) {
        const int placement = number(cells);
        for (int from_vertex = first_vertex_[at(placement)]; from_vertex < first_vertex_[at(placement) + 1]; ++from_vertex) {
            for (int& cell : cells) {
                const int from = cell;
                for_each_cell(neighbours(shape_, from) & region_[at(from_vertex)], [&](int to) {
                    cell = to;
                    edges_.push_back(vertex(cells, from));
                });
                cell = from;
            }
            first_edge_.push_back(static_cast<int>(edges_.size()));
        }
    }
    int vertex(const std::vector<int>& cells, int blank) const {
        int vertex = first_vertex_[at(number(cells))];
        while (!contains(region_[at(vertex)], blank)) ++vertex;
        return vertex;
    }
    std::vector<std::uint8_t> excesses(const std::vector<int>& homes, const std::vector<std::uint8_t>& moves) const {
        std::vector<std::uint8_t> result(first_vertex_.size() - 1, 0);
        std::vector<int> cells(homes.size());
        for (std::size_t placement = 0; placement < result.size(); ++placement) {
            const auto first = moves.begin() + first_vertex_[placement];
            const auto last = moves.begin() + first_vertex_[placement + 1];
            if (first == last) continue;
            decode(static_cast<int>(placement), cells);
            int manhattan = 0;
            for (std::size_t slot = 0; slot < cells.size(); ++slot) manhattan += shape_.distance(cells[slot], homes[slot]);
            const int fewest = *std::min_element(first, last);
            if (fewest != kUnreached) result[placement] = static_cast<std::uint8_t>(fewest - manhattan);
        }
        return result;
    }

    Shape shape_;
    Regions regions_;
    std::vector<int> first_vertex_;  // by placement
    std::vector<CellSet> region_;    // by vertex
    std::vector<int> first_edge_;    // by vertex
    std::vector<int> edges_;
};

// The tables of all twos and threes of tiles, named by their goal cells, for one goal cell of the blank. Threads may share them.
class SmallPatterns {
  public:
    SmallPatterns(const Shape& shape, int blank_goal)
        : shape_(checked(shape, blank_goal)), blank_goal_(blank_goal), twos_(shape, 2), threes_(shape, 3) {}

    const Shape& shape() const { return shape_; }
    int blank_goal() const { return blank_goal_; }
    // The excess of two or three tiles, by the number that has the cells of the tiles as digits, in the order of the tiles.
    const std::uint8_t* table(CellSet tiles) {
        {
            const std::scoped_lock lock(mutex_);
            const auto known = tables_.find(tiles);
            if (known != tables_.end()) return known->second.data();
        }
        std::vector<int> homes;
        for_each_cell(tiles, [&](int home) { homes.push_back(home); });
        std::vector<std::uint8_t> table = (homes.size() == 2 ? twos_ : threes_).distances(homes, blank_goal_);
        const std::scoped_lock lock(mutex_);
        return tables_.try_emplace(tiles, std::move(table)).first->second.data();  // another thread may have been faster
    }

  private:
    static const Shape& checked(const Shape& shape, int blank_goal) {
        check_shape(shape);
        if (blank_goal < 0 || blank_goal >= shape.cells())
            throw std::invalid_argument("the blank's goal cell is not on the board");
        return shape;
    }

    Shape shape_;
    int blank_goal_;
    PlacementGraph twos_;
    PlacementGraph threes_;
    std::mutex mutex_;
    std::unordered_map<CellSet, std::vector<std::uint8_t>> tables_;
};

}  // namespace taquin::optimal
