/** Reads what the health of the API and of the webhook endpoints follows from, of one partner or of all partners. */
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Input, Output } from '../lib/calls/operator-client.ts';
import { type CallState, useCall } from '../lib/calls/use-call.ts';
import { lastPeriod } from '../lib/format/period.ts';
import { apiHealth, endpointsHealth, type Health, healthFrom } from '../lib/health.ts';

const API_REFRESH_MS = 30_000;
/** The server reads many attempts for this list, so it is read less often. */
const ENDPOINTS_REFRESH_MS = 180_000;
const MAX_ENDPOINTS = 200;

interface Scope {
  environment: Environment;
  /** Default: all partners that the user may see. */
  partnerId?: string;
}

/** A short period, so that an outage is visible soon after it starts. */
export function useApiHealth(scope: Scope, when = true): Health {
  const read = useCall('usage/summary', scope as Input<'usage/summary'>, {
    everyMs: API_REFRESH_MS,
    when,
    window: lastPeriod('1h'),
  });
  return healthFrom(read, ({ totals, windows }) =>
    apiHealth({
      requests: totals.requests,
      serverErrors: totals.statusClasses['5xx'],
      // Requests count towards rate limits at once.
      isCounting: windows.some(({ perMinute }) => perMinute.used > 0),
    }),
  );
}

/** The endpoints from which `useEndpointsHealth` follows. */
export function useEndpoints(
  scope: Scope,
  when: boolean,
): CallState<Output<'webhooks/list'>> & { isOutdated: boolean; isPrevious: boolean } {
  return useCall('webhooks/list', { ...scope, page: { limit: MAX_ENDPOINTS } } as Input<'webhooks/list'>, {
    everyMs: ENDPOINTS_REFRESH_MS,
    when,
  });
}

export function useEndpointsHealth(scope: Scope, when: boolean): Health {
  return healthFrom(useEndpoints(scope, when), endpointsHealth);
}
