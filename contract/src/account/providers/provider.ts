/** A connection to a supplier. Credentials go in and never come out. */
import { z } from 'zod';
import { environment } from '../../shared/answer.ts';
import { lineOfText } from '../../shared/text.ts';
import { choice, count, flag, instant } from '../../shared/values.ts';
import { providerId } from '../account-ids.ts';

export const providerName = () => lineOfText(100).describe('Name people see.');

export const providerPreference = () =>
  count(0, 1_000).describe('Breaks ties between equal prices; the lowest wins.');

export const providerCredentials = () =>
  z
    .record(z.string().min(1).max(64), z.string().min(1).max(4_096))
    .describe('Values of the secret fields of the adapter. Stored encrypted, never shown.');

export const providerSettings = () =>
  z
    .record(z.string().min(1).max(64), z.union([z.string().max(2_048), z.number(), z.boolean()]))
    .describe('Values of the other fields of the adapter.');

export const provider = z.strictObject({
  providerId: providerId(),
  adapter: z.string().describe('Which adapter speaks with it.'),
  name: providerName(),
  environment: environment(),
  enabled: flag(),
  preference: providerPreference(),
  settings: providerSettings(),
  credentialNames: z.array(z.string()).describe('Secret fields that have a value.'),
  health: z.strictObject({
    state: choice(['UP', 'DEGRADED', 'DOWN', 'UNKNOWN']),
    since: instant(),
    message: z.string().nullable().describe('What is wrong.'),
  }),
  createdAt: instant(),
  updatedAt: instant(),
});

export const adapter = z.strictObject({
  adapter: z.string(),
  name: z.string(),
  description: z.string(),
  fields: z.array(
    z.strictObject({
      name: z.string(),
      description: z.string(),
      required: flag(),
      secret: flag().describe('Whether it belongs in `credentials` rather than `settings`.'),
    }),
  ),
});

export const PROVIDER_EXAMPLE = {
  providerId: 'prv_01J9ZC4T3E',
  adapter: 'own-inventory',
  name: 'Own inventory',
  environment: 'production',
  enabled: true,
  preference: 10,
  settings: {},
  credentialNames: [],
  health: { state: 'UP', since: '2026-07-01T09:00:00Z', message: null },
  createdAt: '2026-07-01T09:00:00Z',
  updatedAt: '2026-07-01T09:00:00Z',
} satisfies z.input<typeof provider>;
