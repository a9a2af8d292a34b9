/** Invents a different hotel that is easily mistaken for a given one: the hard negatives of the measurement. */
import type { SeededRandom } from '../../../src/content/sandbox/seeded-random.ts';
import { COUNTRIES, digits, inventedWord, inventPictures, moved } from './towns.ts';
import type { Relation, TrueHotel } from './true-hotel.ts';

const RELATIONS: readonly (readonly [Relation, number])[] = [
  ['SISTER', 22],
  ['TOWER', 14],
  ['APARTMENTS', 14],
  ['CHAIN_IN_STREET', 16],
  ['OTHER_KIND', 9],
  ['NEXT_TOWN', 8],
  ['SAME_NAME', 5],
  ['REPLACED', 12],
];

const QUALIFIERS = [
  'Garden',
  'Palace',
  'Beach',
  'Park',
  'Plaza',
  'Mar',
  'Royal',
  'Marina',
  'Playa',
  'Princess',
  'Village',
  'Boutique',
  'Center',
  'Airport',
  'North',
  'Grand',
];

/** May also add a qualifier to the name of `hotel`, so that the two are `Sol Garden` and `Sol Palace`. */
export function inventTwin(random: SeededRandom, hotel: TrueHotel, id: string): TrueHotel {
  const relation =
    hotel.brand === null
      ? random.weighted(RELATIONS.filter(([name]) => name !== 'CHAIN_IN_STREET'))
      : random.weighted(RELATIONS);
  const twin: TrueHotel = {
    ...hotel,
    id,
    formerName: `${inventedWord(random)} Hotel`,
    phone: digits(random, (COUNTRIES[hotel.town.country] as (typeof COUNTRIES)[string]).phone),
    pictures: inventPictures(random),
    giata: String(random.between(100_000, 999_999_999)),
    twin: { id: hotel.id, relation },
  };
  hotel.twin = { id, relation };
  APPLY[relation](random, hotel, twin);
  return twin;
}

/** The name without the word for its kind. */
const without = (name: string) =>
  name.replace(
    /^(?:The )?(?:Gran Hotel|Hotel|Hôtel|Villa|Ferienwohnungen|Aparthotel|Ap\p{L}+s|App\p{L}+) | (?:Hotel|Inn|Resort|Villa|Apartments|Residences|Suites|Aparthotel|Hotel Apartments)$/gu,
    '',
  );

/** With the given probability, gives the twin the phone number of `hotel`, as if both shared a reception. */
function sharePhone(random: SeededRandom, hotel: TrueHotel, twin: TrueHotel, probability: number): void {
  if (random.chance(probability)) twin.phone = hotel.phone;
}

function nextDoor(
  random: SeededRandom,
  hotel: TrueHotel,
  twin: TrueHotel,
  metres: readonly [number, number],
): void {
  Object.assign(twin, moved(random, hotel, random.between(...metres)));
}

const APPLY: Record<Relation, (random: SeededRandom, hotel: TrueHotel, twin: TrueHotel) => void> = {
  SISTER(random, hotel, twin) {
    const [first, second] = random.shuffled(QUALIFIERS);
    const base = hotel.name;
    twin.name = `${base} ${second}`;
    if (random.chance(0.6)) hotel.name = `${base} ${first}`;
    twin.house = hotel.house + random.between(1, 8);
    nextDoor(random, hotel, twin, [20, 220]);
    sharePhone(random, hotel, twin, 0.3);
    if (random.chance(0.3)) twin.host = `${inventedWord(random).toLowerCase()}.example`;
  },
  TOWER(random, hotel, twin) {
    const base = hotel.name;
    const style = random.pick(['Tower #', 'Torre #', '#', 'Building #', 'Tower #']);
    const isRoman = random.chance(0.5);
    const numbered = (n: number) => `${base} ${style.replace('#', isRoman ? 'I'.repeat(n) : String(n))}`;
    twin.name = numbered(2);
    if (random.chance(0.6)) hotel.name = numbered(1);
    if (random.chance(0.5)) twin.house = hotel.house + 2;
    nextDoor(random, hotel, twin, [0, 80]);
    sharePhone(random, hotel, twin, 0.5);
  },
  APARTMENTS(random, hotel, twin) {
    if (hotel.kind === 'APARTMENT' || hotel.kind === 'APARTHOTEL' || hotel.kind === 'VILLA') {
      twin.name = `Hotel ${without(hotel.name)}`;
      twin.kind = 'HOTEL';
      nextDoor(random, hotel, twin, [0, 30]);
      sharePhone(random, hotel, twin, 0.5);
      return;
    }
    const word = random.pick(['Apartments', 'Residences', 'Suites', 'Aparthotel', 'Apartamentos', 'Lofts']);
    twin.name = `${without(hotel.name)} ${word}`;
    twin.kind = word === 'Suites' || word === 'Aparthotel' ? 'APARTHOTEL' : 'APARTMENT';
    nextDoor(random, hotel, twin, [0, 30]);
    sharePhone(random, hotel, twin, 0.5);
  },
  CHAIN_IN_STREET(random, hotel, twin) {
    const { town, brand } = hotel;
    const words = random.chance(0.4)
      ? random.pick(['Express', 'Styles', 'Suites', 'Plus'])
      : random.pick(QUALIFIERS);
    twin.name = random.chance(0.5)
      ? `${brand?.name} ${words} ${town.name}`
      : `${brand?.name} ${town.name} ${words}`;
    twin.house = hotel.house + random.between(4, 60);
    nextDoor(random, hotel, twin, [60, 450]);
  },
  OTHER_KIND(random, hotel, twin) {
    twin.kind = hotel.kind === 'GUESTHOUSE' ? 'HOTEL' : random.pick(['GUESTHOUSE', 'HOSTEL']);
    const word =
      twin.kind === 'HOTEL'
        ? 'Hotel'
        : twin.kind === 'HOSTEL'
          ? 'Hostel'
          : random.pick(['Pension', 'Guest House', 'Inn', 'Rooms']);
    twin.name = `${word} ${without(hotel.name)}`;
    twin.brand = null;
    stranger(random, hotel, twin, [40, 900]);
  },
  NEXT_TOWN(random, hotel, twin) {
    twin.town = { ...hotel.town, name: inventedWord(random) };
    stranger(random, hotel, twin, [2_500, 7_000]);
  },
  SAME_NAME(random, hotel, twin) {
    twin.brand = null;
    stranger(random, hotel, twin, [500, 3_500]);
  },
  REPLACED(random, hotel, twin) {
    twin.name = random.chance(0.5)
      ? `Hotel ${inventedWord(random)}`
      : `${inventedWord(random)} ${random.pick(QUALIFIERS)}`;
    twin.brand = null;
    twin.host = random.chance(0.2) ? hotel.host : `${inventedWord(random).toLowerCase()}.example`;
    sharePhone(random, hotel, twin, 0.5);
    nextDoor(random, hotel, twin, [0, 15]);
  },
};

/** Gives the twin a separate location and address and, unless it belongs to a chain, a separate website. */
function stranger(
  random: SeededRandom,
  hotel: TrueHotel,
  twin: TrueHotel,
  metres: readonly [number, number],
): void {
  nextDoor(random, hotel, twin, metres);
  twin.street = inventedWord(random);
  twin.house = random.between(1, 150);
  twin.district = random.between(0, hotel.town.postcodes.length - 1);
  if (twin.brand === null)
    twin.host = `${inventedWord(random).toLowerCase()}${random.between(1, 99)}.example`;
}
