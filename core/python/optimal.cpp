// SPDX-License-Identifier: MIT
// Python's way to the pattern databases, the move automaton and the optimal solver.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <chrono>
#include <condition_variable>
#include <cstring>
#include <exception>
#include <mutex>
#include <thread>

#include "bindings.hpp"
#include "../optimal/automaton.hpp"
#include "../optimal/fitted_partition.hpp"
#include "../optimal/partition.hpp"
#include "../optimal/pattern_builder.hpp"
#include "../optimal/solver.hpp"

namespace nb = nanobind;

namespace taquin {
namespace {

using namespace optimal;
using Bytes = std::span<const std::uint8_t>;

// A read-only view of any Python buffer; the caller keeps the object alive.
class BufferView {
  public:
    explicit BufferView(nb::handle object) {
        if (PyObject_GetBuffer(object.ptr(), &view_, PyBUF_SIMPLE) != 0) throw nb::python_error();
    }
    ~BufferView() { PyBuffer_Release(&view_); }
    BufferView(const BufferView&) = delete;
    BufferView& operator=(const BufferView&) = delete;

    Bytes bytes() const { return {static_cast<const std::uint8_t*>(view_.buf), static_cast<std::size_t>(view_.len)}; }

  private:
    Py_buffer view_{};
};

nb::bytes to_bytes(const Path& path) { return nb::bytes(reinterpret_cast<const char*>(path.data()), path.size()); }

Path to_path(const nb::bytes& bytes) {
    const auto* data = reinterpret_cast<const std::uint8_t*>(bytes.c_str());
    return {data, data + bytes.size()};
}

// --- Tables ---

using TableTuple = std::tuple<int, std::vector<int>, std::uint64_t, std::string>;

// The tables that a partition needs: (blank, tiles, bytes, index scheme), and the views: lists of (table, cell map).
nb::tuple plan_patterns(int rows, int cols, int blank_goal, const Partition& groups) {
    const Shape shape{rows, cols};
    check_shape(shape);
    const LookupPlan plan = plan_lookups(shape, blank_goal, groups);
    std::vector<TableTuple> tables;
    for (const Pattern& table : plan.tables)
        tables.emplace_back(table.blank, table.tiles, table.bytes(), table.scheme() == IndexScheme::direct ? "direct" : "ranked");
    nb::list views;
    for (const auto& view : plan.views) {
        nb::list lookups;
        for (const PatternLookup& lookup : view)
            lookups.append(nb::make_tuple(lookup.table, std::vector<int>(lookup.map.begin(), lookup.map.begin() + shape.cells())));
        views.append(lookups);
    }
    return nb::make_tuple(tables, views);
}

// Boards come as the goal cells of what stands on each cell.
HomeBoard to_home_board(const Shape& shape, const std::vector<std::uint8_t>& cells) {
    HomeBoard board{};
    CellSet seen = 0;
    if (cells.size() == static_cast<std::size_t>(shape.cells()))
        for (std::size_t cell = 0; cell < cells.size() && cells[cell] < shape.cells(); ++cell) {
            board[cell] = cells[cell];
            seen |= single(cells[cell]);
        }
    if (seen != all_cells(shape)) throw nb::value_error("a board is no permutation of the cells");
    return board;
}

// Asks Python, from a thread that has let go of the interpreter; not too often, for threads that queue for it hold each other up.
PatternDistance::Stopped asking(const nb::object& stopped) {
    using Clock = std::chrono::steady_clock;
    return [&stopped, next = Clock::time_point::min(), answer = false]() mutable {
        const Clock::time_point now = Clock::now();
        if (answer || now < next) return answer;
        next = now + std::chrono::milliseconds(50);
        const nb::gil_scoped_acquire lock;
        return answer = nb::cast<bool>(stopped());
    };
}

// What fits partitions to boards, for one goal cell of the blank; threads may share it.
class Fitter {
  public:
    Fitter(int rows, int cols, int blank_goal) : small_(checked({rows, cols}, blank_goal), blank_goal) {}

