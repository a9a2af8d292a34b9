import { z } from 'zod';
import { FACILITY_CODES } from '../content/facility-list.ts';
import { defineOperation } from '../operation.ts';
import { compareDecimals, hasTooManyDecimals, tooManyDecimals } from '../shared/amounts.ts';
import { hotelId } from '../shared/ids.ts';
import { isoCountryCode, isoCurrencyCode } from '../shared/iso-codes.ts';
import { boundingBox, destinationChoice, latitude, longitude, radiusMeters } from '../shared/location.ts';
import { BOARD_CODES, boardCode, hotelHeaderShape, stars } from '../shared/lodging.ts';
import { money } from '../shared/money.ts';
import { nightsBetween } from '../shared/nights-between.ts';
import { pageInput, pageOutput } from '../shared/paging.ts';
import { exactlyOneOf, type Failure, rule } from '../shared/rule.ts';
import { GATEWAY_MARGIN_MS, settings, TIMEOUTS } from '../shared/settings.ts';
import {
  anyCount,
  calendarDate,
  choice,
  count,
  countryCode,
  currencyCode,
  decimal,
  flag,
  instant,
  instantInput,
  languageTag,
  listCode,
  metres,
  opaque,
} from '../shared/values.ts';
import { MAX_ROOMS, occupancy } from './occupancy.ts';
import {
  DATA_SOURCES,
  OFFER_DETAILS,
  offerSummary,
  PAYMENT_TYPES,
  type SearchedOffer,
  searchedOffer,
} from './offer.ts';
import { oneCurrency } from './price.ts';
import { audit } from './provider-exchange.ts';

export const MAX_NIGHTS = 30;
/** In days. The server enforces this limit, because it depends on the current date at the property. */
export const MAX_DAYS_AHEAD = 500;
export const DEFAULT_MAX_OFFERS_PER_HOTEL = 10;
export const DEFAULT_HOTELS_PER_PAGE = 50;

export const SEARCH_SORTS = ['RANK', 'PRICE', 'DISTANCE', 'STARS'] as const;
export const DEFAULT_SEARCH_SORT = 'RANK';
export const SORT_DIRECTIONS = ['ASC', 'DESC'] as const;
export const DEFAULT_OFFER_DETAIL = 'FULL';
export const SEARCH_INCLUDES = ['nightly', 'unavailable', 'duplicates'] as const;
export const PROVIDER_STATUSES = ['OK', 'TIMEOUT', 'ERROR', 'SKIPPED'] as const;
export const UNAVAILABLE_REASONS = [
  'SOLD_OUT',
  'MINIMUM_STAY',
  'MAXIMUM_STAY',
  'CHECKIN_NOT_ALLOWED',
  'CHECKOUT_NOT_ALLOWED',
  'MAXIMUM_OCCUPANCY',
  'CHILDREN_NOT_ALLOWED',
  'RELEASE_PERIOD',
  'STOP_SELL',
  'HOTEL_INACTIVE',
  'FILTERED_OUT',
  'PROVIDER_ERROR',
] as const;
export type UnavailableReason = (typeof UNAVAILABLE_REASONS)[number];

const priceFilter = z.strictObject({ min: decimal().optional(), max: decimal().optional() }).check(
  rule(['min', 'max'], function* ({ min, max }) {
    if (min === undefined || max === undefined || compareDecimals(min, max) <= 0) return;
    yield { path: ['max'], code: 'RANGE_REVERSED', message: '`max` must not be less than `min`.' };
  }),
);

/** Returns a failure for each bound that has more decimals than `currency` allows. */
export function excessDecimals(price: z.infer<typeof priceFilter> | undefined, currency: string): Failure[] {
  return (['min', 'max'] as const)
    .filter(bound => hasTooManyDecimals(price?.[bound] ?? '', currency))
    .map(bound => ({
      path: ['filters', 'price', bound],
      code: 'WRONG_DECIMALS',
      message: tooManyDecimals(currency),
    }));
}

const filters = z
  .strictObject({
    refundableOnly: flag().optional().describe('If true, only `REFUNDABLE` offers.'),
    boards: z.array(boardCode()).min(1).max(BOARD_CODES.length).optional(),
    minStars: stars().optional(),
    maxStars: stars().optional(),
    facilities: z
      .array(choice(FACILITY_CODES))
      .min(1)
      .max(FACILITY_CODES.length)
      .optional()
      .describe('Only hotels that have all of these facilities.'),
    paymentTypes: z.array(choice(PAYMENT_TYPES)).min(1).max(PAYMENT_TYPES.length).optional(),
    price: priceFilter
      .optional()
      .describe(
        'Range of `price.net` of the offer: decimal strings in `currency`, with no more decimals than the currency has.',
      ),
    freeCancellationUntil: instantInput()
      .optional()
      .describe('Only offers with free cancellation until at least this time.'),
  })
  .check(
    rule(['minStars', 'maxStars'], function* ({ minStars = 0, maxStars = 5 }) {
      if (minStars <= maxStars) return;
      yield {
        path: ['maxStars'],
        code: 'RANGE_REVERSED',
        message: '`maxStars` must not be less than `minStars`.',
      };
    }),
  );

