/**
 * Books and cancels as the service does: repeats only what certainly had no effect, and settles every unknown outcome by lookups. An
 * absent itinerary counts only after the time for which Rapid may hide a new one. The result is compared with the simulator's ledger.
 */
import { setTimeout } from 'node:timers/promises';
import type { Call } from '../../../src/booking/port/call.ts';
import { type Booked, type Cancelled, hasMixedRooms } from '../../../src/booking/port/outcomes.ts';
import type { BookRequest, KnownBooking, Supplier } from '../../../src/booking/port/supplier.ts';
import type { ManualClock } from '../../manual-clock.ts';
import type { SimulatorFault } from '../supplier-simulator.ts';

export type Settled = 'BOOKED' | 'NOT_BOOKED' | 'OPEN';

const MAX_ATTEMPTS = 3;
/** The service asks for a day. Here, a queue of faults ends much earlier. */
const MAX_LOOKUPS = 100;
const PAUSE_MS = 50;

export interface Settling {
  supplier: Supplier;
  clock: ManualClock;
  /** Returns a call with a deadline in real time, because some faults never respond. */
  newCall(): Call;
}

export async function settleBooking(
  settling: Settling,
  request: BookRequest,
  known: KnownBooking,
): Promise<{ settled: Settled; first: Booked }> {
  const { supplier, newCall } = settling;
  const first = await supplier.book(newCall(), request);
  let outcome = first;
  for (let attempt = 1; attempt < MAX_ATTEMPTS && isRepeatable(outcome); attempt += 1) {
    outcome = await supplier.book(newCall(), request);
  }
  switch (outcome.kind) {
    case 'CONFIRMED':
    case 'ON_REQUEST':
      return { settled: 'BOOKED', first };
    case 'REFUSED':
    case 'NOT_EXECUTED':
      return { settled: 'NOT_BOOKED', first };
    default:
      return { settled: await lookUp(settling, known), first };
  }
}

function isRepeatable(outcome: Booked): boolean {
  return outcome.kind === 'NOT_EXECUTED' && outcome.cause !== 'CREDENTIALS';
}

async function lookUp({ supplier, clock, newCall }: Settling, known: KnownBooking): Promise<Settled> {
  // Other bookings may have advanced the clock while this one was sent.
  const endsAtMs = clock.nowMs() + supplier.settlement.settleMs;
  for (let attempt = 0; attempt < MAX_LOOKUPS; attempt += 1) {
    const isOver = clock.nowMs() >= endsAtMs;
    const found = await supplier.lookup(newCall(), known);
    if (found.kind === 'FOUND') return found.state === 'CANCELLED' ? 'NOT_BOOKED' : 'BOOKED';
    if (found.kind !== 'ABSENT') continue;
    if (isOver) return 'NOT_BOOKED';
    // The clock jumps over half an hour. A request that still waits in a socket would have arrived long before.
    await setTimeout(PAUSE_MS);
    clock.advance(Math.max(1, endsAtMs - clock.nowMs()));
  }
  return 'OPEN';
}

/** Returns whether the reservation is gone, or undefined if that is still unknown. Cancels again if rooms are left. */
export async function settleCancellation(
  settling: Settling,
  known: KnownBooking,
): Promise<{ isCancelled: boolean | undefined; first: Cancelled }> {
  const { supplier, newCall } = settling;
  const first = await supplier.cancel(newCall(), known);
  let outcome = first;
  for (let attempt = 0; attempt < MAX_LOOKUPS; attempt += 1) {
    if (outcome.kind === 'CANCELLED' || outcome.kind === 'ALREADY') return { isCancelled: true, first };
    if (outcome.kind !== 'UNKNOWN') return { isCancelled: false, first };
    const found = await supplier.lookup(newCall(), known);
    if (found.kind !== 'FOUND') continue;
    if (!hasMixedRooms(found)) return { isCancelled: found.state === 'CANCELLED', first };
    // A person would decide. Here the rest is cancelled too.
    outcome = await supplier.cancel(newCall(), known);
    if (outcome.kind === 'NOT_EXECUTED') outcome = { kind: 'UNKNOWN', cause: 'INCOMPLETE' };
  }
  return { isCancelled: undefined, first };
}

/** Every way in which an exchange can fail, before and after its effect. */
export const FAULTS: Readonly<Record<string, SimulatorFault>> = Object.fromEntries(
  (['before', 'after'] as const).flatMap(when =>
    Object.entries(waysToFail()).map(([name, fault]) => [`${name} ${when} the effect`, { when, ...fault }]),
  ),
);

type WithoutTime<Fault> = Fault extends unknown ? Omit<Fault, 'when'> : never;

function waysToFail(): Record<string, WithoutTime<SimulatorFault>> {
  const respond = (status: number, body: unknown) =>
    ({ kind: 'respond', response: { status, body } }) as const;
  const error = (type: string) => ({ type, message: 'Failed.' });
  return {
    reset: { kind: 'reset' },
    hang: { kind: 'hang' },
    'truncated body': { kind: 'truncate' },
    'slow body': { kind: 'trickle', pauseMs: 5 },
    'status 500 with text': respond(500, '<html>Internal error</html>'),
    'status 500 with a system failure': respond(500, error('create.system_failure')),
    'status 502 without a body': respond(502, undefined),
    'status 503 with no response': respond(503, error('create.no_response')),
    'status 504 with text': respond(504, 'Gateway timeout'),
    'status 200 with text': respond(200, 'OK'),
    'status 200 with an empty object': respond(200, {}),
    'status 201 with an empty object': respond(201, {}),
    'status 201 with an error': respond(201, { ...error('invalid_input'), itinerary_id: '1' }),
    'status 202 without a body': respond(202, undefined),
    'status 400 with text': respond(400, 'Bad request'),
    'status 400 without nested errors': respond(400, error('invalid_input')),
    'unknown error': respond(418, error('teapot')),
    redirect: respond(302, undefined),
    'status 404': respond(404, error('resource_not_found')),
  };
}
