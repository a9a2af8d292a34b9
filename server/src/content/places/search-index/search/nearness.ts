/** How much a place is lifted for being close to where the asker is. */

const EARTH_RADIUS_KM = 6371;
const RADIANS = Math.PI / 180;
const REACH_KM = 150;
const MOST = 0.3;

/** The greatest lift there is. */
export const MOST_NEAR_LIFT = 1 + MOST;

export function nearLift(
  near: { latitude: number; longitude: number },
  latitude: number,
  longitude: number,
): number {
  const km = distanceKm(near.latitude, near.longitude, latitude, longitude);
  return 1 + MOST / (1 + (km / REACH_KM) ** 2);
}

function distanceKm(latitudeA: number, longitudeA: number, latitudeB: number, longitudeB: number): number {
  const dLatitude = (latitudeB - latitudeA) * RADIANS;
  const dLongitude = (longitudeB - longitudeA) * RADIANS;
  const h =
    Math.sin(dLatitude / 2) ** 2 +
    Math.cos(latitudeA * RADIANS) * Math.cos(latitudeB * RADIANS) * Math.sin(dLongitude / 2) ** 2;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(h)));
}
