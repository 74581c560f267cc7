// SPDX-License-Identifier: MIT
// Tests of the learned network and of the beam that it orders, with networks made up here: distances, and something that units add.
#include "large_support.hpp"

using namespace taquin;
using namespace taquin::large;
using namespace taquin::large::testing;

namespace {

// The numbers of a network, as they are shipped.
struct Numbers {
    int side;
    std::size_t units;
    std::vector<int> line, bias, weight, input;
    NearNumbers near;

    std::size_t cells() const { return static_cast<std::size_t>(side * side); }
    std::vector<std::uint8_t> bytes() const {
        std::vector<std::uint8_t> result;
        const auto put = [&](const auto& numbers) {
            for (const int number : numbers) {
                result.push_back(static_cast<std::uint8_t>(number));
                result.push_back(static_cast<std::uint8_t>(number >> 8));
            }
        };
        for (const std::vector<int>* numbers : {&line, &bias, &weight, &input}) put(*numbers);
        put(near.pairs);
        put(near.squares);
        put(std::array{near.passing});
        return result;
    }
};

// Distances times 5/4, units whose inputs reach as far as `reach` and whose weights as far as `weight`, and neighbours that count a
// quarter as much as inputs.
Numbers made_up(int side, std::size_t units, int reach, int weight) {
    Numbers numbers{side, units, {}, {}, {}, {}, {}};
    const Shape shape{side, side};
    for (int tile = 0; tile < side * side; ++tile)
        for (int cell = 0; cell < side * side; ++cell)
            numbers.line.push_back(tile == 0 ? 0 : distance(place_of(shape, tile - 1), place_of(shape, cell)) * Network::kPerMove * 5 / 4);
    Random random(1);
    const auto draw = [&](std::vector<int>& to, std::size_t count, int most) {
        for (std::size_t at = 0; at < count; ++at) to.push_back(random.between(-most, most));
    };
    draw(numbers.bias, units, 4 * reach);
    draw(numbers.weight, units, weight);
    draw(numbers.input, units * numbers.cells() * numbers.cells(), reach);
    const SharedNumbers shared;
    std::vector<int> near;
    draw(near, static_cast<std::size_t>(shared.count), reach / 4);
    numbers.near = NearNumbers(shared, std::vector<std::int16_t>(near.begin(), near.end()));
    numbers.near.passing = static_cast<std::int16_t>(random.between(-reach, reach));
    return numbers;
}

std::vector<std::uint8_t> mild(int side) { return made_up(side, 8, 40, 30).bytes(); }

using Board = std::vector<std::uint8_t>;

Board sample(int side, std::uint64_t index) {
    const Tiles tiles = sample_board(side, side, kTuningSeed, index);
    return {tiles.begin(), tiles.end()};
}

Board image_of(const Board& board, int side) {
    const auto size = static_cast<std::size_t>(side);
    const auto mirrored = [size](std::size_t cell) { return cell % size * size + cell / size; };
    Board image(board.size());
    for (std::size_t cell = 0; cell < board.size(); ++cell)
        image[mirrored(cell)] = static_cast<std::uint8_t>(board[cell] == 0 ? 0 : mirrored(board[cell] - 1U) + 1);
    return image;
}

// What the units that look at this board as it is add up to.
std::int64_t own_units(const Numbers& numbers, const Board& board) {
    std::int64_t total = 0;
    for (std::size_t unit = 0; unit < numbers.units; ++unit) {
        int sum = numbers.bias[unit];
        for (std::size_t cell = 0; cell < board.size(); ++cell) sum += numbers.input[(board[cell] * board.size() + cell) * numbers.units + unit];
        const std::int64_t cut = std::clamp(sum, 0, 362) / 2;
        total += cut * cut * numbers.weight[unit];
    }
    return total;
}

// What tiles add up to that have to pass one another in a row.
std::int64_t passing_value(const Numbers& numbers, const Board& board) {
    const auto side = static_cast<std::size_t>(numbers.side);
    std::int64_t total = 0;
    for (std::size_t left = 0; left < board.size(); ++left)
        for (std::size_t right = left + 1; right / side == left / side; ++right) {
            if (board[left] == 0 || board[right] == 0 || board[left] < board[right]) continue;
            if ((board[left] - 1U) / side == left / side && (board[right] - 1U) / side == left / side) total += numbers.near.passing;
        }
    return total;
}

// What neighbours add up to, as boards of any size know it, and tiles that have to pass one another.
std::int64_t near_value(const Numbers& numbers, const Board& board) {
    const Layout layout({numbers.side, numbers.side}, Tiles(board.begin(), board.end()), default_goal(numbers.side, numbers.side));
    LocalView view;
    view.assign(layout, Region::whole(layout.shape()));
    Evaluation evaluation = learned_evaluation();
    evaluation.near = numbers.near;
    return view.total(evaluation) + passing_value(numbers, board) + passing_value(numbers, image_of(board, numbers.side));
}

// The value by its definition.
std::int64_t plain_value(const Numbers& numbers, const Board& board) {
    std::int64_t line = near_value(numbers, board);
    for (std::size_t cell = 0; cell < board.size(); ++cell) line += numbers.line[board[cell] * board.size() + cell];
    return line + ((own_units(numbers, board) + own_units(numbers, image_of(board, numbers.side))) >> 16);
}

void values_are_as_defined(int side, std::size_t units) {
    Numbers numbers = made_up(side, units, 60, 80);
    for (std::size_t cell = 0; cell < numbers.cells(); ++cell) numbers.line[cell] = static_cast<int>(cell) - 7;  // the blank's count too
    const Network network(side, numbers.bytes());
    for (std::uint64_t index = 0; index < 20; ++index) {
        const Board board = sample(side, index);
        check(network.of(board.data()) == plain_value(numbers, board), "the value is as defined");
    }
}

void image_has_the_same_value(int side) {
    const Network network(side, made_up(side, 40, 60, 80).bytes());
    for (std::uint64_t index = 0; index < 20; ++index) {
        const Board board = sample(side, index);
        check(network.of(board.data()) == network.of(image_of(board, side).data()), "the mirror image has the same value");
    }
}

void line_alone_is_the_distance() {
    Numbers numbers = made_up(4, 1, 0, 0);
    for (int& number : numbers.line) number = number * 4 / 5;
    const Network network(4, numbers.bytes());
    for (std::uint64_t index = 0; index < 20; ++index) {
        const Layout layout({4, 4}, sample_board(4, 4, kTuningSeed, index), default_goal(4, 4));
        check(network.of(sample(4, index).data()) == Network::kPerMove * layout.manhattan(), "without units the value is the distance");
    }
}

// A walk over a board, its sums carried along by every form of the inner loop, written down every second move; it also foretells the
// children.
void steps_lead_where_boards_are(int side, std::size_t units) {
    const Network network(side, made_up(side, units, 60, 80).bytes());
    const Shape shape{side, side};
    SumRows rows(network.lanes());
    rows.reserve(3);
    for (const units::Kernel kernel : units::kernels()) {
        Random random(5);
        Board board = sample(side, 3);
        network.sums_of(board.data(), rows[0]);
        std::array<Network::Kind, 2> since{0, 0};
        for (int moves = 0; moves < 100; ++moves) {
            const bool writes = moves % 2 == 1;
            const auto blank = static_cast<std::size_t>(std::find(board.begin(), board.end(), 0) - board.begin());
            units::Job job{rows[0], {network.step(since[0]), network.step(since[1])}, writes ? rows[1] : nullptr, {}, network.weights(), network.lanes()};
            std::vector<Board> children;
            std::vector<Network::Kind> kinds;
            const Network::Window window = network.around(board.data(), blank);
            for (int move = 0; move < kMoves; ++move) {
                if (!shape.can_move(static_cast<int>(blank), move)) continue;
                const auto from = static_cast<std::size_t>(shape.target(static_cast<int>(blank), move));
                kinds.push_back(network.kind(board[from], from, static_cast<std::size_t>(move)));
                job.steps[children.size()] = network.step(kinds.back());
                children.push_back(board);
                std::swap(children.back()[blank], children.back()[from]);
                const int alone = network.line(board[from], blank) - network.line(board[from], from) + network.line(0, from) - network.line(0, blank);
                check(network.line_of(children.back().data()) - network.line_of(board.data()) ==
                          alone + network.near_change(window, board.data(), board[from], blank, static_cast<std::size_t>(move)),
                      "a move changes what no units add by what it says");
            }
            units::Totals totals;
            kernel(job, children.size(), totals);
            for (std::size_t at = 0; at < children.size(); ++at)
                check(network.line_of(children[at].data()) + (totals[at] >> Network::kShift) == network.of(children[at].data()), "a child's value is foretold");
            if (writes) {
                network.sums_of(board.data(), rows[2]);
                check(std::equal(rows[1], rows[2], rows[2]), "sums carried along are those of the board");
                std::copy_n(rows[1], network.lanes(), rows[0]);
            }
            const std::size_t chosen = random.below(children.size());
            since = writes ? std::array{kinds[chosen], Network::Kind{0}} : std::array{since[0], kinds[chosen]};
            board = children[chosen];
        }
    }
}

void wrong_bytes_are_refused() {
    auto bytes = mild(4);
    bytes.push_back(0);
    check_refused("half a number too many", [&] { Network(4, bytes); });
    bytes.push_back(0);
    check_refused("a number too many", [&] { Network(4, bytes); });
    for (int byte = 0; byte < 4; ++byte) bytes.pop_back();
    check_refused("a number too few", [&] { Network(4, bytes); });
    check_refused("nothing", [&] { Network(4, {}); });
    check_refused("no units", [&] { Network(4, made_up(4, 0, 0, 0).bytes()); });
    check_refused("another size", [&] { Network(5, mild(4)); });
    check_refused("a size beyond the largest", [&] { Network(9, mild(8)); });
}

// The sums of some board would not fit, or the total of the units.
void overflow_is_refused() {
    Numbers numbers = made_up(4, 3, 0, 0);
    const auto set_inputs = [&](int number) {
        for (std::size_t at = 1; at < numbers.input.size(); at += 3) numbers.input[at] = number;
    };
    for (const int sign : {1, -1}) {
        numbers.bias[1] = sign > 0 ? 32767 - 16 * 2000 : -32768 + 16 * 2000;
        set_inputs(sign * 2000);
        const Network network(4, numbers.bytes());
        numbers.bias[1] += sign;
        check_refused("sums that do not fit", [&] { Network(4, numbers.bytes()); });
    }
    // A large input to one tile only, wherever it is, adds up but once.
    numbers.bias[1] = 0;
    set_inputs(0);
    for (std::size_t cell = 0; cell < 16; ++cell) numbers.input[(5 * 16 + cell) * 3 + 1] = 30'000;
    const Network network(4, numbers.bytes());
    Numbers heavy = made_up(4, 2, 0, 0);
    for (const int most : {32'767, -32'768}) {
        heavy.weight = {most, most};
        check_refused("weights that do not fit", [&] { Network(4, heavy.bytes()); });
        // A unit and its twin just fit; what counts against others does not add to them.
        heavy.weight = {most, most > 0 ? -32'768 : 32'767};
        const Network fits(4, heavy.bytes());
    }
}

// The goals whose blank is in a corner, with tiles in any order.
std::vector<Tiles> corner_goals(int side, Random& random) {
    std::vector<Tiles> goals;
    const auto cells = static_cast<std::size_t>(side) * static_cast<std::size_t>(side), size = static_cast<std::size_t>(side);
    for (const std::size_t corner : {std::size_t{0}, size - 1, cells - size, cells - 1}) {
        Tiles goal = shuffled(default_goal(side, side), random);
        std::swap(*std::find(goal.begin(), goal.end(), 0), goal[corner]);
        goals.push_back(goal);
    }
    return goals;
}

void beams_find_paths(int side, std::size_t width, int threads) {
    const Network network(side, mild(side));
    const auto beam = make_wide_beam(network, threads);
    Random random(static_cast<std::uint64_t>(side));
    for (const Tiles& goal : corner_goals(side, random)) {
        const Layout start({side, side}, random_board(side, goal, random), goal);
        check(Turned::is_possible(start, side), "the blank's home is a corner");
        Budget budget(Budget::kNoTimeLimit, Budget::kNoWorkLimit);
        WideBeamSettings settings;
        settings.width = width;
        settings.max_moves = static_cast<std::size_t>(4 * start.manhattan() + 100);
        const auto path = beam->run(start, settings, Share(budget, 1));
        check(path && leads_to_goal(start, *path), name(Shape{side, side}) + ": the beam finds a path");
        settings.max_moves = static_cast<std::size_t>(start.manhattan()) - 1;
        check(!beam->run(start, settings, Share(budget, 1)), "no path is shorter than the distance");
    }
}

// Distances as numbers of their own, and their squares as what units add, order a beam alike: sums are carried along right, layer
// after layer.
void units_order_as_numbers_do(int side, std::size_t width, int threads) {
    Numbers by_line = made_up(side, 16, 0, 0), by_units = by_line;
    for (int& number : by_line.line) number = number * 4 / 5;
    for (int& number : by_units.line) number = 0;
    for (int& weight : by_units.weight) weight = 2048;  // of 16 units and their twins: 1 for a square
    for (std::size_t at = 0; at < by_units.input.size(); ++at) by_units.input[at] = 2 * by_line.line[at / 16] / Network::kPerMove;
    const Layout start({side, side}, sample_board(side, side, kTuningSeed, 2), default_goal(side, side));
    std::vector<Path> paths;
    for (const Numbers* numbers : {&by_line, &by_units}) {
        const Network network(side, numbers->bytes());
        Budget budget(Budget::kNoTimeLimit, Budget::kNoWorkLimit);
        WideBeamSettings settings;
        settings.width = width;
        settings.max_moves = 1000;
        const auto path = make_wide_beam(network, threads)->run(start, settings, Share(budget, 1));
        check(path && leads_to_goal(start, *path), "the beam finds a path");
        paths.push_back(*path);
    }
    check(paths[0] == paths[1], name(Shape{side, side}) + ": the same order gives the same path");
}

// A beam that holds every board is a breadth-first search.
void widest_beam_is_exact() {
    const Network network(3, mild(3));
    const auto beam = make_wide_beam(network, 2);
    const Tiles hardest{8, 6, 7, 2, 5, 4, 3, 0, 1};
    Budget budget(Budget::kNoTimeLimit, Budget::kNoWorkLimit);
    WideBeamSettings settings;
    settings.width = 200'000;
    settings.max_moves = 40;
    const Layout start({3, 3}, hardest, default_goal(3, 3));
    for (int run = 0; run < 3; ++run) {
        const auto path = beam->run(start, settings, Share(budget, 1));
        check(path && path->size() == 31, "the hardest 8-puzzle takes 31 moves, whatever was learned");
        beam->learn(start, *path);
    }
}

void lessons_put_boards_in_order() {
    Lessons<9> lessons;
    Random random(3);
    std::vector<Lessons<9>::Board> boards;
    for (std::size_t number = 0; number < 40; ++number) {
        Lessons<9>::Board board;
        std::iota(board.begin(), board.end(), std::uint8_t{0});
        for (std::size_t left = board.size(); left > 1; --left) std::swap(board[left - 1], board[random.below(left)]);
        boards.push_back(board);
    }
    // Whatever has tile 5 in the first row is better, though it looks worse by half a move.
    const auto is_good = [](const Lessons<9>::Board& board) { return std::find(board.begin(), board.begin() + 3, 5) != board.begin() + 3; };
    const int lead = Network::kPerMove / 2;
    for (const auto& better : boards)
        for (const auto& worse : boards)
            if (is_good(better) && !is_good(worse)) lessons.add(better, worse, lead);
    lessons.learn();
    int wrong = 0, all = 0;
    for (const auto& better : boards)
        for (const auto& worse : boards)
            if (is_good(better) && !is_good(worse)) wrong += lead + lessons.of(better) >= lessons.of(worse), ++all;
    check(all > 100 && wrong * 50 < all, "what can be learned is learned");
    check(lessons.of(5, 0) < lessons.of(5, 8), "a tile where it is good makes boards look better");
    lessons.clear();
    check(lessons.of(boards[0]) == 0, "what is forgotten adds nothing");
}

// What was learned changes the order, never where paths lead; without it the first path comes back.
void beams_learn_and_forget(int threads) {
    const Network network(5, mild(5));
    const auto beam = make_wide_beam(network, threads);
    const Layout start({5, 5}, sample_board(5, 5, kTuningSeed, 4), default_goal(5, 5));
    Budget budget(Budget::kNoTimeLimit, Budget::kNoWorkLimit);
    WideBeamSettings settings;
    settings.width = 3000;
    settings.max_moves = 1000;
    settings.looks = 1.5;
    settings.narrows = true;
    const auto first = beam->run(start, settings, Share(budget, 1));
    check(first && leads_to_goal(start, *first), "a beam that narrows finds a path");
    beam->learn(start, *first);
    const auto second = beam->run(start, settings, Share(budget, 1));
    check(second && leads_to_goal(start, *second), "a beam that has learned finds a path");
    check(*first != *second, "what was learned counts");
    // Nothing better came of the boards of this run either: it had to be shorter, and met nothing.
    settings.max_moves = std::min(first->size(), static_cast<std::size_t>(start.manhattan())) - 1;
    check(!beam->run(start, settings, Share(budget, 1)), "no path is shorter than the distance");
    beam->learn(start, *first);
    beam->forget();
    settings.max_moves = 1000;
    check(beam->run(start, settings, Share(budget, 1)) == first, "what was forgotten does not count");
}

void paced_beams_arrive(int side) {
    const Network network(side, mild(side));
    const auto beam = make_wide_beam(network, 1);
    const Layout start({side, side}, sample_board(side, side, kTuningSeed, 1), default_goal(side, side));
    for (const double million_boards : {1.0, 4.0}) {
        Budget budget(Budget::kNoTimeLimit, static_cast<std::uint64_t>(million_boards * 1e6));
        WideBeamSettings settings;
        settings.width = 5000;
        settings.max_moves = 1000;
        settings.arrive_at = 0.9;
        const auto path = beam->run(start, settings, Share(budget, 1));
        check(path && leads_to_goal(start, *path), "a paced beam arrives within its budget");
    }
}

void solves_use_values(int side) {
    const Network network(side, mild(side));
    Random random(9);
    std::vector<Tiles> goals = corner_goals(side, random);
    goals.push_back(shuffled(default_goal(side, side), random));  // most likely not in a corner: then distances order the beams
    for (const Tiles& goal : goals) {
        AnytimeRequest request = request_for(side, side, random_board(side, goal, random), goal);
        request.seconds = Budget::kNoTimeLimit;
        request.work = 400'000;
        const auto beam = make_wide_beam(network, 1), shared_beam = make_wide_beam(network, 3);
        request.wide_beam = beam.get();
        const AnytimeResult first = solve_and_check(request), again = solve_and_check(request);
        check(first.path == again.path, "the same work on one thread gives the same path");
        request.threads = 3;
        request.wide_beam = shared_beam.get();
        solve_and_check(request);
    }
    AnytimeRequest other = request_for(side, side + 1, sample_board(side, side + 1, kTuningSeed, 0), default_goal(side, side + 1));
    other.seconds = 0.05;
    const auto beam = make_wide_beam(network, 1);
    other.wide_beam = beam.get();
    solve_and_check(other);
}

}  // namespace

int main() {
    step("values", [] {
        for (const int side : {3, 4, 6}) image_has_the_same_value(side);
        for (const std::size_t units : {1, 16, 37}) values_are_as_defined(5, units);
        values_are_as_defined(8, 256);
        line_alone_is_the_distance();
        for (const std::size_t units : {1, 16, 37}) steps_lead_where_boards_are(4, units);
        steps_lead_where_boards_are(8, 64);
        wrong_bytes_are_refused();
        overflow_is_refused();
    });
    step("beams", [] {
        beams_find_paths(3, 100, 1);
        beams_find_paths(4, 2000, 1);
        for (const int threads : {1, 2}) beams_find_paths(5, 5000, threads);
        beams_find_paths(6, 5000, 3);
        units_order_as_numbers_do(4, 300, 1);
        units_order_as_numbers_do(5, 5000, 1);
        units_order_as_numbers_do(5, 5000, 3);
        widest_beam_is_exact();
        lessons_put_boards_in_order();
        for (const int threads : {1, 3}) beams_learn_and_forget(threads);
        paced_beams_arrive(5);
    });
    step("solves", [] {
        for (const int side : {4, 5}) solves_use_values(side);
    });
    std::puts("all checks hold");
}
