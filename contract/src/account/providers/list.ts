import { z } from 'zod';
import { defineOperatorOperation } from '../../operator-operation.ts';
import { environment } from '../../shared/answer.ts';
import { pageInput, pageOutput } from '../../shared/paging.ts';
import { adapter, PROVIDER_EXAMPLE, provider } from './provider.ts';

export const listProviders = defineOperatorOperation({
  name: 'providers/list',
  role: 'read-only',
  summary: 'List providers',
  description: 'The connected providers by preference, and the adapters one can be connected with.',
  input: z.strictObject({ environment: environment().optional(), page: pageInput(200, 50) }),
  output: z.strictObject({
    providers: z.array(provider),
    adapters: z.array(adapter),
    page: pageOutput(),
  }),
  errors: ['INVALID_CURSOR'],
  examples: {
    request: { environment: 'production' },
    answer: {
      providers: [PROVIDER_EXAMPLE],
      adapters: [
        {
          adapter: 'own-inventory',
          name: 'Own inventory',
          description: 'Hotels, rates and allotments kept in this service.',
          fields: [],
        },
      ],
      page: { nextCursor: null, hasMore: false },
    },
  },
});
