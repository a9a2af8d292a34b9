import { z } from 'zod';
import { hotelId } from '../shared/ids.ts';
import { location } from '../shared/location.ts';
import { anyCount, choice, flag, instant, opaque } from '../shared/values.ts';

export const providerCode = () =>
  opaque(32)
    .refine(code => /^[a-z0-9-]+$/.test(code), {
      error: 'Use lower-case letters, digits and hyphens.',
      params: { code: 'INVALID_FORMAT' },
    })
    .describe('Code of the provider, for example `liteapi`.');

export const supplierId = () => opaque(200).describe("The supplier's ID for the hotel.");

export const decisionId = () => opaque(32).describe('ID of a mapping decision, for example `map_1042`.');

/** Alarms that take a mapped hotel off sale. */
export const MAPPING_ALARMS = ['MOVED', 'RENAMED', 'CHAIN_CHANGED', 'CONTRADICTORY', 'PRICE'] as const;

/** Reasons why a hotel was not matched automatically. */
export const MAPPING_DOUBTS = ['VETO', 'SCORE', 'MARGIN', 'TAKEN', 'LINKAGE', 'ALARM'] as const;

export const mappingDecision = () =>
  z.strictObject({
    decisionId: decisionId(),
    outcome: choice(['SAME', 'REVIEW', 'DIFFERENT', 'LATER', 'UNDONE']).describe(
      'SAME: mapped and sold. REVIEW: needs manual review. DIFFERENT: not in the catalogue. LATER: manual review was postponed. UNDONE: the decision in `undoes` was undone.',
    ),
    hotelId: hotelId()
      .nullable()
      .describe('With SAME, the catalogue hotel. Otherwise the best candidate, or null.'),
    score: z.number().nullable().describe('Sum of the weights in bits. Null for manual decisions.'),
    doubt: choice(MAPPING_DOUBTS).nullable().describe('Why the hotel needs manual review.'),
    alarm: choice(MAPPING_ALARMS).nullable().describe('The alarm that took the hotel off sale.'),
    vetoes: z.array(z.string()).describe('Differences that forbid an automatic match.'),
    modelVersion: z.string().nullable().describe('Null for manual decisions and alarms.'),
    decidedBy: z.string().describe('The member who decided, `model` or `alarm`.'),
    decidedAt: instant(),
    undoes: decisionId()
      .nullable()
      .describe('The decision that was undone. Null unless the outcome is UNDONE.'),
  });

export const queueItem = () =>
  z.strictObject({
    provider: providerCode(),
    supplierId: supplierId(),
    name: z.string(),
    city: z.string().nullable(),
    countryCode: z.string().nullable(),
    hotelId: hotelId().nullable().describe('The best candidate.'),
    hotelName: z.string().nullable(),
    score: z.number().nullable(),
    doubt: choice(MAPPING_DOUBTS).nullable(),
    alarm: choice(MAPPING_ALARMS).nullable(),
    demand: anyCount().describe(
      'Number of searches for the candidate in which a provider was not asked, because none of its hotels is mapped to the candidate.',
    ),
    decisionId: decisionId(),
    decidedAt: instant(),
  });

export const comparedHotel = () =>
  z.strictObject({
    name: z.string(),
    otherNames: z.array(z.string()),
    address: z.array(z.string()).describe('Address lines, from the street to the country code.'),
    location: location().nullable(),
    phones: z.array(z.string()),
    web: z.string().nullable(),
    chain: z.string().nullable(),
    stars: z.number().nullable(),
    category: z.string().nullable(),
    photos: z.array(z.string()).describe('URLs of photos.'),
    rooms: z.array(
      z.strictObject({
        name: z.string(),
        standardName: z.string().describe('Standard name, built from the attributes of the room.'),
        matched: flag().describe('Whether a room of the other hotel has the same attributes.'),
      }),
    ),
  });

const decision = {
  decisionId: 'map_1042',
  outcome: 'REVIEW',
  hotelId: 'htl_casa_luna',
  score: 9.4,
  doubt: 'VETO',
  alarm: null,
  vetoes: ['NUMBERS'],
  modelVersion: '1',
  decidedBy: 'model',
  decidedAt: '2027-01-12T09:31:00Z',
  undoes: null,
} satisfies z.input<ReturnType<typeof mappingDecision>>;

const ours = {
  name: 'Casa Luna',
  otherNames: [],
  address: ['Carrer de la Lluna 12', '08001 Barcelona', 'ES'],
  location: { latitude: 41.3851, longitude: 2.1734 },
  phones: ['+34931234567'],
  web: null,
  chain: null,
  stars: 3,
  category: 'HOTEL',
  photos: [],
  rooms: [],
} satisfies z.input<ReturnType<typeof comparedHotel>>;

export const MAPPING_EXAMPLE = {
  decision,
  ours,
  theirs: { ...ours, name: 'Casa Luna II', category: 'Hotel' },
  item: {
    provider: 'liteapi',
    supplierId: 'lp1897',
    name: 'Casa Luna II',
    city: 'Barcelona',
    countryCode: 'ES',
    hotelId: 'htl_casa_luna',
    hotelName: 'Casa Luna',
    score: 9.4,
    doubt: 'VETO',
    alarm: null,
    demand: 12,
    decisionId: 'map_1042',
    decidedAt: '2027-01-12T09:31:00Z',
  },
} as const;
