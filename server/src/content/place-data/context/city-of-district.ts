/** How strongly a city claims a district, when only positions and sizes are known. Pure. */
import { distanceKm, type Point } from '../../places/sphere.ts';

export interface Settlement extends Point {
  population: number;
  weight: number;
}

/** How far a city spreads: a village 3 km, a city of a million 23, one of ten million 66. */
function reachKm(population: number): number {
  return 3 + Math.sqrt(population) / 50;
}

/** Mass over distance squared; 0 where the city does not reach so far, or is no larger than the district. */
export function claimOn(district: Settlement, city: Settlement): number {
  if (city.weight <= district.weight || Math.abs(city.latitude - district.latitude) > 1) return 0;
  const km = distanceKm(district, city);
  return km > reachKm(city.population) ? 0 : (city.population + 1) / (km + 2) ** 2;
}
