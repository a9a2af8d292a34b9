/** Checks allotment and rate lines against the document of their property. Pure. */
import {
  type AllotmentLine,
  type InventoryCell,
  type RateLine,
  WEEKDAYS,
} from '@serai/contract/inventory/inventory-cells.ts';
import type { InventoryDocument } from '@serai/contract/inventory/inventory-document.ts';
import { canonicalAmount, hasTooManyDecimals, tooManyDecimals } from '@serai/contract/shared/amounts.ts';

const EVERY_DAY = 127;

export function weekdayBitsOf({ weekdays }: Pick<AllotmentLine, 'weekdays'>): number {
  if (weekdays === undefined) return EVERY_DAY;
  return weekdays.reduce((bits, day) => bits | (1 << WEEKDAYS.indexOf(day)), 0);
}

export function checkAllotment(line: AllotmentLine, document: InventoryDocument): string[] {
  return line.kept || hasRoom(line, document)
    ? []
    : [`/roomCode: The property has no room "${line.roomCode}".`];
}

export function checkRate(line: RateLine, document: InventoryDocument): string[] {
  const problems = line.kept ? [] : checkReferences(line, document);
  for (const [path, amount] of amountsOf(line)) {
    if (!hasTooManyDecimals(amount, document.currency)) continue;
    problems.push(`${path}: ${tooManyDecimals(document.currency)}`);
  }
  if (fieldsOf(line).length === 0) problems.push('The line does not set any values.');
  return problems;
}

function checkReferences(line: RateLine, document: InventoryDocument): string[] {
  const problems: string[] = [];
  const plan = document.plans.find(({ code }) => code === line.planCode);
  if (plan === undefined) problems.push(`/planCode: The property has no plan "${line.planCode}".`);
  if (!hasRoom(line, document)) problems.push(`/roomCode: The property has no room "${line.roomCode}".`);
  else if (plan?.rooms.includes(line.roomCode) === false) {
    problems.push(`/roomCode: The plan "${plan.code}" does not sell the room "${line.roomCode}".`);
  }
  if (plan?.priceModel === 'PER_OCCUPANCY' && line.amount != null) {
    problems.push('/amount: A PER_OCCUPANCY plan is priced with byAdults.');
  }
  if (plan !== undefined && plan.priceModel !== 'PER_OCCUPANCY' && line.byAdults !== undefined) {
    problems.push('/byAdults: Only a PER_OCCUPANCY plan has byAdults. Use amount instead.');
  }
  for (const band of Object.keys(line.children ?? {})) {
    if (document.ageBands.some(({ code }) => code === band)) continue;
    problems.push(`/children/${band}: The property has no such age band.`);
  }
  return problems;
}

type SplitFields = Pick<RateLine, 'amount' | 'byAdults' | 'children'>;

/**
 * Separates the fields that the document uses from fields that are only kept: values for a room, plan, price model or age band that
 * no longer exists.
 */
export function splitKept<Line extends RateLine>(line: Line, document: InventoryDocument): Line[] {
  const plan = document.plans.find(({ code }) => code === line.planCode);
  if (plan === undefined || !plan.rooms.includes(line.roomCode)) return [{ ...line, kept: true }];
  const isBand = (code: string) => document.ageBands.some(band => band.code === code);
  const used: SplitFields = {};
  const kept: SplitFields = {};
  if (line.amount != null) (plan.priceModel === 'PER_OCCUPANCY' ? kept : used).amount = line.amount;
  if (line.byAdults !== undefined)
    (plan.priceModel === 'PER_OCCUPANCY' ? used : kept).byAdults = line.byAdults;
  for (const [band, price] of Object.entries(line.children ?? {})) {
    const side = isBand(band) ? used : kept;
    side.children = { ...side.children, [band]: price };
  }
  const { amount: _, byAdults: __, children: ___, ...rest } = line;
  const scope = Object.fromEntries(Object.entries(line).filter(([name]) => SCOPE_FIELDS.has(name)));
  const lines = [
    { ...rest, ...used },
    { ...scope, ...kept, kept: true },
  ] as Line[];
  return lines.filter(one => fieldsOf(one).length > 0);
}

function hasRoom({ roomCode }: { roomCode: string }, { rooms }: InventoryDocument): boolean {
  return rooms.some(room => room.roomCode === roomCode);
}

function amountsOf({ amount, extraAdult, byAdults = {}, children = {} }: RateLine): [string, string][] {
  const named: [string, string | null | undefined][] = [
    ['/amount', amount],
    ['/extraAdult', extraAdult],
    ...Object.entries(byAdults).map(([key, value]): [string, string | null] => [`/byAdults/${key}`, value]),
    ...Object.entries(children).map(([key, value]): [string, string | null] => [`/children/${key}`, value]),
  ];
  return named.filter((entry): entry is [string, string] => typeof entry[1] === 'string');
}

export function withCanonicalAmounts(cell: InventoryCell, currency: string): InventoryCell {
  const { amount, extraAdult, byAdults, children } = cell;
  const full = <T extends string | null | undefined>(text: T) =>
    typeof text === 'string' ? canonicalAmount(text, currency) : text;
  const all = (map: Record<string, string | null>) =>
    Object.fromEntries(Object.entries(map).map(([key, text]) => [key, full(text)]));
  return {
    ...cell,
    ...(amount !== undefined && { amount: full(amount) }),
    ...(extraAdult !== undefined && { extraAdult: full(extraAdult) }),
    ...(byAdults !== undefined && { byAdults: all(byAdults) }),
    ...(children !== undefined && { children: all(children) }),
  };
}

const SCOPE_FIELDS: ReadonlySet<string> = new Set([
  ...['type', 'hotelId', 'planCode', 'roomCode', 'from', 'to', 'weekdays', 'kept'],
]);

/** Returns the fields that a line sets. Each key of a map is listed separately. */
export function fieldsOf(line: AllotmentLine | RateLine): string[] {
  return Object.entries(line).flatMap(([name, value]) => {
    if (SCOPE_FIELDS.has(name) || value === undefined) return [];
    return typeof value === 'object' && value !== null
      ? Object.keys(value).map(key => `${name}.${key}`)
      : [name];
  });
}
