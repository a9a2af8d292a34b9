/** A hotel of the catalogue as operators see it in lists. */
import { z } from 'zod';
import { HOTEL_TYPES } from '../../content/code-lists.ts';
import { recordStatus } from '../../content/content-record.ts';
import { hotelId, placeId } from '../../shared/ids.ts';
import { stars } from '../../shared/lodging.ts';
import { choice, count, countryCode, flag, instant, listCode } from '../../shared/values.ts';

export const catalogueHotel = () =>
  z.strictObject({
    hotelId: hotelId(),
    sourceId: z.string().nullable().describe('Your own id of the hotel, as the catalogue file names it.'),
    status: recordStatus(),
    name: z.string().describe('In English, else in the first language it has.'),
    type: choice(HOTEL_TYPES),
    categoryCode: listCode().nullable().describe('As the category list explains it.'),
    stars: stars().nullable(),
    city: z.string().nullable(),
    countryCode: countryCode(),
    canonicalCityId: placeId().nullable().describe('The place the hotel belongs to.'),
    rooms: count(0, 1_000_000).describe('Room types that are ACTIVE.'),
    ownInventory: flag().describe('Whether it has rooms of our own to sell.'),
    updatedAt: instant(),
  });

export const CATALOGUE_HOTEL_EXAMPLE = {
  hotelId: 'htl_casa_luna',
  sourceId: 'H-1001',
  status: 'ACTIVE',
  name: 'Casa Luna',
  type: 'HOTEL',
  categoryCode: '4',
  stars: 4,
  city: 'Barcelona',
  countryCode: 'ES',
  canonicalCityId: 'plc_7Q2M4K9TXA1WZB3E',
  rooms: 3,
  ownInventory: true,
  updatedAt: '2027-02-01T10:00:00Z',
} as z.input<ReturnType<typeof catalogueHotel>>;
