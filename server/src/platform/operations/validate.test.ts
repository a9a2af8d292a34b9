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

test('validation returns a valid value unchanged', () => {
  const value = { name: 'abc', size: 1, day: '2026-01-31', kind: 'A', rooms: [{ adults: 2 }] };
  expect(validate(schema, value)).toEqual(value);
});

test('validation reports all failures together, each with its JSON Pointer and code', () => {
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

test('validation reports a missing choice as required, not as invalid', () => {
  expect(failuresOf({ name: 'abc', size: 1, day: '2026-01-31', rooms: [] })).toEqual({ '/kind': 'REQUIRED' });
});

test('validation reports different codes for wrong types and for values that are too large', () => {
  expect(failuresOf({ name: 'abcde', size: 1.5, day: 5, kind: null, rooms: {} })).toEqual({
    '/name': 'TOO_BIG',
    '/size': 'INVALID_TYPE',
    '/day': 'INVALID_TYPE',
    '/kind': 'INVALID_VALUE',
    '/rooms': 'INVALID_TYPE',
  });
});

test('every validation message explains what to send instead, and a message in the schema takes precedence', () => {
  const shape = z.strictObject({
    missing: z.string(),
    choice: z.enum(['A', 'B']),
    unchosen: z.enum(['A', 'B']),
    text: z.string(),
    whole: z.int(),
    list: z.array(z.string()).min(1),
    long: z.string().max(3),
    stars: z.number().max(5),
    positive: z.number().gt(0),
    day: z.iso.date(),
    moment: z.iso.datetime(),
    address: z.url(),
    own: z.string({ error: 'Name it.' }),
  });
  const value = {
    choice: 'C',
    text: null,
    whole: 1.5,
    list: [],
    long: 'abcd',
    stars: 6,
    positive: 0,
    day: 'soon',
    moment: 'now',
    address: 'nowhere',
    own: 7,
  };
  expect(messagesOf(shape, value)).toEqual({
    '/missing': 'This field is required.',
    '/choice': 'Use one of A, B.',
    '/unchosen': 'This field is required.',
    '/text': 'Send a string, not null.',
    '/whole': 'Send a whole number.',
    '/list': 'Give at least 1 item.',
    '/long': 'Give at most 3 characters.',
    '/stars': 'Use at most 5.',
    '/positive': 'Use more than 0.',
    '/day': 'Use a date such as 2027-06-30.',
    '/moment': 'Use a timestamp such as 2027-06-30T12:00:00Z.',
    '/address': 'Use a complete URL such as https://example.com/path.',
    '/own': 'Name it.',
  });
  expect(messagesOf(shape, 5)).toEqual({ '': 'Send an object, not a number.' });
});

function messagesOf(shape: z.ZodType, value: unknown): Record<string, string> {
  try {
    validate(shape, value);
    return {};
  } catch (error) {
    const { details = [] } = (error as ApiError).extras;
    return Object.fromEntries(details.map(({ path, message }) => [path, message]));
  }
}
