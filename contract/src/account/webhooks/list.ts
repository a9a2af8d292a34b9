import { z } from 'zod';
import { defineOperatorOperation } from '../../operator-operation.ts';
import { environment } from '../../shared/answer.ts';
import { pageInput, pageOutput } from '../../shared/paging.ts';
import { ENDPOINT_EXAMPLE, endpoint } from './endpoint.ts';

export const listWebhooks = defineOperatorOperation({
  name: 'webhooks/list',
  role: 'read-only',
  summary: 'List webhook endpoints',
  description: 'The endpoints of the organisation with their health, the newest first.',
  input: z.strictObject({ environment: environment().optional(), page: pageInput(200, 50) }),
  output: z.strictObject({ endpoints: z.array(endpoint), page: pageOutput() }),
  errors: ['INVALID_CURSOR'],
  examples: {
    request: { environment: 'production' },
    answer: { endpoints: [ENDPOINT_EXAMPLE], page: { nextCursor: null, hasMore: false } },
  },
});
