import { z } from 'zod';
import { defineOperatorOperation } from '../operator-operation.ts';
import { environment } from '../shared/answer.ts';
import { hotelId } from '../shared/ids.ts';
import { pageInput, pageOutput } from '../shared/paging.ts';
import { anyCount, choice, count, flag, instant, opaque } from '../shared/values.ts';
import {
  comparedHotel,
  decisionId,
  MAPPING_EXAMPLE,
  mappingDecision,
  providerCode,
  queueItem,
  supplierId,
} from './mapping-fields.ts';

const scope = () => ({ environment: environment(), provider: providerCode() });

export const mappingQueue = defineOperatorOperation({
  name: 'mapping/queue',
  permission: 'mapping:view',
  summary: 'List hotels that need manual review',
  description:
    'Returns the hotels of providers that need manual review. They are not sold until someone decides that they are the same as a catalogue hotel. Depending on `order`, the hotels that partners search for most or those with the highest score come first.',
  input: z.strictObject({
    environment: environment(),
    provider: providerCode().optional().describe('Only hotels of this provider.'),
    hotelId: hotelId()
      .optional()
      .describe('Only hotels whose best candidate is this hotel of the catalogue.'),
    order: choice(['DEMAND', 'SCORE']).optional().describe('Default: DEMAND.'),
    postponed: flag()
      .optional()
      .describe('Whether to list the hotels whose review was postponed instead. Default: false.'),
    page: pageInput(200, 50),
  }),
  output: z.strictObject({ items: z.array(queueItem()), page: pageOutput() }),
  errors: ['INVALID_CURSOR'],
  examples: {
    request: { environment: 'production' },
    answer: { items: [MAPPING_EXAMPLE.item], page: { nextCursor: null, hasMore: false } },
  },
});

export const mappingShow = defineOperatorOperation({
  name: 'mapping/show',
  permission: 'mapping:view',
  summary: "Compare a provider's hotel with the catalogue",
  description:
    "Returns a provider's hotel, up to five candidates from the catalogue with the evidence for each, and the latest 100 decisions about the hotel, newest first. Weights are in bits. A positive weight is evidence that both are the same hotel.",
  input: z.strictObject({ ...scope(), supplierId: supplierId() }),
  output: z.strictObject({
    hotel: comparedHotel(),
    gone: flag().describe('Whether the supplier has removed the hotel.'),
    current: mappingDecision()
      .nullable()
      .describe('The current decision. Null if the hotel has no decision.'),
    candidates: z.array(
      z.strictObject({
        hotelId: hotelId(),
        hotel: comparedHotel(),
        score: z.number(),
        probability: z.number().min(0).max(1).describe('Estimated probability of being the same hotel.'),
        evidence: z.array(z.strictObject({ feature: z.string(), level: z.string(), weight: z.number() })),
        vetoes: z.array(z.string()).describe('Differences that forbid an automatic match.'),
        takenBy: z
          .array(supplierId())
          .describe('Other hotels of the same provider that are mapped to this hotel.'),
      }),
    ),
    decisions: z.array(mappingDecision()),
  }),
  errors: ['NOT_FOUND'],
  examples: {
    request: { environment: 'production', provider: 'liteapi', supplierId: 'lp1897' },
    answer: {
      hotel: MAPPING_EXAMPLE.theirs,
      gone: false,
      current: MAPPING_EXAMPLE.decision,
      candidates: [
        {
          hotelId: 'htl_casa_luna',
          hotel: MAPPING_EXAMPLE.ours,
          score: 9.4,
          probability: 0.97,
          evidence: [{ feature: 'NAME', level: 'SAME', weight: 4.8 }],
          vetoes: ['NUMBERS'],
          takenBy: [],
        },
      ],
      decisions: [MAPPING_EXAMPLE.decision],
    },
  },
});

export const mappingDecide = defineOperatorOperation({
  name: 'mapping/decide',
  permission: 'mapping:edit',
  summary: "Decide which catalogue hotel a provider's hotel is",
  description:
    'Records a manual decision, which runs never change. `SAME` maps the hotel to a catalogue hotel, so that it is sold. `DIFFERENT` records that it is not in the catalogue. `LATER` postpones the decision. If another hotel of the provider is already mapped to the catalogue hotel, `SAME` returns `INVALID_STATE` unless `allowSeveral` is true.',
  input: z.strictObject({
    ...scope(),
    supplierId: supplierId(),
    decision: choice(['SAME', 'DIFFERENT', 'LATER']).describe(
      'SAME: it is the hotel in `hotelId`. DIFFERENT: it is not in the catalogue. LATER: the decision is postponed.',
    ),
    hotelId: hotelId().optional().describe('The catalogue hotel. Required with SAME.'),
    allowSeveral: flag()
      .optional()
      .describe(
        'Whether several hotels of this provider may be mapped to the catalogue hotel. Default: false.',
      ),
    seen: decisionId()
      .optional()
      .describe(
        'The decision on which yours is based. If it is no longer the current decision, the call returns INVALID_STATE.',
      ),
  }),
  output: z.strictObject({ decision: mappingDecision() }),
  errors: ['NOT_FOUND', 'INVALID_STATE', 'HOTEL_NOT_FOUND'],
  examples: {
    request: {
      environment: 'production',
      provider: 'liteapi',
      supplierId: 'lp1897',
      decision: 'SAME',
      hotelId: 'htl_casa_luna',
    },
    answer: {
      decision: { ...MAPPING_EXAMPLE.decision, outcome: 'SAME', doubt: null, decidedBy: 'ana@example.com' },
    },
  },
});

