/** Pure. A hotel as every answer of the area mentions it. */
import type { BookingRecord } from '@serai/contract/booking/booking-record.ts';
import type { CatalogueHotel } from './catalogue.ts';

export type HotelHeader = BookingRecord['hotel'];

export function hotelHeader(hotel: CatalogueHotel, language: string): HotelHeader {
  const { hotelId, categoryCode, stars, timeZone, location } = hotel;
  return {
    hotelId: hotelId as HotelHeader['hotelId'],
    name: hotel.name(language),
    categoryCode,
    stars,
    timeZone,
    location,
  };
}
