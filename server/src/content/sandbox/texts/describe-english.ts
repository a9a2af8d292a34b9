/** Describes a sandbox hotel in English. Pure. */
import type { HotelType } from '@serai/contract/content/code-lists.ts';
import type { FacilityCode } from '@serai/contract/content/facility-list.ts';
import { type HotelPlan, isHome } from '../plan-hotel.ts';
import type { SeededRandom } from '../seeded-random.ts';
import { type DescribedHotel, hasView, sharedAmenities } from './described-hotel.ts';

export function describeInEnglish(random: SeededRandom, hotel: DescribedHotel): string {
  const { plan } = hotel;
  const sentences = [
    opening(random, hotel),
    rooms(random, hotel),
    water(random, plan),
    table(random, plan),
    families(plan),
    practical(plan),
  ];
  return sentences.filter(sentence => sentence !== undefined).join(' ');
}

const COUNTS = ['', 'one', 'two', 'three', 'four', 'five'];

const KINDS: Readonly<Partial<Record<HotelType, string>>> = {
  HOTEL: 'hotel',
  APARTMENT: 'apartment building',
  APARTHOTEL: 'aparthotel',
  HOSTEL: 'hostel',
  GUESTHOUSE: 'guest house',
  BED_AND_BREAKFAST: 'bed and breakfast',
  RESORT: 'resort',
  VILLA: 'group of holiday villas',
  LODGE: 'mountain lodge',
  HOLIDAY_HOME: 'group of holiday homes',
};

function kindOf({ type, stars }: HotelPlan): string {
  const kind = KINDS[type] ?? 'hotel';
  const isRated = stars !== undefined && Number.isInteger(stars) && type !== 'APARTMENT';
  return isRated ? `${COUNTS[stars]}-star ${kind}` : kind;
}

const article = (word: string) => (/^[aeiou](?!ne-)/.test(word) ? 'an' : 'a');

function opening(random: SeededRandom, { plan, name }: DescribedHotel): string {
  const { city, spot, isByTheSea } = plan;
  const kind = kindOf(plan);
  const where =
    spot.district === undefined ? `in the centre of ${city.name}` : `in ${spot.district}, ${city.name}`;
  const sea = plan.facilities.has('BEACH_ACCESS')
    ? ', right by the beach'
    : isByTheSea
      ? ', a short walk from the sea'
      : '';
  const near = sea === '' ? nearby(random, plan) : sea;
  const is = `${name} is ${article(kind)} ${kind} ${where}${near}.`;
  const staying = `Guests of ${name} stay in ${article(kind)} ${kind} ${where}${near}.`;
  return random.pick(isHome(plan.type) ? [is, is, is] : [is, is, staying]);
}

function nearby(random: SeededRandom, { city: { traits }, spot }: HotelPlan): string {
  const isCentral = spot.district === undefined;
  const things: string[] = ['', ''];
  if (traits.includes('oldTown') && isCentral)
    things.push(', a few steps from the old town', ', among the lanes of the old town');
  if (traits.includes('river') && isCentral) things.push(', within walking distance of the river');
  if (traits.includes('lake')) things.push(', not far from the lake');
  if (traits.includes('mountains')) things.push(', with the mountains close at hand');
  if (traits.includes('business') && isCentral) things.push(', close to shops and offices');
  return random.pick(things);
}

const AMENITIES: Readonly<Partial<Record<FacilityCode, string>>> = {
  AIR_CONDITIONING: 'air conditioning',
  KITCHENETTE: 'a kitchenette',
  BALCONY: 'a balcony',
  TELEVISION: 'a television',
  DESK: 'a desk',
  SAFE: 'a safe',
  MINIBAR: 'a minibar',
  COFFEE_MACHINE: 'a coffee machine',
  BATHTUB: 'a bathtub',
};

