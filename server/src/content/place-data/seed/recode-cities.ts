/**
 * The package with the names of regions has cities too, of its own age: where a country renumbered its regions, they say
 * in which of the listed regions a city of the other package lies now. Pure.
 */
import { distanceKm } from '../../places/sphere.ts';

/** A city as the package of regions has it. */
export interface ListedCity {
  country: string;
  lat: string;
  lng: string;
  /** Without the country: `56`. */
  admin1: string;
}

export interface StagedCity {
  n: number;
  countryCode: string;
  latitude: number;
  longitude: number;
}

/** How far the listed city may lie that tells the region of one that is not listed. */
const REACH_KM = 30;

/** New codes, by `n`, for the cities of these countries. */
export function recodeCities(
  cities: readonly StagedCity[],
  listed: readonly ListedCity[],
  regionCodes: ReadonlySet<string>,
): Map<number, string> {
  const countries = new Set(cities.map(({ countryCode }) => countryCode));
  const byCountry = Map.groupBy(
    listed
      .filter(({ country }) => countries.has(country))
      .map(({ lat, lng, ...city }) => ({ ...city, latitude: Number(lat), longitude: Number(lng) })),
    ({ country }) => country,
  );
  const codes = new Map<number, string>();
  for (const city of cities) {
    let nearest = { km: REACH_KM, admin1: undefined as string | undefined };
    for (const other of byCountry.get(city.countryCode) ?? []) {
      if (Math.abs(other.latitude - city.latitude) > 0.5) continue;
      const km = distanceKm(city, other);
      if (km < nearest.km) nearest = { km, admin1: other.admin1 };
    }
    const { admin1 } = nearest;
    if (admin1 !== undefined && regionCodes.has(`${city.countryCode}.${admin1}`)) codes.set(city.n, admin1);
  }
  return codes;
}
