/**
 * An exchange with a provider, for debugging in test mode. Credentials, card data and personal data are
 * redacted.
 */
import { z } from 'zod';
import { anyCount, choice, count, flag, instant, listCode } from '../shared/values.ts';

export const PROVIDER_OPERATIONS = [
  'search',
  'quote',
  'release',
  'book',
  'lookup',
  'sweep',
  'cancelQuote',
  'cancel',
  'probe',
] as const;

export const PROVIDER_OUTCOMES = [
  'OK',
  'NONE',
  'GONE',
  'UNSUPPORTED',
  'THROTTLED',
  'FAILED',
  'CONFIRMED',
  'ON_REQUEST',
  'ACCEPTED',
  'REFUSED',
  'DUPLICATE',
  'NOT_EXECUTED',
  'UNKNOWN',
  'CANCELLED',
  'ALREADY',
  'FOUND',
  'ABSENT',
  'INCOMPLETE',
] as const;

/**
 * Maximum number of exchanges shown per booking. Older exchanges are omitted. In a proof file, it limits only lookups.
 */
export const MAX_EXCHANGES_SHOWN = 200;
/** Longer bodies are truncated and marked. */
export const MAX_AUDIT_BODY_BYTES = 256 * 1024;
/** Total size of all bodies in one response. */
export const MAX_AUDIT_BYTES = 4 * 1024 * 1024;

const message = {
  headers: z.record(z.string(), z.string()),
  body: z.string().nullable(),
  truncated: flag().describe(
    'True if the body was longer than 256 KiB, or if the total of 4 MiB was reached.',
  ),
};

export const exchange = z.strictObject({
  provider: listCode(),
  operation: choice(PROVIDER_OPERATIONS),
  attempt: count(1, 1_000),
  startedAt: instant(),
  durationMs: anyCount(),
  outcome: choice(PROVIDER_OUTCOMES).describe('How the response was interpreted.'),
  request: z.strictObject({
    method: z.string().nullable().describe('Null if the provider is not called over HTTP.'),
    target: z.string().nullable(),
    ...message,
  }),
  response: z
    .strictObject({ status: count(100, 599).nullable(), ...message })
    .nullable()
    .describe('Null if no response arrived.'),
});
export type ProviderExchange = z.infer<typeof exchange>;

export const audit = () =>
  z
    .strictObject({ transactions: z.array(exchange) })
    .optional()
    .describe(
      'Present only in test mode, with `settings.auditTransactions` or, in `bookingdetail`, with `include: ["audit"]`.',
    );