export const mappingUndo = defineOperatorOperation({
  name: 'mapping/undo',
  permission: 'mapping:edit',
  summary: 'Undo a mapping decision',
  description:
    'Restores the previous decision. Only the current decision can be undone, so decisions are undone from the newest to the oldest. To undo a decision that a merge made, use `mapping/unmerge`. The history keeps both the undone decision and the undo.',
  input: z.strictObject({ ...scope(), supplierId: supplierId(), decisionId: decisionId() }),
  output: z.strictObject({
    current: mappingDecision()
      .nullable()
      .describe('The decision that applies again. Null if there is no earlier decision.'),
  }),
  errors: ['NOT_FOUND', 'INVALID_STATE'],
  examples: {
    request: { environment: 'production', provider: 'liteapi', supplierId: 'lp1897', decisionId: 'map_1042' },
    answer: { current: null },
  },
});

const runShape = () => ({
  runId: z.string(),
  ...scope(),
  state: choice(['QUEUED', 'RUNNING', 'DONE', 'STOPPED', 'FAILED']).describe(
    'STOPPED: nothing was changed, and `reason` states why. To apply the changes, start another run with `confirm`.',
  ),
  reason: choice(['NEW_MODEL', 'MANY_CHANGES'])
    .nullable()
    .describe(
      'NEW_MODEL: the first run of a new model only reports its changes. MANY_CHANGES: more than 1 % of the mappings would change.',
    ),
  modelVersion: z.string(),
  countries: anyCount().describe('Countries to compare.'),
  countriesDone: anyCount(),
  hotels: anyCount().describe('Hotels of the provider, including those in `kept`.'),
  same: anyCount().describe('Hotels that match a catalogue hotel.'),
  review: anyCount().describe('Hotels that need manual review.'),
  different: anyCount().describe('Hotels that are not in the catalogue.'),
  added: anyCount().describe('New mappings.'),
  changed: anyCount().describe('Existing mappings that are changed or removed.'),
  kept: anyCount().describe('Hotels with a manual decision or an alarm, which runs do not change.'),
  requestedBy: z.string(),
  requestedAt: instant(),
  finishedAt: instant().nullable(),
});

const RUN_EXAMPLE = {
  runId: 'mrn_8Fq2Lw0ZkT5mXy7Rb3Nc',
  environment: 'production',
  provider: 'liteapi',
  state: 'DONE',
  reason: null,
  modelVersion: '1',
  countries: 2,
  countriesDone: 2,
  hotels: 1_250,
  same: 1_080,
  review: 120,
  different: 50,
  added: 35,
  changed: 2,
  kept: 14,
  requestedBy: 'ana@example.com',
  requestedAt: '2027-01-12T09:30:00Z',
  finishedAt: '2027-01-12T09:31:10Z',
} as const;

export const mappingRun = defineOperatorOperation({
  name: 'mapping/run',
  permission: 'mapping:edit',
  summary: "Map a provider's hotels",
  description:
    "Compares all hotels of a provider with the catalogue in the background. A run never changes manual decisions. It stops without changing anything if more than 1 % of the provider's mappings would change, or if it is the first run of a new model. To apply the changes of a stopped run, start another run with `confirm`. `mapping/figures` shows the progress.",
  input: z.strictObject({
    ...scope(),
    confirm: opaque(64).optional().describe('The ID of a stopped run. The new run does not stop.'),
  }),
  output: z.strictObject({ run: z.strictObject(runShape()) }),
  errors: ['NOT_FOUND', 'INVALID_STATE'],
  examples: {
    request: { environment: 'production', provider: 'liteapi' },
    answer: {
      run: { ...RUN_EXAMPLE, state: 'QUEUED', countries: 0, countriesDone: 0, hotels: 0, finishedAt: null },
    },
  },
});

export const mappingFigures = defineOperatorOperation({
  name: 'mapping/figures',
  permission: 'mapping:view',
  summary: 'Show hotel mapping figures',
  description:
    'Returns the number of hotels and decisions of each provider, and its latest runs, newest first.',
  input: z.strictObject({ environment: environment() }),
  output: z.strictObject({
    modelVersion: z.string(),
    providers: z.array(
      z.strictObject({
        provider: providerCode(),
        hotels: anyCount().describe('Hotels that the supplier offers.'),
        gone: anyCount().describe('Hotels that the supplier has removed.'),
        mapped: anyCount().describe('Hotels that are mapped and sold.'),
        review: anyCount().describe('Hotels that need manual review, including postponed ones.'),
        alarms: anyCount().describe('Hotels that an alarm took off sale.'),
        different: anyCount().describe('Hotels that are not in the catalogue.'),
        undecided: anyCount().describe('Hotels that no run has compared yet.'),
        manual: anyCount().describe('Hotels whose current mapping decision was made manually.'),
      }),
    ),
    runs: z.array(z.strictObject(runShape())),
    limit: count(1, 100).describe('Maximum number of runs in the response.'),
  }),
  examples: {
    request: { environment: 'production' },
    answer: {
      modelVersion: '1',
      providers: [
        {
          provider: 'liteapi',
          hotels: 1_250,
          gone: 3,
          mapped: 1_080,
          review: 118,
          alarms: 2,
          different: 50,
          undecided: 0,
          manual: 14,
        },
      ],
      runs: [RUN_EXAMPLE],
      limit: 20,
    },
  },
});
