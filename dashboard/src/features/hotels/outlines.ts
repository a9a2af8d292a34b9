/** The outlines of all countries, and the part of them that a map shows. Loaded only with a map. */
import { feature } from 'topojson-client';
import atlasUrl from 'world-atlas/countries-50m.json?url';
import { ASPECT, type MapView, type Point } from './content-draft.ts';

type Ring = readonly (readonly number[])[];
type Atlas = Parameters<typeof feature>[0];

export interface Outline {
  ring: Ring;
  /** The English name of its country. */
  country: string | undefined;
  west: number;
  east: number;
  south: number;
  north: number;
}

export async function loadOutlines(): Promise<Outline[]> {
  const response = await fetch(atlasUrl);
  const atlas = (await response.json()) as Atlas;
  const countries = feature(atlas, atlas.objects.countries as never) as unknown as Shape;
  const rings = (countries.features ?? []).flatMap(shape =>
    ringsOf(shape).map(ring => ({ ring, country: shape.properties?.name })),
  );
  return rings.map(({ ring, country }) => {
    const outline = { ring, country, west: 180, east: -180, south: 90, north: -90 };
    for (const [x = 0, y = 0] of ring) {
      outline.west = Math.min(outline.west, x);
      outline.east = Math.max(outline.east, x);
      outline.south = Math.min(outline.south, y);
      outline.north = Math.max(outline.north, y);
    }
    return outline;
  });
}

interface Shape {
  features?: Shape[];
  properties?: { name?: string };
  geometry?: { type: string; coordinates: Ring[] | Ring[][] };
}

function ringsOf({ features = [], geometry }: Shape): Ring[] {
  const own =
    geometry === undefined
      ? []
      : geometry.type === 'Polygon'
        ? (geometry.coordinates as Ring[])
        : (geometry.coordinates as Ring[][]).flat();
  return [...own, ...features.flatMap(ringsOf)];
}

/** In degrees. Hotels on piers and small islands are outside the coarse outlines. */
const NEAR = 0.5;

/** Whether a pin is clearly outside a country. False if the outlines do not contain the country. */
export function isFarFrom(
  country: string,
  { latitude, longitude }: Point,
  outlines: readonly Pick<Outline, 'country' | 'west' | 'east' | 'south' | 'north'>[],
): boolean {
  const own = outlines.filter(outline => outline.country === country);
  const isNear = ({ west, east, south, north }: (typeof own)[number]) =>
    longitude > west - NEAR && longitude < east + NEAR && latitude > south - NEAR && latitude < north + NEAR;
  return own.length > 0 && !own.some(isNear);
}

export const MAP_WIDTH = 1000;

/**
 * The visible outlines as one SVG path on a map of `MAP_WIDTH` units. Details that are too small to see are left out,
 * and so are most points outside the view, because drawing the whole world at a high zoom takes seconds.
 */
export function outlinePath(outlines: readonly Outline[], view: MapView): string {
  const scale = MAP_WIDTH / view.width;
  const height = view.width / ASPECT;
  const [west, north] = [view.longitude - view.width / 2, view.latitude + height / 2];
  const [east, south] = [west + view.width, north - height];
  const finest = view.width / 700;
  let path = '';
  for (const one of outlines) {
    if (one.east < west || one.west > east || one.north < south || one.south > north) continue;
    if (one.east - one.west < finest && one.north - one.south < finest) continue;
    let [lastX, lastY] = [Number.NaN, Number.NaN];
    let isStarted = false;
    for (const [x = 0, y = 0] of one.ring) {
      const isNear =
        x > west - view.width && x < east + view.width && y < north + height && y > south - height;
      const step = isNear ? finest : view.width / 4;
      if (Math.abs(x - lastX) < step && Math.abs(y - lastY) < step) continue;
      path += `${isStarted ? 'L' : 'M'}${Math.round((x - west) * scale * 10) / 10} ${Math.round((north - y) * scale * 10) / 10}`;
      [lastX, lastY, isStarted] = [x, y, true];
    }
    path += 'Z';
  }
  return path;
}
