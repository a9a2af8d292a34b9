import { z } from 'zod';
import { defineOperatorOperation } from '../../operator-operation.ts';
import { describedOperation, HEAD_EXAMPLE } from './described-operation.ts';

export const showReference = defineOperatorOperation({
  name: 'reference/show',
  role: 'read-only',
  summary: 'Describe one operation of the interface',
  description: 'What goes in and out of one operation, its errors, and calls that were made in the sandbox.',
  input: z.strictObject({
    operation: z.string().min(1).max(64).describe('Its name, such as `availability`.'),
  }),
  output: z.strictObject({ operation: describedOperation }),
  errors: ['NOT_FOUND'],
  examples: {
    request: { operation: HEAD_EXAMPLE.name },
    answer: {
      operation: {
        ...HEAD_EXAMPLE,
        aliases: [],
        description: 'The boards that offers may have.',
        statuses: [200],
        request: [
          {
            path: 'language',
            type: 'string',
            required: false,
            limits: null,
            words: [],
            description: 'BCP 47 language tag.',
          },
        ],
        answer: [
          {
            path: 'boards',
            type: 'list of object',
            required: true,
            limits: null,
            words: [],
            description: null,
          },
        ],
        errors: [
          {
            code: 'UNAUTHORIZED',
            status: 401,
            retryable: false,
            action: 'Send `Authorization: ApiKey <key>` with a key that is neither revoked nor expired.',
          },
        ],
        examples: [],
      },
    },
  },
});
