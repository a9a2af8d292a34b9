import { expect, it } from 'vitest';
import { hotelIdOf } from './catalogue-hotel.ts';

it('the hotel id for a sourceId never changes, because partners and offers store it', () => {
  expect(hotelIdOf('sandbox', 'own-1')).toBe('htl_9TE80YD7VPZS');
  expect(hotelIdOf('production', 'own-1')).not.toBe(hotelIdOf('sandbox', 'own-1'));
  expect(hotelIdOf('sandbox', 'own-2')).not.toBe(hotelIdOf('sandbox', 'own-1'));
});

it('hotel ids have 12 characters after the prefix and contain no easily confused letters', () => {
  for (let i = 0; i < 1_000; i++) {
    expect(hotelIdOf('sandbox', `hotel ${i}`)).toMatch(/^htl_[0-9A-HJKMNP-TV-Z]{12}$/);
  }
});
