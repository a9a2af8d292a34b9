import type { SandboxCity } from '../../../src/content/sandbox/cities/sandbox-city.ts';
import { postalCodeOf } from '../../../src/content/sandbox/postal-code.ts';
import type { SeededRandom } from '../../../src/content/sandbox/seeded-random.ts';
import type { Brand, Town } from './true-hotel.ts';

/** The corner of the grid of towns in each country, and the format of its phone numbers. */
export const COUNTRIES: Readonly<Record<string, { lat: number; lng: number; phone: string }>> = {
  ES: { lat: 40.2, lng: -3.6, phone: '+34 9## ### ###' },
  FR: { lat: 46.9, lng: 2.6, phone: '+33 1 ## ## ## ##' },
  IT: { lat: 43.6, lng: 11.8, phone: '+39 06 #### ####' },
  GB: { lat: 52.4, lng: -1.5, phone: '+44 20 7### ####' },
  DE: { lat: 50.9, lng: 10.3, phone: '+49 30 2######' },
  AT: { lat: 47.5, lng: 14.1, phone: '+43 1 5######' },
  NL: { lat: 52.2, lng: 5.5, phone: '+31 20 5######' },
  US: { lat: 39.5, lng: -98.3, phone: '+1 702 7## ####' },
  MX: { lat: 20.6, lng: -100.4, phone: '+52 55 5### ####' },
  PT: { lat: 39.7, lng: -8.1, phone: '+351 21 ### ####' },
  GR: { lat: 38.6, lng: 22.9, phone: '+30 21 0### ####' },
  TR: { lat: 38.8, lng: 33.9, phone: '+90 212 3## ## ##' },
  PL: { lat: 51.9, lng: 19.3, phone: '+48 22 ### ## ##' },
  SE: { lat: 59.4, lng: 15.0, phone: '+46 8 4## ### ##' },
  AE: { lat: 24.5, lng: 54.6, phone: '+971 4 3## ####' },
  TH: { lat: 14.9, lng: 100.9, phone: '+66 2 2## ####' },
  JP: { lat: 36.0, lng: 138.3, phone: '+81 3 3### ####' },
  AU: { lat: -33.4, lng: 149.1, phone: '+61 2 9### ####' },
};

export function digits(random: SeededRandom, pattern: string): string {
  return pattern.replaceAll('#', () => String(random.between(0, 9)));
}

const STARTS =
  'Bel Tar Mon Cas Val Ros Mir Alt Bren Cor Dal Fen Gar Hol Lin Mar Nor Ost Pel Quin San Tor Ver Wal Zam'.split(
    ' ',
  );
const MIDDLES = 'a e i o u an en in on ar er or al el ol am em'.split(' ');
const ENDS =
  'mira vonne della ford berg stad ville ra nelo tina dor heim mond zano rico sette lund wick tello bury rado'.split(
    ' ',
  );

/** A word that looks like a name. There are about 9,000 different words, so some occur twice in a country. */
export function inventedWord(random: SeededRandom): string {
  return `${random.pick(STARTS)}${random.pick(MIDDLES)}${random.pick(ENDS)}`;
}

const DISTRICTS =
  'Harbour|Old Town|Station|Riverside|Museum|University|Market|Castle|Opera|Docklands|Parkside|Hillside'.split(
    '|',
  );

export function inventTown(random: SeededRandom, country: string, index: number): Town {
  const centre = COUNTRIES[country] as (typeof COUNTRIES)[string];
  const name = random.chance(0.2)
    ? `${random.pick(['San', 'Bad', 'Port', 'New', 'Saint'])} ${inventedWord(random)}`
    : inventedWord(random);
  const districts = random.shuffled(DISTRICTS).slice(0, random.between(2, 5));
  const city = { name, countryCode: country } as SandboxCity;
  // Towns lie on a grid with a cell of about 11 km, so that a hotel in the next town is a few kilometres away.
  const row = Math.floor(index / 8);
  return {
    name,
    region: inventedWord(random),
    country,
    lat: round(centre.lat + row * 0.1 + random.next() * 0.04),
    lng: round(centre.lng + (index % 8) * 0.14 + random.next() * 0.04),
    radiusMetres: random.between(400, 2_500),
    districts,
    postcodes: districts.map(() => postalCodeOf(random, city) ?? digits(random, '#####')),
  };
}

const BRANDS =
  'Varnholt|Brackenfold|Orizelle|Marzuela|Lumarrow|Tidderley|Kezmir|Snugbarrow|Palindra|Ostravine|Helmsgate|Corvantis'.split(
    '|',
  );
const CHAIN_ENDINGS = ['Hotels', 'Hotels & Resorts', 'Collection', 'Inns', 'International'];

export function inventBrands(random: SeededRandom, country: string): Brand[] {
  const { phone } = COUNTRIES[country] as (typeof COUNTRIES)[string];
  return BRANDS.map(name => ({
    name,
    chain: `${name} ${random.pick(CHAIN_ENDINGS)}`,
    host: `${name.toLowerCase()}.example`,
    phone: digits(random, phone),
  }));
}

export const round = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;

export function moved(
  random: SeededRandom,
  point: { lat: number; lng: number },
  metres: number,
): { lat: number; lng: number } {
  const angle = 2 * Math.PI * random.next();
  const lat = point.lat + (metres * Math.cos(angle)) / 111_195;
  const lng = point.lng + (metres * Math.sin(angle)) / (111_195 * Math.cos((point.lat * Math.PI) / 180));
  return { lat: round(lat), lng: round(lng) };
}

/** Invents picture paths in the form that resellers pass on, with a folder per property id. */
export function inventPictures(random: SeededRandom): string[] {
  const property = random.between(100_000, 99_999_999);
  const hash = () => Math.floor(random.next() * 2 ** 32).toString(16);
  return [1, 2, 3].map(() => `hotels/${Math.floor(property / 10_000)}/${property}/${hash()}_z.jpg`);
}
