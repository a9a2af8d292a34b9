import { z } from 'zod';
import { recordStatus } from '../../content/content-record.ts';
import { defineOperatorOperation } from '../../operator-operation.ts';
import { environment } from '../../shared/answer.ts';
import { hotelId } from '../../shared/ids.ts';
import { pageInput, pageOutput } from '../../shared/paging.ts';
import { calendarDate, count, countryCode, currencyCode } from '../../shared/values.ts';

const soldProperty = () =>
  z.strictObject({
    hotelId: hotelId(),
    name: z.string().describe('In English, else in the first language it has.'),
    status: recordStatus().describe('Of the hotel in the catalogue; only an ACTIVE one is sold.'),
    city: z.string().nullable(),
    countryCode: countryCode(),
    currency: currencyCode(),
    rooms: count(0, 200).describe('Room types.'),
    plans: count(0, 200).describe('Plans that are active.'),
    firstNight: calendarDate()
      .nullable()
      .describe('The first night with an allotment; null where there is none.'),
    lastNight: calendarDate().nullable(),
  });

export const listProperties = defineOperatorOperation({
  name: 'inventory/properties',
  role: 'read-only',
  summary: 'List hotels with own inventory',
  description:
    'The hotels of an environment that have rooms of our own to sell, in the order of their ids. Only the organisation that runs the service sees them.',
  input: z.strictObject({ environment: environment(), page: pageInput(200, 50) }),
  output: z.strictObject({ properties: z.array(soldProperty()), page: pageOutput() }),
  errors: ['INVALID_CURSOR'],
  examples: {
    request: { environment: 'sandbox' },
    answer: {
      properties: [
        {
          hotelId: 'htl_casa_luna',
          name: 'Casa Luna',
          status: 'ACTIVE',
          city: 'Barcelona',
          countryCode: 'ES',
          currency: 'EUR',
          rooms: 1,
          plans: 3,
          firstNight: '2027-06-01',
          lastNight: '2027-06-30',
        },
      ],
      page: { nextCursor: null, hasMore: false },
    },
  },
});
