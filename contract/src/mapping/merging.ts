import { z } from 'zod';
import { defineOperatorOperation } from '../operator-operation.ts';
import { environment } from '../shared/answer.ts';
import { hotelId } from '../shared/ids.ts';
import { pageInput, pageOutput } from '../shared/paging.ts';
import { flag, instant, opaque } from '../shared/values.ts';
import { providerCode, supplierId } from './mapping-fields.ts';

const mergeId = () => opaque(32).describe('ID of a merge, for example `mrg_12`.');

const hotelName = () =>
  z.string().nullable().describe('Null if the catalogue does not contain the hotel any more.');

export const hotelMerge = () =>
  z.strictObject({
    mergeId: mergeId(),
    environment: environment(),
    hotelId: hotelId().describe(
      'The hotel that is no longer sold. Its ID stays valid and refers to the other hotel.',
    ),
    hotelName: hotelName(),
    into: hotelId().describe('The hotel that replaces it.'),
    intoName: hotelName(),
    moved: z
      .array(z.strictObject({ provider: providerCode(), supplierId: supplierId() }))
      .describe("Providers' hotels whose mapping was moved."),
    mergedBy: z.string(),
    mergedAt: instant(),
    undoneBy: z.string().nullable(),
    undoneAt: instant().nullable().describe('Null unless the merge was undone.'),
  });

const EXAMPLE: z.input<ReturnType<typeof hotelMerge>> = {
  mergeId: 'mrg_12',
  environment: 'production',
  hotelId: 'htl_casa_luna_2',
  hotelName: 'Casa Luna Hotel',
  into: 'htl_casa_luna',
  intoName: 'Casa Luna',
  moved: [{ provider: 'liteapi', supplierId: 'lp1897' }],
  mergedBy: 'ana@example.com',
  mergedAt: '2027-02-01T10:00:00Z',
  undoneBy: null,
  undoneAt: null,
};

export const mappingMerge = defineOperatorOperation({
  name: 'mapping/merge',
  permission: 'mapping:edit',
  summary: 'Merge two hotels of the catalogue',
  description:
    'Merges a hotel into another one, because both are the same. Partners see the merged hotel with `status` `MERGED` and `mergedInto`, and its ID refers to the other hotel. All hotels of providers that were mapped to it are mapped to the other hotel. Bookings keep the hotel for which they were made. `mapping/unmerge` undoes the merge. Both hotels must be `ACTIVE`. A hotel with own inventory cannot be merged into another one, nor can a hotel that an active pricing rule names without the other hotel. If a catalogue file that contains the merged hotel is imported again, the hotel becomes `ACTIVE` again.',
  input: z.strictObject({
    environment: environment(),
    hotelId: hotelId().describe('The hotel to merge. It is no longer sold.'),
    into: hotelId().describe('The hotel that replaces it.'),
    allowSeveral: flag()
      .optional()
      .describe('Whether several hotels of a provider may be mapped to the other hotel. Default: false.'),
  }),
  output: z.strictObject({ merge: hotelMerge() }),
  errors: ['HOTEL_NOT_FOUND', 'INVALID_STATE'],
  examples: {
    request: { environment: 'production', hotelId: 'htl_casa_luna_2', into: 'htl_casa_luna' },
    answer: { merge: EXAMPLE },
  },
});

export const mappingUnmerge = defineOperatorOperation({
  name: 'mapping/unmerge',
  permission: 'mapping:edit',
  summary: 'Undo a merge of two hotels',
  description:
    'Makes the merged hotel `ACTIVE` again and restores the mappings from before the merge. If one of these mappings has been decided again since the merge, undo that decision first. The merge and the undo stay in the history.',
  input: z.strictObject({ environment: environment(), mergeId: mergeId() }),
  output: z.strictObject({ merge: hotelMerge() }),
  errors: ['NOT_FOUND', 'INVALID_STATE'],
  examples: {
    request: { environment: 'production', mergeId: 'mrg_12' },
    answer: { merge: { ...EXAMPLE, undoneBy: 'ana@example.com', undoneAt: '2027-02-01T10:05:00Z' } },
  },
});

export const mappingMerges = defineOperatorOperation({
  name: 'mapping/merges',
  permission: 'mapping:view',
  summary: 'List merged hotels',
  description: 'Returns the merges that staff made, including undone ones, newest first.',
  input: z.strictObject({
    environment: environment(),
    hotelId: hotelId().optional().describe('Only merges of this hotel or into it.'),
    page: pageInput(200, 50),
  }),
  output: z.strictObject({ merges: z.array(hotelMerge()), page: pageOutput() }),
  errors: ['INVALID_CURSOR'],
  examples: {
    request: { environment: 'production' },
    answer: { merges: [EXAMPLE], page: { nextCursor: null, hasMore: false } },
  },
});
