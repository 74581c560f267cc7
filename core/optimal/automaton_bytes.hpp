// SPDX-License-Identifier: MIT
// Move automata as files hold them: little-endian 32-bit numbers, the start state of every cell, then four next states for every
// state. What is read is checked, so that a search cannot leave the automaton.
#pragma once

#include <span>

#include "automaton.hpp"

namespace taquin::optimal {

inline std::vector<std::uint8_t> bytes_of_automaton(const Automaton& automaton) {
    std::vector<std::uint8_t> bytes;
    bytes.reserve((automaton.start_state.size() + automaton.next_state.size()) * sizeof(std::int32_t));
    for (const std::vector<std::int32_t>* states : {&automaton.start_state, &automaton.next_state})
        for (const std::int32_t state : *states)
            for (int shift = 0; shift < 32; shift += 8)
                bytes.push_back(static_cast<std::uint8_t>(static_cast<std::uint32_t>(state) >> shift & 255));
    return bytes;
}

inline Automaton automaton_of_bytes(std::span<const std::uint8_t> bytes, const Shape& shape) {
    check_shape(shape);
    const auto cells = static_cast<std::size_t>(shape.cells());
    const std::size_t numbers = bytes.size() / sizeof(std::int32_t);
    if (bytes.size() % sizeof(std::int32_t) != 0 || numbers < cells)
        throw std::invalid_argument("this buffer is no move automaton");
    const auto number = [&](std::size_t index) {
        const std::uint8_t* const at = bytes.data() + index * sizeof(std::int32_t);
        return static_cast<std::int32_t>(std::uint32_t{at[0]} | std::uint32_t{at[1]} << 8 | std::uint32_t{at[2]} << 16 |
                                         std::uint32_t{at[3]} << 24);
    };
    Automaton automaton;
    automaton.start_state.resize(cells);
    automaton.next_state.resize(numbers - cells);
    for (std::size_t index = 0; index < cells; ++index) automaton.start_state[index] = number(index);
    for (std::size_t index = cells; index < numbers; ++index) automaton.next_state[index - cells] = number(index);
    check_automaton(automaton, shape);
    return automaton;
}

}  // namespace taquin::optimal
