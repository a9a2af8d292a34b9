/** Pure. Streets, postal codes, coordinates and contacts of sandbox hotels. None of them reaches anybody. */
import type { CatalogueHotel } from '@serai/contract/content/catalogue-file.ts';
import type { SandboxCity, Spot } from './cities/sandbox-city.ts';
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

/** `#` is a digit, `@` a letter. Cities first, then countries. */
const POSTAL_CODES: Readonly<Record<string, string>> = {
  'ES Barcelona': '080##',
  'ES Madrid': '280##',
  'ES Palma': '070##',
  'ES Sevilla': '410##',
  'ES Valencia': '460##',
  'ES Málaga': '290##',
  'ES Granada': '180##',
  'ES Bilbao': '480##',
  'ES Alicante': '030##',
  'ES Ibiza': '07800',
  'PT Lisbon': '1#00-###',
  'PT Porto': '4#00-###',
  'FR Paris': '7500#',
  'FR Nice': '06#00',
  'FR Lyon': '6900#',
  'FR Marseille': '1300#',
  'IT Rome': '001##',
  'IT Milan': '201##',
  'IT Venice': '301##',
  'IT Florence': '501##',
  'IT Naples': '801##',
  'GB London': 'SE# #@@',
  'GB Edinburgh': 'EH# #@@',
  'GB Manchester': 'M# #@@',
  'DE Berlin': '10###',
  'DE Munich': '80###',
  'DE Hamburg': '20###',
  'AT Vienna': '10#0',
  'NL Amsterdam': '10## @@',
  'BE Brussels': '10#0',
  'US New York City': '100##',
  'US Los Angeles': '900##',
  'US San Francisco': '941##',
  'US Las Vegas': '891##',
  'US Miami': '331##',
  'US Miami Beach': '33139',
  'US Orlando': '328##',
  'US Chicago': '606##',
  'US Boston': '021##',
  'US Washington': '200##',
  'MX Cancún': '775##',
  'MX Mexico City': '06###',
  'JP Tokyo': '1##-00##',
  'JP Kyoto': '60#-8###',
  'JP Osaka': '54#-00##',
  'TH Bangkok': '10#00',
  'TR Istanbul': '34###',
  'AU Sydney': '20##',
  'AU Melbourne': '30##',
  ES: '#####',
  FR: '#####',
  IT: '#####',
  DE: '#####',
  US: '#####',
  MX: '#####',
  TR: '#####',
  TH: '#####',
  GR: '### ##',
  SE: '### ##',
  CZ: '### ##',
  SK: '### ##',
  PL: '##-###',
  PT: '####-###',
  JP: '###-####',
  BR: '#####-###',
  NL: '#### @@',
  GB: '@@# #@@',
  IE: '@## @@##',
  CA: '@#@ #@#',
  AT: '####',
  CH: '####',
  BE: '####',
  LU: '####',
  DK: '####',
  NO: '####',
  HU: '####',
  SI: '####',
  BG: '####',
  AU: '####',
  NZ: '####',
  ZA: '####',
  TN: '####',
  CY: '####',
  PH: '####',
  AR: '####',
  GE: '####',
  FI: '#####',
  HR: '#####',
  ME: '#####',
  EE: '#####',
  MA: '#####',
  EG: '#####',
  DO: '#####',
  PE: '#####',
  UY: '#####',
  MY: '#####',
  ID: '#####',
  KR: '#####',
  LK: '#####',
  NP: '#####',
  JO: '#####',
  MC: '98000',
  IN: '######',
  CN: '######',
  SG: '######',
  RO: '######',
  VN: '######',
  CO: '######',
  CL: '#######',
  IS: '###',
  TW: '###',
  IL: '#######',
};

/** Letters that postal codes use. */
const LETTERS = [...'ABDEFGHJLNPQRSTUWXYZ'];

function postalCodeOf(random: SeededRandom, { name, countryCode }: SandboxCity): string | undefined {
  const pattern = POSTAL_CODES[`${countryCode} ${name}`] ?? POSTAL_CODES[countryCode];
  return pattern?.replaceAll(/[#@]/g, sign =>
    sign === '@' ? random.pick(LETTERS) : String(random.between(1, 9)),
  );
}

const METRES_OF_A_DEGREE = 111_195;

/** Evenly over the circle around the spot. */
export function locationOf(random: SeededRandom, spot: Spot): CatalogueHotel['location'] {
  const distance = spot.radiusMetres * Math.sqrt(random.next());
  const angle = 2 * Math.PI * random.next();
  const latitude = spot.latitude + (distance * Math.cos(angle)) / METRES_OF_A_DEGREE;
  const perDegree = METRES_OF_A_DEGREE * Math.cos((spot.latitude * Math.PI) / 180);
  const longitude = spot.longitude + (distance * Math.sin(angle)) / perDegree;
  return { latitude: round(latitude), longitude: round(longitude) };
}

const round = (degrees: number) => Math.round(degrees * 1e5) / 1e5;

/** Numbers that these countries keep for stories. Elsewhere a country code that is given to nobody. */
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
  const site = `${slugOf(name)}-${slugOf(city.name)}.example.com`.slice(-80).replace(/^-+/, '');
  const pattern = PHONES[city.countryCode] ?? '+999 ## ### ####';
  return {
    phone: pattern.replaceAll('#', () => String(random.between(0, 9))),
    email: `${random.pick(['stay', 'hello', 'reception', 'reservations'])}@${site}`,
    website: `https://${site}`,
  };
}

/** Letters that do not come apart into a letter and a mark. */
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
