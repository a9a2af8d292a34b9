/** Words for failed calls to a provider. Pure. */
import { sentenceCase, wordsOf } from '../../components/change-words.ts';
import type { Exchange } from '../../components/exchanges/exchange-outcomes.ts';
import { CAUSES, describeLastError } from '../../components/provider-words.ts';
import type { Output } from '../../lib/calls/operator-client.ts';
import { formatDateTimeSeconds, formatMs, formatNumber } from '../../lib/format/format.ts';

export type Failure = Output<'providers/failures'>['failures'][number];

const OPERATIONS = {
  search: 'Search',
  quote: 'Quote',
  release: 'Hold release',
  book: 'Booking',
  lookup: 'Lookup',
  sweep: 'Reservation list',
  cancelQuote: 'Cancellation quote',
  cancel: 'Cancellation',
  probe: 'Connection test',
} as const satisfies Record<Failure['operation'], string>;

export const OPERATION_OPTIONS = Object.entries(OPERATIONS);

export const CAUSE_OPTIONS = Object.entries(CAUSES).map(
  ([cause, words]) => [cause, sentenceCase(words)] as const,
);

/** The value of a filter in the URL, if it can be chosen. */
export function knownOption<Value extends string>(
  options: readonly (readonly [string, string])[],
  value: string | undefined,
): Value | undefined {
  return options.find(([each]) => each === value)?.[0] as Value | undefined;
}

export function operationWords(operation: string): string {
  return (OPERATIONS as Readonly<Record<string, string>>)[operation] ?? sentenceCase(wordsOf(operation));
}

/** For example `Timeout`, or `27 more calls: timeout`. */
export function failureWords(failure: Pick<Failure, 'calls' | 'cause' | 'status' | 'supplierSays'>): string {
  const words = describeLastError(failure);
  return failure.calls === 1 ? sentenceCase(words) : `${formatNumber(failure.calls)} more calls: ${words}`;
}

const MINUTE_MS = 60_000;

/**
 * Newest first, but rows that only count calls come after the other calls of their minute, because they add to them.
 */
export function countsLast<Row extends Pick<Failure, 'at' | 'calls'>>(newestFirst: readonly Row[]): Row[] {
  const minuteOf = ({ at }: Row) => Math.floor(Date.parse(at) / MINUTE_MS);
  const isCount = ({ calls }: Row) => Number(calls > 1);
  return newestFirst.toSorted((a, b) => minuteOf(b) - minuteOf(a) || isCount(a) - isCount(b));
}

type Call = Pick<Failure, 'at' | 'calls' | 'operation' | 'cause' | 'status' | 'supplierSays'>;

/** Consecutive calls that failed in the same way. */
export function runsOf<Row extends Call>(rows: readonly Row[]): Row[][] {
  const runs: Row[][] = [];
  for (const row of rows) {
    const last = runs.at(-1);
    if (last?.[0] && isSameFailure(last[0], row)) last.push(row);
    else runs.push([row]);
  }
  return runs;
}

function isSameFailure(a: Call, b: Call): boolean {
  return a.operation === b.operation && describeLastError(a) === describeLastError(b);
}

/** For example `34 calls, 18 Nov 2026, 15:05:00 – 15:05:08`. `hasMore`: calls that are not loaded may follow. */
export function runWords(run: readonly Pick<Failure, 'at' | 'calls'>[], hasMore: boolean): string {
  const calls = run.reduce((sum, each) => sum + each.calls, 0);
  const times = run.map(({ at }) => at).toSorted((a, b) => Date.parse(a) - Date.parse(b));
  const [from = '', to = ''] = [times[0], times.at(-1)].map(at => at && formatDateTimeSeconds(at));
  const day = from.slice(0, from.lastIndexOf(' ') + 1);
  const end = to.startsWith(day) ? to.slice(day.length) : to;
  return `${formatNumber(calls)}${hasMore ? '+' : ''} calls, ${from === to ? from : `${from} – ${end}`}`;
}

interface Total {
  /** Whether calls that are not loaded follow. */
  hasMore: boolean;
  /** All failed calls of the period. Undefined if it is not known how many of them match the filters. */
  failed: number | undefined;
}

/** For example `1 of 45 failed calls`, or `21–45 of 45 failed calls` for an entry that counts calls. */
export function placeWords(
  rows: readonly Pick<Failure, 'failureId' | 'calls'>[],
  failureId: string,
  { hasMore, failed = 0 }: Total,
): string | undefined {
  const index = rows.findIndex(row => row.failureId === failureId);
  if (index < 0) return undefined;
  const sum = (some: typeof rows) => some.reduce((calls, row) => calls + row.calls, 0);
  const [first, last, loaded] = [sum(rows.slice(0, index)) + 1, sum(rows.slice(0, index + 1)), sum(rows)];
  const isKnown = !hasMore || failed > loaded;
  const total = `${formatNumber(hasMore && isKnown ? failed : loaded)}${isKnown ? '' : '+'}`;
  const place = first === last ? formatNumber(first) : `${formatNumber(first)}–${formatNumber(last)}`;
  return `${place} of ${total} failed calls`;
}

/** How long Serai waited for a response that it did not get, for example `No response within 812 ms`. */
export function waitedWords(
  failure: Pick<Failure, 'calls' | 'cause'>,
  exchanges: readonly Pick<Exchange, 'durationMs' | 'response'>[],
): string {
  const words = failureWords({ ...failure, status: null, supplierSays: null });
  const unanswered = exchanges.findLast(({ response }) => response === null);
  return failure.cause === 'TIMEOUT' && unanswered !== undefined
    ? `No response within ${formatMs(unanswered.durationMs)}`
    : words;
}

const SHORT_ID = 6;

const RETRIES = {
  NONE: 'Not retried',
  FAILED: 'Retried, failed again',
  SUCCEEDED: 'Retried, succeeded',
} as const;

/** Bookings and cancellations are never retried blindly, so only the number of the attempt is known. */
export function retryWords({ retry, attempt }: Pick<Failure, 'retry' | 'attempt'>): string {
  if (retry !== null) return RETRIES[retry];
  return attempt === null ? '' : `Attempt ${attempt}`;
}

/** The end of an id, by which requests of the same time can be told apart, for example `…ZD8K5N`. */
export function shortId(id: string): string {
  return id.length <= SHORT_ID ? id : `…${id.slice(-SHORT_ID)}`;
}

/** Why there are no messages to show. */
export function withoutMessages({
  attempt,
  bookingId,
  operation,
}: Pick<Failure, 'attempt' | 'bookingId' | 'operation'>) {
  if (attempt === null) {
    return 'Many calls failed within this minute. The first ones are listed individually. These were only counted.';
  }
  if (bookingId !== null) return 'The booking has no recorded messages for this call.';
  if (operation === 'sweep')
    return 'Reservation lists are not recorded, because they contain the data of many guests.';
  return 'No message was sent or received.';
}
