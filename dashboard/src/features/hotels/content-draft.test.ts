import { expect, it } from 'vitest';
import { moved, movedTo, pointAt, within, withoutEmpty, zoomed } from './content-draft.ts';

it('photos move by one place and stay within the list', () => {
  expect(moved(['a', 'b', 'c'], 1, -1)).toEqual(['b', 'a', 'c']);
  expect(moved(['a', 'b'], 1, 1)).toEqual(['a', 'b']);
});

it('languages without a text are left out', () => {
  expect(withoutEmpty({ en: 'Casa', es: ' ' })).toEqual({ en: 'Casa' });
});

it('a click on the map is converted to coordinates', () => {
  const view = { latitude: 41, longitude: 2, width: 4 };
  expect(pointAt(view, 0.5, 0.5)).toEqual({ latitude: 41, longitude: 2 });
  expect(pointAt(view, 0, 0)).toEqual({ latitude: 42, longitude: 0 });
});

it('the map stays on the world and has a smallest and largest zoom', () => {
  expect(within({ latitude: 89, longitude: 179, width: 40 })).toEqual({
    latitude: 80,
    longitude: 160,
    width: 40,
  });
  expect(zoomed({ latitude: 0, longitude: 0, width: 360 }, 2).width).toBe(360);
  expect(zoomed({ latitude: 0, longitude: 0, width: 0.06 }, 0.1).width).toBe(0.05);
});

it('a dragged photo takes its new place, and those in between move by one', () => {
  expect(movedTo(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd']);
  expect(movedTo(['a', 'b', 'c', 'd'], 3, 1)).toEqual(['a', 'd', 'b', 'c']);
});
