/**
 * Names of regions come from another package than cities, and a country may have renumbered its regions between the two.
 * A country whose cities speak of other regions than the list gets none: no region is better than a wrong one. Pure.
 */

export interface ListedRegion {
  /** `ES.56`. */
  code: string;
  name: string;
}

export interface CodedCities {
  /** `ES.56`. */
  code: string;
  cities: number;
  /** Seats of a region or country among them. */
  seats: readonly string[];
}

/** The least share of a country's cities whose code is in the list. */
const LEAST_KNOWN = 0.9;

/** Countries of the list whose regions do not fit. */
export function unfittingCountries(
  regions: readonly ListedRegion[],
  fitting: readonly ListedRegion[],
): string[] {
  const fits = new Set(fitting.map(({ code }) => countryOf(code)));
  return [...new Set(regions.map(({ code }) => countryOf(code)))].filter(country => !fits.has(country));
}

export function fittingRegions(
  regions: readonly ListedRegion[],
  coded: readonly CodedCities[],
): ListedRegion[] {
  const listed = new Set(regions.map(({ code }) => code));
  const citiesOf = Map.groupBy(coded, ({ code }) => countryOf(code));
  const regionsOf = Map.groupBy(regions, ({ code }) => countryOf(code));
  return [...regionsOf].flatMap(([country, list]) => {
    const cities = citiesOf.get(country) ?? [];
    return shareKnown(cities, listed) >= LEAST_KNOWN && isPlausible(list, cities) ? list : [];
  });
}

function countryOf(code: string): string {
  return code.slice(0, code.indexOf('.'));
}

function shareKnown(coded: readonly CodedCities[], listed: ReadonlySet<string>): number {
  const sum = (rows: readonly CodedCities[]) => rows.reduce((total, { cities }) => total + cities, 0);
  const all = sum(coded);
  return all === 0 ? 1 : sum(coded.filter(({ code }) => listed.has(code))) / all;
}

/** Many regions are named after their seat. Some seats lie in a city region beside it, so one alone proves nothing. */
function isPlausible(regions: readonly ListedRegion[], coded: readonly CodedCities[]): boolean {
  const seats = coded.flatMap(({ code, seats: names }) => names.map(name => ({ code, name: words(name) })));
  let [inside, outside] = [0, 0];
  for (const { code, name } of regions) {
    const text = words(name);
    const namesakes = seats.filter(seat => text.startsWith(seat.name));
    if (namesakes.length === 0) continue;
    if (namesakes.some(seat => seat.code === code)) inside += 1;
    else outside += 1;
  }
  return outside <= Math.max(inside, 1);
}

/** In plain small letters between spaces, so that whole words can be looked for. */
function words(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('đ', 'd');
  return ` ${plain.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim()} `;
}
