import { dateInZone } from '../../../src/platform/time/zoned-time.ts';
import type { SimulatedRequest, SimulatedResponse } from '../supplier-simulator.ts';
import { hotelHeader } from './availability.ts';
import type { BookedRate, SimulatedPax, SimulatedReservation } from './ledger.ts';
import { bookedRate, cancelledRate, money, penaltyAt, valueRate } from './rates.ts';
import { auditData, failure, SPAIN, TEXTS } from './replies.ts';
import type { HotelbedsState } from './state.ts';

interface BookBody {
  holder?: { name?: string; surname?: string };
  rooms?: { rateKey?: string; paxes?: SimulatedPax[] }[];
  clientReference?: string;
  remark?: string;
  tolerance?: string | number;
}

const MAX_REFERENCE = 20;
const MAX_NAME = 50;
const MAX_REMARK = 2_000;

export function book(state: HotelbedsState, request: SimulatedRequest): SimulatedResponse {
  if (state.behaviour.rejectsRepeatedFailures && state.failed.has(request.text)) return { status: 410 };
  const response = tryBook(state, (request.body ?? {}) as BookBody);
  if (response.status !== 200) state.failed.add(request.text);
  return response;
}

function tryBook(state: HotelbedsState, body: BookBody): SimulatedResponse {
  const problem = invalidPart(body);
  if (problem !== undefined) {
    return failure(
      state,
      400,
      'INVALID_REQUEST',
      `The request is not compliant with the specified version of the API. Error at property ${problem}`,
    );
  }
  const { holder, rooms = [], clientReference = '', remark, tolerance = '0' } = body;
  const stored = state.behaviour.upperCasesReference ? clientReference.toUpperCase() : clientReference;
  const [known] = state.ledger.withReference(stored);
  if (!state.behaviour.acceptsRepeatedReference && known !== undefined) {
    return { status: 200, body: { auditData: auditData(state), booking: bookingBody(state, known) } };
  }
  const rates: BookedRate[] = [];
  for (const { rateKey = '', paxes = [] } of rooms) {
    const key = state.keys.resolve(rateKey);
    if (key === undefined || !key.isChecked)
      return failure(state, 400, 'INVALID_DATA', TEXTS.expired(rateKey));
    if (paxes.length !== key.party.rooms * (key.party.adults + key.party.childAges.length)) {
      return failure(
        state,
        400,
        'INVALID_DATA',
        'Invalid data. The number of paxes does not match the rateKey',
      );
    }
    if (key.room.allotment < key.party.rooms) return failure(state, 500, 'PRODUCT_ERROR', TEXTS.allotment);
    const shift = state.shiftOf(key.hotel.code, 'CHECK') + state.shiftOf(key.hotel.code, 'BOOKING');
    const now = valueRate(key, key.valuedMs, shift);
    const percent = Number(tolerance);
    if (now.netCents > key.netCents * (1 + percent / 100) + 1e-6) {
      return failure(state, 500, 'PRODUCT_ERROR', TEXTS.price(String(tolerance)));
    }
    const silent = state.shiftOf(key.hotel.code, 'BEYOND_TOLERANCE');
    rates.push({ valuation: { ...now, netCents: now.netCents + silent }, paxes, state: 'CONFIRMED' });
  }
  for (const { valuation } of rates) valuation.room.allotment -= valuation.party.rooms;
  const reservation = state.ledger.add({
    clientReference: stored,
    createdMs: state.nowMs(),
    state: 'CONFIRMED',
    cancellationReference: null,
    cancellationCents: null,
    holder: { name: holder?.name ?? '', surname: holder?.surname ?? '' },
    remark: remark ?? null,
    rates,
    totalCents: rates.reduce((sum, { valuation }) => sum + valuation.netCents, 0),
  });
  return { status: 200, body: { auditData: auditData(state), booking: bookingBody(state, reservation) } };
}

function invalidPart({ holder, rooms, clientReference, remark }: BookBody): string | undefined {
  if (!holder?.name || !holder.surname) return 'holder';
  if (holder.name.length > MAX_NAME || holder.surname.length > MAX_NAME) return 'holder';
  if (!clientReference || clientReference.length > MAX_REFERENCE) return 'clientReference';
  if ((remark ?? '').length > MAX_REMARK) return 'remark';
  if (!Array.isArray(rooms) || rooms.length === 0) return 'rooms';
  const paxes = rooms.flatMap(room => room.paxes ?? []);
  if (paxes.some(({ type, age }) => type === 'CH' && age === undefined)) return 'rooms->paxes';
  return undefined;
}

/** The holder's name is returned in upper case, guests' names as sent. */
function bookingBody(state: HotelbedsState, reservation: SimulatedReservation) {
  const isCancelled = reservation.state === 'CANCELLED';
  const [first] = reservation.rates;
  if (first === undefined) throw new Error('The reservation has no rates.');
  const { hotel, checkIn, checkOut } = first.valuation;
  const isZero = isCancelled && state.behaviour.zeroesCancelledPrices;
  const total = isZero ? 0 : reservation.totalCents;
  return {
    ...head(state, reservation),
    ...(reservation.cancellationReference !== null && {
      cancellationReference: reservation.cancellationReference,
    }),
    modificationPolicies: { cancellation: !isCancelled, modification: !isCancelled },
    hotel: {
      checkOut,
      checkIn,
      ...hotelHeader(hotel),
      rooms: reservation.rates.map((rate, index) => ({
        status: rate.state,
        id: index + 1,
        code: rate.valuation.room.code,
        name: rate.valuation.room.name,
        paxes: isCancelled ? rate.paxes.map(({ roomId, type }) => ({ roomId, type })) : rate.paxes,
        rates: [isZero ? cancelledRate(rate.valuation) : bookedRate(rate.valuation)],
      })),
      totalNet: money(total),
      currency: state.currency,
      supplier: { name: 'HOTELBEDS PRODUCT,S.L.U.', vatNumber: 'ESB38877676' },
      ...(reservation.cancellationCents !== null && {
        cancellationAmount: reservation.cancellationCents / 100,
      }),
    },
    ...(reservation.remark !== null && { remark: reservation.remark }),
    invoiceCompany: { code: 'E14', company: 'HOTELBEDS SPAIN, S.L.U', registrationNumber: 'ESB57218372' },
    totalNet: total / 100,
    pendingAmount: total / 100,
    currency: state.currency,
  };
}

