/** Describes a sandbox hotel in Spanish. Pure. */
import type { HotelType } from '@serai/contract/content/code-lists.ts';
import type { FacilityCode } from '@serai/contract/content/facility-list.ts';
import { type HotelPlan, isHome } from '../plan-hotel.ts';
import type { SeededRandom } from '../seeded-random.ts';
import { type DescribedHotel, hasView, sharedAmenities } from './described-hotel.ts';

export function describeInSpanish(random: SeededRandom, hotel: DescribedHotel): string {
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

const COUNTS = ['', 'una estrella', 'dos estrellas', 'tres estrellas', 'cuatro estrellas', 'cinco estrellas'];

const KINDS: Readonly<Partial<Record<HotelType, string>>> = {
  HOTEL: 'un hotel',
  APARTMENT: 'un edificio de apartamentos',
  APARTHOTEL: 'un aparthotel',
  HOSTEL: 'un albergue',
  GUESTHOUSE: 'una pensión',
  BED_AND_BREAKFAST: 'una casa de huéspedes',
  RESORT: 'un complejo turístico',
  VILLA: 'un conjunto de villas de vacaciones',
  LODGE: 'un refugio de montaña',
  HOLIDAY_HOME: 'un conjunto de casas de vacaciones',
};

function kindOf({ type, stars }: HotelPlan): string {
  const kind = KINDS[type] ?? 'un hotel';
  const isRated = stars !== undefined && Number.isInteger(stars) && type !== 'APARTMENT';
  return isRated ? `${kind} de ${COUNTS[stars]}` : kind;
}

function opening(random: SeededRandom, { plan, name }: DescribedHotel): string {
  const { city, spot, isByTheSea } = plan;
  const kind = kindOf(plan);
  const where =
    spot.district === undefined
      ? `en el centro de ${city.spanishName}`
      : `en ${spot.district}, ${city.spanishName}`;
  const sea = plan.facilities.has('BEACH_ACCESS')
    ? ', a pie de playa'
    : isByTheSea
      ? ', a un paseo del mar'
      : '';
  const near = sea === '' ? nearby(random, plan) : sea;
  const is = `${name} es ${kind} ${where}${near}.`;
  const lies = `${name} es ${kind} situad${kind.startsWith('una') ? 'a' : 'o'} ${where}${near}.`;
  const staying = `Los huéspedes de ${name} se alojan en ${kind} ${where}${near}.`;
  return random.pick(isHome(plan.type) ? [is, lies, is] : [is, lies, staying]);
}

function nearby(random: SeededRandom, { city: { traits }, spot }: HotelPlan): string {
  const isCentral = spot.district === undefined;
  const things: string[] = ['', ''];
  if (traits.includes('oldTown') && isCentral)
    things.push(', a pocos pasos del casco antiguo', ', entre las callejuelas del casco antiguo');
  if (traits.includes('river') && isCentral) things.push(', desde donde se llega al río a pie');
  if (traits.includes('lake')) things.push(', no lejos del lago');
  if (traits.includes('mountains')) things.push(', con las montañas muy cerca');
  if (traits.includes('business') && isCentral) things.push(', cerca de tiendas y oficinas');
  return random.pick(things);
}

const AMENITIES: Readonly<Partial<Record<FacilityCode, string>>> = {
  AIR_CONDITIONING: 'aire acondicionado',
  KITCHENETTE: 'cocina básica',
  BALCONY: 'balcón',
  TELEVISION: 'televisión',
  DESK: 'escritorio',
  SAFE: 'caja fuerte',
  MINIBAR: 'minibar',
  COFFEE_MACHINE: 'cafetera',
  BATHTUB: 'bañera',
};

function rooms(random: SeededRandom, { plan, rooms: list }: DescribedHotel): string | undefined {
  const codes = sharedAmenities(list, Object.keys(AMENITIES) as FacilityCode[]).slice(0, 4);
  const subject = isHome(plan.type)
    ? 'Todas las casas'
    : plan.type === 'APARTMENT' || plan.type === 'APARTHOTEL'
      ? 'Todos los apartamentos'
      : 'Todas las habitaciones';
  const words = codes.map(code => AMENITIES[code] as string);
  const some = subject.startsWith('Todos') ? 'Algunos' : 'Algunas';
  const view = hasView(list, 'SEA')
    ? ` ${some} miran al mar.`
    : hasView(list, 'MOUNTAIN')
      ? ` ${some} dan a las montañas.`
      : '';
  const isFree = plan.facilities.has('WIFI_FREE');
  if (words.length === 0)
    return isFree ? `El wifi es gratuito en todo el establecimiento.${view}` : undefined;
  const text = listed(isFree ? [...words, 'wifi gratuito'] : words);
  return `${subject} ${random.pick(['tienen', 'disponen de'])} ${text}.${view}`;
}

function water(random: SeededRandom, { facilities, type }: HotelPlan): string | undefined {
  const has = (code: FacilityCode) => facilities.has(code);
  const things: string[] = [];
  if (has('POOL_OUTDOOR'))
    things.push(has('POOL_HEATED') ? 'piscina exterior climatizada' : 'piscina exterior');
  if (has('POOL_INDOOR')) things.push('piscina cubierta');
  if (has('SPA')) things.push('spa');
  if (has('SAUNA')) things.push('sauna');
  if (has('HOT_TUB')) things.push('bañera de hidromasaje');
  if (has('GYM')) things.push('gimnasio');
  if (has('GARDEN')) things.push('jardín');
  if (things.length === 0) return has('TERRACE') ? 'Una terraza invita a sentarse al aire libre.' : undefined;
  if (isHome(type)) return `Los huéspedes comparten ${listed(things)}.`;
  const isRestful = has('SPA') || has('SAUNA') || has('HOT_TUB');
  return random.pick([
    `Hay ${listed(things)}.`,
    `Los huéspedes disponen de ${listed(things)}.`,
    `${isRestful ? 'Para relajarse hay' : 'Hay'} ${listed(things)}.`,
  ]);
}

const HOUSES: Readonly<Partial<Record<HotelType, string>>> = {
  HOTEL: 'el hotel',
  RESORT: 'el complejo',
  HOSTEL: 'el albergue',
  LODGE: 'el refugio',
};

function table(random: SeededRandom, { facilities, type }: HotelPlan): string | undefined {
  const has = (code: FacilityCode) => facilities.has(code);
  const breakfast = has('BREAKFAST');
  const places = [...(has('RESTAURANT') ? ['restaurante'] : []), ...(has('BAR') ? ['bar'] : [])];
  const pool = has('POOL_BAR') ? ' Un segundo bar junto a la piscina sirve tentempiés durante el día.' : '';
  if (places.length === 0) {
    return breakfast
      ? random.pick(['El desayuno se sirve todas las mañanas.', 'El día empieza con el desayuno en la casa.'])
      : undefined;
  }
  const house = HOUSES[type] ?? 'la casa';
  const own = places.length === 1 ? 'propio' : 'propios';
  const offer = `${house} cuenta con ${places.join(' y ')} ${own}.${pool}`;
  if (!breakfast) return `${offer.charAt(0).toUpperCase()}${offer.slice(1)}`;
  return `El desayuno se sirve todas las mañanas y ${offer}`;
}

function families({ facilities }: HotelPlan): string | undefined {
  const has = (code: FacilityCode) => facilities.has(code);
  if (has('ADULTS_ONLY')) return 'Solo se admiten adultos, así que reina la tranquilidad.';
  const things: string[] = [];
  if (has('KIDS_CLUB')) things.push('un club infantil');
  if (has('POOL_CHILDREN')) things.push('una piscina poco profunda');
  if (has('PLAYGROUND')) things.push('un parque infantil');
  return things.length === 0 ? undefined : `Para los niños hay ${listed(things)}.`;
}

function practical({ facilities }: HotelPlan): string | undefined {
  const has = (code: FacilityCode) => facilities.has(code);
  const parts: string[] = [];
  if (has('RECEPTION_24H')) parts.push('la recepción está siempre abierta');
  if (has('PARKING_FREE')) parts.push('el aparcamiento es gratuito');
  else if (has('PARKING')) parts.push('hay aparcamiento con suplemento');
  if (has('AIRPORT_SHUTTLE')) parts.push('se puede organizar el traslado al aeropuerto');
  if (has('MEETING_ROOMS') && parts.length < 3) parts.push('se dispone de salas de reuniones');
  if (has('PETS_ALLOWED') && parts.length < 3) parts.push('se admiten mascotas');
  if (parts.length === 0) return undefined;
  const text = listed(parts.slice(0, 3));
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** Before an i sound, «y» becomes «e». */
function listed(items: readonly string[]): string {
  if (items.length < 2) return items.join('');
  const last = items.at(-1) as string;
  return `${items.slice(0, -1).join(', ')} ${/^h?i(?![aeiou])/i.test(last) ? 'e' : 'y'} ${last}`;
}
