import { z } from 'zod';
import { defineOperatorOperation } from '../../operator-operation.ts';
import { environment } from '../../shared/answer.ts';
import { keyId } from '../../shared/ids.ts';
import { instant } from '../../shared/values.ts';
import { number } from './usage-parts.ts';

export const SPARK_HOURS = 24;

export const listSparks = defineOperatorOperation({
  name: 'usage/sparks',
  role: 'read-only',
  summary: 'Show the last day of every key',
  description: `Requests of each key in the last ${SPARK_HOURS} hours by hour, the present one last and unfinished. Keys without requests are left out.`,
  input: z.strictObject({ environment: environment() }),
  output: z.strictObject({
    from: instant().describe('Begin of the first hour.'),
    sparks: z.array(
      z.strictObject({
        keyId: keyId(),
        values: z.array(number()).length(SPARK_HOURS),
      }),
    ),
  }),
  examples: {
    request: { environment: 'production' },
    answer: {
      from: '2026-07-01T11:00:00Z',
      sparks: [
        {
          keyId: '4Zk81mQpXr2T',
          values: Array.from({ length: SPARK_HOURS }, (_, hour) => hour * 12),
        },
      ],
    },
  },
});
