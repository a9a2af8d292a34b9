/** Invents names for sandbox hotels, unique within a city, and assigns some hotels to invented chains. Pure. */
import type { CatalogueHotel } from '@serai/contract/catalogue/catalogue-file.ts';
import type { SandboxCity } from './cities/sandbox-city.ts';
import type { HotelPlan } from './plan-hotel.ts';
import type { SeededRandom } from './seeded-random.ts';
import { ENGLISH } from './words/germanic.ts';
import { namingOf } from './words/naming-of.ts';

type Chain = NonNullable<CatalogueHotel['chain']>;

/** The hotels of a chain are named after the first word of its name. */
const CHAINS: readonly (Chain & {
  comfort: readonly [number, number];
  types: readonly CatalogueHotel['type'][];
})[] = [
  { code: 'VRN', name: 'Varnholt Hotels', comfort: [4, 5], types: ['HOTEL'] },
  { code: 'BRK', name: 'Brackenfold Inns', comfort: [2, 3], types: ['HOTEL'] },
  { code: 'ORZ', name: 'Orizelle Collection', comfort: [5, 5], types: ['HOTEL', 'RESORT'] },
  { code: 'MZL', name: 'Marzuela Resorts', comfort: [3, 5], types: ['RESORT'] },
  { code: 'LMW', name: 'Lumarrow Hotels', comfort: [3, 4], types: ['HOTEL'] },
  { code: 'TDR', name: 'Tidderley Suites', comfort: [2, 5], types: ['APARTHOTEL'] },
  { code: 'KZM', name: 'Kezmir Hotels', comfort: [3, 4], types: ['HOTEL'] },
  { code: 'SNB', name: 'Snugbarrow Hostels', comfort: [1, 2], types: ['HOSTEL'] },
  { code: 'PLD', name: 'Palindra Hotels & Resorts', comfort: [4, 5], types: ['HOTEL', 'RESORT'] },
];

const SHARE_IN_CHAINS = 0.2;

export interface Named {
  name: string;
  language: string;
  chain: Chain | undefined;
}

export function hotelNamer(random: SeededRandom, city: SandboxCity): (plan: HotelPlan) => Named {
  const naming = namingOf(city.countryCode);
  const things = random.shuffled(naming.things);
  const taken = new Set<string>();
  let next = 0;

  function ofChain(plan: HotelPlan): Named | undefined {
    if (!random.chance(SHARE_IN_CHAINS)) return undefined;
    const fits = CHAINS.filter(
      ({ comfort, types }) =>
        types.includes(plan.type) && comfort[0] <= plan.comfort && plan.comfort <= comfort[1],
    );
    const offer = fits.length === 0 ? undefined : random.pick(fits);
    if (offer === undefined) return undefined;
    const name = `${offer.name.split(' ')[0]} ${plan.spot.district ?? city.name}`;
    const chain = { code: offer.code, name: offer.name };
    return take(name) ? { name, language: 'en', chain } : undefined;
  }

  function take(name: string): boolean {
    if (taken.has(name)) return false;
    taken.add(name);
    return true;
  }

  function withOwnName(plan: HotelPlan): Named {
    const key = plan.type === 'HOTEL' && plan.comfort === 5 ? 'GRAND' : plan.type;
    const patterns = naming.patterns[key] ?? ENGLISH.patterns[key] ?? ['{thing}'];
    for (let tries = 0; ; tries++) {
      const thing = things[next++ % things.length] as string;
      const pattern = random.pick(patterns);
      const isCityGiven = pattern.includes('{city}') || tries > things.length;
      const text = `${pattern.replace(' {city}', '')}${isCityGiven ? ` ${city.name}` : ''}`;
      const name = text.replace('{thing}', thing);
      if (take(name)) return { name, language: naming.language, chain: undefined };
      if (tries > 200) throw new Error(`No unused name is left for a hotel in ${city.name}`);
    }
  }

  return plan => ofChain(plan) ?? withOwnName(plan);
}
