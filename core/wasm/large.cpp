// SPDX-License-Identifier: MIT
// The anytime solver for boards of any size, for a page.
#include "../large/anytime.hpp"
#include "../large/slide_windows.hpp"
#include "functions.hpp"
#include "host.hpp"

namespace taquin::wasm {
namespace {

class HostAnytimeObserver final : public large::AnytimeObserver {
  public:
    void improved(std::size_t length, double seconds) override {
        Writer news;
        news.number(length);
        news.real(seconds);
        ask_or_throw(Ask::news, news);
    }
    bool poll() override { return ask_or_throw(Ask::poll, Writer()) != 0; }
};

void solve_anytime(Reader& arguments, Writer& reply) {
    large::AnytimeRequest request;
    request.rows = arguments.number();
    request.cols = arguments.number();
    request.start = arguments.numbers<std::uint16_t>();
    request.goal = arguments.numbers<std::uint16_t>();
    request.seconds = arguments.real();
    request.work = arguments.number<std::uint64_t>();
    request.memory = static_cast<std::size_t>(
        std::min<std::uint64_t>(arguments.number<std::uint64_t>(), std::numeric_limits<std::size_t>::max()));
    request.seed = arguments.number<std::uint64_t>();
    request.enough = arguments.number<std::size_t>();
    for (const auto move : arguments.bytes()) request.known.push_back(static_cast<Direction>(move));
    HostAnytimeObserver observer;
    const large::AnytimeResult result = large::AnytimeSolver(request).run(observer);
    std::vector<std::uint8_t> moves;
    for (const auto move : result.path) moves.push_back(static_cast<std::uint8_t>(move));
    write_moves(reply, result.found, std::span<const std::uint8_t>(moves));
    reply.number(result.lower_bound);
    reply.number(result.work);
    reply.number(result.cancelled);
}

void shorten_slides(Reader& arguments, Writer& reply) {
    const int rows = arguments.number(), cols = arguments.number();
    const auto start = arguments.numbers<std::uint16_t>();
    std::vector<Direction> path;
    for (const std::uint8_t move : arguments.numbers<std::uint8_t>()) path.push_back(static_cast<Direction>(move));
    StopControl control;
    control.limit_seconds(arguments.real());
    control.node_limit = arguments.number<std::uint64_t>();
    large::SlideWindows windows({rows, cols}, start, path, arguments.number<std::uint64_t>());
    run_here(control, [&] {
        Writer question;
        question.number(windows.slides());
        return host_says_stop(Ask::poll, question);
    }, [&] { windows.shorten(control); });
    const std::vector<Direction> moves = windows.moves();
    write_moves(reply, true, std::span<const Direction>(moves));
    reply.number(windows.work());
}

}  // namespace

void add_large(Functions& functions) {
    functions["solve_anytime"] = &solve_anytime;
    functions["shorten_slides"] = &shorten_slides;
}

}  // namespace taquin::wasm