    Partition fit(const std::vector<std::vector<std::uint8_t>>& boards, const std::vector<int>& weights, const Partition& groups,
                  const nb::object& stopped) {
        check_partition(small_.shape(), small_.blank_goal(), groups);
        if (weights.size() != boards.size()) throw nb::value_error("expected a weight for each board");
        std::vector<WeighedBoard> weighed;
        for (std::size_t number = 0; number < boards.size(); ++number)
            weighed.push_back({to_home_board(small_.shape(), boards[number]), weights[number]});
        const nb::gil_scoped_release unlocked;
        return PartitionFitter(small_, std::move(weighed), asking(stopped)).fit(groups);
    }
    std::vector<int> estimate(const std::vector<std::vector<std::uint8_t>>& boards, const Partition& groups, const nb::object& stopped) {
        const Shape& shape = small_.shape();
        check_partition(shape, small_.blank_goal(), groups);
        std::vector<HomeBoard> homes;
        for (const auto& board : boards) homes.push_back(to_home_board(shape, board));
        const nb::gil_scoped_release unlocked;
        PatternDistance distance(small_, asking(stopped));
        std::vector<int> estimates;
        for (const HomeBoard& home : homes) {
            int sum = manhattan(shape, small_.blank_goal(), home);
            for (const std::vector<int>& group : groups)
                sum += distance.excess(make_pattern(shape, small_.blank_goal(), group).goal_cells(), home);
            estimates.push_back(sum);
        }
        return estimates;
    }

  private:
    static Shape checked(Shape shape, int blank_goal) {
        check_shape(shape);
        if (blank_goal < 0 || blank_goal >= shape.cells()) throw nb::value_error("the blank's goal cell is not on the board");
        return shape;
    }

    SmallPatterns small_;
};

// Build one table into a new bytearray; None when `progress(depth, share)` returned false.
nb::object build_pattern(int rows, int cols, int blank, const std::vector<int>& tiles, int threads, const nb::object& progress) {
    const Pattern pattern = make_pattern({rows, cols}, blank, tiles);
    nb::object table = nb::steal(PyByteArray_FromStringAndSize(nullptr, static_cast<Py_ssize_t>(pattern.bytes())));
    if (!table.is_valid()) throw nb::python_error();
    const std::span<std::uint8_t> bytes{reinterpret_cast<std::uint8_t*>(PyByteArray_AsString(table.ptr())), pattern.bytes()};
    BuildOptions options;
    options.threads = threads;
    options.progress = [&](const BuildProgress& now) {
        const nb::gil_scoped_acquire lock;
        return nb::cast<bool>(progress(now.depth, now.share));
    };
    bool finished = false;
    {
        const nb::gil_scoped_release unlocked;
        finished = build_table(pattern, bytes, options);
    }
    return finished ? table : nb::none();
}

std::uint64_t pattern_build_bytes(int rows, int cols, int blank, const std::vector<int>& tiles) {
    return estimate_build_bytes(make_pattern({rows, cols}, blank, tiles));
}

// The automaton as little-endian 32-bit numbers: the start state of every cell, then four next states for every state.
nb::bytes build_automaton_bytes(int rows, int cols, int length) {
    Automaton automaton;
    {
        const nb::gil_scoped_release unlocked;
        automaton = build_automaton({rows, cols}, length);
    }
    std::vector<std::int32_t> numbers = automaton.start_state;
    numbers.insert(numbers.end(), automaton.next_state.begin(), automaton.next_state.end());
    return nb::bytes(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(std::int32_t));
}

Automaton read_automaton(Bytes bytes, const Shape& shape) {
    const auto cells = static_cast<std::size_t>(shape.cells());
    if (bytes.size() % sizeof(std::int32_t) != 0 || bytes.size() < cells * sizeof(std::int32_t))
        throw std::invalid_argument("this buffer is no move automaton");
    std::vector<std::int32_t> numbers(bytes.size() / sizeof(std::int32_t));
    std::memcpy(numbers.data(), bytes.data(), bytes.size());
    Automaton automaton;
    automaton.start_state.assign(numbers.begin(), numbers.begin() + static_cast<std::ptrdiff_t>(cells));
    automaton.next_state.assign(numbers.begin() + static_cast<std::ptrdiff_t>(cells), numbers.end());
    check_automaton(automaton, shape);
    return automaton;
}

PatternDatabases* make_databases(int rows, int cols, const std::vector<std::uint8_t>& goal, const Partition& groups,
                                 const std::vector<nb::object>& buffers) {
    const Shape shape{rows, cols};
    check_shape(shape);
    if (goal.size() != static_cast<std::size_t>(shape.cells())) throw nb::value_error("the goal does not fit the shape");
    auto databases = std::make_unique<PatternDatabases>();
    for (std::size_t cell = 0; cell < goal.size(); ++cell) {
        if (goal[cell] >= goal.size()) throw nb::value_error("the goal is not a permutation");
        databases->home[goal[cell]] = static_cast<std::uint8_t>(cell);
    }
    databases->goal = goal;
    databases->plan = plan_lookups(shape, databases->home[0], groups);
    for (const nb::object& buffer : buffers) {
        // The view ends here, the bytes stay: buffers are mapped files, bytes or arrays that nobody resizes.
        databases->tables.push_back(BufferView(buffer).bytes());
        databases->buffers.push_back(buffer);
    }
    databases->heuristic = std::make_shared<const Heuristic>(shape, databases->home[0], databases->plan, databases->tables);
    return databases.release();
}

// --- The solver ---

using Start = std::vector<std::uint8_t>;

constexpr auto kPollInterval = std::chrono::milliseconds(20);

// A solver for one goal, kept together with everything it points to. Boards that are not the goal's raise ValueError.
class Solver {
  public:
    Solver(const nb::object& databases, const nb::object& automaton)
        : databases_(databases), solver_(make_solver(nb::cast<const PatternDatabases&>(databases), automaton)) {}

