import { z } from 'zod';
import {
  SCENARIO_GROUPS,
  SCENARIO_OPERATIONS,
  SCENARIOS,
  type ScenarioName,
} from '../booking/sandbox/scenarios.ts';
import { defineOperatorOperation } from '../operator-operation.ts';
import { hotelId } from '../shared/ids.ts';
import { anyCount, choice, count, flag, instant } from '../shared/values.ts';
import { RESET_WORDS } from './account-limits.ts';
import { actor, onePartner } from './fields.ts';
import { TRIED_EXAMPLE, triedBody, triedOperation, triedResponse } from './reference.ts';

const savedValue = z.strictObject({
  name: z.string().describe('Name of the value. Bodies of later steps refer to it with a leading `$`.'),
  member: z
    .string()
    .describe('Path of the value in the response, for example `hotels[0].offers[0].offerId`.'),
});

const step = z.strictObject({
  operation: z.string(),
  path: z.string(),
  body: z
    .record(z.string(), z.unknown())
    .describe(
      'The body to send. Strings that start with `$` are placeholders for values from earlier responses. `$reference` is a new client reference.',
    ),
  keeps: z.array(savedValue).describe('Values from the response that later steps need.'),
  status: count(200, 599).describe('Expected HTTP status.'),
});

export const scenarioRequest = z.strictObject({
  name: z.string().describe('Value for `settings.scenario`.'),
  group: choice(SCENARIO_GROUPS),
  operation: choice(SCENARIO_OPERATIONS).describe(
    'Operation whose `settings.scenario` can select the scenario. `any` means every operation that has `settings`.',
  ),
  description: z.string().describe("What happens, from the partner's point of view."),
  hotelId: hotelId().describe('Requests for this hotel trigger the scenario.'),
  steps: z.array(step).min(1).describe('The steps in order. The last one demonstrates the scenario.'),
  curl: z.string().describe('The steps as a shell script, which reads the key from `SERAI_API_KEY`.'),
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
  permission: 'sandbox:view',
  summary: 'List the scenarios with example requests',
  description:
    'Returns the behaviours that the test providers can simulate, the expected responses, and requests that demonstrate them. The dates in the requests are valid today.',
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
  checks: anyCount(),
  durationMs: anyCount(),
  faults: z.array(fault),
  notes: z.array(z.string()).describe('What was not checked because a client cannot observe it.'),
});

export const CERTIFICATION_STATES = ['RUNNING', 'PASSED', 'FAILED', 'BROKEN_OFF'] as const;

