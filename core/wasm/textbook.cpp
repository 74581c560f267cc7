// SPDX-License-Identifier: MIT
// The textbook's searches and the enumeration of all boards, for a page.
#include <functional>
#include <string>

#include "../textbook/cost_table.hpp"
#include "../textbook/explore.hpp"
#include "../textbook/names.hpp"
#include "../textbook/pattern_part.hpp"
#include "../textbook/search.hpp"
#include "functions.hpp"
#include "host.hpp"

namespace taquin::wasm {
namespace {

void write_tiles(Writer& writer, const Tile* tiles, int cells) {
    writer.bytes(std::span<const Tile>(tiles, static_cast<std::size_t>(cells)));
}

void write_stats(Writer& writer, const Stats& stats) {
    writer.number(stats.generated);
    writer.number(stats.expanded);
    writer.number(stats.max_frontier);
    writer.number(stats.max_depth);
    writer.number(stats.iterations);
    writer.real(stats.elapsed);
    writer.number(stats.peak_memory);
}

// A heuristic that the host works out.
class HostPart final : public FreshPart {
  public:
    HostPart(int number, int cells) : number_(number), cells_(cells) {}

    std::uint64_t assess(const Tile* tiles) const override {
        Writer question;
        question.number(number_);
        write_tiles(question, tiles, cells_);
        return static_cast<std::uint64_t>(ask_or_throw(Ask::estimate, question));
    }

  private:
    int number_, cells_;
};

// Expansions go to the host by the hundred: each way there costs as much as many expansions.
class HostObserver final : public Observer {
  public:
    explicit HostObserver(int cells) : cells_(cells) {}

    bool poll(const Snapshot& snapshot) override {
        send_expansions();
        Writer question;
        write_stats(question, snapshot.stats);
        question.number(snapshot.frontier);
        question.number(snapshot.lower_bound);
        return ask_or_throw(Ask::poll, question) != 0;
    }

    void expansion(const Expansion& made, const Tile* tiles) override {
        expansions_.number(made.node);
        expansions_.number(made.parent);
        expansions_.number(static_cast<int>(made.move));
        expansions_.number(made.g);
        expansions_.number(made.h);
        write_tiles(expansions_, tiles, cells_);
        if (expansions_.written().size() >= kMostBytes) send_expansions();
    }

    void send_expansions() {
        if (expansions_.written().empty()) return;
        ask_or_throw(Ask::news, expansions_);
        expansions_.clear();
    }

  private:
    static constexpr std::size_t kMostBytes = 1 << 15;