    int estimate(const Start& start) const { return solver_->estimate(start); }

    // Iterate to the solution, a limit or a known length. Returns (moves, lower bound, nodes, [(bound, nodes)], stop reason).
    nb::tuple solve(const Start& start, int threads, int from_bound, int known_length, std::optional<double> seconds, std::optional<std::uint64_t> nodes,
                    const nb::object& poll) {
        SearchControl control;
        set_limits(control, seconds, nodes);
        SolveOptions options;
        options.threads = threads;
        options.from_bound = from_bound;
        options.known_length = known_length;
        SolveResult result;
        const auto search = [&] { result = solver_->solve(start, control, options); };
        if (threads == 1) run_here(control, poll, search);
        else run(control, poll, search);
        nb::object moves = nb::none();
        if (result.solution) moves = to_bytes(*result.solution);
        std::vector<std::pair<int, std::uint64_t>> iterations;
        for (const Iteration& iteration : result.iterations) iterations.emplace_back(iteration.bound, iteration.nodes);
        return nb::make_tuple(moves, result.lower_bound, result.nodes, iterations, name_of(result.stop_reason));
    }

    // Cut an iteration into subtree roots, named by their paths. Returns (paths, nodes above them, moves if solved already).
    nb::tuple split(const Start& start, int bound, std::size_t wanted) const {
        RootList list;
        {
            const nb::gil_scoped_release unlocked;
            list = split_roots(solver_->heuristic(), solver_->automaton(), solver_->root_of(start), bound, wanted);
        }
        nb::list paths;
        for (const Root& root : list.roots) paths.append(to_bytes(root.path));
        nb::object moves = nb::none();
        if (list.solution) moves = to_bytes(*list.solution);
        return nb::make_tuple(paths, list.nodes, moves);
    }

    // Search some subtrees of an iteration; `finished(index, nodes)` hears of each that was searched to its end, from time to
    // time. Returns (nodes, exhausted, moves, stop reason).
    nb::tuple search_roots_of(const Start& start, const std::vector<nb::bytes>& paths, int bound, int threads, std::optional<double> seconds,
                              std::optional<std::uint64_t> nodes, const nb::object& poll, const nb::object& finished) {
        std::vector<Root> roots;
        for (const nb::bytes& path : paths) roots.push_back(root_at(start, to_path(path)));
        SearchControl control;
        set_limits(control, seconds, nodes);
        FinishedRoots news;
        RootsResult result;
        const auto tell = [&] {
            for (const auto& [root, count] : news.take()) finished(root, count);
        };
        run(control, poll,
            [&] {
                result = search_roots(solver_->heuristic(), solver_->automaton(), roots, bound, control, threads,
                                      [&](std::size_t root, std::uint64_t count) { news.add(root, count); });
            },
            tell);
        tell();
        nb::object moves = nb::none();
        if (result.solution) moves = to_bytes(*result.solution);
        return nb::make_tuple(result.nodes, result.exhausted, moves, name_of(control.reason()));
    }

