/** The limits of keys and partners in one run, low enough that a few bookings reach them. */
import type { SpendLimit } from '../../../src/platform/token/token-claims.ts';
import { SeededRandom } from './seeded-random.ts';

export interface Limits {
  /** Applies to each key. Undefined means no limit. */
  spend: SpendLimit | undefined;
  /** By partner, in its billing currency. Null means that nothing is refused. */
  creditMinor: Readonly<Record<string, number | null>>;
}

const PLENTY_MINOR = 100_000_000;

/** Drawn from a separate random sequence, so that the limits do not change anything else that the seed determines. */
export function drawLimits(seed: number): Limits {
  const random = new SeededRandom(seed + 2_000_000);
  const perDayMinor = random.pick([10_500, 20_500, 30_500, 41_000]);
  const currency = random.pick(['EUR', 'EUR', 'USD']);
  return {
    spend: random.chance(0.4) ? { currency, perDayMinor, perBookingMinor: null } : undefined,
    creditMinor: {
      org_a: random.chance(0.4) ? random.pick([22_000, 35_000]) : null,
      org_b: random.chance(0.5) ? 15_000 : PLENTY_MINOR,
    },
  };
}

/** Every partner has one key per environment. */
export function keyOf(organisationId: string, environment: string): string {
  return `key_${organisationId}_${environment}`;
}
