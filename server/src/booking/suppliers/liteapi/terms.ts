/** Reads LiteAPI's cancellation policies and boards. If a policy is ambiguous, the more expensive interpretation applies. Pure. */
import type { BoardCode } from '@serai/contract/shared/lodging.ts';
import { Memo } from '../../../platform/cache/memo.ts';
import { type Json, listOf, objectOf, textOf } from '../../../platform/json-values.ts';
import type { SuppliedPenalty, SuppliedPolicy } from '../../port/supplied-offer.ts';
import { amountMinor } from './money.ts';

const UNKNOWN: SuppliedPolicy = { kind: 'UNKNOWN' };

/** The terms of one room. `deadline` identifies the product together with room and board. */
export interface RoomTerms {
  policy: SuppliedPolicy;
  /** `NRFN`, the first deadline of a refundable rate, or empty if unknown. */
  deadline: string;
}

/**
 * `priceMinor` is the price of the room. The penalty of a non-refundable rate is always the full price, whatever its entries state:
 * some responses contain 100 percent from a date in the past, others nothing. A refundable rate without entries has unknown terms.
 */
export function roomTerms(policies: unknown, priceMinor: number, currency: string): RoomTerms {
  const { refundableTag, cancelPolicyInfos } = (objectOf(policies) ?? {}) as Json;
  if (refundableTag === 'NRFN') return { policy: nonRefundable(priceMinor), deadline: 'NRFN' };
  const entries = listOf(cancelPolicyInfos);
  const isKnownTag = refundableTag === 'RFN' || refundableTag === '' || refundableTag === undefined;
  if (!isKnownTag || entries.length === 0) return { policy: UNKNOWN, deadline: '' };
  const penalties: SuppliedPenalty[] = [];
  let deadline = '';
  for (const entry of entries) {
    const penalty = readPenalty(objectOf(entry), priceMinor, currency);
    if (penalty === undefined) return { policy: UNKNOWN, deadline: '' };
    if (penalty.penaltyMinor === 0) continue;
    penalties.push({ from: { kind: 'INSTANT', atMs: penalty.atMs }, penaltyMinor: penalty.penaltyMinor });
    if (deadline === '' || penalty.cancelTime < deadline) deadline = penalty.cancelTime;
  }
  return { policy: { kind: 'KNOWN', penalties, noShowMinor: null }, deadline };
}

function nonRefundable(priceMinor: number): SuppliedPolicy {
  return {
    kind: 'KNOWN',
    penalties: [{ from: { kind: 'ALWAYS' }, penaltyMinor: priceMinor }],
    noShowMinor: null,
  };
}

/** A penalty above the price is reduced to the price, because a cancellation never costs more than the room. */
function readPenalty(entry: Json | undefined, priceMinor: number, currency: string) {
  const cancelTime = textOf(entry?.cancelTime);
  const atMs = cancelTime === undefined ? undefined : instantOf(cancelTime, entry?.timezone);
  const asked = penaltyMinor(entry, priceMinor, currency);
  if (cancelTime === undefined || atMs === undefined || asked === undefined) return undefined;
  return { cancelTime, atMs, penaltyMinor: Math.min(asked, priceMinor) };
}

function penaltyMinor(entry: Json | undefined, priceMinor: number, currency: string): number | undefined {
  if (entry === undefined) return undefined;
  if (entry.type === 'percentage') {
    // The percentage is read in hundredths, as an integer. A fraction of a minor unit is rounded up.
    const hundredths = amountMinor(entry.amount, 'EUR');
    return hundredths === undefined ? undefined : Math.ceil((priceMinor * hundredths) / 10_000);
  }
  const { currency: own = currency } = entry;
  if (entry.type !== 'amount' || (own !== currency && own !== '')) return undefined;
  return amountMinor(entry.amount, currency);
}

const DATE_TIME = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}(?::\d{2})?)(?:\.\d+)?(Z|[+-]\d{2}:?\d{2})?)?$/;
const GMT: ReadonlySet<unknown> = new Set([undefined, null, '', 'GMT', 'UTC']);

/** Memoised, because the rates of a search share a few deadlines. */
const instants = new Memo<string, number>();

