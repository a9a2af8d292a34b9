import fc from 'fast-check';
import { expect, test } from 'vitest';
import { soldAnswer } from '../../../../test/cache-under-test.ts';
import { offeredStay } from '../../../../test/supplied-offers.ts';
import { FORMAT, readEntry, writeEntry } from './entry-bytes.ts';
import type { KeptAnswer } from './kept-answer.ts';

const KEPT: KeptAnswer = {
  answer: soldAnswer(['htl_1']),
  fetchedAtMs: Date.UTC(2026, 0, 1),
  softMs: 1_000,
  hardMs: 2_000,
  generation: 'abc',
};

test('any answer is read as it was written, large ones too', () => {
  const ends = fc.option(fc.nat(), { nil: undefined });
  const offers = fc.array(fc.tuple(offeredStay, ends), { maxLength: 80, size: 'max' });
  const compressed = new Set<number | undefined>();
  fc.assert(
    fc.property(offers, fc.boolean(), (stays, isSold) => {
      const supplied = stays.map(([{ offer }, endsAtMs]) => ({
        ...offer,
        ...(endsAtMs !== undefined && { endsAtMs }),
      }));
      const answer: KeptAnswer['answer'] = isSold
        ? { hotels: [{ hotelId: 'htl_é', offers: supplied }], unavailable: [] }
        : { hotels: [], unavailable: [{ hotelId: 'htl_é', reason: 'MINIMUM_STAY' }] };
      const bytes = writeEntry({ ...KEPT, answer });
      compressed.add(bytes[1]);
      expect(readEntry(bytes)).toEqual({ ...KEPT, answer });
    }),
    { numRuns: 30 },
  );
  expect([...compressed].sort()).toEqual([0, 1]);
});

test('what was damaged, cut or written by another version is nothing', () => {
  const bytes = writeEntry(KEPT);
  for (let i = 0; i < bytes.length; i++) {
    const damaged = Buffer.from(bytes);
    damaged[i] = (damaged[i] as number) ^ 0x15;
    // The second byte tells plain from compressed; what it says wrongly cannot be read either.
    if (i !== 1) expect(readEntry(damaged)).toBeUndefined();
    expect(readEntry(bytes.subarray(0, i))).toBeUndefined();
  }
  const newer = Buffer.from(bytes);
  newer[0] = FORMAT + 1;
  expect(readEntry(newer)).toBeUndefined();
  const wronglyMarked = Buffer.from(bytes);
  wronglyMarked[1] = 1;
  expect(readEntry(wronglyMarked)).toBeUndefined();
});