function rooms(random: SeededRandom, { plan, rooms: list }: DescribedHotel): string | undefined {
  const codes = sharedAmenities(list, Object.keys(AMENITIES) as FacilityCode[]).slice(0, 4);
  const subject = isHome(plan.type)
    ? 'Every house'
    : plan.type === 'APARTMENT' || plan.type === 'APARTHOTEL'
      ? 'Every apartment'
      : 'Every room';
  const free = plan.facilities.has('WIFI_FREE') ? ' and free Wi-Fi' : '';
  const words = codes.map(code => AMENITIES[code] as string);
  const view = hasView(list, 'SEA')
    ? ' Some look out to sea.'
    : hasView(list, 'MOUNTAIN')
      ? ' Some look towards the mountains.'
      : '';
  if (words.length === 0) return free === '' ? undefined : `Wi-Fi is free throughout.${view}`;
  const text = free === '' ? listed(words) : `${words.join(', ')}${free}`;
  return `${subject} ${random.pick(['has', 'comes with'])} ${text}.${view}`;
}

function water(random: SeededRandom, { facilities, type }: HotelPlan): string | undefined {
  const has = (code: FacilityCode) => facilities.has(code);
  const isHeated = has('POOL_HEATED') ? 'heated ' : '';
  const things: string[] = [];
  if (has('POOL_OUTDOOR')) things.push(isHeated === '' ? 'an outdoor pool' : `a ${isHeated}outdoor pool`);
  if (has('POOL_INDOOR')) things.push('an indoor pool');
  if (has('SPA')) things.push('a spa');
  if (has('SAUNA')) things.push('a sauna');
  if (has('HOT_TUB')) things.push('a hot tub');
  if (has('GYM')) things.push('a gym');
  if (has('GARDEN')) things.push('a garden');
  if (things.length === 0) return has('TERRACE') ? 'A terrace invites you to sit outside.' : undefined;
  if (isHome(type)) return `Guests share ${listed(things)}.`;
  const isRestful = has('SPA') || has('SAUNA') || has('HOT_TUB');
  return random.pick([
    `There is ${listed(things)}.`,
    `Guests have the use of ${listed(things)}.`,
    `${isRestful ? 'To unwind there' : 'There'} is ${listed(things)}.`,
  ]);
}

const HOUSES: Readonly<Partial<Record<HotelType, string>>> = {
  HOTEL: 'hotel',
  RESORT: 'resort',
  HOSTEL: 'hostel',
  LODGE: 'lodge',
};

function table(random: SeededRandom, { facilities, type }: HotelPlan): string | undefined {
  const has = (code: FacilityCode) => facilities.has(code);
  const breakfast = has('BREAKFAST');
  const places = [...(has('RESTAURANT') ? ['restaurant'] : []), ...(has('BAR') ? ['bar'] : [])];
  const pool = has('POOL_BAR') ? ' A second bar by the pool serves snacks during the day.' : '';
  if (places.length === 0)
    return breakfast
      ? random.pick(['Breakfast is served every morning.', 'The day begins with breakfast in the house.'])
      : undefined;
  const house = HOUSES[type] ?? 'house';
  const offer = `he ${house} has its own ${places.join(' and ')}.${pool}`;
  return breakfast ? `Breakfast is served every morning, and t${offer}` : `T${offer}`;
}

function families({ facilities }: HotelPlan): string | undefined {
  const has = (code: FacilityCode) => facilities.has(code);
  if (has('ADULTS_ONLY')) return 'Only adults are admitted, so it stays quiet.';
  const things: string[] = [];
  if (has('KIDS_CLUB')) things.push("a children's club");
  if (has('POOL_CHILDREN')) things.push('a shallow pool');
  if (has('PLAYGROUND')) things.push('a playground');
  return things.length === 0 ? undefined : `For children there is ${listed(things)}.`;
}

function practical({ facilities }: HotelPlan): string | undefined {
  const has = (code: FacilityCode) => facilities.has(code);
  const parts: string[] = [];
  if (has('RECEPTION_24H')) parts.push('reception is always open');
  if (has('PARKING_FREE')) parts.push('parking is free');
  else if (has('PARKING')) parts.push('there is a car park for an extra charge');
  if (has('AIRPORT_SHUTTLE')) parts.push('a shuttle to the airport can be arranged');
  if (has('MEETING_ROOMS') && parts.length < 3) parts.push('meeting rooms are available');
  if (has('PETS_ALLOWED') && parts.length < 3) parts.push('pets are welcome');
  if (parts.length === 0) return undefined;
  const text = listed(parts.slice(0, 3));
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function listed(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}
