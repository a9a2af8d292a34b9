/** Describes a hotel as a supplier would, with the gaps and errors of real content. */

import type { SuppliedAddress, SuppliedHotel } from '../../../src/booking/port/supplied-content.ts';
import type { SeededRandom } from '../../../src/content/sandbox/seeded-random.ts';
import { supplierName } from './name-noise.ts';
import { COUNTRIES, digits, inventedWord, moved, round } from './towns.ts';
import type { TrueHotel } from './true-hotel.ts';

/** Three kinds of supplier: a clean one, one with separate house numbers, and a reseller that passes pictures on. */
export type Profile = 'CLEAN' | 'WHOLESALER' | 'RESELLER';

export function supplierRecord(
  random: SeededRandom,
  hotel: TrueHotel,
  profile: Profile,
  supplierId: string,
): SuppliedHotel {
  const isClean = profile === 'CLEAN';
  const keep = (share: number) => random.chance(isClean ? Math.min(1, share + 0.15) : share);
  return {
    supplierId,
    name: supplierName(random, hotel),
    address: supplierAddress(random, hotel, profile),
    location: supplierLocation(random, hotel, isClean ? 0.5 : 1),
    phones: keep(0.65) ? [supplierPhone(random, hotel)] : [],
    web: keep(0.4) && hotel.host !== null ? supplierWeb(random, hotel.host) : null,
    chain: supplierChain(random, hotel, keep(0.55)),
    stars: supplierStars(random, hotel),
    category: keep(0.7) ? supplierCategory(random, hotel) : null,
    ids: random.chance(0.08) ? { giata: random.chance(0.004) ? digits(random, '1#####') : hotel.giata } : {},
    imagePaths: profile === 'RESELLER' && random.chance(0.4) ? hotel.pictures : [],
    rooms: [],
    updatedAtMs: null,
    content: null,
  };
}

function supplierAddress(random: SeededRandom, hotel: TrueHotel, profile: Profile): SuppliedAddress {
  const { town, addressTemplate, street } = hotel;
  const hasNumber = random.chance(0.9);
  const house = random.chance(0.015) ? hotel.house + random.between(1, 9) : hotel.house;
  const number = hasNumber
    ? random.chance(0.05)
      ? `${house}-${house + 2}`
      : String(house)
    : random.chance(0.3)
      ? 's/n'
      : '';
  const isSeparate = profile === 'WHOLESALER' && random.chance(0.7);
  const line = addressTemplate
    .replace('{street}', random.chance(0.02) ? inventedWord(random) : street)
    .replace('{number}', isSeparate ? '' : number)
    .replaceAll(/,? +$|^ +/g, '');
  const lines = random.chance(0.04) ? [] : [abbreviated(random, line)];
  if (profile === 'WHOLESALER' && lines.length > 0 && random.chance(0.25))
    lines[0] = `${lines[0]}, ${town.name}`;
  const district = random.chance(0.03) ? random.between(0, town.postcodes.length - 1) : hotel.district;
  return {
    lines,
    houseNumber: isSeparate && hasNumber ? String(house) : null,
    city: supplierCity(random, hotel, profile),
    region: random.chance(0.4) ? town.region : null,
    postalCode: random.chance(0.82)
      ? supplierPostcode(random, town.postcodes[district] as string, town.country)
      : null,
    countryCode: town.country,
  };
}

function supplierCity(random: SeededRandom, { town }: TrueHotel, profile: Profile): string | null {
  if (random.chance(0.02)) return null;
  if (random.chance(0.04)) return inventedWord(random);
  if (random.chance(0.05)) return `${town.name} (${town.region})`;
  return profile === 'WHOLESALER' ? town.name.toUpperCase() : town.name;
}

function supplierPostcode(random: SeededRandom, postcode: string, country: string): string {
  if (random.chance(0.015)) return digits(random, '#####');
  if (country === 'US' && random.chance(0.3)) return `NV ${postcode}`;
  return random.chance(0.2) ? postcode.replaceAll(/[ -]/g, '') : postcode;
}

const ABBREVIATIONS: readonly (readonly [RegExp, string])[] = [
  [/\bStreet\b/, 'St'],
  [/\bAvenue\b/, 'Ave.'],
  [/\bRoad\b/, 'Rd'],
  [/\bBoulevard\b/, 'Blvd'],
  [/\bCalle\b/, 'C/'],
  [/\bAvenida\b/, 'Avda.'],
  [/straße\b/, 'str.'],
  [/\bVia\b/, 'V.'],
];

