/** Distances on the globe. Pure. */

export interface Point {
  latitude: number;
  longitude: number;
}

const EARTH_KM = 6371.0088;
const RADIANS = Math.PI / 180;
export const KM_PER_DEGREE = EARTH_KM * RADIANS;

export function distanceKm(a: Point, b: Point): number {
  const [latitudeA, latitudeB] = [a.latitude * RADIANS, b.latitude * RADIANS];
  const sinLatitude = Math.sin((latitudeB - latitudeA) / 2);
  const sinLongitude = Math.sin(((b.longitude - a.longitude) * RADIANS) / 2);
  const h =
    sinLatitude * sinLatitude + Math.cos(latitudeA) * Math.cos(latitudeB) * sinLongitude * sinLongitude;
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** A point on the globe in space, in kilometres from its centre. */
export type Vector = readonly [x: number, y: number, z: number];

export function vectorOf({ latitude, longitude }: Point): Vector {
  const [phi, lambda] = [latitude * RADIANS, longitude * RADIANS];
  const r = EARTH_KM * Math.cos(phi);
  return [r * Math.cos(lambda), r * Math.sin(lambda), EARTH_KM * Math.sin(phi)];
}

/** Through the globe: never more than `distanceKm`. */
export function straightKm(a: Vector, b: Vector): number {
  const [x, y, z] = [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
  return Math.sqrt(x * x + y * y + z * z);
}
