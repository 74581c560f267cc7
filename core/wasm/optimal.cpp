// SPDX-License-Identifier: MIT
// Partitions, pattern databases, move automata and the optimal solver, for a page.
#include "../optimal/automaton_builder.hpp"
#include "../optimal/automaton_bytes.hpp"
#include "../optimal/partition.hpp"
#include "../optimal/pattern_builder.hpp"
#include "../optimal/solver.hpp"
#include "proving.hpp"

namespace taquin::wasm {
namespace {

using namespace optimal;

Registry<Databases> databases;

// A solver for one goal, kept together with everything it points to.
struct Solver {
    std::shared_ptr<const Databases> databases;
    std::optional<Automaton> automaton;
    std::optional<OptimalSolver> solver;
};

Registry<Solver> solvers;

Partition read_groups(Reader& arguments) {
    return arguments.list<std::vector<int>>([&] { return arguments.numbers<int>(); });
}

void write_groups(Writer& reply, const Partition& groups) {
    reply.list(groups, [&](const auto& group) { reply.numbers(group); });
}

void make_partition_by_sizes(Reader& arguments, Writer& reply) {
    const Shape shape = read_shape(arguments);
    const int blank = arguments.number();
    write_groups(reply, partition_by_sizes(shape, blank, arguments.numbers<int>()));
}

void make_best_partition(Reader& arguments, Writer& reply) {
    const Shape shape = read_shape(arguments);
    const int blank = arguments.number();
    const auto max_bytes = arguments.number<std::uint64_t>();
    write_groups(reply, best_partition(shape, blank, max_bytes, arguments.number()));
}

void make_unlike_partition(Reader& arguments, Writer& reply) {
    const Shape shape = read_shape(arguments);
    const int blank = arguments.number();
    const auto sizes = arguments.numbers<int>();
    write_groups(reply, unlike_partition(shape, blank, sizes, read_groups(arguments)));
}

// With a second partition beside the first, or none.
LookupPlan read_plan(Reader& arguments, const Shape& shape, int blank) {
    const Partition groups = read_groups(arguments), others = read_groups(arguments);
    return others.empty() ? plan_lookups(shape, blank, groups) : plan_lookups(shape, blank, groups, others);
}

void plan_patterns(Reader& arguments, Writer& reply) {
    const Shape shape = read_shape(arguments);
    check_shape(shape);
    const int blank = arguments.number();
    const LookupPlan plan = read_plan(arguments, shape, blank);
    reply.list(plan.tables, [&](const Pattern& table) {
        reply.number(table.blank);
        reply.numbers(table.tiles);
        reply.number(table.bytes());
        reply.text(table.scheme() == IndexScheme::direct ? "direct" : "ranked");
    });
    reply.list(plan.views, [&](const auto& view) {
        reply.list(view, [&](const PatternLookup& lookup) {
            reply.number(lookup.table);
            reply.numbers(std::span(lookup.map).first(static_cast<std::size_t>(shape.cells())));
        });
    });
}

Pattern read_pattern(Reader& arguments) {
    const Shape shape = read_shape(arguments);
    const int blank = arguments.number();
    return make_pattern(shape, blank, arguments.numbers<int>());
}

void pattern_build_bytes(Reader& arguments, Writer& reply) { reply.number(estimate_build_bytes(read_pattern(arguments))); }

void make_table(Reader& arguments, Writer& reply) {
    write_table(reply, std::make_shared<Table>(memory_size(arguments.number<std::uint64_t>())));
}

void free_table(Reader& arguments, Writer&) { all_tables().remove(arguments.number<std::int64_t>()); }

void build_pattern(Reader& arguments, Writer& reply) {
    const Pattern pattern = read_pattern(arguments);
    reply_with_built_table(reply, memory_size(pattern.bytes()),
                           [&](Table& table, BuildControl& control) { return build_table(pattern, table, control, 1); });
}

void make_automaton(Reader& arguments, Writer& reply) {
    const Shape shape = read_shape(arguments);
    const int length = arguments.number();
    StopControl control;
    std::optional<Automaton> automaton;
    run_here(control, [] { return host_says_stop(Ask::poll, Writer()); },
             [&] { automaton = build_automaton(shape, length, control); });
    write_table(reply, std::make_shared<Table>(automaton ? bytes_of_automaton(*automaton) : Table()));
}

void make_databases(Reader& arguments, Writer& reply) {
    const Shape shape = read_shape(arguments);
    auto made = std::make_shared<Databases>();
    made->goal = arguments.numbers<std::uint8_t>();
    made->home_of_tile = cells_of_tiles(shape, made->goal);
    made->plan = read_plan(arguments, shape, made->home_of_tile[0]);
    for (const auto table : arguments.numbers<std::int64_t>()) {
        made->owners.push_back(all_tables()[table]);
        made->tables.push_back(*made->owners.back());
    }
    made->heuristic = std::make_shared<const Heuristic>(shape, made->home_of_tile[0], made->plan, made->tables);
    reply.number(databases.add(std::move(made)));
}

void free_databases(Reader& arguments, Writer&) { databases.remove(arguments.number<std::int64_t>()); }

void estimate_by_databases(Reader& arguments, Writer& reply) {
    const Databases& held = *databases[arguments.number<std::int64_t>()];
    const Heuristic& heuristic = *held.heuristic;
    reply.number(heuristic.estimate(home_board(heuristic.shape(), held.home_of_tile, arguments.numbers<std::uint8_t>())));
}

// The table with the automaton may go when the solver is made; 0 is none.
void make_solver(Reader& arguments, Writer& reply) {
    auto made = std::make_shared<Solver>();
    made->databases = databases[arguments.number<std::int64_t>()];
    const Databases& held = *made->databases;
    const Shape& shape = held.heuristic->shape();
    if (const auto table = arguments.number<std::int64_t>()) made->automaton = automaton_of_bytes(*all_tables()[table], shape);
    made->solver.emplace(shape, held.goal, held.plan, held.tables, made->automaton ? &*made->automaton : nullptr);
    reply.number(solvers.add(std::move(made)));
}

void free_solver(Reader& arguments, Writer&) { solvers.remove(arguments.number<std::int64_t>()); }

const OptimalSolver& read_solver(Reader& arguments) { return *solvers[arguments.number<std::int64_t>()]->solver; }

void estimate_by_solver(Reader& arguments, Writer& reply) { reply_with_estimate(read_solver(arguments), arguments, reply); }

void solve(Reader& arguments, Writer& reply) {
    reply_with_solution<SolveOptions>(read_solver(arguments), arguments, reply, [&](SolveOptions& options) {
        options.nodes_before = arguments.number<std::uint64_t>();
        options.long_iteration = arguments.number<std::uint64_t>();
    });
}

void split(Reader& arguments, Writer& reply) {
    const OptimalSolver& solver = read_solver(arguments);
    const auto start = arguments.numbers<std::uint8_t>();
    const int bound = arguments.number();
    const auto wanted = arguments.number<std::size_t>();
    SearchControl control;
    control.bound = bound;
    read_limits(arguments, control);
    RootList list;
    run_here(control, [&] { return host_stops(control); }, [&] {
        list = split_roots(solver.heuristic(), solver.automaton(), solver.root_of(start), bound, wanted, control);
    });
    reply.list(list.roots, [&](const Root& root) { reply.bytes(std::span<const std::uint8_t>(root.path)); });
    reply.number(list.nodes);
    write_solution(reply, list.solution);
    reply.text(name_of(list.solution ? StopReason::none : control.reason()));
}

void search_subtrees(Reader& arguments, Writer& reply) {
    const OptimalSolver& solver = read_solver(arguments);
    const auto start = arguments.numbers<std::uint8_t>();
    const auto roots = arguments.list<Root>([&] { return solver.root_after(start, arguments.bytes()); });
    const int bound = arguments.number();
    SearchControl control;
    read_limits(arguments, control);
    std::vector<std::pair<std::size_t, std::uint64_t>> finished;
    const auto tell = [&] {
        Writer news;
        for (const auto& [root, nodes] : std::exchange(finished, {})) {
            news.number(root);
            news.number(nodes);
        }
        return ask_host(Ask::news, news).has_value();
    };
    RootsResult result;
    run_here(control, [&] { return !tell() || host_stops(control); }, [&] {
        result = search_roots(solver.heuristic(), solver.automaton(), roots, bound, control, 1,
                              [&](std::size_t root, std::uint64_t nodes) { finished.emplace_back(root, nodes); });
    });
    tell();
    reply.number(result.nodes);
    reply.number(result.exhausted);
    write_solution(reply, result.solution);
    reply.text(name_of(control.reason()));
}

}  // namespace

const Registry<Databases>& all_databases() { return databases; }

Registry<Table>& all_tables() {
    static Registry<Table> tables;
    return tables;
}

void write_table(Writer& reply, const std::shared_ptr<Table>& table) {
    reply.number(all_tables().add(table));
    reply.number(reinterpret_cast<std::uintptr_t>(table->data()));
    reply.number(table->size());
}

void add_optimal(Functions& functions) {
    functions["partition_by_sizes"] = &make_partition_by_sizes;
    functions["best_partition"] = &make_best_partition;
    functions["unlike_partition"] = &make_unlike_partition;
    functions["plan_patterns"] = &plan_patterns;
    functions["pattern_build_bytes"] = &pattern_build_bytes;
    functions["build_pattern"] = &build_pattern;
    functions["build_automaton"] = &make_automaton;
    functions["make_table"] = &make_table;
    functions["free_table"] = &free_table;
    functions["make_databases"] = &make_databases;
    functions["free_databases"] = &free_databases;
    functions["estimate_by_databases"] = &estimate_by_databases;
    functions["make_solver"] = &make_solver;
    functions["free_solver"] = &free_solver;
    functions["estimate_by_solver"] = &estimate_by_solver;
    functions["solve"] = &solve;
    functions["split"] = &split;
    functions["search_roots"] = &search_subtrees;
}

}  // namespace taquin::wasm
