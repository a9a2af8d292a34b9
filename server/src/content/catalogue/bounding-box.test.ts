import fc from 'fast-check';
import { expect, it } from 'vitest';
import { boundingBox } from './bounding-box.ts';

const RADIUS = 6_371_008.8;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

function metresBetween(a: readonly [number, number], b: readonly [number, number]): number {
  const across = Math.sin(radians(b[1] - a[1]) / 2) ** 2 * Math.cos(radians(a[0])) * Math.cos(radians(b[0]));
  return 2 * RADIUS * Math.asin(Math.min(1, Math.sqrt(Math.sin(radians(b[0] - a[0]) / 2) ** 2 + across)));
}

function pointAt([lat, lon]: readonly [number, number], metres: number, bearing: number): [number, number] {
  const angle = metres / RADIUS;
  const sine =
    Math.sin(radians(lat)) * Math.cos(angle) + Math.cos(radians(lat)) * Math.sin(angle) * Math.cos(bearing);
  const y = Math.sin(bearing) * Math.sin(angle) * Math.cos(radians(lat));
  const x = Math.cos(angle) - Math.sin(radians(lat)) * sine;
  const east = lon + (Math.atan2(y, x) * 180) / Math.PI;
  return [(Math.asin(sine) * 180) / Math.PI, ((((east + 180) % 360) + 360) % 360) - 180];
}

it('a bounding box contains every point within its distance, anywhere on Earth', () => {
  const latitude = fc.oneof(
    fc.double({ min: -90, max: 90, noNaN: true }),
    fc.constantFrom(-90, -89.9, 0, 89.99, 90),
  );
  const longitude = fc.oneof(
    fc.double({ min: -180, max: 180, noNaN: true }),
    fc.constantFrom(-180, -179.999, 179.9, 180),
  );
  fc.assert(
    fc.property(
      latitude,
      longitude,
      fc.double({ min: 100, max: 50_000, noNaN: true }),
      fc.double({ min: 0, max: 2 * Math.PI, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (lat, lon, radius, bearing, part) => {
        const [pointLat, pointLon] = pointAt([lat, lon], radius * part, bearing);
        fc.pre(metresBetween([lat, lon], [pointLat, pointLon]) <= radius);
        const { south, north, west, east } = boundingBox(lat, lon, radius);
        expect(pointLat).toBeGreaterThanOrEqual(south);
        expect(pointLat).toBeLessThanOrEqual(north);
        if (west === undefined || east === undefined) return;
        expect(
          west <= east ? pointLon >= west && pointLon <= east : pointLon >= west || pointLon <= east,
        ).toBe(true);
      },
    ),
    { numRuns: 5_000 },
  );
});

it('a bounding box at the equator is as wide as it is high', () => {
  const { south, north, west = 0, east = 0 } = boundingBox(0, 0, 10_000);
  expect(north - south).toBeCloseTo(0.1798, 3);
  expect(east - west).toBeCloseTo(0.1798, 3);
});
