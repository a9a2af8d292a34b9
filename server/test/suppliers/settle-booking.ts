/**
 * Books and cancels as the service does: repeats only requests that certainly had no effect, and settles every unknown
 * outcome with lookups. The result is then compared with the ledger of the simulator.
 */
import type { Call } from '../../src/booking/port/call.ts';
import { type Booked, type Cancelled, hasMixedRooms } from '../../src/booking/port/outcomes.ts';
import type { BookRequest, KnownBooking, Supplier } from '../../src/booking/port/supplier.ts';
import type { ManualClock } from '../manual-clock.ts';
import type { SupplierSimulator } from './supplier-simulator.ts';

/** ATTENTION: the reservation is not as requested, or the lookups did not settle the outcome. */
export type Settled = 'CONFIRMED' | 'REJECTED' | 'ATTENTION';

export interface Settling<Methods extends keyof Supplier = 'book' | 'lookup'> {
  supplier: Pick<Supplier, Methods>;
  newCall(): Call;
  /**
   * Set if the supplier hides new reservations. A missing reservation then counts as absent only after `settleMs`,
   * which the clock skips.
   */
  hidden?: { clock: ManualClock; settleMs: number };
}

const MAX_SENDS = 3;
/** The service repeats lookups for a day. Here, the faults are used up much earlier. */
const MAX_LOOKUPS = 100;

export async function settleBooking(
  settling: Settling,
  request: BookRequest,
  known: KnownBooking,
): Promise<{ settled: Settled; first: Booked; sends: number }> {
  const { supplier, newCall } = settling;
  const first = await supplier.book(newCall(), request);
  let outcome = first;
  let sends = 1;
  while (sends < MAX_SENDS && outcome.kind === 'NOT_EXECUTED' && outcome.cause !== 'CREDENTIALS') {
    outcome = await supplier.book(newCall(), request);
    sends += 1;
  }
  return { settled: await settle(settling, outcome, request, known), first, sends };
}

async function settle(
  settling: Settling,
  outcome: Booked,
  request: BookRequest,
  known: KnownBooking,
): Promise<Settled> {
  switch (outcome.kind) {
    case 'CONFIRMED':
      return isAsRequested(outcome, request) ? 'CONFIRMED' : 'ATTENTION';
    case 'REFUSED':
    case 'NOT_EXECUTED':
      return 'REJECTED';
    case 'ON_REQUEST':
    case 'ACCEPTED':
    case 'DUPLICATE':
    case 'UNKNOWN':
      return settleByLookup(settling, request, known);
  }
}

async function settleByLookup(
  { supplier, newCall, hidden }: Settling,
  request: BookRequest,
  known: KnownBooking,
): Promise<Settled> {
  // Other bookings may have advanced the clock while this one was sent.
  const endsAtMs = hidden === undefined ? 0 : hidden.clock.nowMs() + hidden.settleMs;
  for (let i = 0; i < MAX_LOOKUPS; i += 1) {
    const isOver = hidden === undefined || hidden.clock.nowMs() >= endsAtMs;
    const found = await supplier.lookup(newCall(), known);
    if (found.kind === 'FOUND') {
      if (found.state === 'CANCELLED') return 'REJECTED';
      return isAsRequested(found, request) ? 'CONFIRMED' : 'ATTENTION';
    }
    if (found.kind !== 'ABSENT') continue;
    if (isOver) return 'REJECTED';
    hidden.clock.advance(Math.max(1, endsAtMs - hidden.clock.nowMs()));
  }
  return 'ATTENTION';
}

function isAsRequested(
  booked: { hotelId: string; checkIn: string; checkOut: string; currency: string; netMinor: number },
  { hotel, checkIn, checkOut, currency, netMinor, toleranceMinor }: BookRequest,
): boolean {
  return (
    booked.hotelId === hotel.hotelId &&
    booked.checkIn === checkIn &&
    booked.checkOut === checkOut &&
    booked.currency === currency &&
    Math.abs(booked.netMinor - netMinor) <= toleranceMinor
  );
}

/** `isCancelled` is undefined if the outcome is still unknown. Cancels again if rooms are left. */
export async function settleCancellation(
  { supplier, newCall }: Settling<'lookup' | 'cancel'>,
  known: KnownBooking,
): Promise<{ isCancelled: boolean | undefined; first: Cancelled }> {
  const first = await supplier.cancel(newCall(), known);
  let outcome = first;
  for (let i = 0; i < MAX_LOOKUPS; i += 1) {
    if (outcome.kind === 'CANCELLED' || outcome.kind === 'ALREADY') return { isCancelled: true, first };
    if (outcome.kind !== 'UNKNOWN') return { isCancelled: false, first };
    const found = await supplier.lookup(newCall(), known);
    if (found.kind !== 'FOUND') continue;
    if (!hasMixedRooms(found)) return { isCancelled: found.state === 'CANCELLED', first };
    // In the service, staff would decide. Here, the remaining rooms are cancelled too.
    outcome = await supplier.cancel(newCall(), known);
    if (outcome.kind === 'NOT_EXECUTED') outcome = { kind: 'UNKNOWN', cause: 'INCOMPLETE' };
  }
  return { isCancelled: undefined, first };
}

/** Returns what is wrong with a settled booking, given the number of its live reservations in the ledger. */
export function findViolations(live: number, reference: string, settled: Settled): string[] {
  const violations: string[] = [];
  if (live > 1) violations.push(`${reference} has ${live} live reservations`);
  if (settled === 'CONFIRMED' && live === 0)
    violations.push(`${reference} is confirmed without a reservation`);
  if (settled === 'REJECTED' && live > 0) violations.push(`${reference} is rejected with a reservation`);
  return violations;
}

/**
 * Creates calls that end when the simulator withholds a response, as they would at their deadline. For one call at a
 * time.
 */
export function callsUntilSilence(
  simulator: Pick<SupplierSimulator, 'onSilence'>,
  newCall: (signal: AbortSignal) => Call,
): () => Call {
  let latest = new AbortController();
  simulator.onSilence(() => latest.abort());
  return () => {
    latest = new AbortController();
    return newCall(latest.signal);
  };
}
