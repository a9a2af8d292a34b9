/** The draft in the editor for several nights and rows, and the edits that follow from it. Pure. */
import { type CalendarRow, kindOf, type RateNight, type Value } from './calendar.ts';
import { applyEntry, parseEntry } from './entry.ts';
import { currentValue, type Edit, type Pending } from './pending.ts';

export const NUMBER_FIELDS = [
  ['minStayArrival', 'Minimum stay for arrivals'],
  ['minStayThrough', 'Minimum stay for any stay that includes the night'],
  ['maxStay', 'Maximum stay'],
  ['minAdvance', 'Minimum days before arrival'],
  ['maxAdvance', 'Maximum days before arrival'],
] as const;

export const FLAG_FIELDS = [
  ['stopSell', 'Stop sell'],
  ['closedToArrival', 'Closed to arrival'],
  ['closedToDeparture', 'Closed to departure'],
] as const;

/** Values by field. For example, `byAdults.2` is the price for two adults. */
export type Draft = Readonly<Record<string, string>>;

/** The selected nights have different values, which are kept unless the user enters a new value. */
export const MIXED = 'mixed';

/** The fields of all rows. Room types have only an allotment. */
export function fieldsOf(rows: readonly CalendarRow[]): string[] {
  const prices = new Set(rows.flatMap(pricesOf));
  const isPlan = rows.some(({ plan }) => plan !== undefined);
  if (!isPlan) return ['total'];
  return [...prices, ...FLAG_FIELDS.map(([name]) => name), ...NUMBER_FIELDS.map(([name]) => name)];
}

function pricesOf({ plan }: CalendarRow): string[] {
  if (plan === undefined) return [];
  return plan.priceModel === 'PER_OCCUPANCY' ? adultsOf(plan.nights) : ['amount', 'extraAdult'];
}

function adultsOf(nights: readonly RateNight[]): string[] {
  const named = new Set(nights.flatMap(({ byAdults }) => Object.keys(byAdults ?? {})));
  for (const adults of ['1', '2']) named.add(adults);
  return [...named].sort((a, b) => Number(a) - Number(b)).map(adults => `byAdults.${adults}`);
}

const hasField = (row: CalendarRow, field: string) =>
  row.plan === undefined
    ? field === 'total'
    : field !== 'total' && (!isPrice(field) || pricesOf(row).includes(field));

const isPrice = (field: string) => kindOf(field) === 'amount';

/** The values set on the selected nights themselves. Empty if nothing is set, MIXED if they differ. */
export function draftOf(
  rows: readonly CalendarRow[],
  nights: readonly string[],
  fields: readonly string[],
  pending: Pending,
): Draft {
  return Object.fromEntries(
    fields.map(field => {
      const values = new Set(
        rows
          .filter(row => hasField(row, field))
          .flatMap(row => nights.map(night => textOf(currentValue(pending, row, night, field)))),
      );
      return [field, values.size === 1 ? ([...values][0] as string) : MIXED];
    }),
  );
}

const textOf = (value: Value) => (value === null ? '' : String(value));

interface DraftEdits {
  edits: Edit[];
  /** By field. If there are problems, there are no edits. */
  problems: Readonly<Record<string, string>>;
}

/** The edits for all changed fields. An empty field clears the value; `+10%` changes each value. */
export function draftEdits(
  rows: readonly CalendarRow[],
  nights: readonly string[],
  drafts: { before: Draft; after: Draft },
  { pending, currency }: { pending: Pending; currency: string },
): DraftEdits {
  const edits: Edit[] = [];
  const problems: Record<string, string> = {};
  for (const [field, text] of Object.entries(drafts.after)) {
    if (text === drafts.before[field] || text === MIXED) continue;
    const parsed = parseEntry(text, field, currency);
    if ('problem' in parsed) {
      problems[field] = parsed.problem;
      continue;
    }
    for (const row of rows.filter(one => hasField(one, field))) {
      for (const night of nights) {
        const to = applyEntry(parsed.entry, field, currentValue(pending, row, night, field), currency);
        if (to !== undefined) edits.push({ row, night, field, to });
      }
    }
  }
  return Object.keys(problems).length > 0 ? { edits: [], problems } : { edits, problems };
}
