import { type Clock, sleep } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { Call, Exchange } from '../../port/call.ts';
import { RecordedRequest, RecordedResponse } from '../../port/recorded-message.ts';
import type { TestProviderCode } from './sale/provider-range.ts';

export interface TestProvider {
  code: TestProviderCode;
  db: Database;
  clock: Clock;
}

/** An outcome for the caller, and the reply on the wire for the audit. */
export interface Reply<T> {
  outcome: T;
  wire: Wire;
}

export function reply<T>(outcome: T, wire: Wire = { json: outcome }): Reply<T> {
  return { outcome, wire };
}

/** The caller receives nothing and assumes `outcome`. */
export function noReply<T>(outcome: T): Reply<T> {
  return { outcome, wire: null };
}

/** The reply on the wire: JSON, a string that is not JSON, or nothing. */
type Wire = { json: unknown } | { text: string } | null;

/**
 * The exchange that an audit shows: message and reply as JSON, without names. Bodies are serialised only when read, because most
 * searches are not audited and serialising would be most of their cost.
 */
export function exchangeMessage(message: unknown, wire: Wire): Exchange {
  return {
    request: new RecordedRequest({ method: null, target: null, headers: {} }, () => JSON.stringify(message)),
    response:
      wire &&
      new RecordedResponse({ status: null, headers: {} }, () =>
        'text' in wire ? wire.text : JSON.stringify(wire.json),
      ),
  };
}

export function isOver(clock: Clock, call: Call): boolean {
  return call.signal.aborted || clock.monotonicMs() >= call.deadlineMs;
}

/** Waits for `ms`, but never beyond the end of the call. By default, waits until the call ends. */
export async function waitWithin(clock: Clock, call: Call, ms = Number.POSITIVE_INFINITY): Promise<void> {
  await sleep(clock, Math.min(ms, leftMs(clock, call)), call.signal);
}

/** Without a reason, an abort creates an exception with its stack trace. */
const DONE = 'done';

/** Returns the result of the work, or `late` if the call ends first. The work continues. */
export async function beforeDeadline<T>(clock: Clock, call: Call, work: Promise<T>, late: T): Promise<T> {
  const done = new AbortController();
  const end = sleep(clock, leftMs(clock, call), AbortSignal.any([call.signal, done.signal]));
  try {
    return await Promise.race([work, end.then(() => late)]);
  } finally {
    done.abort(DONE);
  }
}

function leftMs(clock: Clock, call: Call): number {
  return Math.max(call.deadlineMs - clock.monotonicMs(), 0);
}
