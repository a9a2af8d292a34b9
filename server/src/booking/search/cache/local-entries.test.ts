import { expect, test } from 'vitest';
import { soldResult } from '../../../../test/cache-under-test.ts';
import { ManualClock } from '../../../../test/manual-clock.ts';
import { KeptOffers, MAX_KEPT_OFFERS } from '../prepared-result.ts';
import { bytesOf } from './cache-entry.ts';
import { LocalEntries } from './local-entries.ts';

const MAX_BYTES = 18_600;

function withEntries(...keys: string[]): LocalEntries {
  const entries = new LocalEntries(new ManualClock(0), MAX_BYTES);
  const result = soldResult(['htl_1']);
  const entry = {
    result,
    fetchedAtMs: 0,
    softMs: 1_000,
    hardMs: 1_000,
    generation: '',
    bytes: bytesOf(result),
  };
  for (const key of keys) entries.set(key, entry);
  return entries;
}

test('offers that an entry keeps evict what is prepared for other entries, but never their results', () => {
  const entries = withEntries('a', 'b');
  const [a, b] = [entries.find('a'), entries.find('b')];
  const kept = new KeptOffers(b?.prepared ?? {});
  expect(a?.prepared).toBeDefined();
  for (let i = 0; i < 6; i++) kept.add();
  expect(b?.prepared).toBeDefined();
  expect(a?.prepared).toBeUndefined();
  expect(entries.find('a')?.result).toBe(a?.result);
});

test('an entry keeps nothing if its kept offers alone exceed the limit', () => {
  const entries = withEntries('a');
  const a = entries.find('a');
  const kept = new KeptOffers(a?.prepared ?? {});
  for (let i = 0; i < 8; i++) kept.add();
  expect(a?.prepared).toBeUndefined();
});

test('a cached result keeps a limited number of shown offers', () => {
  const kept = new KeptOffers({});
  const added = Array.from({ length: 12 }, () => kept.add());
  expect(added.filter(Boolean)).toHaveLength(MAX_KEPT_OFFERS);
});

test('a search that still uses replaced offers does not change how many offers an entry keeps', () => {
  const counts: number[] = [];
  const prepared = { onKept: (offers: number) => counts.push(offers) };
  const replaced = new KeptOffers(prepared);
  expect(replaced.add()).toBe(true);
  const kept = new KeptOffers(prepared);
  for (let i = 0; i < 3; i++) expect(kept.add()).toBe(true);
  expect(replaced.add()).toBe(false);
  expect(counts).toEqual([0, 1, 0, 1, 2, 3]);
});
