/** Chooses the rooms of a sandbox hotel according to its plan. Pure. */
import type { CatalogueRoom } from '@serai/contract/catalogue/catalogue-file.ts';
import type { FacilityCode } from '@serai/contract/content/facility-list.ts';
import { type HotelPlan, isHome } from './plan-hotel.ts';
import { ROOM_KINDS, type RoomKind, VIEW_NAMES } from './room-kinds.ts';
import type { SeededRandom } from './seeded-random.ts';

type View = keyof typeof VIEW_NAMES;

export function roomsOf(random: SeededRandom, plan: HotelPlan): CatalogueRoom[] {
  const kinds = kindsOf(random, plan);
  const views = viewsOf(plan);
  const base = baseAmenities(random, plan);
  const rooms: CatalogueRoom[] = [];
  for (const kind of kinds) {
    const first = roomOf(random, plan, kind, base);
    rooms.push(first);
    const isWorthAView = kind.level >= 2 && !isHome(plan.type) && views.length > 0;
    if (isWorthAView && random.chance(0.45) && rooms.length + (kinds.length - kinds.indexOf(kind) - 1) < 6) {
      rooms.push(withView(first, kind, random.pick(views)));
    }
  }
  return rooms.slice(0, 6);
}

function kindsOf(random: SeededRandom, plan: HotelPlan): RoomKind[] {
  const { type, comfort, facilities } = plan;
  const fits = ROOM_KINDS.filter(
    kind =>
      kind.house === houseOf(plan) &&
      kind.comfort[0] <= comfort &&
      comfort <= kind.comfort[1] &&
      !(kind.children > 0 && kind.isForFamilies && facilities.has('ADULTS_ONLY')),
  );
  const wanted = isHome(type) ? random.between(2, 3) : random.between(2, comfort >= 4 ? 6 : 5);
  const [always, others] = [fits.filter(kind => kind.isUsual), fits.filter(kind => !kind.isUsual)];
  const chosen = [...always, ...random.shuffled(others)].slice(0, Math.max(wanted, 2));
  return chosen.sort((a, b) => a.level - b.level || a.code.localeCompare(b.code));
}

function houseOf({ type }: HotelPlan): RoomKind['house'] {
  if (type === 'APARTMENT' || type === 'APARTHOTEL') return 'apartments';
  if (type === 'HOSTEL') return 'hostel';
  return isHome(type) ? 'home' : 'hotel';
}

function roomOf(
  random: SeededRandom,
  plan: HotelPlan,
  kind: RoomKind,
  base: readonly FacilityCode[],
): CatalogueRoom {
  const isForAdults = plan.facilities.has('ADULTS_ONLY');
  const amenities = new Set([...base, ...kind.amenities]);
  if (kind.code.startsWith('DORM'))
    for (const code of ['MINIBAR', 'TELEVISION', 'DESK', 'BATHTUB'] as const) amenities.delete(code);
  const grow = 1 + (plan.comfort - 3) * 0.08 - (plan.city.countryCode === 'JP' ? 0.2 : 0);
  return {
    roomCode: kind.code,
    status: 'ACTIVE',
    name: { en: kind.name.en, es: kind.name.es },
    standardName: { class: kind.class, beds: kind.beds[0]?.type ?? 'UNKNOWN' },
    beds: kind.beds.map(bed => ({ ...bed })),
    occupancy: isForAdults
      ? { maxTotal: kind.adults, maxAdults: kind.adults, maxChildren: 0 }
      : { maxTotal: kind.total, maxAdults: kind.adults, maxChildren: kind.children },
    sizeSqm: Math.round(random.between(kind.size[0], kind.size[1]) * grow),
    images: [],
    amenities: [...amenities].sort().map(code => ({ code, surcharge: code === 'MINIBAR' ? true : null })),
  };
}

function withView(room: CatalogueRoom, kind: RoomKind, view: View): CatalogueRoom {
  const words = VIEW_NAMES[view];
  return {
    ...room,
    roomCode: `${kind.code}-${view}`,
    name: { en: `${kind.name.en} with ${words.en}`, es: `${kind.name.es} con ${words.es}` },
    standardName: { ...room.standardName, view },
  };
}

function viewsOf({ city, isByTheSea, facilities }: HotelPlan): View[] {
  const views: View[] = [];
  if (isByTheSea) views.push('SEA', 'SEA');
  if (facilities.has('POOL_OUTDOOR')) views.push('POOL');
  if (facilities.has('GARDEN')) views.push('GARDEN');
  if (city.traits.includes('mountains')) views.push('MOUNTAIN');
  if (city.traits.includes('lake')) views.push('LAKE');
  if (city.traits.includes('business') || city.traits.includes('oldTown')) views.push('CITY', 'COURTYARD');
  return views;
}

function baseAmenities(random: SeededRandom, { comfort, type, city, spot }: HotelPlan): FacilityCode[] {
  const codes = new Set<FacilityCode>();
  const maybe = (probability: number, code: FacilityCode) => {
    if (random.chance(probability)) codes.add(code);
  };
  const latitude = Math.abs(spot.latitude);
  if (type !== 'HOSTEL') codes.add('PRIVATE_BATHROOM');
  maybe(latitude < 44 ? (comfort >= 3 ? 1 : 0.7) : comfort >= 4 ? 0.9 : 0.35, 'AIR_CONDITIONING');
  if (latitude > 28) maybe(0.95, 'HEATING');
  maybe(comfort >= 3 ? 0.98 : 0.6, 'TELEVISION');
  maybe(comfort >= 3 ? 0.75 : 0.3, 'DESK');
  maybe(comfort >= 4 ? 0.95 : comfort >= 3 ? 0.6 : 0.1, 'SAFE');
  maybe(comfort >= 3 ? 0.95 : 0.4, 'HAIRDRYER');
  if (!isHome(type)) maybe(comfort >= 5 ? 1 : comfort >= 4 ? 0.75 : comfort >= 3 ? 0.2 : 0, 'MINIBAR');
  if (type !== 'HOSTEL') maybe(comfort >= 4 ? 0.7 : 0.2, 'COFFEE_MACHINE');
  maybe(city.traits.includes('beach') ? 0.45 : 0.1, 'BALCONY');
  if (type !== 'HOSTEL') maybe(comfort >= 5 ? 0.7 : 0.15, 'BATHTUB');
  codes.add('NON_SMOKING_ROOM');
  return [...codes];
}
