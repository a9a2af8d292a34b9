/** Calculates the box of latitudes and longitudes that contains everything within a given distance of a point. Pure. */

export interface BoundingBox {
  south: number;
  north: number;
  /**
   * Greater than `east` if the box crosses the antimeridian. Both are undefined if the box contains a pole and spans all
   * longitudes.
   */
  west?: number;
  east?: number;
}

const EARTH_RADIUS_METRES = 6_371_008.8;
/** Enlarges the box slightly, so that rounding never excludes a point within the distance. */
const MARGIN = 1e-9;

export function boundingBox(latitude: number, longitude: number, radiusMetres: number): BoundingBox {
  const angle = radiusMetres / EARTH_RADIUS_METRES + MARGIN;
  const reach = degrees(angle);
  const south = Math.max(-90, latitude - reach);
  const north = Math.min(90, latitude + reach);
  if (south === -90 || north === 90) return { south, north };
  const sine = Math.sin(angle) / Math.cos(radians(latitude));
  const width = degrees(Math.asin(Math.min(1, sine))) + MARGIN;
  return { south, north, west: wrap(longitude - width), east: wrap(longitude + width) };
}

function wrap(longitude: number): number {
  if (longitude < -180) return longitude + 360;
  return longitude > 180 ? longitude - 360 : longitude;
}

function radians(angle: number): number {
  return (angle * Math.PI) / 180;
}

function degrees(angle: number): number {
  return (angle * 180) / Math.PI;
}
