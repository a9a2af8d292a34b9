import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type NightlyOffer, offerNetMinor } from '../../../port/supplied-offer.ts';
import { rateBlock } from '../cache/rate-block.ts';
import {
  arbitraryDocument,
  arbitraryRates,
  arbitraryRooms,
  arbitrarySold,
  arbitraryStay,
  DAYS,
  FIRST_NIGHT,
  nightAt,
} from '../conformance/arbitrary-inventory.ts';
import { type BruteOffer, bruteForceStay } from '../conformance/brute-force-stay.ts';
import { compileProperty } from './compile-property.ts';
import { evaluateStay } from './evaluate-stay.ts';

const arbitraryCase = fc.record({
  document: arbitraryDocument,
  rates: arbitraryRates,
  rooms: arbitraryRooms,
  sold: arbitrarySold,
  when: arbitraryStay,
});

type Case = typeof arbitraryCase extends fc.Arbitrary<infer T> ? T : never;

function evaluate({ document, rates, rooms, sold, when: { stay, today } }: Case) {
  const property = compileProperty(document);
  const free = property.rooms.map(({ roomCode }) =>
    Int32Array.from(
      { length: DAYS },
      (_, at) => rooms.find(one => one.roomCode === roomCode && one.night === nightAt(at))?.free ?? 0,
    ),
  );
  const at = (Date.parse(stay.checkIn) - Date.parse(FIRST_NIGHT)) / 86_400_000;
  const cells = { at, free, rates: rateBlock(property, FIRST_NIGHT, DAYS, rates) };
  return evaluateStay({ property, cells, hotel: { rooms: sold }, stay, today });
}

function asBruteOffer(offer: NightlyOffer): Omit<BruteOffer, 'plan'> {
  const policy = offer.policy;
  if (policy.kind !== 'KNOWN') return expect.fail('terms are always known');
  return {
    rooms: offer.rooms.map(({ roomCode }) => roomCode),
    nightly: offer.rooms.map(({ nightlyMinor }) => [...nightlyMinor]),
    charges: Object.fromEntries(offer.charges.map(({ code, amountMinor }) => [code, amountMinor ?? 0])),
    penalties: policy.penalties
      .map(({ from, penaltyMinor }) => `${from.kind === 'LOCAL' ? from.at : 'always'}: ${penaltyMinor}`)
      .sort(),
    noShow: policy.noShowMinor ?? 0,
  };
}

const planOf = ({ rateKey }: NightlyOffer) => rateKey.slice(0, 2);

interface Seen {
  offers: number;
  mixes: number;
  reasons: Set<string>;
}

function compare(runs: fc.Parameters<unknown>): Seen {
  const seen: Seen = { offers: 0, mixes: 0, reasons: new Set() };
  fc.assert(
    fc.property(arbitraryCase, input => {
      const { document, rates, rooms, sold, when } = input;
      const slow = bruteForceStay({ document, rates, rooms, sold, ...when });
      const fast = evaluate(input);
      if ('reason' in fast) {
        seen.reasons.add(fast.reason);
        expect(fast.reason).toBe(slow.reason);
        return;
      }
      seen.offers += fast.offers.length;
      expect(new Set(fast.offers.map(({ rateKey }) => rateKey)).size).toBe(fast.offers.length);
      const isUniform = (codes: readonly string[]) => new Set(codes).size === 1;
      // Every offer with a single room type must match. Each plan has at most one mixed offer, which the brute-force evaluator must
      // allow.
      const uniform = fast.offers.filter(({ rooms: all }) => isUniform(all.map(({ roomCode }) => roomCode)));
      expect(uniform.map(offer => ({ plan: planOf(offer), ...asBruteOffer(offer) }))).toEqual(
        slow.offers.filter(offer => isUniform(offer.rooms)),
      );
      for (const offer of fast.offers) {
        expect(slow.offers).toContainEqual({ plan: planOf(offer), ...asBruteOffer(offer) });
      }
      for (const [plan, lowest] of Object.entries(slow.cheapest)) {
        const ofPlan = fast.offers.filter(offer => planOf(offer) === plan);
        expect(Math.min(...ofPlan.map(offerNetMinor))).toBe(lowest);
        const mixed = ofPlan.filter(({ rooms: all }) => !isUniform(all.map(({ roomCode }) => roomCode)));
        expect(mixed.length).toBeLessThanOrEqual(1);
        seen.mixes += mixed.length;
      }
    }),
    runs as never,
  );
  return seen;
}

/** `SERAI_STAY_RUNS=5000` compares more inventories. */
const RUNS = Number(process.env.SERAI_STAY_RUNS ?? 400);

it('evaluateStay returns exactly the same offers and prices as a night-by-night brute-force evaluation', () => {
  const seen = compare({ seed: 7, numRuns: RUNS });
  // Ensures that the generated inventories sell something.
  expect(seen.offers).toBeGreaterThan(RUNS / 4);
  expect(seen.mixes).toBeGreaterThan(RUNS / 100);
  expect([...seen.reasons].sort()).toEqual([
    'CHECKIN_NOT_ALLOWED',
    'CHECKOUT_NOT_ALLOWED',
    'CHILDREN_NOT_ALLOWED',
    'MAXIMUM_OCCUPANCY',
    'MAXIMUM_STAY',
    'MINIMUM_STAY',
    'RELEASE_PERIOD',
    'SOLD_OUT',
    'STOP_SELL',
  ]);
});

it('evaluateStay matches the brute-force evaluation for newly generated random inventories', () => {
  compare({ numRuns: RUNS / 4 });
});
