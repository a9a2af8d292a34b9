/**
 * Pure. The canonical form of a hotel: the first language of its name comes first in all texts, the others follow
 * by tag, and empty fields are omitted. A hotel is therefore the same after passing through any format.
 */
import type { CatalogueHotel } from '@serai/contract/catalogue/catalogue-file.ts';

type Texts = Readonly<Record<string, string>>;

/** Expects the fields in the order of the schema, as parsing leaves them. */
export function canonicalHotel(hotel: CatalogueHotel): CatalogueHotel {
  const [main = ''] = Object.keys(hotel.name);
  return canonicalObject(hotel, main) as CatalogueHotel;
}

/** Fields whose value is a text in several languages. */
const TEXTS: ReadonlySet<string> = new Set(['name', 'description', 'caption', 'text']);

/** Fields that contain no text in several languages and are never empty objects. */
const PLAIN: ReadonlySet<string> = new Set([
  'address',
  'location',
  'facilities',
  'amenities',
  'beds',
  'occupancy',
]);

function canonicalObject(given: object, main: string): object {
  const members: [string, unknown][] = [];
  for (const [name, value] of Object.entries(given)) {
    const made = canonicalValue(name, value, main);
    if (value !== undefined && !holdsNothing(made)) members.push([name, made]);
  }
  return Object.fromEntries(members);
}

function canonicalValue(name: string, value: unknown, main: string): unknown {
  if (typeof value !== 'object' || value === null || PLAIN.has(name)) return value;
  if (Array.isArray(value)) return value.map(item => canonicalValue('', item, main));
  return TEXTS.has(name) ? ordered(value as Texts, main) : canonicalObject(value, main);
}

function ordered(texts: Texts, main: string): Texts {
  const rank = (tag: string) => (tag === main ? 0 : 1);
  const tags = Object.keys(texts).sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
  return Object.fromEntries(tags.map(tag => [tag, texts[tag] as string]));
}

/** An empty object, or policies with an empty list of texts. */
function holdsNothing(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const entries = Object.entries(value);
  return entries.every(([name, member]) => name === 'texts' && Array.isArray(member) && member.length === 0);
}
