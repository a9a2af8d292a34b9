import { z } from 'zod';
import { defineOperatorOperation } from '../../operator-operation.ts';
import { CERTIFICATION_EXAMPLE, certificationRecord } from './certification-record.ts';

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
