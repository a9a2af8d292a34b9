import { z } from 'zod';
import { defineOperatorOperation } from '../../operator-operation.ts';
import { environment } from '../../shared/answer.ts';
import { pageInput, pageOutput } from '../../shared/paging.ts';
import { KEY_EXAMPLE, key, keyStatus } from './key.ts';

export const listKeys = defineOperatorOperation({
  name: 'keys/list',
  role: 'read-only',
  summary: 'List API keys',
  description: 'The keys of the organisation, the newest first, without their secrets.',
  input: z.strictObject({
    environment: environment().optional(),
    status: keyStatus().optional(),
    page: pageInput(200, 50),
  }),
  output: z.strictObject({ keys: z.array(key), page: pageOutput() }),
  errors: ['INVALID_CURSOR'],
  examples: {
    request: { environment: 'production', status: 'ACTIVE' },
    answer: { keys: [KEY_EXAMPLE], page: { nextCursor: null, hasMore: false } },
  },
});
