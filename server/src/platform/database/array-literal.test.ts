import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../test/database.ts';
import { parseArray, printArray } from './column-types.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase({ empty: true });
});
afterAll(() => database.drop());

/** Text that PostgreSQL can store: no zero byte and no unpaired surrogate. */
const text = fc.string({ unit: 'grapheme' }).filter(value => !value.includes('\0'));
const element = fc.oneof(
  text,
  fc.constantFrom('NULL', '', '{', '}', ',', '"', '\\', ' a ', "'"),
  fc.constant(null),
);

test('an array that was written as a literal is parsed back unchanged', () => {
  fc.assert(
    fc.property(fc.array(element), values => {
      expect(parseArray(printArray(values, String), String)).toEqual(values);
    }),
  );
});

test('PostgreSQL reads and writes the same array format', async () => {
  const { db } = database;
  await fc.assert(
    fc.asyncProperty(fc.array(element), async values => {
      const [row] = await db`SELECT ${values}::text[] AS list, cardinality(${values}::text[]) AS size`;
      expect(row).toEqual({ list: values, size: values.length });
    }),
    { numRuns: 50 },
  );
});

test('nested arrays keep their shape in a round trip to PostgreSQL', async () => {
  const [row] = await database.db`SELECT ${[[1, 2], [3, null]]}::integer[] AS list, '{}'::text[] AS empty`;
  expect(row).toEqual({
    list: [
      [1, 2],
      [3, null],
    ],
    empty: [],
  });
});

test('text that is not an array literal is rejected', () => {
  expect(() => parseArray('{"a', String)).toThrow(SyntaxError);
  expect(() => parseArray('{1,2', String)).toThrow(SyntaxError);
  expect(() => printArray([undefined], String)).toThrow(TypeError);
});
