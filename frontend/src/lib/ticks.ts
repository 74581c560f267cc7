// SPDX-License-Identifier: MIT

/** Round numbers between two values, about so many of them: steps of 1, 2 or 5 times a power of ten, of what is counted no fractions. */
export function ticks(from: number, to: number, about: number, whole = false): number[] {
  const span = to - from;
  if (!(span > 0)) return [from];
  const power = Math.max(whole ? 1 : 0, 10 ** Math.floor(Math.log10(span / about)));
  const step = [1, 2, 5, 10].map((size) => size * power).find((size) => span / size <= about + 0.5) ?? 10 * power;
  const first = Math.ceil(from / step - 1e-9);
  const last = Math.floor(to / step + 1e-9);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => Number(((first + index) * step).toPrecision(12)));
}
