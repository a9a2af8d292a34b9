/** One exchange with a provider, for debugging in test mode. Credentials, cards and contact data are redacted before. */
import { z } from 'zod';
import { choice, count, flag, instant, listCode } from '../shared/values.ts';

export const PROVIDER_OPERATIONS = [
  'search',
  'quote',
  'release',
  'book',
  'lookup',
  'sweep',
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

/** Of one booking: those before are left out. */
export const MAX_EXCHANGES_SHOWN = 200;
/** A longer body is cut and marked. */
export const MAX_AUDIT_BODY_BYTES = 256 * 1024;
/** All bodies of one answer together. */
export const MAX_AUDIT_BYTES = 4 * 1024 * 1024;

const message = {
  headers: z.record(z.string(), z.string()),
  body: z.string().nullable(),
  truncated: flag().describe('True when the body was longer than 256 KiB, or 4 MiB were reached in all.'),
};

const exchange = z.strictObject({
  provider: listCode(),
  operation: choice(PROVIDER_OPERATIONS),
  attempt: count(1, 1_000),
  startedAt: instant(),
  durationMs: count(0, Number.MAX_SAFE_INTEGER),
  outcome: choice(PROVIDER_OUTCOMES).describe('How the answer was understood.'),
  request: z.strictObject({
    method: z.string().nullable().describe('Null for a provider that is not reached over HTTP.'),
    target: z.string().nullable(),
    ...message,
  }),
  response: z
    .strictObject({ status: count(100, 599).nullable(), ...message })
    .nullable()
    .describe('Null when none arrived.'),
});
export type ProviderExchange = z.infer<typeof exchange>;

export const audit = () =>
  z
    .strictObject({ transactions: z.array(exchange) })
    .optional()
    .describe('With `settings.auditTransactions` in test mode.');
