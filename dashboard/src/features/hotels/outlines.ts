/** The outlines of all countries as SVG paths, in degrees. Loaded only when a map is shown. */
import { feature, mesh } from 'topojson-client';
import atlasUrl from 'world-atlas/countries-50m.json?url';

interface Outlines {
  land: string;
  borders: string;
}

type Ring = readonly (readonly number[])[];
type Atlas = Parameters<typeof feature>[0];

export async function loadOutlines(): Promise<Outlines> {
  const response = await fetch(atlasUrl);
  const atlas = (await response.json()) as Atlas;
  const land = feature(atlas, atlas.objects.land as never) as unknown as Shape;
  const borders = mesh(atlas, atlas.objects.countries as never, (a, b) => a !== b);
  return {
    land: polygonsOf(land).map(ringPath).join(''),
    borders: (borders.coordinates as Ring[]).map(linePath).join(''),
  };
}

interface Shape {
  features?: Shape[];
  geometry?: { type: string; coordinates: Ring[] | Ring[][] };
}

function polygonsOf({ features = [], geometry }: Shape): Ring[] {
  const own =
    geometry === undefined
      ? []
      : geometry.type === 'Polygon'
        ? (geometry.coordinates as Ring[])
        : (geometry.coordinates as Ring[][]).flat();
  return [...own, ...features.flatMap(polygonsOf)];
}

const ringPath = (ring: Ring) => `${linePath(ring)}Z`;

/** SVG counts downwards, latitudes upwards. */
function linePath(ring: Ring): string {
  return `M${ring.map(([x = 0, y = 0]) => `${round(x)} ${round(-y)}`).join('L')}`;
}

const round = (degrees: number) => Math.round(degrees * 1000) / 1000;
