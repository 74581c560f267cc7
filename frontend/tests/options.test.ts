// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import type { OptionSchema } from '../src/lib/api';
import { controlOf, convert, defaultOf, isInFront } from '../src/lib/options';
import { catalog } from './catalog';

const weight: OptionSchema = { anyOf: [{ type: 'number', minimum: 1, maximum: 1000 }, { type: 'string' }] };
const known = (name: string) => catalog.options.find((option) => option.name === name)!;

describe('the value of a text', () => {
  it.each<[string, OptionSchema, unknown]>([
    ['ULDR', { type: 'string' }, 'ULDR'],
    ['12', { type: 'string' }, '12'],
    ['12', { type: 'integer' }, 12],
    ['-3', { type: 'integer' }, -3],
    ['1.5', { type: 'integer' }, '1.5'],
    ['many', { type: 'integer' }, 'many'],
    ['123456789012345678', { type: 'integer' }, '123456789012345678'],
    ['7', { anyOf: [{ type: 'integer' }, { type: 'null' }] }, 7],
    ['1.5', { type: 'number' }, 1.5],
    ['Infinity', { type: 'number' }, 'Infinity'],
    ['', { type: 'number' }, ''],
    ['3/2', weight, '3/2'],
    ['1.1', weight, '1.1'],
    ['true', { type: 'boolean' }, true],
    ['false', { type: 'boolean' }, false],
    ['maybe', { type: 'boolean' }, 'maybe'],
    ['good', { enum: ['fast', 'good'] }, 'good'],
    ['worst', { enum: ['fast', 'good'] }, 'worst'],
    ['2', { enum: [1, 2] }, 2],
  ])('%j by %j', (text, schema, value) => expect(convert(text, schema)).toBe(value));
});

describe('the control', () => {
  it.each<[OptionSchema, object]>([
    [{ type: 'string', enum: ['a', 'b'] }, { choices: ['a', 'b'] }],
    [{ type: 'boolean' }, { choices: [true, false] }],
    [{ type: 'integer', minimum: 1, maximum: 9 }, { choices: null, keyboard: 'numeric', minimum: 1, maximum: 9 }],
    [{ type: 'integer', minimum: 0, maximum: 1e18 }, { minimum: 0, maximum: null }],
    [{ type: 'number', minimum: 0 }, { keyboard: 'decimal', minimum: 0, maximum: null }],
    [weight, { keyboard: 'text', minimum: 1, maximum: 1000 }],
    [{ type: 'string', examples: ['x'] }, { choices: null, keyboard: 'text', examples: ['x'] }],
    [{}, { choices: null, keyboard: 'text' }],
  ])('of %j', (schema, control) => expect(controlOf(schema)).toMatchObject(control));
});

it('knows the default of an algorithm', () => {
  expect(defaultOf(known('ties'), 'astar')).toBe('deep,lifo');
  expect(defaultOf(known('ties'), 'greedy')).toBe('fifo');
});

it('puts in front what makes up a method', () => {
  const front = catalog.options.filter(isInFront).map(({ name }) => name);
  expect(front).toEqual(['weight', 'ties', 'beam_width', 'dummy']);
});
