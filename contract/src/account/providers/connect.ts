import { z } from 'zod';
import { defineOperatorOperation } from '../../operator-operation.ts';
import { environment } from '../../shared/answer.ts';
import {
  PROVIDER_EXAMPLE,
  provider,
  providerCredentials,
  providerName,
  providerPreference,
  providerSettings,
} from './provider.ts';

export const connectProvider = defineOperatorOperation({
  name: 'providers/connect',
  role: 'admin',
  summary: 'Connect a provider',
  description:
    'Tries the connection once and stores it; one that cannot be reached is stored too and says so in `health`. Fields the adapter does not know, or lacks, are 400. The providers that come with the service are connected from the start; connecting one again sets it anew.',
  input: z.strictObject({
    adapter: z.string().min(1).max(64),
    name: providerName(),
    environment: environment(),
    preference: providerPreference().optional(),
    credentials: providerCredentials().optional(),
    settings: providerSettings().optional(),
  }),
  output: z.strictObject({ provider }),
  examples: {
    request: { adapter: 'own-inventory', name: 'Own inventory', environment: 'production', preference: 10 },
    answer: { provider: PROVIDER_EXAMPLE },
  },
});
