/**
 * Reservations at a test provider: book, look up, list and cancel. The outcome that the caller sees may differ from the ledger.
 */
import type { ScenarioName } from '@serai/contract/booking/sandbox/scenarios.ts';
import { hashedId } from '../../../platform/ids/hashed-id.ts';
import type { Call } from '../../port/call.ts';
import type { Booked, Cancelled, Found, Read, Reservation } from '../../port/outcomes.ts';
import { offerNetMinor } from '../../port/supplied-offer.ts';
import type { BookRequest, KnownBooking, Swept } from '../../port/supplier.ts';
import { activeScenario, saleScenario } from './active-scenario.ts';
import { currentReservation } from './current-reservation.ts';
import {
  findReservation,
  insertReservation,
  type LedgerReservation,
  listReservations,
  markCancelled,
} from './ledger-store.ts';
import { parseRateTokens } from './quote-rate.ts';
import { noReply, type Reply, reply, type TestProvider, waitWithin } from './reply.ts';
import { findOffer } from './sale/find-offer.ts';

type Refused = Extract<Booked, { kind: 'REFUSED' }>;

const TIMED_OUT: Booked = { kind: 'UNKNOWN', cause: 'TIMEOUT' };
/** Price factor of `book.price_changed`. */
const INCREASE_PERMILLE = 1_080;

const WITHOUT_REPLY: ReadonlySet<ScenarioName | undefined> = new Set<ScenarioName>([
  'book.timeout_then_confirmed',
  'book.timeout_forever',
  'book.late_confirmation',
]);
const ON_REQUEST: ReadonlySet<ScenarioName | undefined> = new Set<ScenarioName>([
  'avail.on_request',
  'book.on_request_confirm',
  'book.on_request_reject',
]);

export async function bookReservation(
  provider: TestProvider,
  call: Call,
  request: BookRequest,
): Promise<Reply<Booked>> {
  const { code, db, clock } = provider;
  const order = checkOrder(provider, call, request);
  if ('kind' in order) return reply(order);
  const { scenario, currency, netMinor } = order;
  if (scenario === 'book.timeout_then_absent') {
    await waitWithin(clock, call);
    return noReply(TIMED_OUT);
  }

  const reference = request.reference.toUpperCase();
  const inserted = await insertReservation(db, {
    provider: code,
    reference,
    supplierRef: hashedId(code.toUpperCase(), `${code} ${reference}`),
    state: ON_REQUEST.has(scenario) ? 'ON_REQUEST' : 'BOOKED',
    scenario: scenario ?? null,
    hotelId: request.hotel.hotelId,
    checkIn: request.checkIn,
    checkOut: request.checkOut,
    currency,
    netMinor,
  });
  if (inserted === undefined) return reply({ kind: 'DUPLICATE' });
  if (WITHOUT_REPLY.has(scenario)) {
    await waitWithin(clock, call);
    return noReply(TIMED_OUT);
  }
  return confirm(inserted, scenario);
}

/** Checks everything that can cause a refusal, before anything is written. */
function checkOrder(
  { code }: TestProvider,
  call: Call,
  request: BookRequest,
): Refused | { scenario: ScenarioName | undefined; currency: string; netMinor: number } {
  const { hotel } = request;
  const tokens = parseRateTokens(request.tokens);
  if (tokens === undefined) return refused('PROVIDER_REFUSED');
  const sale = saleScenario(tokens.offerScenario, hotel.hotelId);
  const acting = activeScenario('booking', call.scenario, hotel.hotelId);
  if (acting === 'book.rejected') return refused('PROVIDER_REFUSED');
  if (acting === 'book.soldout') return refused('SOLD_OUT');

  const offer = findOffer(code, hotel, request, { ...tokens, sale });
  if (offer === undefined) return refused('SOLD_OUT');
  if (offer.currency !== request.currency) return refused('PROVIDER_REFUSED');
  const quotedMinor = offerNetMinor(offer);
  const netMinor =
    acting === 'book.price_changed' ? Math.ceil((quotedMinor * INCREASE_PERMILLE) / 1_000) : quotedMinor;
  if (netMinor > request.netMinor + request.toleranceMinor) {
    return { kind: 'REFUSED', reason: 'PRICE_CHANGED', netMinor };
  }
  const scenario = acting ?? (sale === 'avail.on_request' ? sale : undefined);
  return { scenario, currency: offer.currency, netMinor };
}

