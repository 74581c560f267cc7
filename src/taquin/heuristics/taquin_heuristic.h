/* SPDX-License-Identifier: MIT
 * A heuristic of your own in C++: define `taquin_heuristic`, then `taquin heuristic build mine.cpp`, which includes this
 * header by itself, and `idastar@./mine.so` is a heuristic.
 */
#pragma once

#include <stdint.h>

#if defined(_WIN32)
#define TAQUIN_EXPORT __declspec(dllexport)
#else
#define TAQUIN_EXPORT __attribute__((visibility("default")))
#endif

#define TAQUIN_ADMISSIBLE 1 /* never more than the true distance */
#define TAQUIN_CONSISTENT 3 /* admissible, and it falls by at most 1 with a move */

#ifdef __cplusplus
extern "C" {
#endif

/* The moves that a board is estimated to be away from the goal, from 0 to 100000000.
 *
 * `board` and `goal` have rows * cols tiles, row by row, 0 for the blank: each number below rows * cols once. The answer must follow
 * from the arguments alone, and several threads may ask at a time. */
TAQUIN_EXPORT int32_t taquin_heuristic(const uint8_t* board, int32_t rows, int32_t cols, const uint8_t* goal);

/* What it claims to be; searches believe it, and `taquin heuristic check ./mine.so` tells whether it is so. Nothing, unless you write
 *   const int32_t taquin_heuristic_claims = TAQUIN_CONSISTENT; */
TAQUIN_EXPORT extern const int32_t taquin_heuristic_claims;

/* The version of all this, by which a library that was built for another one is known. */
TAQUIN_EXPORT extern const int32_t taquin_heuristic_abi;
const int32_t taquin_heuristic_abi = 1;

#ifdef __cplusplus
}
#endif
