// SPDX-License-Identifier: MIT
// Questions of the core to whoever waits for it, which is Python on the other side of JavaScript.
//
// There is one thread. A question that fails over there is kept there; here it stops the work, and when the call has come back
// the failure goes on to the caller.
#pragma once

#include <chrono>
#include <optional>

#include "../base/search_control.hpp"
#include "wire.hpp"

namespace taquin::wasm {

// What is asked; the numbers are those of `taquin/wasm_core/host.py`.
enum class Ask { poll = 0, news = 1, estimate = 2 };

// Thrown where work can only be left by unwinding; `call` sends it on as the failure that the host has kept.
struct HostFailed {};

// The host's answer, none if it failed.
std::optional<double> ask_host(Ask what, const Writer& question);

inline double ask_or_throw(Ask what, const Writer& question) {
    if (const auto answer = ask_host(what, question)) return *answer;
    throw HostFailed{};
}

// Whether the host says true, or fails: both mean stop.
inline bool host_says_stop(Ask what, const Writer& question) { return ask_host(what, question).value_or(1) != 0; }

// Whether the host, told how far a search is, wants it to stop.
inline bool host_stops(const SearchControl& control) {
    Writer question;
    question.number(control.nodes.load());
    question.number(control.bound.load());
    return host_says_stop(Ask::poll, question);
}

inline constexpr auto kPollInterval = std::chrono::milliseconds(20);

// Runs `work`, which looks up now and then; `ask` returns true to stop it.
template <class Question, class Work>
void run_here(StopControl& control, Question&& ask, Work&& work) {
    auto next = StopControl::Clock::now() + kPollInterval;
    control.look_up = [&] {
        if (control.stopped() || StopControl::Clock::now() < next) return;
        if (ask()) control.cancel();
        next = StopControl::Clock::now() + kPollInterval;
    };
    work();
}

}  // namespace taquin::wasm
