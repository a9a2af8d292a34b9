import { availableTone } from '../../components/billing/account.tsx';
import { useOverdue } from '../../components/billing/use-overdue.ts';
import { Stat } from '../../components/card.tsx';
import { Amounts } from '../../components/figure-parts.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { currentData, isWaiting } from '../../lib/calls/current-data.ts';
import type { Output } from '../../lib/calls/operator-client.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { formatMoney, formatNumber } from '../../lib/format/format.ts';
import { useStaff } from '../../lib/session-context.ts';
import { useEnvironment } from '../../lib/url-state.ts';
import { FailedFigure, FigureFacts } from './figure.tsx';
import { OVERDUE_LINK } from './problem.ts';
import { REFRESH_MS } from './use-periods.ts';

/** The server adds up the balances of all partners. */
const TOTALS = { withTotals: true };

type Balances = Output<'billing/balances/list'>;

/** What partners owe the operator, or the own account of a partner, at this time. */
export function BalanceStat({ isHiddenIfNone }: { isHiddenIfNone: boolean }) {
  const environment = useEnvironment();
  const isStaff = useStaff();
  const read = useCall(
    'billing/balances/list',
    { environment, ...(isStaff && TOTALS), page: { limit: 1 } },
    { everyMs: REFRESH_MS },
  );
  if (isWaiting(read)) return null;
  if (read.state !== 'ready') {
    return <FailedFigure label={isStaff ? 'Owed by partners' : 'Balance'} onRetry={read.reload} />;
  }
  const { totals, balances } = read.data;
  const amounts = isStaff
    ? totals.flatMap(({ owed, funds }) => [owed, funds])
    : balances.map(({ balance }) => balance);
  if (isHiddenIfNone && amounts.every(({ amount }) => !/[1-9]/.test(amount))) return null;
  return isStaff ? <OwedStat totals={totals} /> : <OwnBalance own={balances[0]} />;
}

function OwedStat({ totals }: { totals: Balances['totals'] }) {
  const low = totals.reduce((sum, { lowPartners }) => sum + lowPartners, 0);
  const count = low === 0 ? '0' : low === 1 ? '1 partner' : `${formatNumber(low)} partners`;
  const overdue = currentData(useOverdue())?.totals ?? [];
  return (
    <Stat
      label="Owed by partners"
      link={{ to: '/billing' }}
      value={<Amounts amounts={totals.map(({ owed }) => owed)} />}
      hint={
        <FigureFacts
          facts={[
            ['Overdue', overdue.length > 0 ? <Overdue key="overdue" totals={overdue} /> : undefined],
            [
              'Low credit',
              low === 0 ? (
                count
              ) : (
                <strong key="low" className="figure-warn">
                  {count}
                </strong>
              ),
            ],
          ]}
        />
      }
    />
  );
}

/** A line for each currency, for example `4,935.70 EUR (1 partner)`. */
function Overdue({ totals }: { totals: Balances['totals'] }) {
  return (
    <LinkTo {...OVERDUE_LINK} className="figure-overdue">
      {totals.map(({ currency, overdue, partners }) => (
        <span key={currency}>
          {overdue && formatMoney(overdue)}{' '}
          <span className="nowrap">
            ({partners === 1 ? '1 partner' : `${formatNumber(partners)} partners`})
          </span>
        </span>
      ))}
    </LinkTo>
  );
}

function OwnBalance({ own }: { own: Balances['balances'][number] | undefined }) {
  if (own === undefined) return null;
  return (
    <Stat
      label={own.billing === 'PREPAID' ? 'Funds' : 'Balance owed'}
      link={{ to: '/billing' }}
      value={formatMoney(own.balance)}
      tone={availableTone(own)}
      hint={
        <FigureFacts
          facts={[
            ['Credit limit', own.limit === null ? undefined : formatMoney(own.limit)],
            ['Left for new bookings', own.available === null ? 'No limit' : formatMoney(own.available)],
          ]}
        />
      }
    />
  );
}