export const certificationRecord = z.strictObject({
  certificationId: z.string().describe('Certification ID (`crt_…`).'),
  state: choice(CERTIFICATION_STATES).describe(
    'PASSED: every scenario behaves as documented. FAILED: at least one does not. BROKEN_OFF: the run did not finish; `problem` states why.',
  ),
  startedAt: instant(),
  startedBy: actor(),
  endedAt: instant().nullable(),
  keyId: z
    .string()
    .nullable()
    .describe('The sandbox key created for the run. It is revoked at the end. Null until it is created.'),
  problem: z.string().nullable(),
  names: z.array(z.string()).describe('The scenarios of this run.'),
  results: z
    .array(scenarioResult)
    .describe('Results of the finished scenarios, in the order of `sandbox/scenarios`.'),
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
  permission: 'sandbox:certify',
  partner: 'one',
  summary: 'Start a certification',
  description:
    'Runs the scenarios against the partner API of this installation, with a sandbox key that is created for the run and revoked after it. A complete run takes about three minutes. `sandbox/certification` shows the progress. If a run is already in progress, that run is returned.',
  input: z.strictObject({
    ...onePartner(),
    names: z
      .array(choice(NAMES))
      .min(1)
      .max(NAMES.length)
      .optional()
      .describe('Only these scenarios. Default: all.'),
  }),
  output: z.strictObject({
    certification: certificationRecord,
    started: flag().describe('False if a run was already in progress.'),
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
  permission: 'sandbox:view',
  partner: 'one',
  summary: 'Show the last certification',
  description: 'Returns the run in progress with its results so far, or otherwise the most recent run.',
  input: z.strictObject({ ...onePartner() }),
  output: z.strictObject({
    certification: certificationRecord.nullable().describe('Null if there has been no run yet.'),
  }),
  examples: { request: {}, answer: { certification: CERTIFICATION_EXAMPLE } },
});

export const resetSandbox = defineOperatorOperation({
  name: 'sandbox/reset',
  permission: 'sandbox:reset',
  partner: 'one',
  summary: 'Reset the sandbox',
  description:
    'Deletes the sandbox bookings, quotes, holds, events and deliveries of the partner, the ledger entries of these bookings, the statements and the reports, and releases the rooms in own inventory. Keys, endpoints, the catalogue, prices, payments, adjustments, the request log, the audit log and all production data remain. Reservations at external providers are not cancelled. Sandbox requests that are in progress may fail.',
  input: z.strictObject({
    ...onePartner(),
    confirm: z
      .literal(RESET_WORDS, { error: `Enter "${RESET_WORDS}" to confirm.` })
      .describe(`\`${RESET_WORDS}\`.`),
  }),
  output: z.strictObject({
    deleted: z.strictObject({
      bookings: anyCount(),
      quotes: anyCount(),
      holds: anyCount(),
      events: anyCount(),
      deliveries: anyCount(),
    }),
  }),
  examples: {
    request: { confirm: RESET_WORDS },
    answer: { deleted: { bookings: 12, quotes: 31, holds: 2, events: 40, deliveries: 80 } },
  },
});

export type ResetCounts = z.input<typeof resetSandbox.output>['deleted'];

export const trySandbox = defineOperatorOperation({
  name: 'sandbox/try',
  permission: 'reference:try',
  partner: 'one',
  summary: 'Try an operation in the sandbox',
  description:
    'Makes one call to the partner API in the sandbox of the partner, with a key that Serai creates for the caller. The key expires after an hour, is in no list, and never leaves the server. The call is in the request log, where it is found by its request or booking ID. It does not count as usage. To try an operation with a key of your own, use `reference/try`.',
  input: z.strictObject({ ...onePartner(), operation: triedOperation(), body: triedBody() }),
  output: triedResponse(),
  errors: ['NOT_FOUND'],
  examples: { request: { operation: 'boards', body: '{}' }, answer: TRIED_EXAMPLE },
});

/** What a partner's program should have done in the sandbox before it goes live, in this order. */
export const CHECKLIST = [
  {
    item: 'SEARCH',
    title: 'Search for hotels',
    condition: 'Done when a search returns 200 OK.',
    hint: 'A search returned 200 OK.',
    scenario: 'ok',
  },
  {
    item: 'QUOTE',
    title: 'Quote an offer',
    condition: 'Done when a quote returns 200 OK.',
    hint: 'A quote returned 200 OK.',
    scenario: 'ok',
  },
  {
    item: 'BOOK',
    title: 'Book a quote',
    condition: 'Done when a booking is confirmed immediately.',
    hint: 'A booking was confirmed immediately.',
    scenario: 'ok',
  },
  {
    item: 'READ',
    title: 'Read a booking',
    condition: 'Done when `bookingdetail` returns a booking.',
    hint: '`bookingdetail` returned a booking.',
    scenario: 'ok',
  },
  {
    item: 'CANCEL',
    title: 'Cancel a booking',
    condition: 'Done when a cancellation is confirmed.',
    hint: 'A cancellation was confirmed.',
    scenario: 'ok',
  },
  {
    item: 'REJECTED',
    title: 'Handle a rejected booking',
    condition:
      'Done when a booking returns 409 Conflict because the provider rejected it, the room was sold out or the price had changed.',
    hint: 'A booking returned 409 Conflict because the provider rejected it, the room was sold out or the price had changed.',
    scenario: 'book.soldout',
  },
  {
    item: 'UNKNOWN_OUTCOME',
    title: 'Follow a booking with an unknown outcome',
    condition: 'Done when a booking returns 202 Accepted and is retrieved again.',
    hint: 'A booking returned 202 Accepted and was retrieved again.',
    scenario: 'book.timeout_then_confirmed',
  },
  {
    item: 'RATE_LIMIT',
    title: 'Continue after a rate limit',
    condition: 'Done when a request returns 429 Too Many Requests and a later one succeeds.',
    hint: 'A request returned 429 Too Many Requests, and a later one succeeded.',
    scenario: 'limit.429',
  },
  {
    item: 'SERVER_ERROR',
    title: 'Continue after a server error',
    condition: 'Done when a request returns a 5xx status and a later one succeeds.',
    hint: 'A request returned a 5xx status, and a later one succeeded.',
    scenario: 'error.503',
  },
  {
    item: 'WEBHOOK',
    title: 'Receive an event',
    condition: 'Done when a sandbox endpoint accepts an event. Test events do not count.',
    hint: 'A sandbox endpoint accepted an event. Test events do not count.',
    scenario: null,
  },
] as const;

export type ChecklistItem = (typeof CHECKLIST)[number]['item'];

const checklistItem = z.strictObject({
  item: choice(CHECKLIST.map(({ item }) => item) as [ChecklistItem, ...ChecklistItem[]]),
  title: z.string(),
  condition: z.string().describe('When the item is done, in a sentence.'),
  hint: z.string().describe('What was seen once the item is done, in a sentence.'),
  scenario: z.string().nullable().describe('A scenario that shows the behaviour. Null if none is needed.'),
  doneAt: instant().nullable().describe('When it was last seen. Null if it was not seen.'),
});

export const showChecklist = defineOperatorOperation({
  name: 'sandbox/checklist',
  permission: 'sandbox:view',
  partner: ['keyId'],
  summary: 'Show the certification checklist of a sandbox key',
  description:
    'Returns what a partner should have tried in the sandbox before it goes live, and what the requests of this key already show. The checklist is read from the newest 20,000 requests in the request log and makes no calls of its own. Requests that were sent from the dashboard do not count.',
  input: z.strictObject({ keyId: z.string().describe('ID of a sandbox key.') }),
  output: z.strictObject({
    keyId: z.string(),
    name: z.string(),
    complete: flag().describe('Whether every item was seen.'),
    items: z.array(checklistItem),
  }),
  errors: ['NOT_FOUND', 'INVALID_STATE'],
  examples: {
    request: { keyId: '4Zk81mQpXr2T' },
    answer: {
      keyId: '4Zk81mQpXr2T',
      name: 'Web shop',
      complete: false,
      items: CHECKLIST.map(({ item, ...rest }) => ({
        item,
        ...rest,
        doneAt: item === 'SEARCH' ? '2026-07-02T10:15:00Z' : null,
      })),
    },
  },
});
