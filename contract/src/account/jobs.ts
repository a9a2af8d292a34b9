import { z } from 'zod';
import { defineOperatorOperation } from '../operator-operation.ts';
import { pageInput, pageOutput } from '../shared/paging.ts';
import { exactlyOneOf } from '../shared/rule.ts';
import { anyCount, choice, count, instant } from '../shared/values.ts';
import { jobId } from './fields.ts';

export const JOB_STATES = ['DEAD', 'WAITING', 'RUNNING'] as const;
export type JobState = (typeof JOB_STATES)[number];

export const jobState = () =>
  choice(JOB_STATES).describe(
    'DEAD: failed ten times in a row. It runs again only if it is retried manually. WAITING: scheduled. RUNNING: in progress on a node.',
  );

export const jobKind = () => z.string().describe('Kind of job, for example `booking.reconcile`.');

export const job = z.strictObject({
  jobId: jobId(),
  kind: jobKind(),
  key: z.string().describe('Object of the job, for example a booking ID.'),
  partnerId: z.string().nullable().describe('Null for jobs that belong to no partner.'),
  state: jobState(),
  failures: anyCount().describe('Number of consecutive failures.'),
  lastError: z.string().nullable(),
  createdAt: instant(),
  dueAt: instant()
    .nullable()
    .describe('When a waiting job runs, or when the lease of a running job ends. Null for a DEAD job.'),
  deadAt: instant().nullable().describe('When the job failed permanently.'),
});

export const jobCounts = z.strictObject({
  kind: jobKind(),
  waiting: anyCount(),
  running: anyCount(),
  dead: anyCount(),
  oldestDueAt: instant().nullable().describe('Due time of the oldest overdue job. Null if none is overdue.'),
  lagSeconds: z
    .number()
    .min(0)
    .describe('How long the oldest overdue job has been overdue, in seconds. 0 if none is overdue.'),
});

export const JOB_EXAMPLE = {
  jobId: 'job_4KX0T7M2QW9ZB5HCV3RA',
  kind: 'booking.reconcile',
  key: 'bkg_7Q2M4K9TXA1WZB3EHV6C',
  partnerId: 'prt_01J9ZC4T3E',
  state: 'DEAD',
  failures: 10,
  lastError: 'did not finish within 400000 ms',
  createdAt: '2026-07-01T09:00:00Z',
  dueAt: null,
  deadAt: '2026-07-02T10:15:00Z',
} satisfies z.input<typeof job>;

export const listJobs = defineOperatorOperation({
  name: 'jobs/list',
  permission: 'system:view',
  summary: 'List jobs',
  description:
    'Returns the jobs of all partners and of the installation in one state, and the number of jobs of each kind. `DEAD` jobs are sorted newest first, other jobs by due time.',
  input: z.strictObject({
    state: jobState().optional().describe('Default: DEAD.'),
    kind: z.string().min(1).max(64).optional().describe('Only jobs of this kind.'),
    page: pageInput(200, 50),
  }),
  output: z.strictObject({
    jobs: z.array(job),
    kinds: z
      .array(jobCounts)
      .describe('Number of jobs in each state, by kind. Kinds without jobs are omitted.'),
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

/** Maximum number of permanently failed jobs that one call can retry. */
export const MAX_RETRIED = 1_000;

export const retryJobs = defineOperatorOperation({
  name: 'jobs/retry',
  permission: 'system:manage',
  summary: 'Retry jobs that failed permanently',
  description: `Schedules one \`DEAD\` job, or all \`DEAD\` jobs of a kind, to run immediately with ten new attempts. If a newer job exists for the same object, that job runs immediately instead. One call retries at most ${MAX_RETRIED} jobs, the oldest failures first. Call again while \`left\` is not 0.`,
  input: z
    .strictObject({
      jobId: jobId().optional().describe('Retries this job.'),
      kind: z.string().min(1).max(64).optional().describe('Retries all DEAD jobs of this kind.'),
    })
    .check(exactlyOneOf('jobId', 'kind')),
  output: z.strictObject({
    retried: count(0, MAX_RETRIED).describe('Number of jobs that were scheduled again.'),
    left: anyCount().describe(
      'Number of jobs of the given `kind` that are still DEAD. Always 0 with `jobId`.',
    ),
  }),
  errors: ['NOT_FOUND'],
  examples: { request: { jobId: JOB_EXAMPLE.jobId }, answer: { retried: 1, left: 0 } },
});
