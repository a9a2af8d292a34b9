import type { Output } from '../../lib/calls/operator-client.ts';
import { type CallState, useCall } from '../../lib/calls/use-call.ts';
import { currentMonth } from '../../lib/format/month.ts';
import { useEnvironment } from '../../lib/url-state.ts';

type Report = Output<'reports/show'>;

/** The report of a partner for the last months, including this one. Months begin in the operator's time zone. */
export function useRevenue(
  partnerId: string,
  months: number,
): CallState<Report> & { reload: () => void; isPrevious?: boolean } {
  const environment = useEnvironment();
  const operator = useCall('operator/show', {});
  const zone = operator.state === 'ready' ? operator.data.operator.timeZone : undefined;
  const now = new Date();
  const report = useCall(
    'reports/show',
    {
      ...{ partnerId, environment, by: ['MONTH'], page: { limit: 500 } },
      ...{ from: currentMonth(zone, now, months - 1), to: currentMonth(zone, now) },
    },
    { when: zone !== undefined },
  );
  return operator.state === 'failed' ? operator : report;
}
