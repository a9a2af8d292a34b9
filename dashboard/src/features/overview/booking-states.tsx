import { Card } from '../../components/card.tsx';
import { BarList } from '../../components/charts/small-charts.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { Loaded } from '../../components/loaded.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import type { CallState } from '../../lib/calls/use-call.ts';
import { useEnvironment } from '../../lib/url-state.ts';

const TONES = {
  PENDING: 'warn',
  ON_REQUEST: 'warn',
  CONFIRMED: 'good',
  REJECTED: 'bad',
  CANCEL_PENDING: 'warn',
  CANCELLED: 'plain',
  COMPLETED: 'info',
  NO_SHOW: 'plain',
} as const;

/** `CANCEL_PENDING` as people write it. */
function words(status: string): string {
  return status.charAt(0) + status.slice(1).toLowerCase().replaceAll('_', ' ');
}

interface BookingStatesProps {
  of: CallState<Output<'bookings/summary'>> & { reload: () => void };
}

export function BookingStates({ of }: BookingStatesProps) {
  const environment = useEnvironment();
  return (
    <Card title="Bookings by state" hint="Those made in the period, as they stand now.">
      <Loaded from={of} rows={4}>
        {({ states, total }) =>
          total === 0 ? (
            <p className="faint">
              No booking was made in this period.{' '}
              {environment === 'sandbox' && <LinkTo to="/sandbox">The scenarios have ready requests.</LinkTo>}
            </p>
          ) : (
            <BarList
              label="Bookings by state"
              items={states
                .filter(({ count }) => count > 0)
                .map(({ status, count }) => ({
                  key: status,
                  label: words(status),
                  value: count,
                  tone: TONES[status],
                  link: { to: '/bookings', search: { status } },
                }))}
            />
          )
        }
      </Loaded>
    </Card>
  );
}
