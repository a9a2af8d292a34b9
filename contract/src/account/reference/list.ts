import { z } from 'zod';
import { defineOperatorOperation } from '../../operator-operation.ts';
import { HEAD_EXAMPLE, operationHead } from './described-operation.ts';

export const listReference = defineOperatorOperation({
  name: 'reference/list',
  role: 'read-only',
  summary: 'List the operations of the interface',
  description: 'The operations that API keys are for, in the order of the reference.',
  input: z.strictObject({}),
  output: z.strictObject({ operations: z.array(operationHead) }),
  examples: { request: {}, answer: { operations: [HEAD_EXAMPLE] } },
});
