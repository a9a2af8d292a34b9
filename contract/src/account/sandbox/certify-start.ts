import { z } from 'zod';
import { SCENARIOS, type ScenarioName } from '../../booking/sandbox/scenarios.ts';
import { defineOperatorOperation } from '../../operator-operation.ts';
import { choice, flag } from '../../shared/values.ts';
import { CERTIFICATION_EXAMPLE, certificationRecord } from './certification-record.ts';

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
