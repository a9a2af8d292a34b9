import { describe, expect, it } from 'vitest';
import { formatDegrees, gridLines, project, viewOf, WORLD } from './place-plot.tsx';

const BARCELONA = { latitude: 41.39, longitude: 2.16 };
const MADRID = { latitude: 40.42, longitude: -3.7 };
const SYDNEY = { latitude: -33.87, longitude: 151.21 };

describe('viewOf', () => {
  it('the map shows the whole world if there are no points or they are far apart', () => {
    expect(viewOf([])).toBe(WORLD);
    expect(viewOf([BARCELONA, SYDNEY])).toBe(WORLD);
  });

  it.each([[[BARCELONA]], [[BARCELONA, MADRID]], [[SYDNEY]], [[{ latitude: 71, longitude: 25 }]]])(
    'the map shows every point well inside its edges: %j',
    points => {
      const view = viewOf(points);
      const width = view.width * view.squeeze;
      for (const point of points) {
        const { x, y } = project(view, point);
        expect(x).toBeGreaterThan(width * 0.1);
        expect(x).toBeLessThan(width * 0.9);
        expect(y).toBeGreaterThan(view.height * 0.1);
        expect(y).toBeLessThan(view.height * 0.9);
      }
      expect(width / view.height).toBeCloseTo(WORLD.width / WORLD.height);
    },
  );

  it('the map has a few grid lines at round degrees', () => {
    const { meridians, parallels } = gridLines(viewOf([BARCELONA, MADRID]));
    expect(parallels).toEqual([35, 40, 45]);
    expect(parallels.length).toBeGreaterThan(1);
    expect(meridians.length).toBeLessThan(25);
    expect(gridLines(WORLD).parallels).toEqual([-30, 0, 30, 60]);
  });
});

it('the map places north at the top and east on the right', () => {
  expect(project(WORLD, { latitude: 84, longitude: -180 })).toEqual({ x: 0, y: 0 });
  expect(project(WORLD, { latitude: -60, longitude: 180 })).toEqual({ x: 360, y: 144 });
});

it.each([
  [41.39, 'latitude', '41.4° N'],
  [-33.9, 'latitude', '33.9° S'],
  [-3, 'longitude', '3° W'],
  [0, 'longitude', '0°'],
] as const)('the map formats %d degrees of %s as %s', (value, kind, text) => {
  expect(formatDegrees(value, kind)).toBe(text);
});
