/** Tests whether a point lies in a GeoJSON area, including areas that cross the antimeridian. Pure. */
import type { Point } from '../../places/sphere.ts';

export type Position = readonly number[];
export type Ring = readonly Position[];

export type AreaGeometry = (
  | { type: 'Polygon'; coordinates: readonly Ring[] }
  | { type: 'MultiPolygon'; coordinates: readonly (readonly Ring[])[] }
) & {
  /** If given, only places in these countries belong to the area. */
  countryCodes?: readonly string[] | undefined;
};

export interface BoundingBox {
  south: number;
  /** Greater than `east` if the box crosses the antimeridian. */
  west: number;
  north: number;
  east: number;
}

interface Part {
  rings: Position[][];
  south: number;
  west: number;
  north: number;
  east: number;
}

export interface ZoneShape {
  contains(point: Point): boolean;
  box: BoundingBox;
}

export function zoneShape(geometry: AreaGeometry): ZoneShape {
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  const parts = polygons.map(partOf);
  return { contains: point => parts.some(part => partContains(part, point)), box: boxOf(parts) };
}

function partOf(rings: readonly Ring[]): Part {
  const [outer = []] = rings;
  const unrolled = rings.map(unroll);
  const first = unrolled[0] ?? [];
  const anchor = outer[0]?.[0] ?? 0;
  // A hole may have been unrolled on the other side of the antimeridian. It is moved back to its outline.
  for (const hole of unrolled.slice(1)) {
    const shift = Math.round(((hole[0]?.[0] ?? anchor) - centre(first)) / 360) * 360;
    if (shift !== 0) for (const [i, [x = 0, y = 0]] of hole.entries()) hole[i] = [x - shift, y];
  }
  const longitudes = first.map(([x = 0]) => x);
  const latitudes = first.map(([, y = 0]) => y);
  return {
    rings: unrolled,
    south: Math.min(...latitudes),
    north: Math.max(...latitudes),
    west: Math.min(...longitudes),
    east: Math.max(...longitudes),
  };
}

function centre(ring: Ring): number {
  const longitudes = ring.map(([x = 0]) => x);
  return (Math.min(...longitudes) + Math.max(...longitudes)) / 2;
}

/** A step of more than half the globe is assumed to cross the antimeridian, so longitudes continue beyond 180. */
function unroll(ring: Ring): Position[] {
  const positions: Position[] = [];
  let offset = 0;
  let before: number | undefined;
  for (const [x = 0, y = 0] of ring) {
    if (before !== undefined && Math.abs(x - before) > 180) offset += x < before ? 360 : -360;
    before = x;
    positions.push([x + offset, y]);
  }
  return positions;
}

function partContains(part: Part, { latitude, longitude }: Point): boolean {
  if (latitude < part.south || latitude > part.north) return false;
  for (const turn of [0, 360, -360]) {
    const x = longitude + turn;
    if (x < part.west || x > part.east) continue;
    // Applies the even-odd rule to all rings, so that holes are outside.
    let inside = false;
    for (const ring of part.rings) if (crossings(ring, x, latitude)) inside = !inside;
    if (inside) return true;
  }
  return false;
}

/** Returns true if a ray to the east crosses the ring an odd number of times. */
function crossings(ring: readonly Position[], x: number, y: number): boolean {
  let odd = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [xi = 0, yi = 0] = ring[i] as Position;
    const [xj = 0, yj = 0] = ring[j] as Position;
    if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) odd = !odd;
  }
  return odd;
}

function boxOf(parts: readonly Part[]): BoundingBox {
  const south = Math.min(...parts.map(part => part.south));
  const north = Math.max(...parts.map(part => part.north));
  const [west, east] = span(parts);
  const isAll = east - west >= 360;
  return { south, north, west: isAll ? -180 : wrap(west), east: isAll ? 180 : wrap(east) };
}

/**
 * A span of longitudes that contains all parts. Each part is added on the side on which it lengthens the span least.
 */
function span(parts: readonly Part[]): [west: number, east: number] {
  let [west, east] = [parts[0]?.west ?? 0, parts[0]?.east ?? 0];
  for (const part of parts.slice(1)) {
    const choices = [0, 360, -360].map(turn => [
      Math.min(west, part.west + turn),
      Math.max(east, part.east + turn),
    ]);
    const [shortest] = choices.sort(([w = 0, e = 0], [v = 0, f = 0]) => e - w - (f - v));
    [west, east] = shortest as [number, number];
  }
  return [west, east];
}

function wrap(longitude: number): number {
  if (longitude >= -180 && longitude <= 180) return longitude;
  return ((((longitude + 180) % 360) + 360) % 360) - 180;
}
