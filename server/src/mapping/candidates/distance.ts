/** Distances between hotels. Pure. */
const METRES_PER_DEGREE = 111_195;
const RADIANS = Math.PI / 180;

interface Position {
  lat: number;
  lng: number;
}

/** An equirectangular approximation. Its error is below 0.1 % up to 50 km, and it is much faster than haversine. */
export function distanceMetres(a: Position, b: Position): number {
  const north = a.lat - b.lat;
  let east = Math.abs(a.lng - b.lng);
  if (east > 180) east = 360 - east;
  const scaled = east * Math.cos(((a.lat + b.lat) / 2) * RADIANS);
  return METRES_PER_DEGREE * Math.sqrt(north * north + scaled * scaled);
}
