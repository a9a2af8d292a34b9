/** The hotels of the LiteAPI simulator, generated from a seed. A test may change, remove and restore them. */
export interface SimulatedRoom {
  id: number;
  name: string;
  /** Rates of an unmapped room have no `mappedRoomId`. */
  isMapped: boolean;
  maxAdults: number;
  maxChildren: number;
  maxOccupancy: number;
  bed: string;
}

export interface SimulatedHotel {
  id: string;
  name: string;
  countryCode: string;
  city: string;
  address: string;
  zip: string;
  latitude: number;
  longitude: number;
  stars: number;
  chainId: number;
  phone: string;
  rooms: readonly SimulatedRoom[];
  updatedAtMs: number;
  deletedAtMs: number | null;
}

const CITIES = [
  { countryCode: 'ES', city: 'Alicante', latitude: 38.3452, longitude: -0.481 },
  { countryCode: 'FR', city: 'Nantes', latitude: 47.2184, longitude: -1.5536 },
  { countryCode: 'JP', city: 'Kanazawa', latitude: 36.5613, longitude: 136.6562 },
  { countryCode: 'US', city: 'Savannah', latitude: 32.0809, longitude: -81.0912 },
] as const;

const ROOMS = [
  ['Single Room', 1, 0, 1, 'Single bed'],
  ['Standard Double Room', 2, 1, 2, 'Double bed'],
  ['Standard Room, 2 Double Beds - Free breakfast', 3, 2, 4, 'Double bed'],
  ['Superior King Room, City View', 2, 2, 3, 'King bed'],
  ['Family Room', 4, 3, 5, 'Double bed'],
  ['Junior Suite', 2, 2, 4, 'King bed'],
  ['Two-Bedroom Apartment <b>with kitchen</b>', 4, 4, 6, 'Queen bed'],
  ['Deluxe Room, Balcony & Sea View', 3, 2, 3, 'Queen bed'],
  ['Accessible Double Room', 2, 1, 3, 'Double bed'],
  ['Penthouse', 4, 2, 5, 'King bed'],
] as const;

export const CHAINS: Readonly<Record<number, string>> = {
  0: 'Not Available',
  14: 'Atalaya Hotels',
  27: 'Harbour Inns',
};

/** FNV-1a. Every generated value is derived from the seed and its name. */
export function hashOf(...parts: readonly (string | number)[]): number {
  let hash = 0x811c9dc5;
  for (const character of parts.join('|')) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return hash >>> 0;
}

export function generateHotels(seed: string, count: number, updatedAtMs: number): SimulatedHotel[] {
  return Array.from({ length: count }, (_, index) => {
    const id = `lp${(0x1000 + index).toString(16)}`;
    const city = CITIES[index % CITIES.length] ?? CITIES[0];
    const hash = hashOf(seed, id);
    return {
      id,
      name: `Hotel ${['Miramar', 'Central', 'del Puerto', 'Bellevue'][hash % 4]} ${index + 1}`,
      countryCode: city.countryCode,
      city: city.city,
      address: `${1 + (hash % 180)} Main Street`,
      zip: String(10_000 + (hash % 80_000)),
      latitude: round(city.latitude + (hash % 997) / 20_000),
      longitude: round(city.longitude + (hash % 991) / 20_000),
      stars: 2 + (hash % 7) / 2,
      chainId: [0, 0, 14, 27][hash % 4] ?? 0,
      phone: `+99960${String(hash % 10_000_000).padStart(7, '0')}`,
      rooms: ROOMS.map(([name, maxAdults, maxChildren, maxOccupancy, bed], number) => ({
        id: 100_000 + index * 100 + number,
        name,
        isMapped: number % 4 !== 3,
        maxAdults,
        maxChildren,
        maxOccupancy,
        bed,
      })),
      updatedAtMs,
      deletedAtMs: null,
    };
  });
}

function round(degrees: number): number {
  return Number(degrees.toFixed(5));
}