/** Times without an offset are in GMT. A date without a time means midnight. */
export function instantOf(time: string, zone?: unknown): number | undefined {
  const ms = instants.get(
    GMT.has(zone) ? time : `${time} ${zone}`,
    () => parseInstant(time, zone) ?? Number.NaN,
  );
  return Number.isNaN(ms) ? undefined : ms;
}

function parseInstant(time: string, zone: unknown): number | undefined {
  const parts = DATE_TIME.exec(time);
  if (parts === null) return undefined;
  const [, day, clock = '00:00', offset] = parts;
  if (offset === undefined && !GMT.has(zone)) return undefined;
  return Date.parse(`${day}T${clock}${offset ?? 'Z'}`);
}

/** Combines the terms of all rooms: from each deadline on, the sum of the penalties that apply then. */
export function combinedPolicy(rooms: readonly SuppliedPolicy[]): SuppliedPolicy {
  const [only] = rooms;
  if (rooms.length === 1 && only !== undefined) return only;
  const times = new Set<number>();
  for (const policy of rooms) {
    if (policy.kind === 'UNKNOWN') return UNKNOWN;
    for (const { from } of policy.penalties) times.add(timeOf(from));
  }
  const penalties = [...times]
    .sort((a, b) => a - b)
    .map(atMs => ({
      from: atMs === ALWAYS ? ({ kind: 'ALWAYS' } as const) : ({ kind: 'INSTANT', atMs } as const),
      penaltyMinor: rooms.reduce((sum, policy) => sum + penaltyAt(policy, atMs), 0),
    }));
  return { kind: 'KNOWN', penalties, noShowMinor: null };
}

const ALWAYS = Number.NEGATIVE_INFINITY;

function timeOf(from: SuppliedPenalty['from']): number {
  return from.kind === 'INSTANT' ? from.atMs : ALWAYS;
}

/** The penalty at a time. Of the entries that have started, the latest one applies. */
function penaltyAt(policy: SuppliedPolicy, atMs: number): number {
  if (policy.kind === 'UNKNOWN') return 0;
  let latest = Number.NaN;
  let due = 0;
  for (const { from, penaltyMinor: minor } of policy.penalties) {
    const time = timeOf(from);
    if (time > atMs || time < latest) continue;
    due = time === latest ? Math.max(due, minor) : minor;
    latest = time;
  }
  return due;
}

const BOARDS = new Map<string, BoardCode>([
  ['RO', 'RO'],
  ['SC', 'SC'],
  ['BI', 'BB'],
  ['BB', 'BB'],
  ['HB', 'HB'],
  ['FB', 'FB'],
  ['AI', 'AI'],
]);
/** Tried in order. A name that also mentions lunch or dinner is never read as breakfast alone. */
const BOARD_NAMES: readonly [RegExp, BoardCode][] = [
  [/all.?inclusive/i, 'AI'],
  [/full.?board/i, 'FB'],
  [/half.?board/i, 'HB'],
  [/self.?catering/i, 'SC'],
  [/^(?!.*(lunch|dinner)).*breakfast/i, 'BB'],
  [/room.?only/i, 'RO'],
];

/**
 * Numbered codes such as `BB2` are variants. Returns undefined for an unknown board, because a wrong board is a wrong
 * product.
 */
export function boardOf(code: unknown, name: unknown): BoardCode | undefined {
  const known =
    typeof code === 'string' ? (BOARDS.get(code) ?? BOARDS.get(code.replace(/\d{1,2}$/, ''))) : undefined;
  if (known !== undefined || typeof name !== 'string') return known;
  return BOARD_NAMES.find(([pattern]) => pattern.test(name))?.[1];
}

const BOARD_SUFFIX =
  / [-–] (?:room only|(?:free |continental |buffet )?breakfast(?: included| for \d+)?|bed (?:and|&) breakfast|half board|full board|all inclusive)$/i;

/** A prebook may append the board to the name of the room. It is removed, so that the room has the same name as in the search. */
export function withoutBoard(roomName: string): string {
  return roomName.includes(' ') ? roomName.replace(BOARD_SUFFIX, '') : roomName;
}