const ONE_AREA = 'Give exactly one of `hotelIds`, `destination`, `geo` or `boundingBox`.';

const input = z
  .strictObject({
    checkIn: calendarDate().describe('Arrival date: today at the property or later, at most 500 days ahead.'),
    checkOut: calendarDate().describe('Departure date, 1 to 30 nights after `checkIn`.'),
    occupancies: z.array(occupancy()).min(1).max(MAX_ROOMS).describe('One entry per room.'),
    hotelIds: z.array(hotelId()).min(1).max(200).optional().describe(`Hotels to search. ${ONE_AREA}`),
    destination: destinationChoice().optional().describe(`A place whose hotels are searched. ${ONE_AREA}`),
    geo: z
      .strictObject({ latitude: latitude(), longitude: longitude(), radiusMeters: radiusMeters() })
      .optional()
      .describe(`A circle around a point. ${ONE_AREA}`),
    boundingBox: boundingBox()
      .optional()
      .describe(
        `A rectangle on the map. If \`west\` is greater than \`east\`, it crosses the antimeridian. ${ONE_AREA}`,
      ),
    guestNationality: isoCountryCode()
      .optional()
      .describe(
        'Nationality of the guests as an ISO 3166-1 alpha-2 code, for example `ES`. Default: the setting of the partner.',
      ),
    currency: isoCurrencyCode()
      .optional()
      .describe(
        'Currency of all amounts except `local`, as an ISO 4217 code, for example `EUR`. Default: the setting of the partner.',
      ),
    language: languageTag()
      .optional()
      .describe('Language of names as a BCP 47 tag, for example `en`. Default: the setting of the partner.'),
    filters: filters.optional().describe('All given filters must match.'),
    maxOffersPerHotel: count(1, 100)
      .optional()
      .describe(
        `Maximum number of offers per hotel, cheapest first. Default: ${DEFAULT_MAX_OFFERS_PER_HOTEL}.`,
      ),
    sort: choice(SEARCH_SORTS)
      .optional()
      .describe(`Order of the hotels. Default: \`${DEFAULT_SEARCH_SORT}\`.`),
    sortDirection: choice(SORT_DIRECTIONS)
      .optional()
      .describe(
        '`ASC`: best rank, lowest price, shortest distance or fewest stars first. `DESC`: the reverse. If there are more than 1,000 hotels, only the 1,000 nearest to the centre are searched, in either order. Hotels without stars always come last. Default: `DESC` for `STARS`, otherwise `ASC`.',
      ),
    offerDetail: choice(OFFER_DETAILS)
      .optional()
      .describe(
        `\`SUMMARY\`: offers contain only the fields that a hotel list needs, without the names of rooms. Prebooking returns the complete offer. Default: \`${DEFAULT_OFFER_DETAIL}\`.`,
      ),
    include: z
      .array(choice(SEARCH_INCLUDES))
      .max(SEARCH_INCLUDES.length)
      .optional()
      .describe(
        '`nightly` adds the price of each night. `unavailable` lists hotels without offers, with the reason. `duplicates` keeps offers of the same product from several providers.',
      ),
    page: pageInput(200, DEFAULT_HOTELS_PER_PAGE),
    settings: settings(TIMEOUTS.availability),
  })
  .check(
    exactlyOneOf('hotelIds', 'destination', 'geo', 'boundingBox'),
    rule(['checkIn', 'checkOut'], function* ({ checkIn, checkOut }) {
      const nights = nightsBetween(checkIn, checkOut);
      const path = ['checkOut'];
      if (nights < 1) yield { path, code: 'STAY_TOO_SHORT', message: '`checkOut` must be after `checkIn`.' };
      if (nights > MAX_NIGHTS)
        yield { path, code: 'STAY_TOO_LONG', message: 'The stay may have at most 30 nights.' };
    }),
    // If the request has no currency, the server checks against the partner's default currency.
    rule(['currency', 'filters.price'], ({ currency, filters: { price } = {} }) =>
      currency === undefined ? [] : excessDecimals(price, currency),
    ),
    rule(['sort'], function* ({ sort, hotelIds }) {
      if (sort !== 'DISTANCE' || hotelIds === undefined) return;
      const message = 'DISTANCE requires a search by destination, geo or boundingBox.';
      yield { path: ['sort'], code: 'SORT_NOT_POSSIBLE', message };
    }),
    rule(['include', 'offerDetail'], function* ({ include, offerDetail }) {
      if (offerDetail !== 'SUMMARY' || !include?.includes('nightly')) return;
      const message = 'Summaries have no nightly prices. Set `offerDetail` to FULL or remove `nightly`.';
      yield { path: ['include'], code: 'NOT_WITH_SUMMARY', message };
    }),
  );

