import type { Output } from '../../lib/calls/operator-client.ts';
import { type CallState, useCall } from '../../lib/calls/use-call.ts';
import { currentMonth } from '../../lib/format/month.ts';
import { useSession } from '../../lib/session-context.ts';
import { useEnvironment } from '../../lib/url-state.ts';

type Report = Output<'reports/show'>;

/** The report of a partner for the last months, including this one. Months begin in the operator's time zone. */
export function useRevenue(
  partnerId: string,
  months: number,
  when = true,
): CallState<Report> & { reload: () => void; isPrevious?: boolean } {
  const environment = useEnvironment();
  const { timeZone } = useSession().session;
  const now = new Date();
  return useCall(
    'reports/show',
    {
      ...{ partnerId, environment, by: ['MONTH'], page: { limit: 500 } },
      ...{ from: currentMonth(timeZone, now, months - 1), to: currentMonth(timeZone, now) },
    },
    { when },
  );
}
