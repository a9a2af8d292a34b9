import { z } from 'zod';
import { recordStatus } from '../../content/content-record.ts';
import { defineOperatorOperation } from '../../operator-operation.ts';
import { environment } from '../../shared/answer.ts';
import { placeId } from '../../shared/ids.ts';
import { pageInput, pageOutput } from '../../shared/paging.ts';
import { countryCode } from '../../shared/values.ts';
import { CATALOGUE_HOTEL_EXAMPLE, catalogueHotel } from './catalogue-hotel.ts';

export const listHotels = defineOperatorOperation({
  name: 'hotels/list',
  role: 'read-only',
  summary: 'Browse the hotel catalogue',
  description:
    'Hotels of one environment in the order of their ids, those that ended included unless `status` leaves them out. All filters must match.',
  input: z.strictObject({
    environment: environment().optional().describe('`sandbox` when absent.'),
    query: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .describe('Beginnings of words of the name, in any of its languages and any order; or a hotel id.'),
    canonicalCityId: placeId()
      .optional()
      .describe('Hotels that lie in this place: a city, a region, a zone.'),
    countryCode: countryCode().optional(),
    status: recordStatus().optional(),
    page: pageInput(200, 50),
  }),
  output: z.strictObject({ hotels: z.array(catalogueHotel()), page: pageOutput() }),
  errors: ['INVALID_CURSOR', 'DESTINATION_NOT_FOUND'],
  examples: {
    request: { environment: 'sandbox', query: 'casa lu', countryCode: 'ES' },
    answer: { hotels: [CATALOGUE_HOTEL_EXAMPLE], page: { nextCursor: null, hasMore: false } },
  },
});
