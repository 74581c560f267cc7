// SPDX-License-Identifier: MIT
// The C interface: what a page sees of the core, and the one thing that the core wants of a page.
//
// A call is written into memory that `taquin_allocate` gave and is freed by the call; its reply lies at `taquin_reply` until the
// next one. The host may call again from within a question. Nothing is thrown across.
#include <cerrno>
#include <cstdlib>
#include <exception>
#include <new>
#include <pthread.h>

#include "../textbook/evaluator.hpp"
#include "../textbook/explore.hpp"
#include "functions.hpp"
#include "host.hpp"

extern "C" {
// Answers a question; anything below zero says that it failed.
[[clang::import_module("host"), clang::import_name("ask")]] double host_ask(int what, const std::uint8_t* question, std::size_t bytes);

// A page gives no threads to this build: the core does with the one it has.
int pthread_create(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*) { return EAGAIN; }
int pthread_join(pthread_t, void**) { return ESRCH; }
}

namespace taquin::wasm {
namespace {

// How a call ended; the numbers are those of `taquin/wasm_core/host.py`.
enum class Status { done = 0, bad_value = 1, no_memory = 2, host_failed = 3, error = 4 };

Writer last_reply;

void write_limits(Reader&, Writer& reply) {
    for (const int limit : {kMaxCells, kMaxParts, optimal::kMaxCells, optimal::kMaxPatternTiles, kMaxExploredCells}) reply.number(limit);
}

const Functions& functions() {
    static const Functions all = [] {
        Functions made;
        made["limits"] = &write_limits;
        add_textbook(made);
        add_optimal(made);
        add_slides(made);
        add_large(made);
        return made;
    }();
    return all;
}

Status fail(Status status, const char* text) {
    last_reply.clear();
    last_reply.text(text);
    return status;
}

Status call(Bytes request) {
    try {
        Reader arguments(request);
        const auto found = functions().find(arguments.text());
        if (found == functions().end()) return fail(Status::error, "the core has no function of this name");
        Writer reply;
        found->second(arguments, reply);
        last_reply = std::move(reply);
        return Status::done;
    } catch (const HostFailed&) {
        return fail(Status::host_failed, "");
    } catch (const std::bad_alloc&) {
        return fail(Status::no_memory, "");
    } catch (const std::invalid_argument& error) {
        return fail(Status::bad_value, error.what());
    } catch (const std::exception& error) {
        return fail(Status::error, error.what());
    }
}

}  // namespace

std::optional<double> ask_host(Ask what, const Writer& question) {
    const Bytes bytes = question.written();
    const double answer = host_ask(static_cast<int>(what), bytes.data(), bytes.size());
    return answer < 0 ? std::nullopt : std::optional(answer);
}

}  // namespace taquin::wasm

extern "C" {

[[clang::export_name("taquin_allocate")]] std::uint8_t* taquin_allocate(std::size_t bytes) {
    return static_cast<std::uint8_t*>(std::malloc(bytes));
}

[[clang::export_name("taquin_call")]] int taquin_call(std::uint8_t* request, std::size_t bytes) {
    const auto status = taquin::wasm::call({request, bytes});
    std::free(request);
    return static_cast<int>(status);
}

[[clang::export_name("taquin_reply")]] const std::uint8_t* taquin_reply() { return taquin::wasm::last_reply.written().data(); }
[[clang::export_name("taquin_reply_bytes")]] std::size_t taquin_reply_bytes() { return taquin::wasm::last_reply.written().size(); }

}  // extern "C"
