// SPDX-License-Identifier: MIT
// Python's way to the anytime solver for boards of any size.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <optional>

#include "bindings.hpp"
#include "../large/anytime.hpp"

namespace nb = nanobind;

namespace taquin {
namespace {

// Asks Python on the thread that called the solver. An exception there must not unwind through the solver while its own
// threads run: it is kept, and the search cancelled.
class PythonAnytimeObserver : public large::AnytimeObserver {
  public:
    PythonAnytimeObserver(nb::object improved, nb::object poll) : improved_(std::move(improved)), poll_(std::move(poll)) {}

    void improved(std::size_t length, double seconds) override {
        guarded([&] { improved_(length, seconds); });
    }

    bool poll() override {
        bool stop = false;
        guarded([&] { stop = nb::cast<bool>(poll_()); });
        return stop || raised_.has_value();
    }

    void rethrow() {
        if (raised_) throw std::move(*raised_);
    }

  private:
    template <class Call>
    void guarded(Call call) {
        if (raised_) return;
        const nb::gil_scoped_acquire lock;
        try {
            call();
        } catch (nb::python_error& error) {
            raised_.emplace(std::move(error));
        }
    }

    nb::object improved_, poll_;
    std::optional<nb::python_error> raised_;
};

nb::tuple solve_anytime(int rows, int cols, const std::vector<std::uint16_t>& start, const std::vector<std::uint16_t>& goal,
                        std::optional<double> seconds, std::optional<std::uint64_t> work, int threads, std::uint64_t seed,
                        std::size_t enough, nb::object improved, nb::object poll) {
    large::AnytimeRequest request;
    request.rows = rows;
    request.cols = cols;
    request.start = start;
    request.goal = goal;
    request.seconds = seconds.value_or(large::Budget::kNoTimeLimit);
    request.work = work.value_or(large::Budget::kNoWorkLimit);
    request.threads = threads;
    request.seed = seed;
    request.enough = enough;
    PythonAnytimeObserver observer(std::move(improved), std::move(poll));
    large::AnytimeResult result;
    {
        const nb::gil_scoped_release unlocked;
        large::AnytimeSolver solver(request);
        result = solver.run(observer);
    }
    observer.rethrow();
    std::vector<std::uint8_t> moves;
    for (const auto move : result.path) moves.push_back(static_cast<std::uint8_t>(move));
    return nb::make_tuple(nb::bytes(reinterpret_cast<const char*>(moves.data()), moves.size()), result.lower_bound, result.work,
                          result.cancelled);
}

}  // namespace

void bind_large(nb::module_& module) {
    using namespace nb::literals;
    module.def("solve_anytime", &solve_anytime, "rows"_a, "cols"_a, "start"_a, "goal"_a, "seconds"_a.none(), "work"_a.none(),
               "threads"_a, "seed"_a, "enough"_a, "improved"_a, "poll"_a,
               "Solve a board of any size; returns (moves, lower bound, boards generated, cancelled).");
}

}  // namespace taquin
