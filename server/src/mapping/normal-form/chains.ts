/**
 * The normal form of chains and brands. Suppliers name either the brand (`Novotel`) or the group that owns it
 * (`Accor`). A group therefore agrees with each of its brands, but two brands of one group differ. Pure.
 */
import { wordsOf } from './words.ts';

const FILLERS = new Set(
  'hotel hotels resort resorts inn inns suites collection group international worldwide and the by of brands hostels company co'.split(
    ' ',
  ),
);

/** Brands of the largest groups, by the normal form of the group's name. */
const GROUPS: Readonly<Record<string, string>> = {
  accor:
    'ibis|ibis styles|ibis budget|novotel|mercure|sofitel|pullman|mgallery|fairmont|raffles|swissotel|movenpick|adagio|mama shelter|tribe|greet|rixos|grand mercure|25hours|mantra|peppers',
  marriott:
    'sheraton|westin|courtyard|residence|fairfield|ritz carlton|renaissance|le meridien|aloft|moxy|ac|autograph|st regis|w|springhill|towneplace|four points|delta|element|tribute portfolio|jw marriott|luxury|gaylord|protea',
  hilton:
    'doubletree|hampton|garden|embassy|conrad|waldorf astoria|curio|tapestry|homewood|home2|canopy|motto|tru|hilton garden',
  ihg: 'holiday|holiday express|crowne plaza|intercontinental|indigo|staybridge|candlewood|kimpton|even|voco|avid|six senses|regent',
  hyatt:
    'grand hyatt|park hyatt|hyatt regency|hyatt place|hyatt house|andaz|thompson|alila|hyatt centric|zilara|ziva',
  wyndham:
    'ramada|days|super 8|travelodge|howard johnson|la quinta|baymont|tryp|microtel|dolce|wyndham garden|hawthorn|trademark',
  'best western': 'best western plus|best western premier|surestay|worldhotels|aiden|glo|vib',
  radisson: 'radisson blu|radisson red|park plaza|park|country|radisson individuals|prizeotel|art otel',
  choice: 'comfort|quality|clarion|cambria|ascend|sleep|econo lodge|rodeway|mainstay|suburban',
  melia: 'sol|tryp|innside|gran melia|me|paradisus|zel',
  nh: 'nhow|nh collection|tivoli|anantara|avani',
  barcelo: 'occidental|royal hideaway|allegro',
};

const GROUP_OF = new Map<string, string>();
for (const [group, brands] of Object.entries(GROUPS)) {
  GROUP_OF.set(group, group);
  for (const brand of brands.split('|')) GROUP_OF.set(brand, group);
}

/** Returns null if the name states no chain, as in `Independent Hotels`. */
export function chainForm(chain: string | null): string | null {
  if (chain === null) return null;
  const words = wordsOf(chain).filter(word => !FILLERS.has(word));
  const form = words.join(' ');
  return form === '' || /^(?:independent|none|no chain|other|n a|unaffiliated)$/.test(form) ? null : form;
}

export function compareChains(a: string, b: string): 'SAME' | 'RELATED' | 'DIFFERENT' {
  if (a === b) return 'SAME';
  const [groupA, groupB] = [GROUP_OF.get(a), GROUP_OF.get(b)];
  if (groupA !== undefined && groupA === groupB)
    return a === groupA || b === groupB ? 'RELATED' : 'DIFFERENT';
  // `Varnholt` and `Varnholt Hotels Europe`: one name contains all words of the other.
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  const words = new Set(long.split(' '));
  return short.split(' ').every(word => words.has(word)) ? 'RELATED' : 'DIFFERENT';
}
