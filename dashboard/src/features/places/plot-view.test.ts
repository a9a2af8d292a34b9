import { describe, expect, it } from 'vitest';
import { degreesText, linesOf, placeOn, viewOf, WORLD } from './plot-view.ts';

const BARCELONA = { latitude: 41.39, longitude: 2.16 };
const MADRID = { latitude: 40.42, longitude: -3.7 };
const SYDNEY = { latitude: -33.87, longitude: 151.21 };

describe('the part of the world that is shown', () => {
  it('is all of it without points, and when they are far apart', () => {
    expect(viewOf([])).toBe(WORLD);
    expect(viewOf([BARCELONA, SYDNEY])).toBe(WORLD);
  });

  it.each([[[BARCELONA]], [[BARCELONA, MADRID]], [[SYDNEY]], [[{ latitude: 71, longitude: 25 }]]])(
    'has every point well inside: %j',
    points => {
      const view = viewOf(points);
      const width = view.width * view.squeeze;
      for (const point of points) {
        const { x, y } = placeOn(view, point);
        expect(x).toBeGreaterThan(width * 0.1);
        expect(x).toBeLessThan(width * 0.9);
        expect(y).toBeGreaterThan(view.height * 0.1);
        expect(y).toBeLessThan(view.height * 0.9);
      }
      expect(width / view.height).toBeCloseTo(WORLD.width / WORLD.height);
    },
  );

  it('has a few lines of the grid, at round degrees', () => {
    const { meridians, parallels } = linesOf(viewOf([BARCELONA, MADRID]));
    expect(parallels).toEqual([35, 40, 45]);
    expect(parallels.length).toBeGreaterThan(1);
    expect(meridians.length).toBeLessThan(25);
    expect(linesOf(WORLD).parallels).toEqual([-30, 0, 30, 60]);
  });
});

it('north is above and east is right', () => {
  expect(placeOn(WORLD, { latitude: 84, longitude: -180 })).toEqual({ x: 0, y: 0 });
  expect(placeOn(WORLD, { latitude: -60, longitude: 180 })).toEqual({ x: 360, y: 144 });
});

it.each([
  [41.39, 'latitude', '41.4° N'],
  [-33.9, 'latitude', '33.9° S'],
  [-3, 'longitude', '3° W'],
  [0, 'longitude', '0°'],
] as const)('%d %s reads %s', (value, kind, text) => {
  expect(degreesText(value, kind)).toBe(text);
});
