/**
 * Hotels, rooms and contracts of the Hotelbeds simulator, generated from a seed. The first hotels have fixed
 * properties: an ordinary one, one in the United States with rates to be checked, one in Dubai with a city tax, and one
 * that requires a card.
 */

export interface SimulatedContract {
  name: string;
  boardCode: string;
  boardName: string;
  rateClass: 'NOR' | 'NRF';
  rateType: 'BOOKABLE' | 'RECHECK';
  /** Base price of one night for one room. Each guest adds to it. */
  nightCents: number;
  /** Number of days before arrival at which the penalty starts. */
  freeDays: number;
  /** LATER: the search response has no cancellation policies, and the rate check has them. */
  policies: 'ONE' | 'STEPS' | 'LATER';
  hasDailyRates: boolean;
  isPackage: boolean;
  isSellingRateBinding: boolean;
  taxes: 'NONE' | 'PERCENT' | 'CITY';
  hasPromotion: boolean;
}

export interface SimulatedRoomType {
  code: string;
  name: string;
  maxPax: number;
  maxAdults: number;
  maxChildren: number;
  /** Rooms left on every night. */
  allotment: number;
  contracts: SimulatedContract[];
}

export interface SimulatedHotel {
  code: number;
  name: string;
  countryCode: string;
  destinationCode: string;
  destinationName: string;
  categoryCode: string;
  categoryName: string;
  latitude: string;
  longitude: string;
  utcOffset: string;
  giata: number | null;
  lastUpdate: string;
  paymentDataRequired: boolean;
  rooms: SimulatedRoomType[];
}

const PLACES = [
  {
    countryCode: 'ES',
    destinationCode: 'PMI',
    destinationName: 'Majorca',
    at: [39.57, 2.65],
    zone: '+01:00',
  },
  {
    countryCode: 'US',
    destinationCode: 'NYC',
    destinationName: 'New York',
    at: [40.75, -73.98],
    zone: '-05:00',
  },
  { countryCode: 'AE', destinationCode: 'DXB', destinationName: 'Dubai', at: [25.2, 55.27], zone: '+04:00' },
  { countryCode: 'UK', destinationCode: 'LON', destinationName: 'London', at: [51.5, -0.13], zone: '+00:00' },
] as const;
const ROOMS = [
  { code: 'DBT.ST', name: 'Double or Twin STANDARD', maxPax: 3, maxAdults: 2, maxChildren: 1 },
  { code: 'FAM.ST', name: 'FAMILY ROOM STANDARD', maxPax: 4, maxAdults: 3, maxChildren: 2 },
  { code: 'SUI.VM', name: 'SUITE SEA VIEW', maxPax: 4, maxAdults: 4, maxChildren: 2 },
] as const;
const BOARDS = [
  ['RO', 'ROOM ONLY'],
  ['BB', 'BED AND BREAKFAST'],
  ['HB', 'HALF BOARD'],
] as const;
const ALLOTMENT = 40;
const FIRST_CODE = 1_001;

/** A deterministic random number generator (mulberry32). */
export function randomFrom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return below => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

export function generateHotels(seed: number, count: number): SimulatedHotel[] {
  const random = randomFrom(seed);
  return Array.from({ length: count }, (_, index) => {
    const place = PLACES[index % PLACES.length] ?? PLACES[0];
    const stars = 3 + random(3);
    const [latitude, longitude] = place.at;
    return {
      code: FIRST_CODE + index,
      name: `Hotel ${['Mirador', 'Central', 'Palm', 'Park', 'Bay'][random(5)]} ${index + 1}`,
      countryCode: place.countryCode,
      destinationCode: place.destinationCode,
      destinationName: place.destinationName,
      categoryCode: `${stars}EST`,
      categoryName: `${stars} STARS`,
      latitude: (latitude + random(1_000) / 100_000).toFixed(6),
      longitude: (longitude + random(1_000) / 100_000).toFixed(6),
      utcOffset: place.zone,
      giata: random(2) === 0 ? null : 100_000 + index,
      lastUpdate: `2025-${String(1 + random(12)).padStart(2, '0')}-${String(1 + random(28)).padStart(2, '0')}`,
      paymentDataRequired: index === 3,
      rooms: ROOMS.map(room => ({
        ...room,
        allotment: ALLOTMENT,
        contracts: contractsOf(random, place.countryCode),
      })),
    };
  });
}

function contractsOf(random: (below: number) => number, countryCode: string): SimulatedContract[] {
  const isChecked = countryCode === 'US';
  const base = 4_000 + random(9_000);
  return BOARDS.flatMap(([boardCode, boardName], board) =>
    (['NOR', 'NRF'] as const).map(rateClass => ({
      name: `${rateClass === 'NRF' ? 'NRF-' : ''}BAR ${boardCode} 14`,
      boardCode,
      boardName,
      rateClass,
      rateType: isChecked && !(boardCode === 'RO' && rateClass === 'NRF') ? 'RECHECK' : 'BOOKABLE',
      nightCents: base + board * 1_533 - (rateClass === 'NRF' ? 911 : 0),
      freeDays: 2 + random(5),
      policies:
        isChecked && boardCode === 'HB' ? 'LATER' : rateClass === 'NOR' && board === 1 ? 'STEPS' : 'ONE',
      hasDailyRates: boardCode !== 'HB',
      isPackage: false,
      isSellingRateBinding: boardCode === 'HB' && rateClass === 'NOR',
      taxes: countryCode === 'AE' ? 'CITY' : countryCode === 'ES' ? 'PERCENT' : 'NONE',
      hasPromotion: rateClass === 'NRF',
    })),
  ).concat([
    {
      name: 'OPAQUE PACKAGE',
      boardCode: 'RO',
      boardName: 'ROOM ONLY',
      rateClass: 'NOR',
      rateType: 'BOOKABLE',
      nightCents: base - 2_000,
      freeDays: 3,
      policies: 'ONE',
      hasDailyRates: false,
      isPackage: true,
      isSellingRateBinding: false,
      taxes: 'NONE',
      hasPromotion: false,
    },
  ]) as SimulatedContract[];
}
