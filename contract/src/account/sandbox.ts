/** The sandbox: scenarios, self-certification and reset. */
import { z } from 'zod';
import {
  SCENARIO_GROUPS,
  SCENARIO_OPERATIONS,
  SCENARIOS,
  type ScenarioName,
} from '../booking/sandbox/scenarios.ts';
import { defineOperatorOperation } from '../operator-operation.ts';
import { hotelId } from '../shared/ids.ts';
import { choice, count, flag, instant } from '../shared/values.ts';
import { RESET_WORDS } from './fields.ts';

const kept = z.strictObject({
  name: z.string().describe('Later bodies name it, after a `$`.'),
  member: z.string().describe('Where it stands in the answer: `hotels[0].offers[0].offerId`.'),
});

const step = z.strictObject({
  operation: z.string(),
  path: z.string(),
  body: z
    .record(z.string(), z.unknown())
    .describe(
      'As it is to be sent, but for texts that begin with a `$`: they come from an answer before, and `$reference` is a new reference of your own.',
    ),
  keeps: z.array(kept).describe('What later steps need of the answer.'),
  status: count(200, 599).describe('Of the answer.'),
});

export const scenarioRequest = z.strictObject({
  name: z.string().describe('What `settings.scenario` takes.'),
  group: choice(SCENARIO_GROUPS),
  operation: choice(SCENARIO_OPERATIONS).describe('The one that plays it; `any` is each of the six.'),
  description: z.string().describe('What happens, as a partner sees it.'),
  hotelId: hotelId().describe('Booking this hotel plays it.'),
  steps: z.array(step).min(1).describe('In this order; the last one shows the scenario.'),
  curl: z.string().describe('The steps as a shell script. It takes the key from `SERAI_API_KEY`.'),
});

export type ScenarioRequest = z.input<typeof scenarioRequest>;
export type ScenarioStep = z.input<typeof step>;

const EXAMPLE: ScenarioRequest = {
  name: 'avail.none',
  group: 'SEARCH',
  operation: 'availability',
  description: 'The search finds nothing: 200 with no hotels.',
  hotelId: 'htl_sandbox_avail_none',
  steps: [
    {
      operation: 'availability',
      path: '/connect/hotels/v1/availability',
      body: {
        checkIn: '2027-03-12',
        checkOut: '2027-03-15',
        occupancies: [{ adults: 2 }],
        hotelIds: ['htl_sandbox_avail_none'],
      },
      keeps: [],
      status: 200,
    },
  ],
  curl: `curl -s 'http://127.0.0.1:8080/connect/hotels/v1/availability' …`,
};

export const listScenarios = defineOperatorOperation({
  name: 'sandbox/scenarios',
  role: 'read-only',
  summary: 'List the scenarios with ready requests',
  description:
    'What the test providers can be made to do, what is then answered, and the requests that show it, with dates that are good today.',
  input: z.strictObject({}),
  output: z.strictObject({ scenarios: z.array(scenarioRequest) }),
  examples: { request: {}, answer: { scenarios: [EXAMPLE] } },
});

const fault = z.strictObject({
  step: z.string().describe('The operation that was called last.'),
  what: z.string(),
  expected: z.string(),
  came: z.string(),
  requestId: z.string().nullable(),
});

const scenarioResult = z.strictObject({
  name: z.string(),
  group: choice(SCENARIO_GROUPS),
  hotelId: z.string(),
  result: choice(['RIGHT', 'WRONG']),
  checks: count(0, Number.MAX_SAFE_INTEGER),
  durationMs: count(0, Number.MAX_SAFE_INTEGER),
  faults: z.array(fault),
  notes: z.array(z.string()).describe('What cannot be seen from outside.'),
});

export const CERTIFICATION_STATES = ['RUNNING', 'PASSED', 'FAILED', 'BROKEN_OFF'] as const;

