// SPDX-License-Identifier: MIT
// A shared library that is opened while the program runs; it is closed with its last owner. What stands in it is trusted.
#pragma once

#include <stdexcept>
#include <string>

#if defined(_WIN32)
#if !defined(WIN32_LEAN_AND_MEAN)
#define WIN32_LEAN_AND_MEAN
#endif
#if !defined(NOMINMAX)
#define NOMINMAX
#endif
#include <windows.h>
#elif defined(__EMSCRIPTEN__)
#error "a page opens no libraries"
#else
#include <dlfcn.h>
#endif

namespace taquin {

class SharedLibrary {
  public:
    // Throws std::runtime_error with the system's reason. `path` is absolute and in UTF-8: for another one systems look where they like.
    explicit SharedLibrary(const std::string& path) : handle_(open(path)) {}
    ~SharedLibrary() { close(handle_); }
    SharedLibrary(const SharedLibrary&) = delete;
    SharedLibrary& operator=(const SharedLibrary&) = delete;

    // What a name stands for, nullptr where the library does not have it.
    template <class Pointer>
    Pointer find(const char* name) const {
#if defined(_WIN32)
        return reinterpret_cast<Pointer>(reinterpret_cast<void*>(GetProcAddress(handle_, name)));
#else
        return reinterpret_cast<Pointer>(dlsym(handle_, name));
#endif
    }

  private:
#if defined(_WIN32)
    using Handle = HMODULE;

    static Handle open(const std::string& path) {
        std::wstring wide(path.size() + 1, L'\0');
        const int length = MultiByteToWideChar(CP_UTF8, 0, path.data(), static_cast<int>(path.size()), wide.data(), static_cast<int>(wide.size()));
        wide.resize(static_cast<std::size_t>(length));
        const Handle handle = LoadLibraryW(wide.c_str());
        if (!handle) throw std::runtime_error("error " + std::to_string(GetLastError()) + " of the system");
        return handle;
    }
    static void close(Handle handle) { FreeLibrary(handle); }
#else
    using Handle = void*;

    static Handle open(const std::string& path) {
        const Handle handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
        if (!handle) throw std::runtime_error(dlerror());
        return handle;
    }
    static void close(Handle handle) { dlclose(handle); }
#endif

    const Handle handle_;
};

}  // namespace taquin
