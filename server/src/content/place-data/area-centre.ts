/** Where a country or region lies when only its cities are known: their weighted centre on the sphere. Pure. */

export interface CitySums {
  population: number;
  /** Sums of unit vectors, each times its city's weight. */
  x: number;
  y: number;
  z: number;
}

export function addSums(a: CitySums, b: CitySums): CitySums {
  return { population: a.population + b.population, x: a.x + b.x, y: a.y + b.y, z: a.z + b.z };
}

/** Undefined where cities outweigh each other all around the globe. */
export function centreOf({ x, y, z }: CitySums): { latitude: number; longitude: number } | undefined {
  if (Math.hypot(x, y, z) < 1e-9) return undefined;
  return {
    latitude: toDegrees(Math.atan2(z, Math.hypot(x, y))),
    longitude: toDegrees(Math.atan2(y, x)),
  };
}

/** Four digits are ten metres, and hide in which order the sums were made. */
function toDegrees(radians: number): number {
  return Math.round((radians * 180 * 10_000) / Math.PI) / 10_000;
}
