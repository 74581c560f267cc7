// SPDX-License-Identifier: MIT
/** Numbers as people read and write them: thousands separated, units chosen. */

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const precise = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

export const count = (value: number): string => whole.format(value);
export const decimal = (value: number): string => precise.format(value);

/** The number that somebody wrote, with a point or a comma; null where it is none. */
export function readNumber(text: string): number | null {
  const value = Number(text.trim().replace(',', '.') || NaN);
  return Number.isFinite(value) ? value : null;
}

/** A count with at most four figures: 12.3 M. */
export function shortCount(value: number): string {
  for (const [size, unit] of [
    [1e12, 'T'],
    [1e9, 'G'],
    [1e6, 'M'],
    [1e4, 'k'],
  ] as const) {
    if (value >= size) {
      const scaled = value / (unit === 'k' ? 1e3 : size);
      return `${scaled.toFixed(scaled < 10 ? 2 : scaled < 100 ? 1 : 0)} ${unit}`;
    }
  }
  return count(value);
}

/** A time that was measured, in its natural unit. */
export function seconds(value: number): string {
  if (value === 0) return '0 s';
  if (value < 0.001) return `${(value * 1e6).toFixed(0)} µs`;
  if (value < 1) return `${(value * 1e3).toFixed(value < 0.01 ? 2 : value < 0.1 ? 1 : 0)} ms`;
  if (value < 60) return `${value.toFixed(value < 10 ? 2 : 1)} s`;
  return clock(value);
}

/** A time at an axis: 50 ms, 2 s. */
export const axisSeconds = (value: number): string => seconds(value).replace(/\.0+ /, ' ');

/** Minutes, seconds and tenths of a game: 1:05.2. */
export function stopwatch(value: number): string {
  const tenths = Math.floor(value * 10 + 1e-6);
  return `${clock(Math.floor(tenths / 10))}.${tenths % 10}`;
}

/** Minutes and seconds: 1:05. */
export function clock(value: number): string {
  const total = Math.floor(value);
  const minutes = Math.floor(total / 60) % 60;
  const hours = Math.floor(total / 3600);
  const two = (part: number) => String(part).padStart(2, '0');
  return hours ? `${hours}:${two(minutes)}:${two(total % 60)}` : `${minutes}:${two(total % 60)}`;
}

export function bytes(value: number): string {
  for (const [size, unit] of [
    [2 ** 30, 'GB'],
    [2 ** 20, 'MB'],
    [2 ** 10, 'kB'],
  ] as const) {
    if (value >= size) {
      const scaled = value / size;
      return `${scaled.toFixed(scaled < 10 ? 1 : 0)} ${unit}`;
    }
  }
  return `${value} B`;
}

/** A counter's value, as its unit is written. */
export function amount(value: number, unit: string): string {
  if (unit === 'seconds') return seconds(value);
  return unit === 'bytes' ? bytes(value) : count(value);
}

/** A heuristic's value: whole where it is whole. */
export const estimate = (value: number): string => (Number.isInteger(value) ? count(value) : value.toFixed(2));

/** A sentence of the library with its numbers as they are written here. */
export const grouped = (text: string): string => text.replace(/\b\d{4,15}\b/g, (digits) => count(Number(digits)));

/** A clause as a sentence: capital first, full stop last. */
export function sentence(text: string): string {
  const ended = text.endsWith('.') ? text : `${text}.`;
  return ended.charAt(0).toUpperCase() + ended.slice(1);
}
