/** The properties of the Rapid simulator, generated from a seed. A test may change and deactivate them. */
export interface SimulatedRoom {
  id: string;
  name: string;
  maxAdults: number;
  maxChildren: number;
  maxTotal: number;
  beds: readonly SimulatedBeds[];
}

export interface SimulatedBeds {
  id: string;
  description: string;
  type: string;
  size: string;
  quantity: number;
}

export interface SimulatedProperty {
  id: string;
  name: string;
  countryCode: string;
  city: string;
  state: string;
  line1: string;
  postalCode: string;
  latitude: number;
  longitude: number;
  rating: string;
  chain: { id: string; name: string } | null;
  phone: string;
  /** The UTC offset of deadlines in a search. A retrieved itinerary has another offset for the same instant. */
  offset: string;
  /** The currency in which the property collects its fees. */
  currency: string;
  rooms: readonly SimulatedRoom[];
  updatedAtMs: number;
  inactiveSinceMs: number | null;
}

const CITIES = [
  {
    countryCode: 'ES',
    city: 'Alicante',
    state: 'VC',
    latitude: 38.3452,
    longitude: -0.481,
    offset: '+01:00',
    currency: 'EUR',
  },
  {
    countryCode: 'US',
    city: 'Savannah',
    state: 'GA',
    latitude: 32.0809,
    longitude: -81.0912,
    offset: '-05:00',
    currency: 'USD',
  },
  {
    countryCode: 'JP',
    city: 'Kanazawa',
    state: '',
    latitude: 36.5613,
    longitude: 136.6562,
    offset: '+09:00',
    currency: 'JPY',
  },
  {
    countryCode: 'KW',
    city: 'Kuwait City',
    state: '',
    latitude: 29.3759,
    longitude: 47.9774,
    offset: '+03:00',
    currency: 'KWD',
  },
] as const;

const TWIN = { id: '37366', description: '2 Twin Beds', type: 'TwinBed', size: 'Twin', quantity: 2 };
const KING = { id: '37321', description: '1 King Bed', type: 'KingBed', size: 'King', quantity: 1 };
const QUEEN = { id: '37310', description: '1 Queen Bed', type: 'QueenBed', size: 'Queen', quantity: 1 };
const DOUBLES = { id: '37365', description: '2 Double Beds', type: 'FullBed', size: 'Full', quantity: 2 };

const ROOMS: readonly [string, number, number, number, readonly SimulatedBeds[]][] = [
  ['Single Room', 1, 0, 1, [{ ...TWIN, id: '37364', description: '1 Twin Bed', quantity: 1 }]],
  ['Standard Room', 2, 2, 3, [KING, TWIN]],
  ['Room, 1 Queen Bed <b>City View</b>', 2, 1, 3, [QUEEN]],
  ['Family Room - Free breakfast', 4, 3, 5, [DOUBLES]],
];

/** FNV-1a. Every generated value is derived from the seed and its name. */
export function hashOf(...parts: readonly (string | number)[]): number {
  let hash = 0x811c9dc5;
  for (const character of parts.join('|')) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return hash >>> 0;
}

export function generateProperties(seed: string, count: number, updatedAtMs: number): SimulatedProperty[] {
  return Array.from({ length: count }, (_, index) => {
    const id = String(10_000 + index);
    const { latitude, longitude, ...city } = CITIES[index % CITIES.length] ?? CITIES[0];
    const hash = hashOf(seed, id);
    return {
      ...city,
      id,
      name: `Hotel ${['Miramar', 'Central', 'del Puerto', 'Bellevue'][hash % 4]} ${index + 1}`,
      line1: `${1 + (hash % 180)} Main Street`,
      postalCode: String(10_000 + (hash % 80_000)),
      latitude: Number((latitude + (hash % 997) / 20_000).toFixed(5)),
      longitude: Number((longitude + (hash % 991) / 20_000).toFixed(5)),
      rating: `${2 + (hash % 3)}.${hash % 2 === 0 ? 0 : 5}`,
      chain: hash % 3 === 0 ? { id: '-6', name: 'Harbour Inns' } : null,
      phone: `999-60-${String(hash % 10_000_000).padStart(7, '0')}`,
      rooms: ROOMS.map(([name, maxAdults, maxChildren, maxTotal, beds], number) => ({
        id: String(400_000 + index * 10 + number),
        name,
        maxAdults,
        maxChildren,
        maxTotal,
        beds,
      })),
      updatedAtMs,
      inactiveSinceMs: null,
    };
  });
}
