import { nightsBetween } from '@serai/contract/shared/nights-between.ts';
import type { SimulatedResponse } from '../supplier-simulator.ts';
import type { SimulatedHotel, SimulatedRoomType } from './inventory.ts';
import { checkedRate, money, type Party, searchedRate, type Valuation, valueRate } from './rates.ts';
import { auditData, failure, TEXTS } from './replies.ts';
import type { HotelbedsState } from './state.ts';

interface SearchBody {
  stay?: { checkIn?: string; checkOut?: string };
  occupancies?: {
    rooms?: number;
    adults?: number;
    children?: number;
    paxes?: { type: string; age?: number }[];
  }[];
  hotels?: { hotel?: unknown[] };
  dailyRate?: boolean;
}

const MAX_HOTELS = 2_000;
const DATE = /^\d{4}-\d\d-\d\d$/;

export function search(state: HotelbedsState, request: unknown): SimulatedResponse {
  const body = (request ?? {}) as SearchBody;
  const { checkIn = '', checkOut = '' } = body.stay ?? {};
  const invalid = (message: string) => failure(state, 400, 'INVALID_DATA', `Invalid data. ${message}`);
  if (!DATE.test(checkIn) || !DATE.test(checkOut)) {
    return failure(
      state,
      400,
      'INVALID_REQUEST',
      'The request is not compliant with the specified version of the API. Error at property stay',
    );
  }
  if (Date.parse(`${checkIn}T23:59:59Z`) < state.nowMs()) {
    return invalid('Error at property stay: Check-in must be in the future');
  }
  if (nightsBetween(checkIn, checkOut) < 1) return invalid('Error at property stay: Check-out must be later');
  const codes = body.hotels?.hotel ?? [];
  if (codes.length === 0 || codes.length > MAX_HOTELS || !codes.every(Number.isInteger)) {
    return invalid('Error at property hotels->hotel');
  }
  const parties = readParties(body);
  if (parties === undefined) return invalid('Error at property occupancies');
  const found = codes.flatMap(code => {
    const hotel = state.hotels.find(each => each.code === code);
    const rooms =
      hotel === undefined
        ? []
        : searchRooms(state, hotel, { checkIn, checkOut }, parties, body.dailyRate === true);
    return hotel === undefined || rooms.length === 0 ? [] : [hotelBody(hotel, rooms, state.currency)];
  });
  const hotels =
    found.length === 0 ? { total: 0 } : { hotels: found, checkIn, checkOut, total: found.length };
  return { status: 200, body: { auditData: auditData(state), hotels } };
}

function readParties({ occupancies }: SearchBody): Party[] | undefined {
  if (!Array.isArray(occupancies) || occupancies.length === 0) return undefined;
  const parties = occupancies.map(({ rooms = 0, adults = 0, children = 0, paxes = [] }) => ({
    rooms,
    adults,
    children,
    childAges: paxes.filter(({ type }) => type === 'CH').map(({ age = -1 }) => age),
  }));
  const isValid = parties.every(
    ({ rooms, adults, children, childAges }) =>
      rooms >= 1 && adults >= 1 && children === childAges.length && childAges.every(age => age >= 0),
  );
  return isValid ? parties : undefined;
}

interface FoundRoom {
  room: SimulatedRoomType;
  rates: ReturnType<typeof searchedRate>[];
}

/** Returns the room types with one rate for each contract and each party that fits. */
function searchRooms(
  state: HotelbedsState,
  hotel: SimulatedHotel,
  stay: { checkIn: string; checkOut: string },
  parties: readonly Party[],
  withDailyRates: boolean,
): FoundRoom[] {
  return hotel.rooms.flatMap(room => {
    const fitting = parties.filter(party => fits(room, party));
    const rates = fitting.flatMap(party =>
      room.contracts.map(contract => {
        const valuation = valueRate({ hotel, room, contract, party, ...stay }, state.nowMs(), 0);
        return searchedRate(
          valuation,
          state.keys.issue(valuation, contract.rateType === 'BOOKABLE'),
          withDailyRates,
        );
      }),
    );
    return rates.length === 0 ? [] : [{ room, rates }];
  });
}

function fits(room: SimulatedRoomType, { rooms, adults, childAges }: Party): boolean {
  return (
    room.allotment >= rooms &&
    adults <= room.maxAdults &&
    childAges.length <= room.maxChildren &&
    adults + childAges.length <= room.maxPax
  );
}

export function hotelHeader(hotel: SimulatedHotel) {
  return {
    code: hotel.code,
    name: hotel.name,
    categoryCode: hotel.categoryCode,
    categoryName: hotel.categoryName,
    destinationCode: hotel.destinationCode,
    destinationName: hotel.destinationName,
    zoneCode: 10,
    zoneName: hotel.destinationName,
    latitude: hotel.latitude,
    longitude: hotel.longitude,
  };
}

function hotelBody(hotel: SimulatedHotel, rooms: readonly FoundRoom[], currency: string) {
  const nets = rooms
    .flatMap(({ rates }) => rates.map(({ net }) => net))
    .sort((a, b) => Number(a) - Number(b));
  return {
    ...hotelHeader(hotel),
    rooms: rooms.map(({ room, rates }) => ({ code: room.code, name: room.name, rates })),
    minRate: nets[0],
    maxRate: nets.at(-1),
    currency,
    ...(hotel.paymentDataRequired && { paymentDataRequired: true }),
    features: [],
    onlineCheckIn: false,
  };
}

/** One invalid key fails the whole request. */
export function checkRates(state: HotelbedsState, request: unknown): SimulatedResponse {
  const { rooms = [] } = (request ?? {}) as { rooms?: { rateKey?: string }[] };
  if (rooms.length === 0)
    return failure(
      state,
      400,
      'INVALID_REQUEST',
      'The request is not compliant with the specified version of the API. Error at property rooms',
    );
  const checked: Valuation[] = [];
  const types = new Set<boolean>();
  for (const { rateKey = '' } of rooms) {
    const key = state.keys.resolve(rateKey);
    if (key === undefined) return failure(state, 400, 'INVALID_DATA', TEXTS.expired(rateKey));
    types.add(key.isChecked);
    if (key.room.allotment < key.party.rooms) return failure(state, 500, 'PRODUCT_ERROR', TEXTS.unavailable);
    checked.push(valueRate(key, key.valuedMs, state.shiftOf(key.hotel.code, 'CHECK')));
  }
  const [first] = checked;
  if (first === undefined) return failure(state, 500, 'SYSTEM_ERROR', TEXTS.system);
  if (types.size > 1)
    return failure(state, 400, 'INVALID_DATA', 'Invalid data. RECHECK and BOOKABLE rates must not be mixed');
  const { hotel, checkIn, checkOut } = first;
  const total = checked.reduce((sum, { netCents }) => sum + netCents, 0);
  const body = {
    ...hotelHeader(hotel),
    checkIn,
    checkOut,
    ...(hotel.giata !== null && { giata: String(hotel.giata) }),
    rooms: checked.map(valuation => ({
      code: valuation.room.code,
      name: valuation.room.name,
      rates: [checkedRate(valuation, state.keys.issue(valuation, true))],
    })),
    totalNet: money(total),
    currency: state.currency,
    paymentDataRequired: hotel.paymentDataRequired,
    modificationPolicies: { cancellation: true, modification: true },
  };
  return { status: 200, body: { auditData: auditData(state), [state.behaviour.checkedHotelField]: body } };
}
