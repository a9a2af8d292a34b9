import type { SeededRandom } from '../../../src/content/sandbox/seeded-random.ts';
import { inventedWord } from './towns.ts';
import type { TrueHotel } from './true-hotel.ts';

/** Some of these are in the vocabulary of the mapping, and some deliberately are not. */
const TRANSLATIONS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\bHotel\b/, ['Hôtel', 'Albergo', 'Hotell', 'Otel', 'HTL']],
  [/\bApartments\b/, ['Apartamentos', 'Appartements', 'Apts', 'Appartamenti', 'Flats']],
  [/\bApartamentos\b/, ['Apartments', 'Apts', 'Apartaments']],
  [/\bGarden\b/, ['Jardin', 'Garten', 'Gardens']],
  [/\bBeach\b/, ['Playa', 'Strand', 'Seaside']],
  [/\bPalace\b/, ['Palacio', 'Palais', 'Palas']],
  [/\bCenter\b/, ['Centre', 'Centro', 'City Centre']],
  [/\bOld Town\b/, ['Altstadt', 'Casco Antiguo', 'Oldtown']],
  [/\bStation\b/, ['Bahnhof', 'Gare', 'Stn']],
  [/\bPension\b/, ['Pensión', 'Guesthouse', 'Penzion']],
  [/\bSaint\b/, ['St.', 'St']],
  [/\bGrand\b/, ['Gran', 'Grande']],
  [/ & /, [' and ', ' y ', ' und ', ' + ']],
];

const EXTRAS = [
  'by the Sea',
  'Boutique Hotel',
  'Adults Only',
  '- Free Parking',
  'Luxury',
  'Resort & Spa',
  '& Spa',
  'Wellness',
  'Hotel & Restaurant',
];

export function supplierName(random: SeededRandom, hotel: TrueHotel): string {
  if (random.chance(0.012)) return hotel.formerName;
  let name = hotel.name;
  const { town, brand } = hotel;
  if (random.chance(0.12)) name = translated(random, name);
  if (brand !== null && random.chance(0.06)) name = name.replace(`${brand.name} `, '');
  else if (brand !== null && random.chance(0.08)) name = `${name}, a ${brand.chain} hotel`;
  else if (brand === null && random.chance(0.01)) name = `${name} by ${inventedWord(random)}`;
  if (!name.includes(town.name) && random.chance(0.14))
    name = random.chance(0.5) ? `${name} ${town.name}` : `${name}, ${town.name}`;
  else if (name.endsWith(` ${town.name}`) && random.chance(0.12)) name = name.slice(0, -town.name.length - 1);
  if (random.chance(0.1)) name = reordered(name);
  if (random.chance(0.05)) name = name.replace(/^The /, '');
  if (random.chance(0.025)) name = `${name} ${random.pick(EXTRAS)}`;
  if (random.chance(0.04) && hotel.stars !== null) name = `${name} ${hotel.stars}*`;
  if (random.chance(0.015)) name = `${name} (ex ${hotel.formerName})`;
  if (random.chance(0.045)) name = mistyped(random, name);
  if (random.chance(0.12)) name = name.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  if (random.chance(0.12)) name = name.toUpperCase();
  if (random.chance(0.03)) name = name.replace(' ', '  ');
  return name;
}

function translated(random: SeededRandom, name: string): string {
  for (const [word, choices] of random.shuffled(TRANSLATIONS)) {
    if (word.test(name)) return name.replace(word, random.pick(choices));
  }
  return name;
}

/** Turns `Hotel Larkspur` into `Larkspur Hotel`, and the other way round. */
function reordered(name: string): string {
  const first = /^(The )?(Hotel|Villa|Hostel|Apartamentos|Apartments|Pension|Aparthotel) (.+)$/.exec(name);
  if (first !== null) return `${first[3]} ${first[2]}`;
  const last = /^(The )?(.+) (Hotel|Villa|Hostel|Apartments|Suites)$/.exec(name);
  return last === null ? name : `${last[3]} ${last[2]}`;
}

/**
 * One typing error in a word of at least four letters. Digits are never changed, because a different number would name
 * another hotel.
 */
function mistyped(random: SeededRandom, name: string): string {
  const words = name.split(' ');
  const long = words.flatMap((word, i) => (word.length >= 4 && !/\d/.test(word) ? [i] : []));
  if (long.length === 0) return name;
  const at = random.pick(long);
  const word = words[at] as string;
  const i = random.between(1, word.length - 2);
  const letter = 'aeinorst'[random.between(0, 7)] as string;
  words[at] = random.pick([
    word.slice(0, i) + word.slice(i + 1),
    word.slice(0, i) + letter + word.slice(i),
    word.slice(0, i) + letter + word.slice(i + 1),
    word.slice(0, i) + word[i + 1] + word[i] + word.slice(i + 2),
  ]);
  return words.join(' ');
}
