/** Background jobs. */
import { z } from 'zod';
import { defineOperatorOperation } from '../operator-operation.ts';
import { pageInput, pageOutput } from '../shared/paging.ts';
import { exactlyOneOf } from '../shared/rule.ts';
import { choice, count, instant } from '../shared/values.ts';
import { jobId } from './fields.ts';

export const JOB_STATES = ['DEAD', 'WAITING', 'RUNNING'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** DEAD: given up after ten failures in a row, and kept until a person has it run again. */
export const jobState = () =>
  choice(JOB_STATES).describe(
    'DEAD: given up after ten failures in a row; it waits for a person. WAITING: for its time. RUNNING: on some node.',
  );

export const jobKind = () => z.string().describe('What is done, such as `booking.reconcile`.');

export const job = z.strictObject({
  jobId: jobId(),
  kind: jobKind(),
  key: z.string().describe('What it is about, such as the id of a booking.'),
  organisationId: z.string().nullable().describe("Null for the service's own."),
  state: jobState(),
  failures: count(0, Number.MAX_SAFE_INTEGER).describe('In a row.'),
  lastError: z.string().nullable(),
  createdAt: instant(),
  dueAt: instant()
    .nullable()
    .describe('When it runs, or how long a running one is held at most. Null for a dead one.'),
  deadAt: instant().nullable().describe('When it was given up.'),
});

export const jobCounts = z.strictObject({
  kind: jobKind(),
  waiting: count(0, Number.MAX_SAFE_INTEGER),
  running: count(0, Number.MAX_SAFE_INTEGER),
  dead: count(0, Number.MAX_SAFE_INTEGER),
  oldestDueAt: instant()
    .nullable()
    .describe('Since when the oldest waits whose time has come; null while none does.'),
  lagSeconds: z.number().min(0).describe('Age of the oldest work that is due.'),
});

export const JOB_EXAMPLE = {
  jobId: 'job_4KX0T7M2QW9ZB5HCV3RA',
  kind: 'booking.reconcile',
  key: 'bkg_7Q2M4K9TXA1WZB3EHV6C',
  organisationId: 'org_01J9ZC4T3E',
  state: 'DEAD',
  failures: 10,
  lastError: 'not done within 400000 ms',
  createdAt: '2026-07-01T09:00:00Z',
  dueAt: null,
  deadAt: '2026-07-02T10:15:00Z',
} satisfies z.input<typeof job>;

export const listJobs = defineOperatorOperation({
  name: 'jobs/list',
  role: 'read-only',
  staff: true,
  summary: 'List jobs',
  description:
    "The jobs of the organisation, dead ones unless another state is asked for, and how many of each kind there are. Admins see the service's own too; the operator token sees those of all organisations. Dead ones come the newest first, others in the order in which they are due.",
  input: z.strictObject({
    state: jobState().optional().describe('DEAD when absent.'),
    kind: z.string().min(1).max(64).optional().describe('Only this kind.'),
    page: pageInput(200, 50),
  }),
  output: z.strictObject({
    jobs: z.array(job),
    kinds: z.array(jobCounts).describe('Of every state, by name; kinds without a job are left out.'),
    page: pageOutput(),
  }),
  errors: ['INVALID_CURSOR'],
  examples: {
    request: {},
    answer: {
      jobs: [JOB_EXAMPLE],
      kinds: [
        {
          kind: 'booking.reconcile',
          waiting: 3,
          running: 1,
          dead: 1,
          oldestDueAt: '2026-07-02T10:14:58Z',
          lagSeconds: 2,
        },
      ],
      page: { nextCursor: null, hasMore: false },
    },
  },
});

/** As many dead jobs of a kind are taken up by one call. */
export const MAX_RETRIED = 1_000;

export const retryJobs = defineOperatorOperation({
  name: 'jobs/retry',
  role: 'admin',
  staff: true,
  summary: 'Run dead jobs again',
  description: `Has one dead job, or the dead jobs of a kind, run again at once, with ten new attempts. Where another job is about the same by now, that one runs at once instead. A call takes up at most ${MAX_RETRIED} jobs, the longest dead first; \`left\` tells whether to call again.`,
  input: z
    .strictObject({
      jobId: jobId().optional().describe('This one.'),
      kind: z.string().min(1).max(64).optional().describe('All dead ones of this kind.'),
    })
    .check(exactlyOneOf('jobId', 'kind')),
  output: z.strictObject({
    retried: count(0, MAX_RETRIED).describe('Jobs that run again.'),
    left: count(0, Number.MAX_SAFE_INTEGER).describe('Of the kind, still dead.'),
  }),
  errors: ['NOT_FOUND'],
  examples: { request: { jobId: JOB_EXAMPLE.jobId }, answer: { retried: 1, left: 0 } },
});
