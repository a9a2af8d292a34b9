/**
 * The values that derived rate plans take over from changes that are not saved yet. Prices are derived as the server
 * derives them. Pure.
 */
import { derivedMinor, lineageSteps, planLineage, type Step } from '@serai/contract/inventory/derivation.ts';
import { minorUnits, toMinorUnits } from '@serai/contract/shared/money.ts';
import type { Output } from '../../lib/calls/operator-client.ts';
import { fromMinor } from '../../lib/format/decimal.ts';
import {
  type CalendarRow,
  effectiveValue,
  fieldOf,
  kindOf,
  rateNightOf,
  rowKey,
  savedValue,
  type Value,
} from './calendar.ts';
import { nightAndField, type Pending, type RowChanges } from './pending.ts';

type Plan = Output<'inventory/show'>['document']['plans'][number];

/** A derived plan, the plan it follows, and so on, with the steps that derive its prices from each of them. */
interface Lineage {
  codes: readonly string[];
  steps: readonly Step[];
}
export type Lineages = ReadonlyMap<string, Lineage>;

export function lineagesOf(plans: readonly Plan[], currency: string): Lineages {
  return new Map(
    plans
      .map(plan => planLineage(plan, plans))
      .filter(line => line.length > 1)
      .map(line => [
        line[0]?.code ?? '',
        { codes: line.map(({ code }) => code), steps: lineageSteps(line, currency) },
      ]),
  );
}

export interface Followed {
  value: Value;
  /** What a guest would pay. Only for the price that the grid shows. */
  guest?: string | null;
}

/** By row, then by night and field, as for pending changes. */
export type Following = ReadonlyMap<string, RowFollowing>;
export type RowFollowing = ReadonlyMap<string, Followed>;

interface Scene {
  rows: readonly CalendarRow[];
  nights: readonly string[];
  lineages: Lineages;
  currency: string;
}

/** A row whose changes and those of its parents are the same as before is not calculated, and not rendered, again. */
const known = new WeakMap<CalendarRow, { key: readonly unknown[]; result: RowFollowing }>();

export function followingOf(pending: Pending, scene: Scene): Following {
  const following = new Map<string, RowFollowing>();
  if (pending.size === 0) return following;
  const byKey = new Map(scene.rows.map(row => [row.key, row]));
  for (const row of scene.rows) {
    const lineage = scene.lineages.get(row.plan?.planCode ?? '');
    if (lineage === undefined) continue;
    const line = lineage.codes.map(code => byKey.get(rowKey(row.room.roomCode, code)));
    const changes = line.map(each => pending.get(each?.key ?? ''));
    if (changes.every(each => each === undefined)) continue;
    const key = [lineage, scene.nights, ...changes];
    let cached = known.get(row);
    if (cached?.key.length !== key.length || cached.key.some((part, i) => part !== key[i])) {
      cached = { key, result: followRow(row, line, changes, lineage.steps, scene) };
      known.set(row, cached);
    }
    if (cached.result.size > 0) following.set(row.key, cached.result);
  }
  return following;
}

function followRow(
  row: CalendarRow,
  line: readonly (CalendarRow | undefined)[],
  changes: readonly (RowChanges | undefined)[],
  steps: readonly Step[],
  { nights, currency }: Scene,
): RowFollowing {
  const shown = new Set(nights);
  const followed = new Map<string, Followed>();
  for (const key of new Set(changes.flatMap(each => [...(each?.keys() ?? [])]))) {
    const [night, field] = nightAndField(key);
    const own = changes[0]?.get(key);
    // A value of its own is not derived. Nights of other months are not loaded, so it is not known what they follow.
    if (!shown.has(night) || (own !== undefined && own.to !== null)) continue;
    const before = line.map(each => each && savedValue(each, night, field));
    const after = before.map((value, level) => {
      const change = changes[level]?.get(key);
      return change === undefined ? value : change.to;
    });
    const value = derived(after, steps, field, currency);
    if (own === undefined && value === effectiveValue(row, night, field)) continue;
    const isPrice = field === fieldOf(row, 'price');
    followed.set(key, {
      value,
      ...(isPrice && { guest: guestPriceOf(row, night, { before, after }, steps, currency) }),
    });
  }
  return followed;
}

type Levels = readonly (Value | undefined)[];
const isSet = (value: Value | undefined) => value !== null && value !== undefined;

/** The value of the nearest plan that sets one. */
function derived(values: Levels, steps: readonly Step[], field: string, currency: string): Value {
  const value = values.find(isSet) ?? null;
  if (value === null || kindOf(field) !== 'amount') return value;
  const minor = derivedPrice(values, steps, currency, { isExtra: field === 'extraAdult' });
  return minor === undefined ? null : fromMinor(minor, minorUnits(currency));
}

function derivedPrice(
  values: Levels,
  steps: readonly Step[],
  currency: string,
  options: { isExtra?: boolean; count?: number },
): bigint | undefined {
  const level = values.findIndex(isSet);
  const step = steps[level];
  if (step === undefined) return undefined;
  const minor = Number(toMinorUnits({ amount: String(values[level]), currency }));
  return BigInt(derivedMinor(minor, step, options));
}

/** The board supplement and the extra adults in the saved price of the guest stay the same. */
function guestPriceOf(
  { plan }: CalendarRow,
  night: string,
  { before, after }: { before: Levels; after: Levels },
  steps: readonly Step[],
  currency: string,
): string | null {
  const count = plan?.priceModel === 'PER_PERSON' ? plan.guestAdults : 1;
  const price = derivedPrice(after, steps, currency, { count });
  if (price === undefined) return null;
  const old = derivedPrice(before, steps, currency, { count });
  const saved = plan && rateNightOf(plan, night)?.guestPrice;
  const extra =
    old === undefined || saved === undefined ? 0n : toMinorUnits({ amount: saved, currency }) - old;
  return fromMinor(price + extra, minorUnits(currency));
}
