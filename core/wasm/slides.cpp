// SPDX-License-Identifier: MIT
// The solver for the fewest slides and its tables, for a page.
#include "../slides/solver.hpp"
#include "proving.hpp"

namespace taquin::wasm {
namespace {

using namespace slides;

// A solver for one goal, kept together with its tables.
struct Held {
    std::vector<std::shared_ptr<const Table>> owners;
    std::optional<SlideSolver> solver;
};

Registry<Held> solvers;

void plan_slides(Reader& arguments, Writer& reply) {
    const Shape shape = read_shape(arguments);
    const int blank = arguments.number();
    const Plan plan = make_plan(shape, blank, arguments.number<std::uint64_t>());
    reply.list(plan.tables, [&](const Colouring& table) {
        reply.number(table.shape.rows);
        reply.number(table.shape.cols);
        reply.number(table.blank);
        reply.numbers(table.colours);
        reply.number(table.bytes());
    });
}

void build_slides(Reader& arguments, Writer& reply) {
    const Shape shape = read_shape(arguments);
    const int blank = arguments.number();
    const Colouring colouring = make_colouring(shape, blank, arguments.numbers<int>());
    reply_with_built_table(reply, colouring.bytes(),
                           [&](Table& table, BuildControl& control) { return build_table(colouring, table, control); });
}

void make_slide_solver(Reader& arguments, Writer& reply) {
    const Shape shape = read_shape(arguments);
    const auto goal = arguments.numbers<std::uint8_t>();
    const auto blank = static_cast<int>(std::find(goal.begin(), goal.end(), 0) - goal.begin());
    const auto most_entries = arguments.number<std::uint64_t>();
    auto made = std::make_shared<Held>();
    std::vector<Bytes> views;
    for (const auto table : arguments.numbers<std::int64_t>()) {
        made->owners.push_back(all_tables()[table]);
        views.push_back(*made->owners.back());
    }
    made->solver.emplace(goal, make_plan(shape, blank, most_entries), views);
    reply.number(solvers.add(std::move(made)));
}

void free_slide_solver(Reader& arguments, Writer&) { solvers.remove(arguments.number<std::int64_t>()); }

const SlideSolver& read_solver(Reader& arguments) { return *solvers[arguments.number<std::int64_t>()]->solver; }

void estimate_slides(Reader& arguments, Writer& reply) { reply_with_estimate(read_solver(arguments), arguments, reply); }

void solve_slides(Reader& arguments, Writer& reply) {
    reply_with_solution<SolveOptions>(read_solver(arguments), arguments, reply, [](SolveOptions&) {});
}

}  // namespace

void add_slides(Functions& functions) {
    functions["plan_slides"] = &plan_slides;
    functions["build_slides"] = &build_slides;
    functions["make_slide_solver"] = &make_slide_solver;
    functions["free_slide_solver"] = &free_slide_solver;
    functions["estimate_slides"] = &estimate_slides;
    functions["solve_slides"] = &solve_slides;
}

}  // namespace taquin::wasm
