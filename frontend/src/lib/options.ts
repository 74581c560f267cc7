// SPDX-License-Identifier: MIT
/** Options of methods as the server's catalogue describes them: how a form asks for one, and what its text means. */

import type { OptionInfo, OptionSchema, OptionValue } from './api';

/** An option of more algorithms than this is a general one. */
const FEW = 4;

/** What a form needs to ask for a value. */
export interface Control {
  /** All there is to choose from, null where any text may stand. */
  choices: OptionValue[] | null;
  keyboard: 'numeric' | 'decimal' | 'text';
  /** Texts to offer where others are allowed as well. */
  examples: OptionValue[];
  minimum: number | null;
  maximum: number | null;
}

/** The schemas of which a value has to fit one. */
const branches = (schema: OptionSchema): OptionSchema[] => schema.anyOf ?? [schema];
const takes = (schema: OptionSchema, type: OptionSchema['type']): boolean => branches(schema).some((one) => one.type === type);

function choicesOf(schema: OptionSchema): OptionValue[] | null {
  return schema.enum ?? (schema.type === 'boolean' ? [true, false] : null);
}

export function controlOf(schema: OptionSchema): Control {
  const parts = branches(schema);
  const bound = (name: 'minimum' | 'maximum') => {
    const value = parts.find((one) => one[name] !== undefined)?.[name];
    // A bound beyond what can be counted stands for none.
    return value !== undefined && Math.abs(value) <= Number.MAX_SAFE_INTEGER ? value : null;
  };
  // Where a text such as 3/2 may stand, a keyboard of digits is not enough.
  const keyboard = takes(schema, 'string') ? 'text' : takes(schema, 'number') ? 'decimal' : takes(schema, 'integer') ? 'numeric' : 'text';
  return {
    choices: choicesOf(schema),
    keyboard,
    examples: parts.flatMap(({ examples }) => examples ?? []),
    minimum: bound('minimum'),
    maximum: bound('maximum'),
  };
}

/** The value that a text of a form means; a text that means none goes to the server as it is, which says what is wrong with it. */
export function convert(text: string, schema: OptionSchema): OptionValue {
  const choices = choicesOf(schema);
  if (choices) return choices.find((choice) => String(choice) === text) ?? text;
  // A text is exact where a number may not be: 1.1 stays eleven tenths.
  if (takes(schema, 'string')) return text;
  const number = Number(text);
  const fits = takes(schema, 'number') ? Number.isFinite(number) : takes(schema, 'integer') && Number.isSafeInteger(number);
  return text.trim() && fits ? number : text;
}

/** The value of an algorithm that was told nothing. */
export function defaultOf(option: OptionInfo, algorithm: string): OptionValue {
  return Object.hasOwn(option.defaults, algorithm) ? option.defaults[algorithm] : option.default;
}

/**
 * Whether an option stands in front, or lies under "more". In front is what gives a few methods their character; what
 * concerns most of them is seldom touched, and what the solver decides by itself (null) or has switched on is for experts.
 */
export function isInFront(option: OptionInfo): boolean {
  return option.algorithms.length <= FEW && option.default !== null && typeof option.default !== 'boolean';
}
