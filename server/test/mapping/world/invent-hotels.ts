/** Invents the hotels of a town, some of them with a twin that is easily mistaken for them. */

import type { SeededRandom } from '../../../src/content/sandbox/seeded-random.ts';
import { namingOf } from '../../../src/content/sandbox/words/naming-of.ts';
import type { PropertyKind } from '../../../src/mapping/normal-form/property-kind.ts';
import { inventTwin } from './invent-twin.ts';
import { COUNTRIES, digits, inventedWord, inventPictures, moved } from './towns.ts';
import type { Brand, Town, TrueHotel } from './true-hotel.ts';

const KINDS: readonly (readonly [PropertyKind, number])[] = [
  ['HOTEL', 66],
  ['APARTMENT', 10],
  ['APARTHOTEL', 5],
  ['HOSTEL', 4],
  ['GUESTHOUSE', 11],
  ['VILLA', 4],
];

const SHARE_IN_CHAINS = 0.22;

/** `share` of the hotels have a twin. Ids begin with `prefix`. */
export function inventHotels(
  random: SeededRandom,
  town: Town,
  brands: readonly Brand[],
  { count, share, prefix }: { count: number; share: number; prefix: string },
): TrueHotel[] {
  const hotels: TrueHotel[] = [];
  const taken = new Set<string>();
  while (hotels.length < count) {
    const hotel = inventHotel(random, town, brands, `${prefix}-${hotels.length}`);
    if (taken.has(hotel.name)) continue;
    taken.add(hotel.name);
    hotels.push(hotel);
    if (!random.chance(share)) continue;
    const twin = inventTwin(random, hotel, `${hotel.id}-twin`);
    if (taken.has(twin.name) && twin.twin?.relation !== 'SAME_NAME' && twin.twin?.relation !== 'NEXT_TOWN')
      continue;
    taken.add(twin.name);
    hotels.push(twin);
  }
  return hotels;
}

function inventHotel(random: SeededRandom, town: Town, brands: readonly Brand[], id: string): TrueHotel {
  const naming = namingOf(town.country);
  const kind = random.weighted(KINDS);
  const district = random.between(0, town.districts.length - 1);
  const brand = kind === 'HOTEL' && random.chance(SHARE_IN_CHAINS) ? random.pick(brands) : null;
  const name = brand === null ? ownName(random, town, kind) : chainName(random, town, brand, district);
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '');
  const { phone } = COUNTRIES[town.country] as (typeof COUNTRIES)[string];
  return {
    id,
    town,
    brand,
    kind,
    name,
    formerName: ownName(random, town, kind),
    district,
    street: random.pick(naming.streets),
    addressTemplate: random.pick(naming.addresses),
    house: random.between(1, 180),
    ...moved(random, town, town.radiusMetres * Math.sqrt(random.next())),
    phone: digits(random, phone),
    host:
      brand?.host ?? (random.chance(0.85) ? `${slug.slice(0, 30)}${random.between(1, 999)}.example` : null),
    stars:
      kind === 'VILLA' || kind === 'GUESTHOUSE'
        ? null
        : random.weighted([
            [1, 3],
            [2, 14],
            [3, 36],
            [4, 34],
            [5, 13],
          ]),
    pictures: inventPictures(random),
    giata: String(random.between(100_000, 999_999_999)),
    twin: null,
  };
}

function chainName(random: SeededRandom, town: Town, brand: Brand, district: number): string {
  const place = town.districts[district] as string;
  return random.pick([
    `${brand.name} ${town.name}`,
    `${brand.name} ${town.name} ${place}`,
    `${brand.name} ${place}`,
    `${brand.name} Hotel ${town.name} ${place}`,
    `${brand.name} ${inventedWord(random)}`,
  ]);
}

function ownName(random: SeededRandom, town: Town, kind: PropertyKind): string {
  const naming = namingOf(town.country);
  const patterns = naming.patterns[kind === 'CAMPSITE' ? 'CAMPSITE' : kind] ?? ['{thing}', 'Hotel {thing}'];
  const thing = random.chance(0.45)
    ? random.pick(naming.things)
    : random.chance(0.25)
      ? `${inventedWord(random)} ${inventedWord(random)}`
      : inventedWord(random);
  return random.pick(patterns).replace('{thing}', thing).replace('{city}', town.name);
}