function head(
  state: HotelbedsState,
  { reference, clientReference, createdMs, state: status, holder }: SimulatedReservation,
) {
  return {
    reference,
    clientReference,
    creationDate: dateInZone(createdMs, SPAIN),
    status,
    creationUser: state.apiKey,
    holder: { name: holder.name.toUpperCase(), surname: holder.surname.toUpperCase() },
  };
}

export function list(state: HotelbedsState, { query }: SimulatedRequest): SimulatedResponse {
  const [start, end] = [query.get('start') ?? '', query.get('end') ?? ''];
  const [from, to] = [Number(query.get('from')), Number(query.get('to'))];
  if (start === '' || end === '' || !(from >= 1) || !(to >= from)) {
    return failure(
      state,
      400,
      'INVALID_REQUEST',
      'The request is not compliant with the specified version of the API',
    );
  }
  const reference = query.get('clientReference');
  const status = query.get('status') ?? 'ALL';
  const isByCheckIn = query.get('filterType') === 'CHECKIN';
  const candidates = reference === null ? state.ledger.all() : state.ledger.withReference(reference);
  const matching = candidates.filter(reservation => {
    const date = isByCheckIn
      ? (reservation.rates[0]?.valuation.checkIn ?? '')
      : dateInZone(reservation.createdMs, SPAIN);
    return (
      state.nowMs() - reservation.createdMs >= state.listLagMs &&
      (reference === null || reservation.clientReference === reference) &&
      (status === 'ALL' || reservation.state === status) &&
      date >= start &&
      date <= end
    );
  });
  const bookings = matching.slice(from - 1, to).map(reservation => listedBody(state, reservation));
  return {
    status: 200,
    body: { auditData: auditData(state), bookings: { bookings } },
  };
}

function listedBody(state: HotelbedsState, reservation: SimulatedReservation) {
  const [first] = reservation.rates;
  const isZero = reservation.state === 'CANCELLED' && state.behaviour.zeroesCancelledPrices;
  const total = isZero ? 0 : reservation.totalCents;
  return {
    ...head(state, reservation),
    hotel: {
      checkOut: first?.valuation.checkOut,
      checkIn: first?.valuation.checkIn,
      code: first?.valuation.hotel.code,
      name: first?.valuation.hotel.name,
      destinationCode: first?.valuation.hotel.destinationCode,
      ...(reservation.cancellationCents !== null && {
        cancellationAmount: reservation.cancellationCents / 100,
      }),
      rooms: reservation.rates.map(({ valuation, paxes, state: roomState }) => ({
        status: roomState,
        code: valuation.room.code,
        paxes: paxes.map(({ roomId, type }) => ({ roomId, type })),
        rates: [
          {
            amount: money(isZero ? 0 : valuation.netCents),
            paymentType: 'AT_WEB',
            boardCode: valuation.contract.boardCode,
            rooms: valuation.party.rooms,
          },
        ],
      })),
    },
    invoiceCompany: { code: 'E14', company: 'HOTELBEDS SPAIN, S.L.U', registrationNumber: 'ESB57218372' },
    totalSellingRate: total / 100,
    totalNet: total / 100,
    pendingAmount: 0,
    currency: state.currency,
  };
}

export function detail(state: HotelbedsState, reference: string): SimulatedResponse {
  const reservation = state.ledger.find(reference);
  if (reservation === undefined) return failure(state, 404, 'INVALID_DATA', TEXTS.noBooking);
  return { status: 200, body: { auditData: auditData(state), booking: bookingBody(state, reservation) } };
}

/** Cancels if the flag is CANCELLATION and, like Hotelbeds, if the flag is missing. */
export function cancel(state: HotelbedsState, reference: string, flag: string | null): SimulatedResponse {
  const reservation = state.ledger.find(reference);
  if (reservation === undefined) return failure(state, 404, 'INVALID_DATA', TEXTS.noBooking);
  if (state.locked.has(reference)) return failure(state, 503, 'SYSTEM_ERROR', TEXTS.locked(reference));
  const penalty = state.behaviour.waivesPenalties ? 0 : sumPenalties(reservation, state.nowMs());
  const isReal = flag === 'CANCELLATION' || (flag === null && state.behaviour.cancelsWithoutFlag);
  if (!isReal) {
    const simulated = { ...reservation, cancellationCents: penalty };
    return { status: 200, body: { auditData: auditData(state), booking: bookingBody(state, simulated) } };
  }
  if (reservation.state === 'CONFIRMED') {
    reservation.state = 'CANCELLED';
    reservation.cancellationReference = `CXL${reference.slice(2)}`;
    reservation.cancellationCents = penalty;
    for (const rate of reservation.rates) {
      rate.state = 'CANCELLED';
      rate.valuation.room.allotment += rate.valuation.party.rooms;
    }
    reservation.touchedBy.push('cancel');
  }
  return { status: 200, body: { auditData: auditData(state), booking: bookingBody(state, reservation) } };
}

function sumPenalties({ rates }: SimulatedReservation, atMs: number): number {
  return rates.reduce((sum, { valuation }) => sum + penaltyAt(valuation, atMs), 0);
}
