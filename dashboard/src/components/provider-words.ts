/** Explains why calls to a provider fail, and what to do about it. Pure. */
import type { Output } from '../lib/calls/operator-client.ts';
import { describeHttpStatus } from '../lib/format/http-status.ts';
import { countFailures, type Health, type RecentCalls } from '../lib/health.ts';

type LastError = Pick<
  NonNullable<Output<'providers/health'>['providers'][number]['lastError']>,
  'cause' | 'status' | 'supplierSays'
>;

/** Why a call failed, within a sentence. */
export const CAUSES = {
  TIMEOUT: 'timeout',
  CONNECTION: 'no connection',
  SERVER: 'the supplier returned a server error',
  CREDENTIALS: 'the credentials were rejected',
  THROTTLED: 'the supplier’s rate limit was reached',
  UNREADABLE: 'the response could not be read',
  INCOMPLETE: 'the response was incomplete',
  NOT_SENT: 'the call could not be sent',
} as const satisfies Record<Output<'providers/failures'>['failures'][number]['cause'], string>;

/** Failures that are too few for the health, for example `3 of 120 calls in the last hour failed.` */
export function fewFailures(health: Health, recent: RecentCalls): Health {
  if (health.level !== 'OK' || typeof recent === 'string' || recent.errors === 0) return health;
  return { ...health, why: countFailures(recent) };
}

/** For example `timeout (504 Gateway Timeout), “Gateway timeout”`. */
export function describeLastError({ cause, status, supplierSays }: LastError): string {
  const known =
    (CAUSES as Readonly<Record<string, string>>)[cause] ?? cause.toLowerCase().replaceAll('_', ' ');
  const code = status === null ? '' : ` (${describeHttpStatus(status)})`;
  return `${known}${code}${supplierSays === null ? '' : `, “${supplierSays.replace(/\.$/, '')}”`}`;
}

/** What to do next, by the cause of the last error. */
export function providerAdvice(cause: string | undefined): string {
  switch (cause) {
    case 'CREDENTIALS':
      return 'Edit the provider and enter valid credentials, then test the connection.';
    case 'THROTTLED':
      return 'Lower this provider’s call limits, or ask the provider’s support for higher ones.';
    case 'TIMEOUT':
    case 'CONNECTION':
      return 'Test the connection. If the test fails too, contact the provider’s support, or pause the provider until it responds.';
    default:
      return 'Test the connection. If the supplier has an incident, pause the provider until it is over.';
  }
}
