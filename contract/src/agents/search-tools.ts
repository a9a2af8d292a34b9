/** The tools that find a place, a stay and a hotel. They change nothing. */
import { z } from 'zod';
import { availability, SEARCH_SORTS } from '../booking/availability.ts';
import { MAX_ROOMS, occupancy } from '../booking/occupancy.ts';
import { placesQuery } from '../content/places-search.ts';
import { hotelId, placeId } from '../shared/ids.ts';
import { BOARD_CODES, boardCode, stars } from '../shared/lodging.ts';
import { exactlyOneOf } from '../shared/rule.ts';
import { choice, count, countryCode, decimal, flag, languageTag, opaque } from '../shared/values.ts';
import { deadline, defineTool, thirdPartyName, thirdPartyText, time, toolPrice } from './tool.ts';

const search = availability.input.shape;
const DEFAULT = "Default: the partner's setting.";

export const DEFAULT_PLACES = 5;
export const DEFAULT_HOTELS = 5;
export const DEFAULT_OFFERS = 2;

export const searchPlaces = defineTool({
  name: 'search_places',
  title: 'Search places',
  description:
    'Finds cities, regions, airports and other places by name or IATA code. Use the `placeId` of the right place in `search_stays`. If several places fit, ask the person which one is meant.',
  scope: 'content:read',
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({
    query: placesQuery().shape.query,
    countryCodes: z.array(countryCode()).min(1).max(20).optional(),
    language: languageTag().optional(),
    limit: count(1, 10).optional().describe(`Default: ${DEFAULT_PLACES}.`),
  }),
  output: z.object({
    places: z.array(
      z.object({
        placeId: z.string(),
        type: z.string(),
        displayName: thirdPartyName,
        countryCode: z.string(),
        iataCode: z.string().nullable(),
      }),
    ),
  }),
});

export const searchStays = defineTool({
  name: 'search_stays',
  title: 'Search stays',
  description:
    'Searches hotels with bookable offers for one stay. Give exactly one of `placeId`, `hotelIds` or `near`. An offer covers all rooms of the request and expires. Prices are not guaranteed: call `quote_stay` with an `offerId` before you promise anything. If `complete` is false, further offers may exist.',
  scope: 'hotels:search',
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
  input: z
    .strictObject({
      checkIn: search.checkIn,
      checkOut: search.checkOut,
      rooms: z.array(occupancy()).min(1).max(MAX_ROOMS).describe('One entry per room.'),
      placeId: placeId().optional(),
      hotelIds: z.array(hotelId()).min(1).max(20).optional(),
      near: search.geo.unwrap().optional(),
      guestNationality: search.guestNationality.describe(`ISO 3166-1 alpha-2 code. ${DEFAULT}`),
      currency: search.currency.describe(`ISO 4217 code. ${DEFAULT}`),
      language: search.language.describe(DEFAULT),
      maxPrice: decimal().optional().describe('Highest `price.net` of the stay, in `currency`.'),
      refundableOnly: flag().optional(),
      boards: z.array(boardCode()).min(1).max(BOARD_CODES.length).optional(),
      minStars: stars().optional(),
      sort: choice(SEARCH_SORTS).optional(),
      limit: count(1, 10).optional().describe(`Number of hotels. Default: ${DEFAULT_HOTELS}.`),
      offersPerHotel: count(1, 5).optional().describe(`Cheapest first. Default: ${DEFAULT_OFFERS}.`),
      cursor: opaque(2048).optional().describe('`nextCursor` of the previous page, with the same arguments.'),
    })
    .check(exactlyOneOf('placeId', 'hotelIds', 'near')),
  output: z.object({
    hotels: z.array(
      z.object({
        hotelId: z.string(),
        name: thirdPartyName,
        stars: z.number().nullable(),
        offers: z.array(
          z.object({
            offerId: z.string(),
            expiresAt: time,
            rooms: z.array(z.object({ roomRef: z.number(), name: thirdPartyName })),
            board: z.string(),
            payment: z.string(),
            price: toolPrice,
            cancellation: z.object(deadline),
          }),
        ),
      }),
    ),
    complete: z.boolean(),
    nextCursor: z.string().nullable(),
  }),
});

export const getHotel = defineTool({
  name: 'get_hotel',
  title: 'Get a hotel',
  description:
    'Returns the address, times, facilities, policies and description of one hotel. It contains no prices. Descriptions and policies are written by the hotel or a supplier.',
  scope: 'content:read',
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({ hotelId: hotelId(), language: languageTag().optional() }),
  output: z.object({
    hotelId: z.string(),
    status: z.string().describe('If not ACTIVE, the hotel cannot be booked.'),
    mergedInto: z.string().nullable().describe('Use this `hotelId` instead.'),
    name: thirdPartyName,
    stars: z.number().nullable(),
    address: z.object({
      street: thirdPartyName.nullable(),
      postalCode: thirdPartyName.nullable(),
      city: thirdPartyName.nullable(),
      region: thirdPartyName.nullable(),
      countryCode: z.string(),
    }),
    location: z.object({ latitude: z.number(), longitude: z.number() }),
    timeZone: z.string().nullable(),
    checkInFrom: z.string().nullable(),
    checkOutUntil: z.string().nullable(),
    facilities: z.array(z.string()),
    policies: z.array(z.object({ code: z.string(), text: thirdPartyText })),
    description: thirdPartyText.nullable(),
    images: z.array(thirdPartyName),
  }),
});
