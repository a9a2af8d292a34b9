import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../test/database.ts';
import { copyChunks } from './copy-text.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase({ empty: true });
});
afterAll(() => database.drop());

it('any text is encoded for COPY so that the database reads it unchanged, except that NUL is dropped', async () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('\\N', '\\.', '\t', '\n', '\r\n', '\\', '', "'", '\\n'),
  );
  const values = fc.array(fc.tuple(fc.oneof(text, fc.constant(null)), fc.integer()), { maxLength: 50 });
  await fc.assert(
    fc.asyncProperty(values, async rows => {
      const read = await database.db.transaction(async tx => {
        await tx.script('CREATE TEMPORARY TABLE given (n integer, text text, number integer) ON COMMIT DROP');
        const numbered = rows.map(([value, number], n) => [n, value, number]);
        await tx.copyIn('COPY given FROM STDIN', copyChunks(numbered));
        return tx<{ text: string | null; number: number }[]>`SELECT text, number FROM given ORDER BY n`;
      });
      const expected = rows.map(([value, number]) => ({ text: value?.replaceAll('\0', '') ?? null, number }));
      expect([...read]).toEqual(expected);
    }),
    { numRuns: 40 },
  );
});