function confirm(inserted: LedgerReservation, scenario: ScenarioName | undefined): Reply<Booked> {
  const now = currentReservation(inserted);
  if (now.kind !== 'FOUND') return noReply(TIMED_OUT);
  const { kind: _, state, cancelledBy: __, penaltyMinor: ___, ...reservation } = now;
  const kind = state === 'ON_REQUEST' ? 'ON_REQUEST' : 'CONFIRMED';
  const confirmation = { kind, ...reservation } satisfies Booked;
  if (scenario === 'book.garbled') return garbled(reservation);
  if (scenario === 'book.ok_but_error') {
    const error = { code: 'E42', message: 'The reservation could not be completed.' };
    return reply({ kind: 'UNKNOWN', cause: 'CONTRADICTORY' }, { json: { ...confirmation, error } });
  }
  return reply(confirmation);
}

function garbled(reservation: Reservation): Reply<Booked> {
  const text = JSON.stringify(reservation);
  return reply({ kind: 'UNKNOWN', cause: 'UNREADABLE' }, { text: text.slice(0, text.length / 3) });
}

function refused(reason: 'SOLD_OUT' | 'PROVIDER_REFUSED'): Refused {
  return { kind: 'REFUSED', reason };
}

/** If a period has more reservations, the sweep fails instead of returning a truncated list. */
const MAX_SWEPT = 10_000;

export async function lookUpReservation(
  { code, db }: TestProvider,
  booking: KnownBooking,
): Promise<Reply<Found>> {
  const row = await findReservation(db, code, booking.reference.toUpperCase());
  const now = row && currentReservation(row);
  if (now === undefined || now.kind === 'HIDDEN') return reply({ kind: 'ABSENT' });
  if (now.kind === 'SILENT') return noReply({ kind: 'FAILED', cause: 'TIMEOUT' });
  return reply(now);
}

export async function sweepReservations(
  { code, db }: TestProvider,
  fromMs: number,
  toMs: number,
): Promise<Reply<Read<readonly Swept[]>>> {
  const rows = await listReservations(db, code, { fromMs, toMs }, MAX_SWEPT + 1);
  if (rows.length > MAX_SWEPT) return reply({ kind: 'FAILED', cause: 'INCOMPLETE' });
  return reply({ kind: 'OK', value: rows.flatMap(row => sweptOf(row) ?? []) });
}

/** A request that the hotel refused is not a reservation. */
function sweptOf(row: LedgerReservation): Swept | undefined {
  const now = currentReservation(row);
  if (now.kind !== 'FOUND' || now.state === 'REFUSED') return undefined;
  const { kind: _, state, cancelledBy: __, ...reservation } = now;
  return { reference: row.reference, state, ...reservation };
}

export async function cancelReservation(
  { code, db, clock }: TestProvider,
  call: Call,
  booking: KnownBooking,
): Promise<Reply<Cancelled>> {
  const reference = booking.reference.toUpperCase();
  const row = await findReservation(db, code, reference);
  const now = row && currentReservation(row);
  if (row === undefined || now?.kind === 'HIDDEN') return reply({ kind: 'REFUSED', reason: 'OTHER' });
  const isFinal = now?.kind === 'FOUND' && (now.state === 'CANCELLED' || now.state === 'REFUSED');
  if (isFinal) return reply({ kind: 'ALREADY' });

  const scenario = activeScenario('cancel', call.scenario, row.hotelId);
  if (scenario === 'cancel.refused') return reply({ kind: 'REFUSED', reason: 'NOT_ALLOWED' });
  const isCancelled = await markCancelled(db, code, reference);
  if (scenario === 'cancel.timeout_then_done') {
    await waitWithin(clock, call);
    return noReply({ kind: 'UNKNOWN', cause: 'TIMEOUT' });
  }
  // The penalty follows from the booked terms.
  return reply(isCancelled ? { kind: 'CANCELLED', penaltyMinor: null } : { kind: 'ALREADY' });
}
