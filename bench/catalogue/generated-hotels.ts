/** Writes a catalogue file of generated hotels with three rooms each. Every machine generates the same hotels. */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { FACILITY_CODES } from '../../contract/src/content/facility-list.ts';

export interface City {
  placeId: string;
  countryCode: string;
  latitude: number;
  longitude: number;
}

const WORDS =
  'a quiet house near the old harbour with large rooms and a garden where breakfast is served in summer'.split(
    ' ',
  );

/**
 * Streams the file. At least every tenth hotel is in the first country of `cities`, and the line in the middle is
 * invalid.
 */
export async function writeHotelFile(path: string, hotels: number, cities: readonly City[]): Promise<void> {
  const home = cities.filter(({ countryCode }) => countryCode === cities[0]?.countryCode);
  const bad = Math.ceil(hotels / 2);
  const stream = createWriteStream(path);
  for (let done = 0; done < hotels; ) {
    let block = '';
    for (let i = 0; i < 1_000 && done < hotels; i++) {
      done += 1;
      const stars = done === bad ? 9 : 1 + (mixed(done) % 5);
      block += `${JSON.stringify(generatedHotel(done, stars, done % 10 === 0 ? home : cities))}\n`;
    }
    if (!stream.write(block)) await once(stream, 'drain');
  }
  stream.end();
  await once(stream, 'finish');
}

/** Half of the hotels state their city. The others are matched by their coordinates. */
function generatedHotel(n: number, stars: number, cities: readonly City[]): object {
  const city = pick(cities, n);
  return {
    sourceId: `made-up-${n}`,
    name: { en: `House ${n}`, es: `Casa ${n}` },
    stars,
    address: { street: `${n % 300} Long Street`, city: 'Somewhere', countryCode: city.countryCode },
    location: { latitude: shifted(city.latitude, n), longitude: shifted(city.longitude, n + 1) },
    ...(n % 2 === 0 && { canonicalCityId: city.placeId }),
    checkIn: { from: '15:00' },
    checkOut: { until: '11:00' },
    description: { en: sentence(n, 70), es: sentence(n + 1, 70) },
    images: [1, 2, 3].map(k => ({ url: `https://images.example.com/${n}/${k}.jpg` })),
    facilities: [...new Set([1, 2, 3, 4, 5, 6].map(k => pick(FACILITY_CODES, n + k)))].map(code => ({
      code,
    })),
    rooms: ['SGL', 'DBL', 'FAM'].map((roomCode, k) => ({
      roomCode,
      name: { en: `Room ${roomCode} ${n % 97}`, es: `Habitación ${roomCode}` },
      standardName: { class: 'STANDARD' },
      beds: [{ type: 'DOUBLE', count: 1 }],
      occupancy: { maxTotal: 2 + k, maxAdults: 2, maxChildren: k },
      sizeSqm: 18 + 5 * k,
      amenities: [{ code: pick(FACILITY_CODES, n + k) }],
    })),
  };
}

function shifted(degrees: number, n: number): number {
  return Number((degrees + ((mixed(n) % 1_000) - 500) / 20_000).toFixed(5));
}

function sentence(n: number, words: number): string {
  return Array.from({ length: words }, (_, k) => pick(WORDS, n * words + k)).join(' ');
}

function pick<T>(list: readonly T[], n: number): T {
  return list[mixed(n) % list.length] as T;
}

function mixed(n: number): number {
  let bits = Math.imul(n ^ 0x9e3779b9, 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
