/** How the prices of each rate plan change, in one line per plan, for what guests pay and for the rate itself. Pure. */
import { minorUnits } from '@serai/contract/shared/amounts.ts';
import { toMinor } from '../../lib/format/decimal.ts';
import { formatNumber } from '../../lib/format/format.ts';
import { type CalendarRow, fieldOf, type Value } from './calendar.ts';
import { averageAmount, largeChanges, shareOf } from './change-impact.ts';
import type { Pricing } from './derived-price.ts';
import { type Following, guestPriceOf, guestPricer } from './following.ts';
import { largeText, signed } from './impact-words.ts';
import { type Edit, type Pending, withEdits } from './pending.ts';

export interface EffectLine {
  text: string;
  /** The share of a large change, or the nights with large changes. */
  mark?: string;
}

export interface ValueChange extends Edit {
  before: Value;
}

/** A changed price. */
export interface PriceChange extends ValueChange {
  to: string;
}

interface Scene {
  edits: readonly Edit[];
  pending: Pending;
  following: Following;
  pricing: Pricing;
  loaded: readonly CalendarRow[];
  nameOf: (key: string) => string;
}

/** The rate of a night, and what guests pay with it. */
interface Price {
  rate: string;
  guest: string | null;
}

interface PricePair {
  /** Undefined if the night had no price. */
  before: Price | undefined;
  after: Price;
}

/** The plans with the largest changes first, then the number of prices that did not exist before. */
export function pricePlans(prices: readonly PriceChange[], scene: Scene): EffectLine[] {
  const pairOf = pairReader(scene);
  const plans = [...Map.groupBy(prices, ({ row }) => row.key)].map(([key, changes]) => {
    const [{ row }] = changes as [PriceChange];
    return { name: scene.nameOf(key), row, pairs: changes.map(pairOf) };
  });
  const { currency } = scene.pricing;
  const lines = plans.flatMap(({ name, row, pairs }) => {
    const known = pairs.flatMap(({ before, after }) => (before ? [{ before, after }] : []));
    if (known.length === 0) return [];
    const basis = basisText(row, scene.pricing);
    return [planLine(name, known, { currency, basis })];
  });
  lines.sort((a, b) => b.rank - a.rank);
  const unset = plans.map(({ row, pairs }) => ({ row, pairs: pairs.filter(({ before }) => !before) }));
  return [...lines.map(({ line }) => line), ...newPrices(unset, scene.pricing)];
}

/** Prices for other numbers of adults than the shown one have no guest price here. */
function pairReader({ edits, pending, following, pricing, loaded }: Scene) {
  const guestOf = guestPricer({ rows: loaded, pending: withEdits(pending, edits), pricing });
  return ({ row, night, field, before, to }: PriceChange): PricePair => {
    const isShown = row.plan !== undefined && field === fieldOf(row, 'price');
    const old = isShown && row.plan ? guestPriceOf(row.plan, night, following.get(row.key)) : null;
    return {
      before: before === null ? undefined : { rate: String(before), guest: old },
      after: { rate: to, guest: isShown ? guestOf(row, night) : null },
    };
  };
}

/** What the price of guests contains besides the rate. */
function basisText({ plan }: CalendarRow, { plans }: Pricing): string {
  if (plans.get(plan?.planCode ?? '')?.supplement !== undefined) return ' with board';
  return plan?.guestAdults === 1 ? ' for 1 adult' : ` for ${plan?.guestAdults} adults`;
}

type KnownPair = Required<PricePair> & { before: Price };

function planLine(
  name: string,
  pairs: readonly KnownPair[],
  { currency, basis }: { currency: string; basis: string },
): { line: EffectLine; rank: number } {
  const rates = pairs.map(({ before, after }) => [before.rate, after.rate] as const);
  const guests = pairs.flatMap(({ before, after }) =>
    before.guest === null || after.guest === null ? [] : [[before.guest, after.guest] as const],
  );
  const hasGuests = guests.length === pairs.length && String(guests) !== String(rates);
  const shown = hasGuests ? guests : rates;
  const digits = minorUnits(currency);
  const minor = shown.map(([from, to]) => [toMinor(from, digits), toMinor(to, digits)] as const);
  const share = shareOf([sumOf(minor, 0), sumOf(minor, 1)]);
  const large = largeChanges(minor);
  const average = isUniform(shown) ? '' : ' on average';
  const isMarkedShare = large !== undefined && average === '';
  const rate = hasGuests ? `rate ${changeText(rates, digits)}` : '';
  const notes = [rate, isMarkedShare ? '' : signed(share)].filter(note => note !== '').join(', ');
  const nights = pairs.length === 1 ? '1 night' : `${formatNumber(pairs.length)} nights`;
  const price = `${changeText(shown, digits)} ${currency}${hasGuests ? basis : ''}${average}`;
  const mark = isMarkedShare ? signed(share) : large && largeText(large, pairs.length);
  return {
    line: { text: `${name}: ${price}${notes && ` (${notes})`}, ${nights}`, ...(mark && { mark }) },
    rank: Math.round(Math.abs(share) * 100),
  };
}

type Amounts = readonly (readonly [from: string, to: string])[];

const isUniform = (amounts: Amounts) => new Set(amounts.map(String)).size === 1;

const sumOf = (pairs: readonly (readonly [bigint, bigint])[], side: 0 | 1) =>
  pairs.reduce((sum, pair) => sum + pair[side], 0n);

/** For example `100.00 → 120.00`. */
function changeText(amounts: Amounts, digits: number): string {
  const averageOf = (side: 0 | 1) =>
    averageAmount(
      amounts.map(pair => toMinor(pair[side], digits)),
      digits,
    );
  return `${averageOf(0)} → ${averageOf(1)}`;
}

/** The amount is named if it is the same for all of them. */
function newPrices(
  plans: readonly { row: CalendarRow; pairs: readonly PricePair[] }[],
  pricing: Pricing,
): EffectLine[] {
  const count = plans.reduce((sum, { pairs }) => sum + pairs.length, 0);
  if (count === 0) return [];
  const texts = plans.flatMap(({ row, pairs }) =>
    pairs.map(({ after: { rate, guest } }) => {
      const sum =
        guest === null || guest === rate ? '' : `, ${guest} ${pricing.currency}${basisText(row, pricing)}`;
      return `${rate} ${pricing.currency}${sum}`;
    }),
  );
  const same = new Set(texts).size === 1 ? `: ${texts[0]}` : '';
  return [
    {
      text:
        count === 1
          ? `1 price is set for the first time${same}.`
          : `${formatNumber(count)} prices are set for the first time${same}.`,
    },
  ];
}
