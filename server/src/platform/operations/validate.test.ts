import { expect, test } from 'vitest';
import { z } from 'zod';
import type { ApiError } from '../api-error.ts';
import { validate } from './validate.ts';

const schema = z.strictObject({
  name: z.string().min(2).max(4),
  size: z.int(),
  day: z.iso.date(),
  kind: z.enum(['A', 'B']),
  rooms: z.array(z.strictObject({ adults: z.int().min(1) })),
  extra: z
    .string()
    .refine(text => text !== 'no', { error: 'Not "no".', params: { code: 'NO_NO' } })
    .optional(),
});

function failuresOf(value: unknown): Record<string, string> {
  try {
    validate(schema, value);
    return {};
  } catch (error) {
    const { code, extras } = error as ApiError;
    expect(code).toBe('VALIDATION_ERROR');
    return Object.fromEntries((extras.details ?? []).map(detail => [detail.path, detail.code]));
  }
}

test('a good value comes back as it is', () => {
  const value = { name: 'abc', size: 1, day: '2026-01-31', kind: 'A', rooms: [{ adults: 2 }] };
  expect(validate(schema, value)).toEqual(value);
});

test('every failure is named at once, by JSON Pointer and code', () => {
  const value = {
    name: 'a',
    day: '2026-02-30',
    kind: 'C',
    rooms: [{ adults: 1 }, { adults: 0, 'x/y': 1, z: 2 }],
    extra: 'no',
    other: true,
  };
  expect(failuresOf(value)).toEqual({
    '/name': 'TOO_SMALL',
    '/size': 'REQUIRED',
    '/day': 'INVALID_FORMAT',
    '/kind': 'INVALID_VALUE',
    '/rooms/1/adults': 'TOO_SMALL',
    '/rooms/1/x~1y': 'UNKNOWN_FIELD',
    '/rooms/1/z': 'UNKNOWN_FIELD',
    '/extra': 'NO_NO',
    '/other': 'UNKNOWN_FIELD',
  });
});

test('wrong types and too large values have codes of their own', () => {
  expect(failuresOf({ name: 'abcde', size: 1.5, day: 5, kind: null, rooms: {} })).toEqual({
    '/name': 'TOO_BIG',
    '/size': 'INVALID_TYPE',
    '/day': 'INVALID_TYPE',
    '/kind': 'INVALID_VALUE',
    '/rooms': 'INVALID_TYPE',
  });
});