  private:
    class FinishedRoots {
      public:
        using News = std::vector<std::pair<std::size_t, std::uint64_t>>;

        void add(std::size_t root, std::uint64_t nodes) {
            const std::lock_guard lock(mutex_);
            news_.emplace_back(root, nodes);
        }
        News take() {
            const std::lock_guard lock(mutex_);
            return std::exchange(news_, {});
        }

      private:
        std::mutex mutex_;
        News news_;
    };

    std::unique_ptr<OptimalSolver> make_solver(const PatternDatabases& databases, const nb::object& automaton) {
        const Shape& shape = databases.heuristic->shape();
        if (!automaton.is_none()) automaton_ = read_automaton(BufferView(automaton).bytes(), shape);
        return std::make_unique<OptimalSolver>(shape, databases.goal, databases.plan, databases.tables,
                                               automaton_ ? &*automaton_ : nullptr);
    }

    Root root_at(const Start& start, const Path& path) const {
        const Shape& shape = solver_->heuristic().shape();
        Root root = solver_->root_of(start);
        for (const std::uint8_t move : path) {
            if (move >= kMoves || !shape.can_move(root.blank, move)) throw nb::value_error("a path leaves the board");
            root.automaton_state = solver_->automaton().next(root.automaton_state, move);
            if (root.automaton_state == Automaton::kPruned) throw nb::value_error("a path is redundant");
            const int next = shape.target(root.blank, move);
            std::swap(root.home[static_cast<std::size_t>(next)], root.home[static_cast<std::size_t>(root.blank)]);
            root.blank = next;
            root.path.push_back(move);
        }
        return root;
    }

    static void set_limits(SearchControl& control, std::optional<double> seconds, std::optional<std::uint64_t> nodes) {
        if (nodes) control.node_limit = *nodes;
        if (seconds) {
            const double capped = std::min(*seconds, 1e9);
            control.deadline = SearchControl::Clock::now() + std::chrono::duration_cast<SearchControl::Clock::duration>(
                                                                 std::chrono::duration<double>(capped));
        }
    }

    // Do the work on this thread and look up every 20 ms: many short searches would spend their time waking each other.
    template <class Work>
    static void run_here(SearchControl& control, const nb::object& poll, Work&& work) {
        std::optional<nb::python_error> raised;
        auto next = SearchControl::Clock::now() + kPollInterval;
        control.look_up = [&] {
            if (raised || SearchControl::Clock::now() < next) return;
            const nb::gil_scoped_acquire locked;
            try {
                if (nb::cast<bool>(poll(control.nodes.load(), control.bound.load()))) control.cancel();
            } catch (nb::python_error& error) {
                raised.emplace(std::move(error));
                control.cancel();
            }
            next = SearchControl::Clock::now() + kPollInterval;
        };
        {
            const nb::gil_scoped_release unlocked;
            work();
        }
        if (raised) throw std::move(*raised);
    }

    // Do the work on a thread of its own; meanwhile, every 20 ms, `poll(nodes, bound)` may ask to stop.
    template <class Work, class Tell>
    static void run(SearchControl& control, const nb::object& poll, Work&& work, Tell&& tell) {
        std::mutex mutex;
        std::condition_variable changed;
        bool done = false;
        std::exception_ptr failure;
        std::optional<nb::python_error> raised;
        {
            const nb::gil_scoped_release unlocked;
            std::thread worker([&] {
                try {
                    work();
                } catch (...) {
                    failure = std::current_exception();
                }
                const std::lock_guard lock(mutex);
                done = true;
                changed.notify_one();
            });
            std::unique_lock lock(mutex);
            while (!changed.wait_for(lock, kPollInterval, [&] { return done; })) {
                lock.unlock();
                {
                    const nb::gil_scoped_acquire locked;
                    try {
                        tell();
                        if (!control.stopped() && nb::cast<bool>(poll(control.nodes.load(), control.bound.load()))) control.cancel();
                    } catch (nb::python_error& error) {  // such as KeyboardInterrupt: stop the worker before it goes on
                        raised.emplace(std::move(error));
                        control.cancel();
                    }
                }
                lock.lock();
                if (raised) break;
            }
            lock.unlock();
            worker.join();
        }
        if (raised) throw std::move(*raised);
        if (failure) std::rethrow_exception(failure);
    }

