/** The columns of the list of partners. The server leaves out what the role of the user may not see. */
import { hasPermission, type Permission } from '@serai/contract/roles.ts';
import type { ReactNode } from 'react';
import { isZero } from '../../components/billing/ageing.tsx';
import type { Column } from '../../components/data-table.tsx';
import { Badge } from '../../components/feedback.tsx';
import { HealthBadge, healthLabel } from '../../components/health.tsx';
import { moneySort, timeSort } from '../../components/sort-rows.ts';
import { Timestamp } from '../../components/timestamp.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { formatMoney, formatUtcDay } from '../../lib/format/format.ts';
import { type Health, partnerApiHealth } from '../../lib/health.ts';
import { useSession } from '../../lib/session-context.ts';
import { describeBilling, describeGroups, OverdueBadge, StatusBadge } from './partner-parts.tsx';
import '../../styles/billing.css';
import '../../styles/partners.css';

export type ListedPartner = Output<'partners/list'>['partners'][number];
type Summary = NonNullable<ListedPartner['summary']>;
type PartnerTotal = Output<'partners/list'>['totals'][number];

/** Cards on narrow screens leave it out. */
const NONE = '–';

export function usePartnerColumns(): readonly Column<ListedPartner>[] {
  const { role } = useSession().session;
  return COLUMNS.filter(({ needs }) => needs === undefined || hasPermission(role, needs));
}

const COLUMNS: readonly (Column<ListedPartner> & { needs?: Permission })[] = [
  {
    key: 'name',
    heading: 'Partner',
    wide: true,
    sortBy: ({ name }) => [name],
    cell: ({ name, billing, groups }) => (
      <>
        {name}
        {[describeBilling(billing), ...describeGroups(groups)].map(line => (
          <small key={line} className="partner-terms">
            {line}
          </small>
        ))}
      </>
    ),
  },
  {
    key: 'status',
    heading: 'Status',
    phone: 'status',
    sortBy: ({ status }) => [status],
    cell: ({ status, summary }) => (
      <div className="marks">
        <StatusBadge status={status} />
        {summary?.balance?.overdue && <OverdueBadge />}
      </div>
    ),
  },
  {
    key: 'health',
    heading: 'Health',
    needs: 'requests:view',
    cell: ({ summary }) =>
      summary?.traffic ? <PartnerHealth health={partnerApiHealth(summary.traffic)} /> : NONE,
  },
  {
    key: 'certification',
    heading: 'Go-live',
    needs: 'keys:view',
    cell: ({ summary }) =>
      summary?.certification ? (
        <Badge tone={summary.certification.isLive ? 'good' : 'plain'}>
          {certificationWords(summary.certification)}
        </Badge>
      ) : (
        NONE
      ),
  },
  {
    key: 'revenue',
    heading: 'Revenue (30 days)',
    align: 'right',
    needs: 'reports:view',
    sortBy: ({ summary }) => moneySort(summary?.revenue?.[0]),
    cell: ({ summary }) => amountsOf(summary?.revenue ?? []),
  },
  {
    key: 'owed',
    heading: 'Owed',
    align: 'right',
    needs: 'billing:view',
    sortBy: ({ summary }) => moneySort(summary?.balance?.owed),
    cell: ({ summary }) => (summary?.balance ? owedWords(summary.balance) : NONE),
  },
  {
    key: 'overdue',
    heading: 'Overdue',
    align: 'right',
    needs: 'billing:view',
    sortBy: ({ summary }) => moneySort(summary?.balance?.overdue?.amount),
    cell: ({ summary }) => {
      const overdue = summary?.balance?.overdue;
      if (!overdue) return NONE;
      return (
        <div className="parts">
          <strong className="overdue">{formatMoney(overdue.amount)}</strong>
          <small>oldest due {formatUtcDay(overdue.since)}</small>
        </div>
      );
    },
  },
  {
    key: 'request',
    heading: 'Last request',
    needs: 'requests:view',
    sortBy: ({ summary }) => timeSort(summary?.traffic?.lastRequestAt),
    cell: ({ summary }) => {
      const at = summary?.traffic?.lastRequestAt;
      return at ? <Timestamp at={at} /> : NONE;
    },
  },
];

/** The earliest due date of what is overdue. */
export function dueSince({ summary }: Pick<ListedPartner, 'summary'>): string | undefined {
  return summary?.balance?.overdue?.since;
}

/** Without recent requests, there is nothing to judge, and faint words are enough. */
export function hasBadge({ level }: Pick<Health, 'level'>): boolean {
  return level !== 'UNKNOWN';
}

function PartnerHealth({ health }: { health: Health }) {
  if (hasBadge(health)) return <HealthBadge {...health} />;
  return (
    <span className="faint no-health" title={health.why}>
      {healthLabel(health)}
    </span>
  );
}

/** The server adds up all partners of the list, one row for each currency. */
export function partnerTotalRow({ currency, revenue, owed, funds, overdue }: PartnerTotal) {
  return {
    key: currency,
    cells: {
      name: `Total in ${currency}`,
      revenue: totalOf(revenue),
      owed: (
        <div className="parts">
          <span>{totalOf(owed)}</span>
          {funds && !isZero(funds) && <small>{formatMoney(funds)} funds</small>}
        </div>
      ),
      overdue:
        overdue && !isZero(overdue) ? <strong className="overdue">{formatMoney(overdue)}</strong> : NONE,
    },
  };
}

function totalOf(money: PartnerTotal['owed']): string {
  return money && !isZero(money) ? formatMoney(money) : NONE;
}

/** Amounts of different currencies are never added up. The first one is the highest. */
function amountsOf([first, ...others]: NonNullable<Summary['revenue']>): ReactNode {
  if (first === undefined) return NONE;
  return (
    <div className="parts">
      <span>{formatMoney(first)}</span>
      {others.map(each => (
        <small key={each.currency}>{formatMoney(each)}</small>
      ))}
    </div>
  );
}

/** A partner is live when it has a production key. Before that, the list shows how far its certification is. */
export function certificationWords({ isLive, done, steps }: NonNullable<Summary['certification']>): string {
  if (isLive) return 'Live';
  return done === steps ? 'Certified' : `${done} of ${steps}`;
}

/** A negative amount is what the partner has paid in advance. */
export function owedWords({ owed }: Pick<NonNullable<Summary['balance']>, 'owed'>): string {
  if (isZero(owed)) return NONE;
  return owed.amount.startsWith('-')
    ? `${formatMoney({ ...owed, amount: owed.amount.slice(1) })} funds`
    : formatMoney(owed);
}
