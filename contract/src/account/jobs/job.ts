/** Work that the service does later, by itself. */
import { z } from 'zod';
import { choice, count, instant } from '../../shared/values.ts';
import { jobId } from '../account-ids.ts';

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
