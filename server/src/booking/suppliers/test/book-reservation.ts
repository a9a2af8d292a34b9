/** Takes a booking. What is written in the ledger and what the caller hears are two things. */
import type { ScenarioName } from '@serai/contract/booking/sandbox/scenarios.ts';
import { hashedId } from '../../../platform/ids/hashed-id.ts';
import type { Call } from '../../port/call.ts';
import type { Booked, Reservation } from '../../port/outcomes.ts';
import type { BookRequest } from '../../port/supplier.ts';
import { actingScenario, saleScenario } from './acting-scenario.ts';
import { waitWithin } from './before-deadline.ts';
import { insertReservation, type LedgerReservation } from './ledger-store.ts';
import { parseRateTokens } from './rate-tokens.ts';
import { reservationNow } from './reservation-now.ts';
import { type Place, type Said, say, silence } from './said.ts';
import { findOffer } from './sale/find-offer.ts';
import { netOf } from './sale/offers-of.ts';

type Refused = Extract<Booked, { kind: 'REFUSED' }>;

const TIMED_OUT: Booked = { kind: 'UNKNOWN', cause: 'TIMEOUT' };
/** What `book.price_changed` asks for instead. */
const RISE_PERMILLE = 1_080;

const NEVER_ANSWERED: ReadonlySet<ScenarioName | undefined> = new Set<ScenarioName>([
  'book.timeout_then_confirmed',
  'book.timeout_forever',
  'book.late_confirmation',
]);
const ON_REQUEST: ReadonlySet<ScenarioName | undefined> = new Set<ScenarioName>([
  'avail.on_request',
  'book.on_request_confirm',
  'book.on_request_reject',
]);

export async function bookReservation(place: Place, call: Call, request: BookRequest): Promise<Said<Booked>> {
  const { code, db, clock } = place;
  const order = checkOrder(place, call, request);
  if ('kind' in order) return say(order);
  const { scenario, currency, netMinor } = order;
  if (scenario === 'book.timeout_then_absent') {
    await waitWithin(clock, call);
    return silence(TIMED_OUT);
  }

  const reference = request.reference.toUpperCase();
  const taken = await insertReservation(db, {
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
  if (taken === undefined) return say({ kind: 'DUPLICATE' });
  if (NEVER_ANSWERED.has(scenario)) {
    await waitWithin(clock, call);
    return silence(TIMED_OUT);
  }
  return tell(taken, scenario);
}

/** Everything that can refuse before anything is written. */
function checkOrder(
  { code }: Place,
  call: Call,
  request: BookRequest,
): Refused | { scenario: ScenarioName | undefined; currency: string; netMinor: number } {
  const { hotel } = request;
  const tokens = parseRateTokens(request.tokens);
  if (tokens === undefined) return refused('PROVIDER_REFUSED');
  const sale = saleScenario(tokens.offerScenario, hotel.hotelId);
  const acting = actingScenario('booking', call.scenario, hotel.hotelId);
  if (acting === 'book.rejected') return refused('PROVIDER_REFUSED');
  if (acting === 'book.soldout') return refused('SOLD_OUT');

  const offer = findOffer(code, hotel, request, { ...tokens, sale });
  if (offer === undefined) return refused('SOLD_OUT');
  if (offer.currency !== request.currency) return refused('PROVIDER_REFUSED');
  const quotedMinor = netOf(offer.rooms);
  const netMinor =
    acting === 'book.price_changed' ? Math.ceil((quotedMinor * RISE_PERMILLE) / 1_000) : quotedMinor;
  if (netMinor > request.netMinor + request.toleranceMinor) {
    return { kind: 'REFUSED', reason: 'PRICE_CHANGED', netMinor };
  }
  const scenario = acting ?? (sale === 'avail.on_request' ? sale : undefined);
  return { scenario, currency: offer.currency, netMinor };
}

function tell(taken: LedgerReservation, scenario: ScenarioName | undefined): Said<Booked> {
  const now = reservationNow(taken);
  if (now.kind !== 'FOUND') return silence(TIMED_OUT);
  const { kind: _, state, cancelledBy: __, ...reservation } = now;
  const kind = state === 'ON_REQUEST' ? 'ON_REQUEST' : 'CONFIRMED';
  const answer = { kind, ...reservation } satisfies Booked;
  if (scenario === 'book.garbled') return garbled(reservation);
  if (scenario === 'book.ok_but_error') {
    const error = { code: 'E42', message: 'The reservation could not be completed.' };
    return say({ kind: 'UNKNOWN', cause: 'CONTRADICTORY' }, { json: { ...answer, error } });
  }
  return say(answer);
}

function garbled(reservation: Reservation): Said<Booked> {
  const text = JSON.stringify(reservation);
  return say({ kind: 'UNKNOWN', cause: 'UNREADABLE' }, { text: text.slice(0, text.length / 3) });
}

function refused(reason: 'SOLD_OUT' | 'PROVIDER_REFUSED'): Refused {
  return { kind: 'REFUSED', reason };
}
