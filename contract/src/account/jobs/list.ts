import { z } from 'zod';
import { defineOperatorOperation } from '../../operator-operation.ts';
import { pageInput, pageOutput } from '../../shared/paging.ts';
import { JOB_EXAMPLE, job, jobCounts, jobState } from './job.ts';

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
