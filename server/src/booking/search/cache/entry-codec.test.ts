import fc from 'fast-check';
import { expect, test } from 'vitest';
import { soldResult } from '../../../../test/cache-under-test.ts';
import { offeredStay } from '../../../../test/supplied-offers.ts';
import type { CacheEntry } from './cache-entry.ts';
import { FORMAT, readEntry, writeEntry } from './entry-codec.ts';

const ENTRY: CacheEntry = {
  result: soldResult(['htl_1']),
  fetchedAtMs: Date.UTC(2026, 0, 1),
  softMs: 1_000,
  hardMs: 2_000,
  generation: 'abc',
};

test('readEntry returns every entry as it was written, with or without compression', () => {
  const ends = fc.option(fc.nat(), { nil: undefined });
  const offers = fc.array(fc.tuple(offeredStay, ends), { maxLength: 80, size: 'max' });
  const compressed = new Set<number | undefined>();
  fc.assert(
    fc.property(offers, fc.boolean(), (stays, isSold) => {
      const supplied = stays.map(([{ offer }, endsAtMs]) => ({
        ...offer,
        ...(endsAtMs !== undefined && { endsAtMs }),
      }));
      const result: CacheEntry['result'] = isSold
        ? { hotels: [{ hotelId: 'htl_é', offers: supplied }], unavailable: [] }
        : { hotels: [], unavailable: [{ hotelId: 'htl_é', reason: 'MINIMUM_STAY' }] };
      const bytes = writeEntry({ ...ENTRY, result });
      compressed.add(bytes[1]);
      expect(readEntry(bytes)).toEqual({ ...ENTRY, result });
    }),
    { numRuns: 30 },
  );
  expect([...compressed].sort()).toEqual([0, 1]);
});

test('readEntry returns undefined for a damaged, truncated or newer entry', () => {
  const bytes = writeEntry(ENTRY);
  for (let i = 0; i < bytes.length; i++) {
    const damaged = Buffer.from(bytes);
    damaged[i] = (damaged[i] as number) ^ 0x15;
    // The second byte marks compression. A wrong mark also makes the entry unreadable, which is tested below.
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
