/** Invents check-in times, check-out times and policies for sandbox hotels, with texts in English and Spanish. Pure. */
import type { CatalogueHotel } from '@serai/contract/catalogue/catalogue-file.ts';
import { type HotelPlan, isHome } from './plan-hotel.ts';
import type { SeededRandom } from './seeded-random.ts';

type Policies = NonNullable<CatalogueHotel['policies']>;
type Text = Policies['texts'][number];

export interface HouseRules {
  checkIn: NonNullable<CatalogueHotel['checkIn']>;
  checkOut: NonNullable<CatalogueHotel['checkOut']>;
  policies: Policies;
}

export function rulesOf(random: SeededRandom, plan: HotelPlan): HouseRules {
  const { facilities } = plan;
  const isOpenAtNight = facilities.has('RECEPTION_24H');
  const from = random.pick(['14:00', '15:00', '15:00', '16:00']);
  const until = isOpenAtNight ? undefined : random.pick(['20:00', '21:00', '22:00', '23:00']);
  const leaving = random.pick(['10:00', '11:00', '11:00', '12:00']);
  const isForAdults = facilities.has('ADULTS_ONLY');
  const texts = [
    arrival(plan, until),
    ...children(random, plan),
    ...pets(plan),
    ...money(random, plan),
    ...goodToKnow(random, plan),
  ];
  return {
    checkIn: { from, ...(until !== undefined && { until }) },
    checkOut: { until: leaving },
    policies: {
      minimumCheckInAge: isForAdults
        ? 18
        : random.weighted([
            [18, 8],
            [21, plan.city.countryCode === 'US' ? 4 : 0],
            [16, 1],
          ]),
      childrenAllowed: !isForAdults,
      petsAllowed: facilities.has('PETS_ALLOWED'),
      texts,
    },
  };
}

/** Policy code, English text and Spanish text, separated by ` | `. The keys name the cases in which they apply. */
const TEXTS = {
  homeKeys:
    'CHECK_IN | The keys are handed over at the house. Please tell us when you will arrive; after {} only by arrangement. | Las llaves se entregan en la propia casa. Indíquenos su hora de llegada; después de las {}, solo con acuerdo previo.',
  alwaysOpen:
    'CHECK_IN | Reception is open around the clock. Please show an identity document on arrival. | La recepción está abierta las 24 horas. A la llegada se solicita un documento de identidad.',
  closesAt:
    'CHECK_IN | Reception closes at {}. If you arrive later, please let us know in advance. | La recepción cierra a las {}. Si llega más tarde, avísenos con antelación.',
  adultsOnly:
    'CHILDREN | Only guests aged 18 or over can stay here. | Solo se admiten huéspedes mayores de 18 años.',
  freeUnderAge:
    "CHILDREN | Children under {} stay free of charge in the beds of their parents' room. | Los menores de {} años se alojan gratis en las camas de la habitación de sus padres.",
  cots: 'EXTRA_BEDS | Cots are free of charge and must be requested in advance. | Las cunas son gratuitas y deben solicitarse con antelación.',
  assistanceAnimals:
    'PETS | No pets, with the exception of assistance animals. | No se admiten mascotas, salvo animales de asistencia.',
  paidPets:
    'PETS | Pets are welcome for an extra charge per night. | Se admiten mascotas con un suplemento por noche.',
  freePets: 'PETS | Pets are welcome free of charge. | Se admiten mascotas sin coste adicional.',
  touristTax:
    'MANDATORY_FEES | The local tourist tax is paid at the property. | La tasa turística local se paga en el alojamiento.',
  deposit:
    'DEPOSIT | A refundable deposit is taken on arrival. | A la llegada se cobra un depósito reembolsable.',
  extras:
    'PAYMENT | Extras can be paid by card or in cash. | Los extras se pueden pagar con tarjeta o en efectivo.',
  outdoorPool:
    'GOOD_TO_KNOW | The outdoor pool may be closed for part of the year. | La piscina exterior puede cerrar parte del año.',
  limitedParking:
    'GOOD_TO_KNOW | Parking spaces are limited and cannot be reserved. | Las plazas de aparcamiento son limitadas y no se pueden reservar.',
  smokeFree: 'GOOD_TO_KNOW | The whole house is smoke-free. | Todo el establecimiento está libre de humo.',
};

function text(name: keyof typeof TEXTS, value: string | number = ''): Text {
  const [code, en = '', es = ''] = TEXTS[name].replaceAll('{}', String(value)).split(' | ');
  return { code: code as Text['code'], text: { en, es } };
}

function arrival({ type }: HotelPlan, until: string | undefined): Text {
  if (isHome(type)) return text('homeKeys', until);
  return until === undefined ? text('alwaysOpen') : text('closesAt', until);
}

function children(random: SeededRandom, { facilities }: HotelPlan): Text[] {
  if (facilities.has('ADULTS_ONLY')) return [text('adultsOnly')];
  const texts: Text[] = [];
  if (random.chance(0.6)) texts.push(text('freeUnderAge', random.pick([2, 3, 6, 12])));
  if (facilities.has('COTS')) texts.push(text('cots'));
  return texts;
}

function pets({ facilities }: HotelPlan): Text[] {
  if (facilities.has('PETS_ALLOWED'))
    return [text(facilities.get('PETS_ALLOWED') === true ? 'paidPets' : 'freePets')];
  return facilities.has('SERVICE_ANIMALS') ? [text('assistanceAnimals')] : [];
}

/** Countries where many towns charge a tourist tax. */
const TAX_COUNTRIES = new Set('ES FR IT DE AT CH PT BE NL GR HR CZ HU AE'.split(' '));

function money(random: SeededRandom, { city, comfort, type }: HotelPlan): Text[] {
  const texts: Text[] = [];
  if (TAX_COUNTRIES.has(city.countryCode)) texts.push(text('touristTax'));
  if (isHome(type) || (comfort >= 4 && random.chance(0.35))) texts.push(text('deposit'));
  if (random.chance(0.4)) texts.push(text('extras'));
  return texts;
}

function goodToKnow(random: SeededRandom, { facilities }: HotelPlan): Text[] {
  const notes: Text[] = [];
  if (facilities.has('POOL_OUTDOOR')) notes.push(text('outdoorPool'));
  if (facilities.has('PARKING')) notes.push(text('limitedParking'));
  notes.push(text('smokeFree'));
  return random.chance(0.6) ? [random.pick(notes)] : [];
}
