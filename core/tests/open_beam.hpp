// SPDX-License-Identifier: MIT
// A beam ordered by a learned network that keeps all its layers; to learn from.
#pragma once

#include "large_support.hpp"

namespace taquin::large::testing {

using Board = std::array<std::uint8_t, 64>;  // the tile in every cell

inline Board board_of(const Layout& layout) {
    Board board{};
    layout.each_place([&](Place place) {
        if (place == layout.blank) return;
        const auto cell = static_cast<std::size_t>(cell_of(layout.shape(), place));
        board[cell] = static_cast<std::uint8_t>(cell_of(layout.shape(), layout[place]) + 1);
    });
    return board;
}

class OpenBeam {
  public:
    struct Node {
        Board board;
        std::uint64_t hash;
        std::int32_t line, value;
        std::uint32_t parent;
        std::uint8_t blank, last;
    };

    OpenBeam(const Network& network, std::size_t width)
        : network_(network), cells_(static_cast<std::size_t>(network.side() * network.side())), width_(width), kernel_(units::kernels().back()),
          sums_(network.lanes()), next_sums_(network.lanes()), seen_(std::bit_ceil(16 * width)) {
        sums_.reserve(width);
        next_sums_.reserve(width);
    }

    std::vector<std::vector<Node>> layers;

    // The number of the goal in the last layer, if the beam meets it.
    std::optional<std::size_t> run(const Board& start, std::size_t most_moves) {
        layers.assign(1, {root(start)});
        std::fill(seen_.begin(), seen_.end(), 0);
        network_.sums_of(start.data(), sums_[0]);
        std::uint64_t goal = 0;
        for (std::size_t cell = 0; cell + 1 < cells_; ++cell) goal += key(cell + 1, cell);
        while (layers.size() <= most_moves) {
            if (!advance()) return std::nullopt;
            for (std::size_t at = 0; at < layers.back().size(); ++at)
                if (layers.back()[at].hash == goal) return at;
        }
        return std::nullopt;
    }

    // Which boards of a layer have descendants so many layers later.
    std::vector<bool> survivors(std::size_t layer, std::size_t later) const {
        std::vector<bool> alive(layers[layer + later].size(), true);
        for (std::size_t at = layer + later; at > layer; --at) {
            std::vector<bool> before(layers[at - 1].size(), false);
            for (std::size_t node = 0; node < layers[at].size(); ++node)
                if (alive[node]) before[layers[at][node].parent] = true;
            alive.swap(before);
        }
        return alive;
    }

  private:
    struct Child {
        std::int32_t value, line;
        std::uint32_t origin;
        std::uint64_t hash;
    };

    static std::uint64_t key(std::size_t tile, std::size_t cell) { return tile == 0 ? 0 : mix(tile << 8 | cell | std::uint64_t{1} << 32); }

    Node root(const Board& start) const {
        Node node{start, 0, network_.line_of(start.data()), 0, 0, 0, kNoMove};
        for (std::size_t cell = 0; cell < cells_; ++cell) {
            node.hash += key(start[cell], cell);
            if (start[cell] == 0) node.blank = static_cast<std::uint8_t>(cell);
        }
        return node;
    }

    std::size_t beside(std::size_t cell, std::size_t move) const {
        const auto side = static_cast<std::size_t>(network_.side());
        switch (move) {
            case 0: return cell >= side ? cell - side : cells_;
            case 1: return cell % side ? cell - 1 : cells_;
            case 2: return cell % side + 1 < side ? cell + 1 : cells_;
            default: return cell + side < cells_ ? cell + side : cells_;
        }
    }

    bool is_new(std::uint64_t hash) {
        std::uint64_t* pair = &seen_[(hash >> 24 & (seen_.size() / 2 - 1)) * 2];
        if (pair[0] == hash || pair[1] == hash) return false;
        pair[layers.size() / 2 % 2] = hash;
        return true;
    }

    bool advance() {
        children_.clear();
        const std::vector<Node>& layer = layers.back();
        for (std::size_t at = 0; at < layer.size(); ++at) list(layer[at], at);
        if (children_.empty()) return false;
        if (children_.size() > width_) {
            std::nth_element(children_.begin(), children_.begin() + static_cast<std::ptrdiff_t>(width_), children_.end(),
                             [](const Child& a, const Child& b) { return a.value < b.value; });
            children_.resize(width_);
        }
        std::vector<Node> next;
        next.reserve(children_.size());
        for (const Child& child : children_) next.push_back(made(layer[child.origin / 4], child, next_sums_[next.size()]));
        layers.push_back(std::move(next));
        std::swap(sums_, next_sums_);
        return true;
    }

    void list(const Node& node, std::size_t at) {
        units::Job job{sums_[at], {network_.step(0), network_.step(0)}, nullptr, {}, network_.weights(), network_.lanes()};
        const Network::Window window = network_.around(node.board.data(), node.blank);
        const std::size_t first = children_.size();
        for (std::size_t move = 0; move < 4; ++move) {
            const std::size_t from = beside(node.blank, move);
            const auto back = static_cast<std::size_t>(node.last == kNoMove ? kNoMove : opposite(static_cast<Direction>(node.last)));
            if (from == cells_ || move == back) continue;
            const std::size_t tile = node.board[from];
            const std::uint64_t hash = node.hash + key(tile, node.blank) - key(tile, from);
            if (!is_new(hash)) continue;
            job.steps[children_.size() - first] = network_.step(network_.kind(tile, from, move));
            const std::int32_t line = line_after(node, tile, from) + network_.near_change(window, node.board.data(), tile, node.blank, move);
            children_.push_back({line, line, static_cast<std::uint32_t>(4 * at + move), hash});
        }
        units::Totals totals;
        if (children_.size() > first) kernel_(job, children_.size() - first, totals);
        for (std::size_t child = first; child < children_.size(); ++child) children_[child].value += totals[child - first] >> Network::kShift;
    }

    // Neighbours aside.
    std::int32_t line_after(const Node& node, std::size_t tile, std::size_t from) const {
        return node.line + network_.line(tile, node.blank) - network_.line(tile, from) + network_.line(0, from) - network_.line(0, node.blank);
    }

    Node made(const Node& parent, const Child& child, Sum* sums) const {
        const std::size_t move = child.origin % 4, from = beside(parent.blank, move), tile = parent.board[from];
        Node node{parent.board, child.hash, child.line, child.value, child.origin / 4, static_cast<std::uint8_t>(from),
                  static_cast<std::uint8_t>(move)};
        node.board[parent.blank] = static_cast<std::uint8_t>(tile);
        node.board[from] = 0;
        const Sum *before = sums_[child.origin / 4], *step = network_.step(network_.kind(tile, from, move));
        for (std::size_t lane = 0; lane < network_.lanes(); ++lane) sums[lane] = units::added(before[lane], step[lane]);
        return node;
    }

    const Network& network_;
    std::size_t cells_, width_;
    units::Kernel kernel_;
    SumRows sums_, next_sums_;
    std::vector<std::uint64_t> seen_;
    std::vector<Child> children_;
};

}  // namespace taquin::large::testing