function abbreviated(random: SeededRandom, line: string): string {
  if (!random.chance(0.35)) return line;
  return ABBREVIATIONS.reduce((text, [long, short]) => text.replace(long, short), line);
}

/**
 * Most positions are accurate to 150 m. Some are missing or rounded, have swapped digits, or are those of the town
 * centre.
 */
function supplierLocation(
  random: SeededRandom,
  hotel: TrueHotel,
  noise: number,
): { lat: number; lng: number } | null {
  const luck = random.next() / noise;
  if (luck < 0.03) return null;
  if (luck < 0.07) return { lat: hotel.town.lat, lng: hotel.town.lng };
  if (luck < 0.08) return { lat: swappedDigits(hotel.lat), lng: hotel.lng };
  if (luck < 0.095) return { lat: Math.round(hotel.lat * 100) / 100, lng: Math.round(hotel.lng * 100) / 100 };
  const metres = random.weighted([
    [random.between(0, 15), 45],
    [random.between(10, 60), 28],
    [random.between(50, 180), 17],
    [random.between(150, 450), 7],
    [random.between(400, 800), 3],
  ]);
  const { lat, lng } = moved(random, hotel, metres);
  return random.chance(0.3)
    ? { lat: Math.round(lat * 1e4) / 1e4, lng: Math.round(lng * 1e4) / 1e4 }
    : { lat, lng };
}

/** Swaps the second and third decimal, which moves the point by up to 9 km. */
function swappedDigits(degrees: number): number {
  const text = Math.abs(degrees).toFixed(6);
  const at = text.indexOf('.') + 2;
  const swapped = Number(`${text.slice(0, at)}${text[at + 1]}${text[at]}${text.slice(at + 2)}`);
  return round(degrees < 0 ? -swapped : swapped);
}

function supplierPhone(random: SeededRandom, hotel: TrueHotel): string {
  const { phone: pattern } = COUNTRIES[hotel.town.country] as (typeof COUNTRIES)[string];
  if (hotel.brand !== null && random.chance(0.15)) return hotel.brand.phone;
  const phone = random.chance(0.07) ? digits(random, pattern) : hotel.phone;
  const style = random.next();
  if (style < 0.25) return phone.replace('+', '00');
  if (style < 0.4) return phone.replaceAll(/[^+\d]/g, '');
  if (style < 0.5) return phone.replace('+', '').replaceAll(' ', '-');
  return phone;
}

function supplierWeb(random: SeededRandom, host: string): string {
  if (random.chance(0.03)) return 'https://www.facebook.com/our-hotel';
  return `${random.pick(['https://www.', 'http://', 'www.', ''])}${host}${random.pick(['', '/', '/en/home'])}`;
}

function supplierChain(random: SeededRandom, { brand }: TrueHotel, isGiven: boolean): string | null {
  if (!isGiven) return null;
  if (brand === null) return random.chance(0.15) ? 'Independent' : null;
  return random.pick([brand.chain, brand.name, brand.name.toUpperCase()]);
}

function supplierStars(random: SeededRandom, { stars }: TrueHotel): number | null {
  if (stars === null || random.chance(0.14)) return null;
  if (random.chance(0.12)) return Math.max(1, Math.min(5, stars + random.pick([-0.5, 0.5])));
  return random.chance(0.04) ? Math.max(1, Math.min(5, stars + random.pick([-1, 1]))) : stars;
}

const CATEGORIES: Readonly<Record<TrueHotel['kind'], readonly string[]>> = {
  HOTEL: ['Hotel', 'HOTEL', 'Hotels', 'Resort', 'Boutique hotel'],
  GUESTHOUSE: ['Guest house', 'Pension', 'Bed & breakfast', 'Inn', 'Hotel'],
  HOSTEL: ['Hostel', 'HOSTEL', 'Hostel/Backpacker accommodation'],
  APARTHOTEL: ['Aparthotel', 'Apart-hotel', 'Apartment', 'Hotel'],
  APARTMENT: ['Apartment', 'Apartments', 'Residence', 'Condo'],
  VILLA: ['Villa', 'Holiday home', 'Private vacation home'],
  CAMPSITE: ['Campsite'],
};

function supplierCategory(random: SeededRandom, { kind }: TrueHotel): string {
  return random.chance(0.02) ? random.pick(['Hotel', 'Apartment', 'Other']) : random.pick(CATEGORIES[kind]);
}
