import { expect, test } from 'vitest';
import {
  ancestorsOf,
  findAtPointer,
  findInJson,
  foldablePaths,
  formatPointer,
  jsonLines,
  openedAtFirst,
} from './json-lines.ts';

const VALUE = {
  bookingId: 'bkg_1',
  rooms: [{ name: 'Double' }, { name: 'Suite' }],
  'a/b': { empty: {}, none: null },
};

const shown = (value: unknown, open: ReadonlySet<string>) =>
  jsonLines(value, open).map(
    ({ depth, key, text, hasComma }) =>
      `${'  '.repeat(depth)}${key === undefined ? '' : `${JSON.stringify(key)}: `}${text}${hasComma ? ',' : ''}`,
  );

test('the lines of an open value are the same as formatted JSON', () => {
  const value = { ...VALUE, list: [1, [2, true]] };
  const formatted = JSON.stringify(value, null, 2);
  expect(shown(value, new Set(foldablePaths(value))).join('\n')).toBe(formatted);
});

test('a folded value takes one line', () => {
  expect(shown(VALUE, new Set(['', '/rooms']))).toEqual([
    '{',
    '  "bookingId": "bkg_1",',
    '  "rooms": [',
    '    { … },',
    '    { … }',
    '  ],',
    '  "a/b": { … }',
    '}',
  ]);
});

test('a plain value is a single line', () => {
  expect(shown('text', new Set())).toEqual(['"text"']);
  expect(shown(undefined, new Set())).toEqual(['null']);
});

test('a long value is opened from the outside until it has the maximum number of lines', () => {
  const long = { rows: Array.from({ length: 100 }, (_, id) => ({ id })), last: { id: 1 } };
  expect([...openedAtFirst(long, 150)].slice(0, 4)).toEqual(['', '/rows', '/last', '/rows/0']);
  expect(jsonLines(long, openedAtFirst(long, 150)).length).toBeLessThanOrEqual(150);
  expect([...openedAtFirst(long, 20)]).toEqual(['']);
});

test('the search finds keys and values in any case, and the parts that must be opened for them', () => {
  expect(findInJson(VALUE, 'DOUBLE', 10)).toEqual(['/rooms/0/name']);
  expect(findInJson(VALUE, 'name', 10)).toEqual(['/rooms/0/name', '/rooms/1/name']);
  expect(findInJson(VALUE, 'name', 1)).toEqual(['/rooms/0/name']);
  expect(findInJson(VALUE, 'empty', 10)).toEqual(['/a~1b/empty']);
  expect(findInJson(VALUE, '', 10)).toEqual([]);
  expect(ancestorsOf('/rooms/0/name')).toEqual(['', '/rooms', '/rooms/0']);
});

test('a value is found by its JSON pointer, with the path as a program writes it', () => {
  expect(findAtPointer(VALUE, '/rooms/1/name')).toEqual({ path: 'rooms[1].name', value: 'Suite' });
  expect(findAtPointer(VALUE, '/a~1b/none')).toEqual({ path: '["a/b"].none', value: null });
  expect(findAtPointer([[1, 2]], '/0/1')).toEqual({ path: '[0][1]', value: 2 });
  expect(findAtPointer(VALUE, '/rooms/7')).toBeUndefined();
});

test('a pointer to a missing field is written like the path of a value', () => {
  expect(formatPointer('/rooms/0/name')).toBe('rooms[0].name');
  expect(formatPointer('/a~1b/none')).toBe('["a/b"].none');
  expect(formatPointer('')).toBe('');
});
