/** Invents streets, postal codes, coordinates and contacts for sandbox hotels. No contact reaches a real person. Pure. */
import type { CatalogueHotel } from '@serai/contract/catalogue/catalogue-file.ts';
import type { SandboxCity, Spot } from './cities/sandbox-city.ts';
import { postalCodeOf } from './postal-code.ts';
import type { SeededRandom } from './seeded-random.ts';
import { namingOf } from './words/naming-of.ts';

export function addressOf(random: SeededRandom, city: SandboxCity): CatalogueHotel['address'] {
  const { addresses, streets } = namingOf(city.countryCode);
  const street = random
    .pick(addresses)
    .replace('{street}', random.pick(streets))
    .replace('{number}', String(random.between(1, 140)));
  const postalCode = postalCodeOf(random, city);
  return {
    street,
    ...(postalCode !== undefined && { postalCode }),
    city: city.name,
    ...(city.regionName !== undefined && { region: city.regionName }),
    countryCode: city.countryCode,
  };
}

const METRES_OF_A_DEGREE = 111_195;

/** Returns a random location, evenly distributed over a circle around the spot. */
export function locationOf(random: SeededRandom, spot: Spot): CatalogueHotel['location'] {
  const distance = spot.radiusMetres * Math.sqrt(random.next());
  const angle = 2 * Math.PI * random.next();
  const latitude = spot.latitude + (distance * Math.cos(angle)) / METRES_OF_A_DEGREE;
  const perDegree = METRES_OF_A_DEGREE * Math.cos((spot.latitude * Math.PI) / 180);
  const longitude = spot.longitude + (distance * Math.sin(angle)) / perDegree;
  return { latitude: round(latitude), longitude: round(longitude) };
}

const round = (degrees: number) => Math.round(degrees * 1e5) / 1e5;

/** Number ranges that these countries reserve for fiction. Other countries use an unassigned country code. */
const PHONES: Readonly<Record<string, string>> = {
  US: '+1 555 555 01##',
  CA: '+1 555 555 01##',
  GB: '+44 1632 960###',
  FR: '+33 1 99 00 ## ##',
  DE: '+49 30 23125 ###',
  AU: '+61 2 5550 ####',
  IE: '+353 20 913 ####',
  SE: '+46 31 390 06 ##',
};

export function contactOf(random: SeededRandom, name: string, city: SandboxCity): CatalogueHotel['contact'] {
  const [house, town] = [slugOf(name), slugOf(city.name)];
  const site = `${house.includes(town) ? house : `${house}-${town}`}.example.com`;
  const pattern = PHONES[city.countryCode] ?? '+999 ## ### ####';
  return {
    phone: pattern.replaceAll('#', () => String(random.between(0, 9))),
    email: `${random.pick(['stay', 'hello', 'reception', 'reservations'])}@${site}`,
    website: `https://${site}`,
  };
}

/** Letters that Unicode does not decompose into a letter and a mark. */
const SINGLE: Readonly<Record<string, string>> = { ø: 'o', ł: 'l', ı: 'i', ß: 'ss', đ: 'd', æ: 'ae' };

function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[øłıßđæ]/g, letter => SINGLE[letter] ?? '')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
