import { createHash } from 'node:crypto';
import type { SimulatedRequest, SimulatedResponse } from '../supplier-simulator.ts';
import type { SimulatedHotel } from './inventory.ts';
import { auditData, failure } from './replies.ts';
import type { HotelbedsState } from './state.ts';

const MAX_PAGE = 1_000;
const DEFAULT_PAGE = 100;

/** The audit data of the Content API contains neither `token` nor `internal`. */
function contentAudit(state: HotelbedsState) {
  const { token: _token, internal: _internal, ...audit } = auditData(state);
  return audit;
}

function readRange({ query }: SimulatedRequest): { from: number; to: number } | undefined {
  const from = Number(query.get('from') ?? 1);
  const to = Number(query.get('to') ?? from + DEFAULT_PAGE - 1);
  return from >= 1 && to >= from && to - from < MAX_PAGE ? { from, to } : undefined;
}

/** Hotels are listed by code. A removed hotel is missing from every page. */
export function contentHotels(state: HotelbedsState, request: SimulatedRequest): SimulatedResponse {
  const range = readRange(request);
  if (range === undefined)
    return failure(state, 400, 'INVALID_DATA', 'Invalid data. Error at property from or to');
  const since = request.query.get('lastUpdateTime') ?? '';
  const matching = state.hotels.filter(({ lastUpdate }) => lastUpdate > since);
  const hotels = matching.slice(range.from - 1, range.to).map(hotel => contentHotel(hotel, request));
  return { status: 200, body: { ...range, total: matching.length, auditData: contentAudit(state), hotels } };
}

/** There are German translations. Texts in other languages are in English, or missing if English is not accepted instead. */
function descriptionOf(hotel: SimulatedHotel, { query }: SimulatedRequest) {
  const language = query.get('language') ?? 'ENG';
  if (language === 'ALE') return { content: `<p>${hotel.name} ist in ${hotel.destinationName}.</p>` };
  if (language !== 'ENG' && query.get('useSecondaryLanguage') !== 'true') return undefined;
  return { content: `<p>${hotel.name} is in ${hotel.destinationName}.</p>` };
}

function contentHotel(hotel: SimulatedHotel, request: SimulatedRequest) {
  const digits = String(hotel.code).padStart(6, '0');
  const path = (name: string) => `${digits.slice(0, 2)}/${digits}/${digits}a_hb_${name}.jpg`;
  return {
    code: hotel.code,
    name: { content: hotel.name },
    description: descriptionOf(hotel, request),
    countryCode: hotel.countryCode,
    stateCode: '07',
    destinationCode: hotel.destinationCode,
    zoneCode: 10,
    coordinates: { longitude: Number(hotel.longitude), latitude: Number(hotel.latitude) },
    categoryCode: hotel.categoryCode,
    categoryGroupCode: `GRUPO${hotel.categoryCode[0]}`,
    chainCode: 'ACCOR',
    accommodationTypeCode: 'H',
    boardCodes: ['BB', 'RO', 'HB'],
    segmentCodes: [34],
    address: {
      content: `Main Street, ${hotel.code % 100}`,
      street: 'Main Street',
      number: String(hotel.code % 100),
    },
    postalCode: '07001',
    city: { content: hotel.destinationName.toUpperCase() },
    email: `desk@hotel${hotel.code}.example.com`,
    ...(hotel.giata !== null && { giataCode: hotel.giata }),
    phones: [
      { phoneNumber: `+34971${hotel.code}`, phoneType: 'PHONEBOOKING' },
      { phoneNumber: `+34972${hotel.code}`, phoneType: 'FAXNUMBER' },
    ],
    rooms: hotel.rooms.map(({ code, maxPax, maxAdults, maxChildren }) => ({
      roomCode: code,
      isParentRoom: true,
      minPax: 1,
      maxPax,
      maxAdults,
      maxChildren,
      minAdults: 1,
      roomType: code.slice(0, 3),
      characteristicCode: code.slice(4),
      PMSRoomCode: code.slice(0, 3),
      roomFacilities: [
        {
          facilityCode: 295,
          facilityGroupCode: 60,
          number: 31,
          indFee: false,
          indLogic: true,
          indYesOrNo: true,
          voucher: false,
        },
      ],
      roomStays: [
        {
          stayType: 'BED',
          order: '1',
          description: 'Bed room',
          roomStayFacilities: [{ facilityCode: 150, facilityGroupCode: 61, number: 1 }],
        },
      ],
    })),
    facilities: [
      { facilityCode: 250, facilityGroupCode: 70, order: 1, indFee: false, indYesOrNo: true, voucher: false },
      {
        facilityCode: 70,
        facilityGroupCode: 10,
        order: 1,
        number: 120,
        indLogic: true,
        distance: 0,
        voucher: false,
      },
    ],
    interestPoints: [
      { facilityCode: 50, facilityGroupCode: 100, order: 1, poiName: 'City museum', distance: '643' },
    ],
    wildcards: [
      {
        roomType: 'SUI.VM',
        roomCode: 'SUI',
        characteristicCode: 'VM',
        hotelRoomDescription: { content: 'Suite with a view of the sea' },
      },
    ],
    images: [
      { imageTypeCode: 'GEN', path: path('a_001'), order: 1, visualOrder: 100 },
      {
        imageTypeCode: 'HAB',
        path: path('ro_002'),
        roomCode: hotel.rooms[0]?.code,
        roomType: 'DBT',
        characteristicCode: 'ST',
        order: 2,
        visualOrder: 200,
      },
    ],
    web: `https://www.hotel${hotel.code}.example.com/`,
    lastUpdate: hotel.lastUpdate,
    S2C: '4*',
    ranking: 4,
  };
}