    int cells_;
    Writer expansions_;
};

enum PartKind { kNamed = 0, kDatabases = 1, kOfHost = 2, kCosts = 3, kDual = 4 };

// Parts are read first and made once there is a control: it is asked while tables are built.
struct ReadParts {
    std::vector<std::pair<std::int64_t, std::function<std::unique_ptr<Part>(Control&)>>> made;
    bool manhattan = false;  // and nothing else
    bool slow = false;
};

// `first` is the number by which the host knows the first of them.
ReadParts read_parts(Reader& arguments, const Goal& goal, int first) {
    ReadParts parts;
    const int wanted = arguments.number();
    if (wanted < 0 || wanted > kMaxParts) throw std::invalid_argument("too many heuristics");
    for (int part = 0; part < wanted; ++part) {
        const auto factor = arguments.number<std::int64_t>();
        switch (arguments.number()) {
            case kNamed: {
                const std::string name(arguments.text());
                parts.manhattan = wanted == 1 && name == "manhattan";
                parts.made.emplace_back(factor, [&goal, name](Control& control) { return part_named(name, goal, control); });
                break;
            }
            case kDatabases: {
                const auto heuristic = all_databases()[arguments.number()]->heuristic;
                parts.made.emplace_back(factor, [&goal, heuristic](Control&) { return std::make_unique<PatternPart>(goal, heuristic); });
                break;
            }
            case kDual: {
                std::vector<std::shared_ptr<const optimal::Heuristic>> databases;
                for (int cell = 0; cell < goal.cells; ++cell) databases.push_back(all_databases()[arguments.number()]->heuristic);
                parts.made.emplace_back(factor, [&goal, databases](Control&) { return std::make_unique<DualPart>(goal, databases); });
                break;
            }
            case kCosts: {
                auto per_tile = arguments.numbers<std::uint32_t>();
                const auto pairs = arguments.numbers<std::uint32_t>();
                const auto costs = std::make_shared<const CostTable>(goal.shape.rows, goal.shape.cols, std::move(per_tile), pairs);
                parts.made.emplace_back(factor, [&goal, costs](Control&) { return part_of_costs(costs, goal); });
                break;
            }
            default:
                parts.slow = true;
                parts.made.emplace_back(
                    factor, [number = first + part, cells = goal.cells](Control&) { return std::make_unique<HostPart>(number, cells); });
        }
    }
    return parts;
}

void search_board(Reader& arguments, Writer& reply) {
    const auto algorithm = arguments.text();
    const int rows = arguments.number(), cols = arguments.number();
    if (rows < 2 || cols < 2 || rows > kMaxCells / cols) throw std::invalid_argument("the board is too large");
    const int cells = rows * cols;
    const auto start = read_tiles<Tile>(arguments, cells);
    const Goal origin(rows, cols, start), goal(rows, cols, read_tiles<Tile>(arguments, cells));
    const ReadParts parts = read_parts(arguments, goal, 0), backward = read_parts(arguments, origin, static_cast<int>(parts.made.size()));

    const bool admissible = arguments.flag();
    const auto scale = arguments.number<std::int64_t>();
    std::array<int, 4> order{};
    for (int& move : order) move = arguments.number();
    const auto weight_over = arguments.number<std::int64_t>(), weight_under = arguments.number<std::int64_t>();
    const auto beam_width = arguments.number<std::size_t>();
    const Ties ties = ties_of(arguments.numbers<int>());
    Settings settings;
    for (int left = arguments.number(); left > 0; --left) {
        std::string name(arguments.text());
        settings[std::move(name)] = arguments.number<std::int64_t>();
    }
    Limits limits;
    limits.seconds = arguments.real();
    limits.nodes = arguments.number<std::uint64_t>();
    limits.memory = arguments.number<std::uint64_t>();
    limits.depth = arguments.number<std::int64_t>();
    const auto trace_limit = arguments.number<std::uint64_t>();

    const Geometry geometry(rows, cols, order_of(order));
    HostObserver observer(cells);
    Control control(limits, observer, trace_limit, admissible, scale);
    if (parts.slow) control.expect_slow_expansions();
    Evaluator evaluator, towards_start;
    const Task task{geometry, start, goal.tiles, evaluator, weight_over, weight_under, beam_width, ties, order == std::array{0, 1, 2, 3},
                    &towards_start, settings};
    const Outcome outcome = until_stopped(control, [&] {
        for (const auto& [factor, make] : parts.made) evaluator.add(make(control), factor);
        for (const auto& [factor, make] : backward.made) towards_start.add(make(control), factor);
        return search(algorithm, task, control, parts.manhattan);
    });
    observer.send_expansions();
    reply.text(name_of(outcome.ending));
    write_moves(reply, outcome.has_path, std::span<const Direction>(outcome.moves));
    reply.number(outcome.lower_bound);
    write_stats(reply, outcome.stats);
}

struct NoObserver final : Observer {
    bool poll(const Snapshot&) override { return false; }
    void expansion(const Expansion&, const Tile*) override {}
};

void estimate_boards(Reader& arguments, Writer& reply) {
    const int rows = arguments.number(), cols = arguments.number();
    if (rows < 2 || cols < 2 || rows > kMaxCells / cols) throw std::invalid_argument("the board is too large");
    const auto cells = static_cast<std::size_t>(rows * cols);
    const Goal goal(rows, cols, read_tiles<Tile>(arguments, rows * cols));
    const ReadParts parts = read_parts(arguments, goal, 0);
    const Bytes tiles = arguments.bytes();
    NoObserver observer;
    Control control(Limits{}, observer, 0, true, 1);
    Evaluator evaluator;
    for (const auto& [factor, make] : parts.made) evaluator.add(make(control), factor);
    const auto estimates = estimates_of(evaluator, tiles, cells);
    reply.bytes(std::as_bytes(std::span(estimates)));
}

void explore(Reader& arguments, Writer& reply) {
    const int rows = arguments.number(), cols = arguments.number();
    if (rows < 2 || cols < 2 || rows > kMaxExploredCells / cols) throw std::invalid_argument("the board is too large");
    StopControl control;
    const auto goal = read_tiles<Tile>(arguments, rows * cols);
    const bool slides = arguments.number() != 0;
    Explorer explorer(rows, cols, goal, slides, 1, control);
    const auto most_deepest = arguments.number<std::size_t>();
    reply.numbers(explorer.run([](int depth, std::uint64_t count) {
        Writer layer;
        layer.number(depth);
        layer.number(count);
        ask_or_throw(Ask::news, layer);
    }));
    reply.list(explorer.deepest(most_deepest), [&](const auto& board) { reply.numbers(board); });
}

}  // namespace

void add_textbook(Functions& functions) {
    functions["search"] = &search_board;
    functions["estimate_boards"] = &estimate_boards;
    functions["explore"] = &explore;
}

}  // namespace taquin::wasm
