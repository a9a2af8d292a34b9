/** Derives the prices of rate plans from values that may not be saved yet, exactly as the server does. Pure. */
import { derivedTotal, lineageSteps, planLineage, type Step } from '@serai/contract/inventory/derivation.ts';
import { minorUnits, toMinorUnits } from '@serai/contract/shared/amounts.ts';
import type { Output } from '../../lib/calls/operator-client.ts';
import { fromMinor } from '../../lib/format/decimal.ts';
import { type CalendarRow, kindOf, type Value } from './calendar.ts';

type Document = Output<'inventory/show'>['document'];
type Room = Document['rooms'][number];

interface PlanPricing {
  /** The plan, the plan it follows, and so on. */
  codes: readonly string[];
  /** How prices are derived from each of them. */
  steps: readonly Step[];
  /** The board supplement for each adult. */
  supplement: string | undefined;
}

/** What the prices of a property depend on, besides the values of its nights. */
export interface Pricing {
  currency: string;
  plans: ReadonlyMap<string, PlanPricing>;
  rooms: ReadonlyMap<string, Pick<Room, 'baseOccupancy' | 'extraAdult'>>;
}

export function pricingOf({
  currency,
  plans,
  rooms,
}: Pick<Document, 'currency' | 'plans' | 'rooms'>): Pricing {
  const pricings = plans.map((plan): [string, PlanPricing] => {
    const line = planLineage(plan, plans);
    const codes = line.map(({ code }) => code);
    return [plan.code, { codes, steps: lineageSteps(line, currency), supplement: plan.supplement?.adult }];
  });
  return { currency, plans: new Map(pricings), rooms: new Map(rooms.map(room => [room.roomCode, room])) };
}

/** The values that a plan, the plan it follows, and so on set themselves. */
export type Levels = readonly (Value | undefined)[];

/** The value of the nearest plan that sets one. */
export function derivedValue(levels: Levels, field: string, { steps }: PlanPricing, currency: string): Value {
  if (kindOf(field) !== 'amount') return levels.find(isSet) ?? null;
  const term = termOf(levels, steps, currency, { isExtra: field === 'extraAdult' });
  return term === undefined ? null : amountOf([term], currency);
}

/** What the guests of a row pay for one night, or null if they have no price. */
export function guestPrice(
  { room: { roomCode }, plan }: CalendarRow,
  levelsOf: (field: string) => Levels,
  { currency, plans, rooms }: Pricing,
): string | null {
  const pricing = plans.get(plan?.planCode ?? '');
  const room = rooms.get(roomCode);
  if (plan === undefined || pricing === undefined || room === undefined) return null;
  const { steps, supplement } = pricing;
  const { guestAdults, priceModel } = plan;
  const plain = (amount: string | undefined, count: number) =>
    amount === undefined ? undefined : termOf([amount], steps, currency, { count, isExtra: true });
  const priced = (field: string, count = 1) => termOf(levelsOf(field), steps, currency, { count });

  let [price, extraAdults] = [priced('amount'), Math.max(0, guestAdults - room.baseOccupancy)];
  if (priceModel === 'PER_PERSON') [price, extraAdults] = [priced('amount', guestAdults), 0];
  if (priceModel === 'PER_OCCUPANCY') {
    // Without a price for all adults, the price for fewer adults applies, and the others are extra adults.
    for (extraAdults = 0; extraAdults < guestAdults; extraAdults++) {
      price = priced(`byAdults.${guestAdults - extraAdults}`);
      if (price !== undefined) break;
    }
  }
  const extra =
    termOf(levelsOf('extraAdult'), steps, currency, { count: extraAdults, isExtra: true }) ??
    plain(room.extraAdult, extraAdults);
  if (price === undefined || (extraAdults > 0 && extra === undefined)) return null;
  const terms = [price, extraAdults > 0 ? extra : undefined, plain(supplement, guestAdults)];
  return amountOf(
    terms.filter(term => term !== undefined),
    currency,
  );
}

type Term = Parameters<typeof derivedTotal>[0][number];

const isSet = (value: Value | undefined) => value !== null && value !== undefined;

function termOf(
  levels: Levels,
  steps: readonly Step[],
  currency: string,
  options: { isExtra?: boolean; count?: number },
): Term | undefined {
  const level = levels.findIndex(isSet);
  const step = steps[level];
  if (step === undefined) return undefined;
  return { minor: Number(toMinorUnits({ amount: String(levels[level]), currency })), step, ...options };
}

function amountOf(terms: readonly Term[], currency: string): string {
  return fromMinor(BigInt(derivedTotal(terms)), minorUnits(currency));
}
