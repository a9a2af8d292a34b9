/** Generates the hotels of the sandbox catalogue. The same cities give the same hotels on every machine. Pure. */
import type { CatalogueHotel } from '@serai/contract/catalogue/catalogue-file.ts';
import { addressOf, contactOf, locationOf } from './address.ts';
import type { SandboxCity } from './cities/sandbox-city.ts';
import { hotelNamer, type Named } from './hotel-name.ts';
import { type HotelPlan, planHotel } from './plan-hotel.ts';
import { rulesOf } from './policies.ts';
import { roomsOf } from './rooms.ts';
import { type SeededRandom, seededRandom } from './seeded-random.ts';
import { describeInEnglish } from './texts/describe-english.ts';
import { describeInSpanish } from './texts/describe-spanish.ts';

const SEED = 'serai sandbox 1';

export function* generateHotels(cities: Iterable<SandboxCity>): Generator<CatalogueHotel> {
  for (const city of cities) {
    const nameHotel = hotelNamer(seededRandom(`${SEED} names ${city.placeId}`), city);
    for (let i = 1; i <= city.hotels; i++) {
      // Each hotel has its own random stream, so adding a city or a hotel does not change the existing hotels.
      const random = seededRandom(`${SEED} ${city.placeId} ${i}`);
      const plan = planHotel(random, city);
      yield hotelOf(random, plan, nameHotel(plan), `sandbox-${city.placeId}-${i}`);
    }
  }
}

function hotelOf(random: SeededRandom, plan: HotelPlan, named: Named, sourceId: string): CatalogueHotel {
  const { city, spot, type, stars, categoryCode, facilities } = plan;
  const rooms = roomsOf(random, plan);
  const hotel = { plan, rooms, name: named.name };
  const { checkIn, checkOut, policies } = rulesOf(random, plan);
  // Fields are in the order of the schema, as in every stored hotel.
  return {
    sourceId,
    status: 'ACTIVE',
    name: { [named.language]: named.name },
    type,
    categoryCode,
    ...(stars !== undefined && { stars }),
    ...(named.chain !== undefined && { chain: named.chain }),
    address: addressOf(random, city),
    location: locationOf(random, spot),
    timeZone: city.timeZone,
    canonicalCityId: city.placeId as NonNullable<CatalogueHotel['canonicalCityId']>,
    checkIn,
    checkOut,
    contact: contactOf(random, named.name, city),
    // Both languages use the same seed, so that they choose corresponding sentences.
    description: {
      en: describeInEnglish(seededRandom(sourceId), hotel),
      es: describeInSpanish(seededRandom(sourceId), hotel),
    },
    images: [],
    facilities: [...facilities].map(([code, surcharge]) => ({ code, surcharge })),
    policies,
    rooms,
  };
}
