/** One run of the self-certification: every scenario played as a client would, and compared with what is documented. */
import { z } from 'zod';
import { SCENARIO_GROUPS } from '../../booking/sandbox/scenarios.ts';
import { choice, count, instant } from '../../shared/values.ts';

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
