/** What changes with the values that are not saved yet: the values that derived rate plans take over, and guest prices. Pure. */
import {
  type CalendarPlan,
  type CalendarRow,
  effectiveValue,
  kindOf,
  rateNightOf,
  rowKey,
  savedValue,
  type Value,
} from './calendar.ts';
import { derivedValue, guestPrice, type Levels, type Pricing } from './derived-price.ts';
import { changeAt, keyOf, nightAndField, type Pending, type RowChanges } from './pending.ts';

/** By row. */
export type Following = ReadonlyMap<string, RowFollowing>;

export interface RowFollowing {
  /** The values that follow a change of another plan, by night and field as for pending changes. */
  values: ReadonlyMap<string, Value>;
  /** What guests would pay, by night. Contains the nights on which a price changes. */
  guests: ReadonlyMap<string, string | null>;
}

interface Scene {
  rows: readonly CalendarRow[];
  nights: readonly string[];
  pricing: Pricing;
}

/** A row with its parents and the changes of each, starting with its own. */
interface Line {
  rows: readonly (CalendarRow | undefined)[];
  changes: readonly (RowChanges | undefined)[];
}

/** A row whose changes and those of its parents are the same as before is not calculated, and not rendered, again. */
const known = new WeakMap<CalendarRow, { key: readonly unknown[]; result: RowFollowing }>();

export function followingOf(pending: Pending, scene: Scene): Following {
  const following = new Map<string, RowFollowing>();
  if (pending.size === 0) return following;
  const byKey = new Map(scene.rows.map(row => [row.key, row]));
  for (const row of scene.rows) {
    const line = lineOf(row, byKey, pending, scene.pricing);
    if (line === undefined || line.changes.every(each => each === undefined)) continue;
    const key = [scene.pricing, scene.nights, ...line.changes];
    let cached = known.get(row);
    if (cached?.key.length !== key.length || cached.key.some((part, i) => part !== key[i])) {
      cached = { key, result: followRow(row, line, scene) };
      known.set(row, cached);
    }
    following.set(row.key, cached.result);
  }
  return following;
}

/** The unsaved changes of a row, and what follows the changes of other rows. */
export interface Changed {
  changes: RowChanges | undefined;
  following: RowFollowing | undefined;
}

/** The value with all changes: the one that follows a change, the pending one, or the saved one. */
export function changedValue(
  row: CalendarRow,
  night: string,
  field: string,
  { changes, following }: Changed,
): Value {
  const followed = following?.values.get(keyOf(night, field));
  if (followed !== undefined) return followed;
  const change = changeAt(changes, night, field);
  return change === undefined ? effectiveValue(row, night, field) : change.to;
}

/** What guests pay with all changes. */
export function guestPriceOf(
  plan: CalendarPlan,
  night: string,
  following: RowFollowing | undefined,
): string | null {
  return (
    (following?.guests.has(night) ? following.guests.get(night) : rateNightOf(plan, night)?.guestPrice) ??
    null
  );
}

interface PendingScene {
  rows: readonly CalendarRow[];
  pending: Pending;
  pricing: Pricing;
}

/** What guests would pay for one night with the pending changes, or null if they have no price. */
export function guestPriceAt(row: CalendarRow, night: string, scene: PendingScene): string | null {
  return guestPricer(scene)(row, night);
}

/** Reads what guests would pay, for many nights. */
export function guestPricer({ rows, pending, pricing }: PendingScene) {
  const byKey = new Map(rows.map(row => [row.key, row]));
  return (row: CalendarRow, night: string): string | null => {
    const line = lineOf(row, byKey, pending, pricing);
    return line === undefined ? null : guestPrice(row, field => levelsAt(line, night, field), pricing);
  };
}

/** Undefined for the allotment of a room type. */
function lineOf(
  { room, plan }: CalendarRow,
  byKey: ReadonlyMap<string, CalendarRow>,
  pending: Pending,
  { plans }: Pricing,
): Line | undefined {
  const codes = plans.get(plan?.planCode ?? '')?.codes;
  if (codes === undefined) return undefined;
  const rows = codes.map(code => byKey.get(rowKey(room.roomCode, code)));
  return { rows, changes: rows.map(each => pending.get(each?.key ?? '')) };
}

function followRow(row: CalendarRow, line: Line, { nights, pricing }: Scene): RowFollowing {
  const shown = new Set(nights);
  const plan = pricing.plans.get(row.plan?.planCode ?? '');
  const values = new Map<string, Value>();
  const guests = new Map<string, string | null>();
  for (const key of new Set(line.changes.flatMap(each => [...(each?.keys() ?? [])]))) {
    const [night, field] = nightAndField(key);
    // Nights of other months are not loaded, so it is not known what they follow.
    if (plan === undefined || !shown.has(night)) continue;
    if (kindOf(field) === 'amount' && !guests.has(night))
      guests.set(
        night,
        guestPrice(row, each => levelsAt(line, night, each), pricing),
      );
    const own = line.changes[0]?.get(key);
    if (own !== undefined && own.to !== null) continue;
    const value = derivedValue(levelsAt(line, night, field), field, plan, pricing.currency);
    const isCleared = own !== undefined && row.plan?.derivedFrom !== null;
    if (isCleared || (own === undefined && value !== effectiveValue(row, night, field)))
      values.set(key, value);
  }
  return { values, guests };
}

/** The values with all changes. */
function levelsAt({ rows, changes }: Line, night: string, field: string): Levels {
  return rows.map((row, level) => {
    const change = changeAt(changes[level], night, field);
    return change === undefined ? row && savedValue(row, night, field) : change.to;
  });
}
