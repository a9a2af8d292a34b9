import { expect, test } from 'vitest';
import type { SoldHotel } from '../port/supplier.ts';
import { ProviderTally } from './provider-tally.ts';
import type { BatchOutcome } from './search-in-batches.ts';

const SOLD = { kind: 'OK', value: { hotels: [{ hotelId: 'htl_1', offers: [] }], unavailable: [] } } as const;
const TIMED_OUT = { kind: 'FAILED', cause: 'TIMEOUT' } as const;
const BROKEN = { kind: 'FAILED', cause: 'SERVER' } as const;

const TEN = Array.from({ length: 10 }, (_, i) => ({ hotelId: `htl_${i}` }) as SoldHotel);

function tallyOf(...outcomes: BatchOutcome[]): ProviderTally {
  const tally = new ProviderTally('test-1');
  for (const outcome of outcomes) {
    tally.add({ outcome, hotels: TEN, isCached: false });
    tally.addDuration(1.4);
  }
  return tally;
}

test('a provider tally adds up hotels and durations across batches and keeps the worst status', () => {
  expect(tallyOf(SOLD, SOLD).report()).toEqual({
    code: 'test-1',
    status: 'OK',
    hotelsQueried: 20,
    hotelsWithOffers: 2,
    durationMs: 3,
    source: 'LIVE',
  });
  expect(tallyOf(SOLD, BROKEN, SOLD).status).toBe('ERROR');
  expect(tallyOf(BROKEN, TIMED_OUT, SOLD).status).toBe('TIMEOUT');
});

test.each([
  ['available rooms', SOLD, 'OK', true],
  ['no rooms', { kind: 'NONE', reason: 'SOLD_OUT' }, 'OK', true],
  ['a failure', BROKEN, 'ERROR', false],
  ['a timeout', TIMED_OUT, 'TIMEOUT', false],
  ['too little time for a call', { kind: 'SKIPPED', reason: 'NO_TIME' }, 'TIMEOUT', false],
  ['throttled calls', { kind: 'THROTTLED', retryAtMs: 0 }, 'ERROR', false],
  ['an open circuit breaker', { kind: 'SKIPPED', reason: 'BREAKER_OPEN' }, 'SKIPPED', false],
] as const)(
  'a provider with %s is reported with the correct status and completeness',
  (_, outcome, status, isComplete) => {
    const tally = tallyOf(outcome);
    expect([tally.status, tally.isComplete, tally.wasTried]).toEqual([status, isComplete, true]);
    expect('source' in tally.report()).toBe(status !== 'SKIPPED');
  },
);

test('an open circuit breaker during one batch makes the results of the provider incomplete', () => {
  const tally = tallyOf(SOLD, { kind: 'SKIPPED', reason: 'BREAKER_OPEN' });
  expect([tally.status, tally.isComplete]).toEqual(['OK', false]);
});

test('a provider that sells none of the requested hotels counts as not searched', () => {
  const tally = tallyOf({ kind: 'UNSUPPORTED' });
  expect([tally.status, tally.wasTried, tally.report().hotelsQueried]).toEqual(['SKIPPED', false, 0]);
});

test('the source in a provider tally is CACHE if everything was cached, and LIVE as soon as the provider was called', () => {
  const tally = new ProviderTally('test-1');
  tally.add({ outcome: SOLD, hotels: TEN, isCached: true });
  expect(tally.report()).toMatchObject({ source: 'CACHE', hotelsQueried: 10 });
  tally.add({ outcome: { kind: 'SKIPPED', reason: 'BREAKER_OPEN' }, hotels: TEN, isCached: false });
  expect(tally.report()).toMatchObject({ status: 'OK', source: 'CACHE', hotelsQueried: 10 });
  expect(tally.isComplete).toBe(false);
  tally.add({ outcome: BROKEN, hotels: TEN, isCached: false });
  expect(tally.report()).toMatchObject({ status: 'ERROR', source: 'LIVE', hotelsQueried: 20 });
});