export const certificationRecord = z.strictObject({
  certificationId: z.string().describe('Certification id, `crt_…`.'),
  state: choice(CERTIFICATION_STATES).describe(
    'PASSED: every scenario is answered as documented. FAILED: one is not. BROKEN_OFF: it did not come to its end; `problem` says why.',
  ),
  startedAt: instant(),
  startedBy: z.string(),
  endedAt: instant().nullable(),
  keyId: z
    .string()
    .nullable()
    .describe('The sandbox key that was made for it. Null until it is made; revoked at the end.'),
  problem: z.string().nullable(),
  names: z.array(z.string()).describe('The scenarios it plays.'),
  results: z.array(scenarioResult).describe('Of those that have ended, in the order of the list.'),
});

export type CertificationRecord = z.input<typeof certificationRecord>;

export const CERTIFICATION_EXAMPLE: CertificationRecord = {
  certificationId: 'crt_4KX0T7M2QW9ZB5HCV3RA',
  state: 'PASSED',
  startedAt: '2026-07-02T10:15:00Z',
  startedBy: 'ana@example.com',
  endedAt: '2026-07-02T10:15:04Z',
  keyId: '7Q2M4K9TXA1W',
  problem: null,
  names: ['avail.none'],
  results: [
    {
      name: 'avail.none',
      group: 'SEARCH',
      hotelId: 'htl_sandbox_avail_none',
      result: 'RIGHT',
      checks: 4,
      durationMs: 120,
      faults: [],
      notes: [],
    },
  ],
};

const NAMES = SCENARIOS.map(({ name }) => name) as [ScenarioName, ...ScenarioName[]];

export const startCertification = defineOperatorOperation({
  name: 'sandbox/certify-start',
  role: 'developer',
  summary: 'Start the self-certification',
  description:
    'Plays the scenarios through the interface of this installation with a sandbox key that is made for the run and revoked after it. All of them take about three minutes; `sandbox/certification` shows how far it has come. While one runs, it answers with that one.',
  input: z.strictObject({
    names: z.array(choice(NAMES)).min(1).max(NAMES.length).optional().describe('Only these scenarios.'),
  }),
  output: z.strictObject({
    certification: certificationRecord,
    started: flag().describe('False where one was running already.'),
  }),
  examples: {
    request: { names: ['avail.none'] },
    answer: {
      certification: { ...CERTIFICATION_EXAMPLE, state: 'RUNNING', endedAt: null, results: [] },
      started: true,
    },
  },
});

export const showCertification = defineOperatorOperation({
  name: 'sandbox/certification',
  role: 'read-only',
  summary: 'Show the last self-certification',
  description: 'The one that runs, with what has ended so far, or else the last that was started.',
  input: z.strictObject({}),
  output: z.strictObject({
    certification: certificationRecord.nullable().describe('Null before the first.'),
  }),
  examples: { request: {}, answer: { certification: CERTIFICATION_EXAMPLE } },
});

const rows = () => count(0, Number.MAX_SAFE_INTEGER);

export const resetSandbox = defineOperatorOperation({
  name: 'sandbox/reset',
  role: 'admin',
  summary: 'Empty the sandbox',
  description:
    'Deletes the bookings, quotes, holds, events and deliveries of the organisation in the sandbox, and gives the rooms of its own inventory back. Keys, endpoints, the catalogue, prices, the request log and the audit stay, and so does everything of production. What a connected provider of somebody else holds is not cancelled there. Requests under way in the sandbox may fail.',
  input: z.strictObject({
    confirm: z
      .literal(RESET_WORDS, { error: `Write "${RESET_WORDS}" to mean it.` })
      .describe(`\`${RESET_WORDS}\`.`),
  }),
  output: z.strictObject({
    deleted: z.strictObject({
      bookings: rows(),
      quotes: rows(),
      holds: rows(),
      events: rows(),
      deliveries: rows(),
    }),
  }),
  examples: {
    request: { confirm: RESET_WORDS },
    answer: { deleted: { bookings: 12, quotes: 31, holds: 2, events: 40, deliveries: 80 } },
  },
});

export type ResetCounts = z.input<typeof resetSandbox.output>['deleted'];
