/** Geometry on the globe, modelled as a sphere. Pure. */

export interface Point {
  latitude: number;
  longitude: number;
}

const EARTH_KM = 6371.0088;
const RADIANS = Math.PI / 180;
export const KM_PER_DEGREE = EARTH_KM * RADIANS;

/** The great-circle distance, calculated with the haversine formula. */
export function distanceKm(a: Point, b: Point): number {
  const [latitudeA, latitudeB] = [a.latitude * RADIANS, b.latitude * RADIANS];
  const sinLatitude = Math.sin((latitudeB - latitudeA) / 2);
  const sinLongitude = Math.sin(((b.longitude - a.longitude) * RADIANS) / 2);
  const h =
    sinLatitude * sinLatitude + Math.cos(latitudeA) * Math.cos(latitudeB) * sinLongitude * sinLongitude;
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** A point in Cartesian coordinates, in kilometres from the centre of the globe. */
export type Vector = readonly [x: number, y: number, z: number];

export function vectorOf({ latitude, longitude }: Point): Vector {
  const [phi, lambda] = [latitude * RADIANS, longitude * RADIANS];
  const r = EARTH_KM * Math.cos(phi);
  return [r * Math.cos(lambda), r * Math.sin(lambda), EARTH_KM * Math.sin(phi)];
}

/** The straight-line distance through the globe. It needs no trigonometry and is never longer than `distanceKm`. */
export function straightKm(a: Vector, b: Vector): number {
  const [x, y, z] = [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
  return Math.sqrt(x * x + y * y + z * z);
}

export interface CitySums {
  population: number;
  /** Sums of unit vectors, each multiplied by its city's weight. */
  x: number;
  y: number;
  z: number;
}

/** Gives some weight to a city whose population is unknown. */
export const CITY_MIN_WEIGHT = 100;

export function citySums({ population, latitude, longitude }: Point & { population: number }): CitySums {
  const weight = population + CITY_MIN_WEIGHT;
  const [phi, lambda] = [latitude * RADIANS, longitude * RADIANS];
  const r = weight * Math.cos(phi);
  return { population, x: r * Math.cos(lambda), y: r * Math.sin(lambda), z: weight * Math.sin(phi) };
}

export function addSums(a: CitySums, b: CitySums): CitySums {
  return { population: a.population + b.population, x: a.x + b.x, y: a.y + b.y, z: a.z + b.z };
}

/** Returns the weighted centre of cities on the sphere, or undefined if the cities cancel each other out. */
export function centreOf({ x, y, z }: CitySums): Point | undefined {
  if (Math.hypot(x, y, z) < 1e-9) return undefined;
  return {
    latitude: toDegrees(Math.atan2(z, Math.hypot(x, y))),
    longitude: toDegrees(Math.atan2(y, x)),
  };
}

/** Four decimals are about ten metres. Rounding makes the result independent of the order of summation. */
function toDegrees(radians: number): number {
  return Math.round((radians * 180 * 10_000) / Math.PI) / 10_000;
}
