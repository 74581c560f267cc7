// SPDX-License-Identifier: MIT
// Tests of learned values and of the beam that they order, with values made up here: distances, and something for some pairs.
#include "large_support.hpp"

using namespace taquin;
using namespace taquin::large;
using namespace taquin::large::testing;

namespace {

std::size_t mirrored(std::size_t cell, std::size_t side) { return cell % side * side + cell / side; }

// The first of a pair and its images, as numbers.
bool is_first(std::size_t tile, std::size_t cell, std::size_t other_cell, std::size_t other, std::size_t side) {
    const std::size_t cells = side * side;
    const auto index = [&](std::size_t a, std::size_t b, std::size_t c, std::size_t d) { return ((a * cells + b) * cells + c) * cells + d; };
    const std::size_t image = mirrored(tile - 1, side) + 1, other_image = mirrored(other - 1, side) + 1;
    const std::size_t cell_image = mirrored(cell, side), other_cell_image = mirrored(other_cell, side), own = index(tile, cell, other_cell, other);
    return own <= index(other, other_cell, cell, tile) && own <= index(image, cell_image, other_cell_image, other_image) &&
           own <= index(other_image, other_cell_image, cell_image, image);
}

// Distances times 5/4, and up to `noise` units more or less for every pair.
std::vector<std::uint8_t> made_up(int side, int noise) {
    const auto size = static_cast<std::size_t>(side), cells = size * size;
    std::vector<std::uint8_t> bytes;
    for (std::size_t tile = 0; tile < cells; ++tile)
        for (std::size_t cell = 0; cell < cells; ++cell) {
            const Shape shape{side, side};
            const int steps = tile == 0 ? 0 : distance(place_of(shape, static_cast<int>(tile) - 1), place_of(shape, static_cast<int>(cell)));
            const int value = steps * PairValues::kUnits * 5 / 4;
            bytes.push_back(static_cast<std::uint8_t>(value));
            bytes.push_back(static_cast<std::uint8_t>(value >> 8));
        }
    Random random(1);
    for (std::size_t tile = 1; tile < cells; ++tile)
        for (std::size_t cell = 0; cell < cells; ++cell)
            for (std::size_t other_cell = 0; other_cell < cells; ++other_cell)
                for (std::size_t other = 1; other < cells; ++other)
                    if (tile != other && cell != other_cell && is_first(tile, cell, other_cell, other, size))
                        bytes.push_back(static_cast<std::uint8_t>(random.between(-noise, noise)));
    return bytes;
}

void values_are_symmetric(int side) {
    const PairValues values(side, made_up(side, 100));
    const auto size = static_cast<std::size_t>(side), cells = size * size;
    for (std::uint64_t index = 0; index < 20; ++index) {
        const Tiles tiles = sample_board(side, side, kTuningSeed, index);
        std::vector<std::uint8_t> board(tiles.begin(), tiles.end()), image(cells);
        for (std::size_t cell = 0; cell < cells; ++cell)
            image[mirrored(cell, size)] = board[cell] == 0 ? std::uint8_t{0} : static_cast<std::uint8_t>(mirrored(board[cell] - 1U, size) + 1);
        check(values.of(board.data()) == values.of(image.data()), "the mirror image has the same value");
    }
}

void wrong_bytes_are_refused() {
    auto bytes = made_up(4, 3);
    bytes.push_back(0);
    check_refused("too many bytes", [&] { PairValues(4, bytes); });
    bytes.pop_back();
    bytes.pop_back();
    check_refused("too few bytes", [&] { PairValues(4, bytes); });
    check_refused("a size beyond the largest", [&] { PairValues(9, bytes); });
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
    const PairValues values(side, made_up(side, 2));
    const auto beam = make_wide_beam(values, threads);
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

// A beam that holds every board is a breadth-first search.
void widest_beam_is_exact() {
    const PairValues values(3, made_up(3, 2));
    const auto beam = make_wide_beam(values, 2);
    const Tiles hardest{8, 6, 7, 2, 5, 4, 3, 0, 1};
    Budget budget(Budget::kNoTimeLimit, Budget::kNoWorkLimit);
    WideBeamSettings settings;
    settings.width = 200'000;
    settings.max_moves = 40;
    const auto path = beam->run(Layout({3, 3}, hardest, default_goal(3, 3)), settings, Share(budget, 1));
    check(path && path->size() == 31, "the hardest 8-puzzle takes 31 moves");
}

void paced_beams_arrive(int side) {
    const PairValues values(side, made_up(side, 0));
    const auto beam = make_wide_beam(values, 1);
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
    const PairValues values(side, made_up(side, 0));
    Random random(9);
    std::vector<Tiles> goals = corner_goals(side, random);
    goals.push_back(shuffled(default_goal(side, side), random));  // most likely not in a corner: then distances order the beams
    for (const Tiles& goal : goals) {
        AnytimeRequest request = request_for(side, side, random_board(side, goal, random), goal);
        request.seconds = Budget::kNoTimeLimit;
        request.work = 400'000;
        const auto beam = make_wide_beam(values, 1), shared_beam = make_wide_beam(values, 3);
        request.wide_beam = beam.get();
        const AnytimeResult first = solve_and_check(request), again = solve_and_check(request);
        check(first.path == again.path, "the same work on one thread gives the same path");
        request.threads = 3;
        request.wide_beam = shared_beam.get();
        solve_and_check(request);
    }
    AnytimeRequest other = request_for(side, side + 1, sample_board(side, side + 1, kTuningSeed, 0), default_goal(side, side + 1));
    other.seconds = 0.05;
    const auto beam = make_wide_beam(values, 1);
    other.wide_beam = beam.get();
    solve_and_check(other);
}

}  // namespace

int main() {
    step("values", [] {
        for (const int side : {3, 4, 6}) values_are_symmetric(side);
        wrong_bytes_are_refused();
    });
    step("beams", [] {
        beams_find_paths(3, 100, 1);
        beams_find_paths(4, 2000, 1);
        for (const int threads : {1, 2}) beams_find_paths(5, 5000, threads);
        beams_find_paths(6, 5000, 3);
        widest_beam_is_exact();
        paced_beams_arrive(5);
    });
    step("solves", [] {
        for (const int side : {4, 5}) solves_use_values(side);
    });
    std::puts("all checks hold");
}
