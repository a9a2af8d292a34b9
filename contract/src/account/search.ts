import { z } from 'zod';
import { defineOperatorOperation } from '../operator-operation.ts';
import { environment } from '../shared/answer.ts';
import { partnerId } from '../shared/ids.ts';
import { searchText } from '../shared/text.ts';
import { choice } from '../shared/values.ts';
import { MAX_SEARCH_RESULTS } from './account-limits.ts';
import { anyPartner } from './fields.ts';

/** In the order of the response. */
export const SEARCH_KINDS = [
  'booking',
  'partner',
  'hotel',
  'statement',
  'key',
  'provider',
  'endpoint',
  'event',
  'request',
] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

export const searchResult = () =>
  z.strictObject({
    kind: choice(SEARCH_KINDS),
    id: z.string().describe('ID of the record. For a request, the ID of its entry in the request log.'),
    title: z.string().describe('Name of the record, or its ID if it has no name.'),
    detail: z.string().nullable().describe('What distinguishes the record from others with the same title.'),
    status: z.string().nullable().describe('Status of the record, for example of a booking or key.'),
    environment: environment().nullable().describe('Null for partners.'),
    partnerId: partnerId().nullable().describe('Null for records that belong to no partner.'),
  });
export type SearchResult = z.input<ReturnType<typeof searchResult>>;

export const findAnything = defineOperatorOperation({
  name: 'search/find',
  permission: 'search:view',
  partner: 'optional',
  summary: 'Search all records',
  description: `Finds records by the beginning of an ID, a reference or a word of a name. Upper and lower case do not matter, except in IDs of requests and keys. IDs of bookings, events and requests are found from the fourth character after their prefix on. Closed statements are found by the beginning of their number, with or without \`TEST-\`, from the year and one digit of the month on. Guests are found by the holder's last name, from its third letter on. Returns at most ${MAX_SEARCH_RESULTS} records of each kind that the role may view. Without \`environment\`, both environments are searched.`,
  input: z.strictObject({
    ...anyPartner(),
    query: searchText(200).describe('The beginning of an ID, a reference or a word of a name.'),
    kinds: z
      .array(choice(SEARCH_KINDS))
      .min(1)
      .max(SEARCH_KINDS.length)
      .optional()
      .describe('Only records of these kinds. Default: all kinds that the role may view.'),
    environment: environment().optional().describe('Lists records of this environment first.'),
    onlyEnvironment: z.boolean().optional().describe('If true, other environments are not searched.'),
  }),
  output: z.strictObject({
    results: z.array(searchResult()).describe('Sorted by kind.'),
  }),
  examples: {
    request: { query: 'more', environment: 'sandbox' },
    answer: {
      results: [
        {
          kind: 'booking',
          id: 'bkg_7Q2M4K9TXA1WZB3E5N8R',
          title: 'Ada Moreno',
          detail: 'ORDER-1001, Casa Luna, 2027-03-01 to 2027-03-04',
          status: 'CONFIRMED',
          environment: 'sandbox',
          partnerId: 'prt_01J9ZC4T3E',
        },
      ],
    },
  },
});