const text = (content: string) => ({ languageCode: 'ENG', content });

const TABLES: Readonly<Record<string, { field: string; rows: readonly Record<string, unknown>[] }>> = {
  rooms: {
    field: 'rooms',
    rows: [
      ['DBT.ST', 'Double or Twin STANDARD'],
      ['FAM.ST', 'FAMILY ROOM STANDARD'],
      ['SUI.VM', 'SUITE SEA VIEW'],
    ].map(([code = '', description]) => ({
      code,
      type: code.slice(0, 3),
      characteristic: code.slice(4),
      minPax: 1,
      maxPax: 4,
      maxAdults: 4,
      maxChildren: 2,
      minAdults: 1,
      description,
      typeDescription: text(code.slice(0, 3)),
      characteristicDescription: text(code.slice(4)),
    })),
  },
  categories: {
    field: 'categories',
    rows: [3, 4, 5].map(stars => ({
      code: `${stars}EST`,
      simpleCode: stars,
      accommodationType: '',
      group: `GRUPO${stars}`,
      description: text(`${stars} STARS`),
    })),
  },
  chains: { field: 'chains', rows: [{ code: 'ACCOR', description: text('ACCOR HOTELS') }] },
  accommodations: {
    field: 'accommodations',
    rows: [{ code: 'H', typeMultiDescription: text('Hotel'), typeDescription: 'HOTEL' }],
  },
  facilities: {
    field: 'facilities',
    rows: [
      { code: 250, facilityGroupCode: 70, facilityTypologyCode: 1, description: text('Wi-fi') },
      {
        code: 70,
        facilityGroupCode: 10,
        facilityTypologyCode: 2,
        description: text('Total number of rooms'),
      },
      {
        code: 150,
        facilityGroupCode: 61,
        facilityTypologyCode: 3,
        description: text('Double bed 131-150 width'),
      },
    ],
  },
  boards: {
    field: 'boards',
    rows: [
      ['RO', 'ROOM ONLY'],
      ['BB', 'BED AND BREAKFAST'],
      ['HB', 'HALF BOARD'],
    ].map(([code, name = '']) => ({ code, description: text(name), multiLingualCode: code })),
  },
};

export function contentTable(
  state: HotelbedsState,
  name: string,
  request: SimulatedRequest,
): SimulatedResponse | undefined {
  const table = TABLES[name];
  if (table === undefined) return undefined;
  const range = readRange(request);
  if (range === undefined)
    return failure(state, 400, 'INVALID_DATA', 'Invalid data. Error at property from or to');
  const rows = table.rows.slice(range.from - 1, range.to);
  return {
    status: 200,
    body: { ...range, total: table.rows.length, auditData: contentAudit(state), [table.field]: rows },
  };
}

/** Changes a hotel's content, as if the supplier had edited it on that day. */
export function touchHotel(hotel: SimulatedHotel, date: string): void {
  hotel.lastUpdate = date;
  hotel.name = `${hotel.name} ${createHash('md5').update(date).digest('hex').slice(0, 4)}`;
}
