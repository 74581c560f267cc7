// SPDX-License-Identifier: MIT
import { expect, it } from 'vitest';
import { amount, bytes, clock, count, estimate, readNumber, seconds, sentence, shortCount } from '../src/lib/format';

it.each([
  [count(1234567), '1,234,567'],
  [shortCount(9999), '9,999'],
  [shortCount(12345), '12.3 k'],
  [shortCount(1.5e6), '1.50 M'],
  [shortCount(121e6), '121 M'],
  [seconds(0.0000123), '12 µs'],
  [seconds(0.0041), '4.10 ms'],
  [seconds(0.5), '500 ms'],
  [seconds(2.5), '2.50 s'],
  [seconds(75), '1:15'],
  [clock(65), '1:05'],
  [clock(3661), '1:01:01'],
  [bytes(512), '512 B'],
  [bytes(2 ** 20 * 6.1), '6.1 MB'],
  [amount(0.5, 'seconds'), '500 ms'],
  [amount(512, 'bytes'), '512 B'],
  [amount(1234, 'a unit to come'), '1,234'],
  [estimate(12), '12'],
  [estimate(1.414), '1.41'],
  [sentence('time limit reached'), 'Time limit reached.'],
])('%s', (made, wanted) => expect(made).toBe(wanted));

it('reads a number with a point or a comma', () => {
  expect(['0,5', ' 2.5 ', '1000', '-1', '', ' ', 'abc', '1,2,3', 'Infinity'].map(readNumber)).toEqual([0.5, 2.5, 1000, -1, null, null, null, null, null]);
});