    template <class Work>
    static void run(SearchControl& control, const nb::object& poll, Work&& work) {
        run(control, poll, std::forward<Work>(work), [] {});
    }

    static const char* name_of(StopReason reason) {
        switch (reason) {
            case StopReason::cancelled: return "cancelled";
            case StopReason::time_limit: return "time";
            case StopReason::node_limit: return "nodes";
            default: return "";
        }
    }

    nb::object databases_;
    std::optional<Automaton> automaton_;
    std::unique_ptr<OptimalSolver> solver_;
};

}  // namespace

void bind_optimal(nb::module_& module) {
    using namespace nb::literals;
    module.attr("MAX_PATTERN_CELLS") = optimal::kMaxCells;
    module.attr("MAX_PATTERN_TILES") = kMaxPatternTiles;
    module.def("partition_by_sizes", [](int rows, int cols, int blank, const GroupSizes& sizes) {
        return partition_by_sizes({rows, cols}, blank, sizes);
    }, "rows"_a, "cols"_a, "blank"_a, "sizes"_a, "Return groups of goal cells with these sizes.");
    module.def("best_partition", [](int rows, int cols, int blank, std::uint64_t max_bytes) {
        return best_partition({rows, cols}, blank, max_bytes);
    }, "rows"_a, "cols"_a, "blank"_a, "max_bytes"_a, "Return the groups of goal cells with the largest tables that fit.");
    module.def("plan_patterns", &plan_patterns, "rows"_a, "cols"_a, "blank"_a, "groups"_a,
               "Return the tables that groups of goal cells need, and how boards are looked up in them.");
    nb::class_<Fitter>(module, "PartitionFitter", "Finds groups whose tables would say the most about boards, without the tables.")
        .def(nb::init<int, int, int>(), "rows"_a, "cols"_a, "blank"_a)
        .def("fit", &Fitter::fit, "boards"_a, "weights"_a, "groups"_a, "stopped"_a,
             "Exchange tiles between groups as long as they say more about weighed boards.")
        .def("estimate", &Fitter::estimate, "boards"_a, "groups"_a, "stopped"_a,
             "Estimate boards with groups of tiles, as their tables would.");
    module.def("pattern_build_bytes", &pattern_build_bytes, "rows"_a, "cols"_a, "blank"_a, "tiles"_a,
               "Estimate the memory that building a table takes.");
    module.def("build_pattern", &build_pattern, "rows"_a, "cols"_a, "blank"_a, "tiles"_a, "threads"_a, "progress"_a,
               "Build a table; None when progress(depth, share) returned false.");
    module.def("build_automaton", &build_automaton_bytes, "rows"_a, "cols"_a, "length"_a,
               "Build the automaton that prunes duplicate move words.");
    nb::class_<PatternDatabases>(module, "PatternDatabases")
        .def(nb::new_(&make_databases), "rows"_a, "cols"_a, "goal"_a, "groups"_a, "tables"_a)
        .def("estimate", [](const PatternDatabases& self, const std::vector<std::uint8_t>& tiles) {
            HomeBoard home{};
            if (tiles.size() != static_cast<std::size_t>(self.heuristic->shape().cells())) throw nb::value_error("wrong size");
            for (std::size_t cell = 0; cell < tiles.size(); ++cell) {
                if (tiles[cell] >= tiles.size()) throw nb::value_error("not a permutation");
                home[cell] = self.home[tiles[cell]];
            }
            return self.heuristic->estimate(home);
        }, "tiles"_a);
    nb::class_<Solver>(module, "OptimalSolver")
        .def(nb::init<const nb::object&, const nb::object&>(), "databases"_a, "automaton"_a.none())
        .def("estimate", &Solver::estimate, "start"_a)
        .def("solve", &Solver::solve, "start"_a, "threads"_a, "from_bound"_a, "known_length"_a, "seconds"_a.none(),
             "nodes"_a.none(), "poll"_a)
        .def("split", &Solver::split, "start"_a, "bound"_a, "wanted"_a)
        .def("search_roots", &Solver::search_roots_of, "start"_a, "paths"_a, "bound"_a, "threads"_a, "seconds"_a.none(),
             "nodes"_a.none(), "poll"_a, "finished"_a);
}

}  // namespace taquin
