// SPDX-License-Identifier: MIT
// What the solvers for the fewest moves and for the fewest slides have in common on their way to a page: the building of their
// tables, and what they are asked for and return.
#pragma once

#include <memory>
#include <optional>

#include "../base/build_control.hpp"
#include "../base/solve_result.hpp"
#include "functions.hpp"
#include "host.hpp"

namespace taquin::wasm {

// A table that `build(bytes, control)` fills, an empty one when the host stopped it.
template <class Build>
void reply_with_built_table(Writer& reply, std::size_t size, Build&& build) {
    auto table = std::make_shared<Table>(size);
    BuildControl control;
    bool finished = false;
    const auto ask = [&] {
        Writer question;
        question.number(control.depth.load());
        question.real(control.share.load());
        return host_says_stop(Ask::poll, question);
    };
    run_here(control, ask, [&] { finished = build(*table, control); });
    if (!finished) table->clear();
    write_table(reply, table);
}

inline void write_solution(Writer& reply, const std::optional<std::vector<std::uint8_t>>& solution) {
    write_moves(reply, solution.has_value(), solution ? Bytes(*solution) : Bytes());
}

// A solver's estimate of the board that follows.
template <class Solver>
void reply_with_estimate(const Solver& solver, Reader& arguments, Writer& reply) {
    reply.number(solver.estimate(arguments.numbers<std::uint8_t>()));
}

// What a solver finds for the board and within the limits that follow; `read_more(options)` reads what follows these.
template <class Options, class Solver, class ReadMore>
void reply_with_solution(const Solver& solver, Reader& arguments, Writer& reply, ReadMore&& read_more) {
    const auto start = arguments.numbers<std::uint8_t>();
    Options options;
    options.from_bound = arguments.number();
    options.known_length = arguments.number();
    SearchControl control;
    read_limits(arguments, control);
    read_more(options);
    SolveResult result;
    run_here(control, [&] { return host_stops(control); }, [&] { result = solver.solve(start, control, options); });
    write_solution(reply, result.solution);
    reply.number(result.lower_bound);
    reply.number(result.nodes);
    reply.list(result.iterations, [&](const Iteration& iteration) {
        reply.number(iteration.bound);
        reply.number(iteration.nodes);
    });
    reply.text(name_of(result.stop_reason));
}

}  // namespace taquin::wasm