const echo = z.strictObject({
  checkIn: calendarDate(),
  checkOut: calendarDate(),
  nights: count(1, MAX_NIGHTS),
  occupancies: z.array(occupancy()),
  guestNationality: countryCode(),
  currency: currencyCode(),
  language: languageTag(),
  sort: choice(SEARCH_SORTS),
  sortDirection: choice(SORT_DIRECTIONS),
  offerDetail: choice(OFFER_DETAILS),
  maxOffersPerHotel: count(1, 100),
});

const provider = z.strictObject({
  code: listCode(),
  status: choice(PROVIDER_STATUSES).describe(
    '`SKIPPED`: the provider was not called, because it does not offer these hotels, is failing, or cannot take more calls at the moment.',
  ),
  hotelsQueried: anyCount(),
  hotelsWithOffers: anyCount(),
  durationMs: anyCount(),
  source: choice(DATA_SOURCES)
    .optional()
    .describe(
      '`CACHE`: all hotels came from the cache. `LIVE`: at least one call was made. Absent if `SKIPPED`.',
    ),
});

const hotel = z.strictObject({
  ...hotelHeaderShape(),
  distanceMeters: metres(0, 30_000_000)
    .optional()
    .describe('Distance from the centre of `geo`, `destination` or `boundingBox`, in metres.'),
  fromPrice: money().describe('Lowest `price.net` among the offers.'),
  offers: z
    .array(z.union([searchedOffer(), offerSummary()]))
    .min(1)
    .describe(
      'Cheapest first. Summaries if the request has `offerDetail: SUMMARY`, otherwise complete offers.',
    ),
});

const output = z
  .strictObject({
    searchId: opaque(64).describe('Identifies the search in support requests.'),
    expiresAt: instant().describe('When the cursors of this search expire.'),
    complete: flag().describe(
      'False if a provider failed, timed out or could not be called. Further offers may exist.',
    ),
    echo: echo.describe('The search as it was performed, including defaults.'),
    providers: z.array(provider),
    hotels: z.array(hotel),
    unavailable: z
      .array(z.strictObject({ hotelId: hotelId(), reason: choice(UNAVAILABLE_REASONS) }))
      .describe(
        'Hotels without offers. Filled with `include: ["unavailable"]`. Unknown hotel IDs are always listed.',
      ),
    page: pageOutput(),
    audit: audit(),
  })
  .check(oneCurrency('hotels'));

export const availability = defineOperation({
  name: 'availability',
  operationId: 'searchAvailability',
  path: '/connect/hotels/v1/availability',
  scope: 'hotels:search',
  trafficClass: 'search',
  deadlineMs: TIMEOUTS.availability.max + GATEWAY_MARGIN_MS,
  summary: 'Search hotel availability',
  description: `Returns bookable offers for one stay, by hotel IDs, by destination, by distance from a point or in a rectangle on the map.

Several providers are searched in parallel. Each offer covers all rooms of the request and can be quoted with \`prebooking\` until it expires. If several providers sell the same product, the cheapest offer is returned. A search without results returns 200 with \`hotels: []\`. \`complete: false\` means that a provider failed, was too slow or could not be called. The search fails only if all providers failed.

Unknown hotel IDs do not fail the search: they are listed in \`unavailable\` as \`HOTEL_INACTIVE\`. An unknown destination returns 404 \`DESTINATION_NOT_FOUND\`.`,
  input,
  output,
  errors: [
    'INVALID_CURSOR',
    'SCENARIO_NOT_ALLOWED',
    'DESTINATION_NOT_FOUND',
    'ALL_PROVIDERS_FAILED',
    'PROVIDER_TIMEOUT',
  ],
});

export type AvailabilityRequest = z.infer<typeof availability.input>;
export type AvailabilityAnswer = z.infer<typeof availability.output>;
/** A response with complete offers, which is the default. */
export type FullAvailabilityAnswer = Omit<AvailabilityAnswer, 'hotels'> & {
  hotels: (Omit<AvailabilityAnswer['hotels'][number], 'offers'> & { offers: SearchedOffer[] })[];
};
