import { expect, it } from 'vitest';
import { isFarFrom } from './outlines.ts';

const spain = { country: 'Spain', west: -9, east: 3, south: 36, north: 44 };
const canaries = { country: 'Spain', west: -18, east: -13, south: 27, north: 30 };

it('a pin is far from a country if it is outside all its parts', () => {
  expect(isFarFrom('Spain', { latitude: 41.4, longitude: 2.2 }, [spain, canaries])).toBe(false);
  expect(isFarFrom('Spain', { latitude: 28.1, longitude: -15.4 }, [spain, canaries])).toBe(false);
  expect(isFarFrom('Spain', { latitude: 0, longitude: 0 }, [spain, canaries])).toBe(true);
  // Nothing is known about a country without outlines.
  expect(isFarFrom('Atlantis', { latitude: 0, longitude: 0 }, [spain])).toBe(false);
});
