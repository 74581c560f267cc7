// SPDX-License-Identifier: MIT
// Bytes that belong to Python objects, held as long as they are used: while a view is open its owner neither frees nor moves them.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <span>

namespace taquin {

using Bytes = std::span<const std::uint8_t>;

// A read-only view of any Python buffer. Made and destroyed with the interpreter locked.
class HeldBuffer {
  public:
    explicit HeldBuffer(nanobind::handle object) {
        if (PyObject_GetBuffer(object.ptr(), &view_, PyBUF_SIMPLE) != 0) throw nanobind::python_error();
    }
    ~HeldBuffer() { PyBuffer_Release(&view_); }
    HeldBuffer(const HeldBuffer&) = delete;
    HeldBuffer& operator=(const HeldBuffer&) = delete;

    Bytes bytes() const { return {static_cast<const std::uint8_t*>(view_.buf), static_cast<std::size_t>(view_.len)}; }

  private:
    Py_buffer view_{};
};

// A new bytearray, its bytes undefined, and where they lie.
inline nanobind::object new_bytearray(std::size_t size) {
    nanobind::object made = nanobind::steal(PyByteArray_FromStringAndSize(nullptr, static_cast<Py_ssize_t>(size)));
    if (!made.is_valid()) throw nanobind::python_error();
    return made;
}
inline std::span<std::uint8_t> bytes_in(const nanobind::object& bytearray) {
    return {reinterpret_cast<std::uint8_t*>(PyByteArray_AsString(bytearray.ptr())),
            static_cast<std::size_t>(PyByteArray_Size(bytearray.ptr()))};
}

inline nanobind::bytes to_bytes(Bytes bytes) { return nanobind::bytes(bytes.data(), bytes.size()); }

inline Bytes to_span(const nanobind::bytes& bytes) { return {static_cast<const std::uint8_t*>(bytes.data()), bytes.size()}; }

}  // namespace taquin
