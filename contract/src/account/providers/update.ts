import { z } from 'zod';
import { defineOperatorOperation } from '../../operator-operation.ts';
import { flag } from '../../shared/values.ts';
import { providerId } from '../account-ids.ts';
import {
  PROVIDER_EXAMPLE,
  provider,
  providerCredentials,
  providerName,
  providerPreference,
  providerSettings,
} from './provider.ts';

export const updateProvider = defineOperatorOperation({
  name: 'providers/update',
  role: 'admin',
  summary: 'Change a provider',
  description:
    'Changes only the members it names, and within `credentials` and `settings` only the fields it names. A disabled provider gets no searches or bookings; bookings it already holds are still read and cancelled there.',
  input: z.strictObject({
    providerId: providerId(),
    name: providerName().optional(),
    enabled: flag().optional(),
    preference: providerPreference().optional(),
    credentials: providerCredentials().optional(),
    settings: providerSettings().optional(),
  }),
  output: z.strictObject({ provider }),
  errors: ['NOT_FOUND'],
  examples: {
    request: { providerId: PROVIDER_EXAMPLE.providerId, enabled: false },
    answer: { provider: { ...PROVIDER_EXAMPLE, enabled: false } },
  },
});
