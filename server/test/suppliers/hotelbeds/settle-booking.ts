/**
 * Books as the service does: sends a booking once, repeats it only if it certainly had no effect, and settles an unknown outcome by
 * lookups. Then compares the result with the ledger of the simulator.
 */
import type { Call } from '../../../src/booking/port/call.ts';
import type { Booked, Found } from '../../../src/booking/port/outcomes.ts';
import type { BookRequest, KnownBooking, Supplier } from '../../../src/booking/port/supplier.ts';
import type { HotelbedsSimulator } from './hotelbeds-simulator.ts';

export type Settled = 'CONFIRMED' | 'REJECTED' | 'ATTENTION';

export interface Settling {
  supplier: Pick<Supplier, 'book' | 'lookup'>;
  request: BookRequest;
  known: KnownBooking;
  /** Creates a call with its own deadline. */
  call(): Call;
  /** Called before the lookups, for example to remove faults. */
  beforeLookup?(): void;
}

const MAX_SENDS = 3;
const MAX_LOOKUPS = 20;

export async function settleBooking(
  settling: Settling,
): Promise<{ settled: Settled; sends: number; outcome: Booked }> {
  const { supplier, request } = settling;
  let outcome: Booked = { kind: 'NOT_EXECUTED', cause: 'NOT_SENT' };
  let sends = 0;
  while (sends < MAX_SENDS && outcome.kind === 'NOT_EXECUTED' && outcome.cause !== 'CREDENTIALS') {
    outcome = await supplier.book(settling.call(), request);
    sends += 1;
  }
  return { settled: await settle(settling, outcome), sends, outcome };
}

async function settle(settling: Settling, outcome: Booked): Promise<Settled> {
  const { request } = settling;
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
      return settleByLookup(settling);
  }
}

async function settleByLookup({ supplier, known, request, call, beforeLookup }: Settling): Promise<Settled> {
  for (let i = 0; i < MAX_LOOKUPS; i += 1) {
    beforeLookup?.();
    const found: Found = await supplier.lookup(call(), known);
    if (found.kind === 'ABSENT') return 'REJECTED';
    if (found.kind !== 'FOUND') continue;
    if (found.state === 'CANCELLED') return 'REJECTED';
    return isAsRequested(found, request) ? 'CONFIRMED' : 'ATTENTION';
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

/** Returns what is wrong with a settled booking, according to the ledger. */
export function findViolations(simulator: HotelbedsSimulator, reference: string, settled: Settled): string[] {
  const live = simulator.state.ledger.live(reference).length;
  const violations: string[] = [];
  if (live > 1) violations.push(`${reference} has ${live} live reservations`);
  if (settled === 'CONFIRMED' && live === 0)
    violations.push(`${reference} is confirmed without a reservation`);
  if (settled === 'REJECTED' && live > 0) violations.push(`${reference} is rejected with a reservation`);
  return violations;
}
