import { z } from 'zod';
import { defineOperatorOperation } from '../../operator-operation.ts';
import { exactlyOneOf } from '../../shared/rule.ts';
import { count } from '../../shared/values.ts';
import { jobId } from '../account-ids.ts';
import { JOB_EXAMPLE } from './job.ts';

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
