/** Draws the suppliers of a run: one for test mode, and two live suppliers with different behaviour. */
import type { SeededRandom } from '../chance/seeded-random.ts';
import { START_MS } from '../timeline.ts';
import type { SupplierTraits } from './simulated-supplier.ts';

const MINUTE_MS = 60_000;

export function drawSuppliers(random: SeededRandom): SupplierTraits[] {
  const test: SupplierTraits = {
    code: 'test-1',
    kind: 'TEST',
    limits: { search: 2_000, quote: 2_000, book: 3_000, lookup: 2_000, cancel: 3_000 },
    settlement: { settleMs: MINUTE_MS, speedUp: 30 },
    currency: 'EUR',
    knowsReferences: true,
    canList: false,
    describesBookings: true,
    freeUntilMs: drawFreeUntilMs(random),
  };
  const live: SupplierTraits = {
    ...test,
    code: 'live-1',
    kind: 'LIVE',
    limits: { search: 8_000, quote: 20_000, book: 60_000, lookup: 20_000, cancel: 60_000 },
    settlement: { settleMs: 30 * MINUTE_MS, speedUp: 1 },
    canList: true,
  };
  return [
    test,
    { ...live, freeUntilMs: drawFreeUntilMs(random) },
    {
      ...live,
      code: 'live-2',
      currency: 'USD',
      knowsReferences: false,
      canList: false,
      describesBookings: false,
      freeUntilMs: drawFreeUntilMs(random),
    },
  ];
}

/** Often so early that cancellations are no longer free. */
function drawFreeUntilMs(random: SeededRandom): number {
  return START_MS + random.between(1, random.chance(0.4) ? 3 : 120) * MINUTE_MS;
}
