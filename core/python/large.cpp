// SPDX-License-Identifier: MIT
// The anytime solver for boards of any size, for Python.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <optional>

#include "../large/anytime.hpp"
#include "../large/slide_windows.hpp"
#include "bindings.hpp"
#include "bridge.hpp"

namespace nb = nanobind;

namespace taquin {
namespace {

// Asks Python on the thread that called the solver, through the bridge's guard.
class PythonAnytimeObserver final : public large::AnytimeObserver {
  public:
    PythonAnytimeObserver(nb::object improved, nb::object poll) : improved_(std::move(improved)), poll_(std::move(poll)) {}

    void improved(std::size_t length, double seconds) override {
        python_.say_stop([&] { return improved_(length, seconds), false; });
    }
    bool poll() override {
        return python_.say_stop([&] { return is_true(poll_()); });
    }
    // When the solver has ended: throws what Python raised.
    void rethrow() { python_.rethrow(); }

  private:
    nb::object improved_, poll_;
    PythonCalls python_;
};

nb::tuple solve_anytime(int rows, int cols, const std::vector<std::uint16_t>& start, const std::vector<std::uint16_t>& goal,
                        std::optional<double> seconds, std::optional<std::uint64_t> work, int threads, std::uint64_t seed,
                        std::size_t enough, nb::object improved, nb::object poll, const large::Network* learned,
                        const nb::bytes& known, std::optional<std::size_t> memory) {
    large::AnytimeRequest request;
    request.rows = rows;
    request.cols = cols;
    request.start = start;
    request.goal = goal;
    request.seconds = seconds.value_or(large::Budget::kNoTimeLimit);
    request.work = work.value_or(large::Budget::kNoWorkLimit);
    request.threads = at_most_threads(threads);
    if (memory) request.memory = *memory;
    request.seed = seed;
    request.enough = enough;
    for (const std::uint8_t move : to_span(known)) request.known.push_back(static_cast<Direction>(move));
    PythonAnytimeObserver observer(std::move(improved), std::move(poll));
    large::AnytimeResult result;
    {
        const Unlocked unlocked;
        const auto wide_beam = learned ? large::make_wide_beam(*learned, request.threads, request.memory) : nullptr;
        request.wide_beam = wide_beam.get();
        large::AnytimeSolver solver(request);
        result = solver.run(observer);
    }
    observer.rethrow();
    std::vector<std::uint8_t> moves;
    for (const auto move : result.path) moves.push_back(static_cast<std::uint8_t>(move));
    const nb::object path = result.found ? nb::object(to_bytes(moves)) : nb::none();
    return nb::make_tuple(path, result.lower_bound, result.work, result.cancelled);
}

nb::tuple shorten_slides(int rows, int cols, const std::vector<std::uint16_t>& start, const nb::bytes& moves, std::optional<double> seconds,
                         std::optional<std::uint64_t> boards, std::uint64_t seed, const nb::object& poll) {
    std::vector<Direction> path;
    for (const std::uint8_t move : to_span(moves)) path.push_back(static_cast<Direction>(move));
    StopControl control;
    set_limits(control, seconds, boards);
    large::SlideWindows windows({rows, cols}, start, path, seed);
    run_here(control, [&] { return is_true(poll(windows.slides())); }, [&] { windows.shorten(control); });
    std::vector<std::uint8_t> found;
    for (const Direction move : windows.moves()) found.push_back(move);
    return nb::make_tuple(to_bytes(found), windows.work());
}

int value_of(const large::Network& network, const std::vector<std::uint16_t>& tiles) {
    const auto side = static_cast<std::size_t>(network.side());
    check_tiles(std::span<const std::uint16_t>(tiles), side * side);
    const std::vector<std::uint8_t> board(tiles.begin(), tiles.end());
    return network.of(board.data());
}

}  // namespace

void bind_large(nb::module_& module) {
    using namespace nb::literals;
    nb::class_<large::Network>(module, "LearnedValues", "What was learned of square boards of one size.")
        .def(
            "__init__", [](large::Network* self, int side, const nb::bytes& bytes) { new (self) large::Network(side, to_span(bytes)); },
            "side"_a, "bytes"_a)
        .def_prop_ro("side", &large::Network::side)
        .def("value", &value_of, "tiles"_a, "Estimate the moves that are left to the goal with the blank last, in 1/64 of a move.");
    module.def("solve_anytime", &solve_anytime, "rows"_a, "cols"_a, "start"_a, "goal"_a, "seconds"_a.none(), "work"_a.none(),
               "threads"_a, "seed"_a, "enough"_a, "improved"_a, "poll"_a, "learned"_a = nb::none(), "known"_a = nb::bytes("", 0),
               "memory"_a.none() = nb::none(),
               "Solve a board of any size; returns (moves, lower bound, boards generated, cancelled), moves None if cancelled at once.");
    module.def("shorten_slides", &shorten_slides, "rows"_a, "cols"_a, "start"_a, "moves"_a, "seconds"_a.none(), "boards"_a.none(), "seed"_a,
               "poll"_a, "Search windows of a path anew for fewer slides, until poll(slides) is true or a limit is reached; returns (moves, boards).");
}

}  // namespace taquin
