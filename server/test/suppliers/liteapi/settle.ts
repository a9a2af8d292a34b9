/**
 * Books and cancels as the service does: repeats only what certainly had no effect, and settles every unknown outcome by lookups. The
 * result is then compared with the simulator's ledger.
 */
import type { Call } from '../../../src/booking/port/call.ts';
import type { Booked, Cancelled, Found } from '../../../src/booking/port/outcomes.ts';
import type { BookRequest, KnownBooking, Supplier } from '../../../src/booking/port/supplier.ts';
import type { SimulatorFault } from '../supplier-simulator.ts';

export type Settled = 'BOOKED' | 'NOT_BOOKED' | 'OPEN';

const MAX_ATTEMPTS = 3;
/** The service asks for a day. Here, a queue of faults ends much earlier. */
const MAX_LOOKUPS = 100;

/** `newCall` returns a call with a deadline in real time, because some faults never respond. */
export async function settleBooking(
  supplier: Supplier,
  newCall: () => Call,
  request: BookRequest,
  known: KnownBooking,
): Promise<{ settled: Settled; first: Booked }> {
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
      return { settled: await lookUp(supplier, newCall, known), first };
  }
}

function isRepeatable(outcome: Booked): boolean {
  return outcome.kind === 'NOT_EXECUTED' && outcome.cause !== 'CREDENTIALS';
}

async function lookUp(supplier: Supplier, newCall: () => Call, known: KnownBooking): Promise<Settled> {
  for (let attempt = 0; attempt < MAX_LOOKUPS; attempt += 1) {
    const found = await supplier.lookup(newCall(), known);
    if (found.kind === 'ABSENT') return 'NOT_BOOKED';
    if (found.kind === 'FOUND') return found.state === 'CANCELLED' ? 'NOT_BOOKED' : 'BOOKED';
  }
  return 'OPEN';
}

/** Returns whether the reservation is gone, or undefined if that is still unknown. */
export async function settleCancellation(
  supplier: Supplier,
  newCall: () => Call,
  known: KnownBooking,
): Promise<{ isCancelled: boolean | undefined; first: Cancelled }> {
  const first = await supplier.cancel(newCall(), known);
  if (first.kind === 'CANCELLED' || first.kind === 'ALREADY') return { isCancelled: true, first };
  if (first.kind !== 'UNKNOWN') return { isCancelled: false, first };
  let found: Found = { kind: 'INCOMPLETE' };
  for (let attempt = 0; attempt < MAX_LOOKUPS && found.kind !== 'FOUND'; attempt += 1) {
    found = await supplier.lookup(newCall(), known);
  }
  return { isCancelled: found.kind === 'FOUND' ? found.state === 'CANCELLED' : undefined, first };
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
  return {
    reset: { kind: 'reset' },
    hang: { kind: 'hang' },
    'truncated body': { kind: 'truncate' },
    'slow body': { kind: 'trickle', pauseMs: 5 },
    'status 500 with text': respond(500, '<html>Internal error</html>'),
    'status 502 without a body': respond(502, undefined),
    'status 503 with an error': respond(503, { error: { code: 5000, message: 'unable to process request' } }),
    'status 200 with text': respond(200, 'OK'),
    'status 200 with an empty object': respond(200, {}),
    'status 200 with null data': respond(200, { data: null }),
    'error 5000': respond(400, { error: { code: 5000, message: 'unable to process request' } }),
    'error 2010': respond(400, { error: { code: 2010, description: 'booking not confirmed' } }),
    'error 2013': respond(400, { error: { code: 2013, message: 'booking failed' } }),
    'error 2014': respond(400, { error: { code: 2014, message: 'booking incomplete' } }),
    'unknown error': respond(400, { error: { code: 9999 } }),
    'status 304': respond(304, undefined),
    redirect: respond(302, undefined),
    'status 404': respond(404, 'Not found'),
  };
}
