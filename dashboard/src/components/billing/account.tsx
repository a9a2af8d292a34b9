import type { Output } from '../../lib/calls/operator-client.ts';
import { type CallState, useCall } from '../../lib/calls/use-call.ts';
import { formatMoney, formatPercent, formatUtcDay } from '../../lib/format/format.ts';
import { useEnvironment } from '../../lib/url-state.ts';
import { Stat, Stats } from '../card.tsx';
import { Badge, type Tone } from '../feedback.tsx';
import '../../styles/ageing.css';
import '../../styles/billing.css';

export type Account = Output<'billing/balances/list'>['balances'][number];

/** For example `Credit limit 12,000.00 EUR`. Undefined if there is no limit, which the available amount says. */
export function termsWords({ billing, limit }: Pick<Account, 'billing' | 'limit'>): string | undefined {
  if (billing === 'PREPAID') return 'Prepaid';
  return limit === null ? undefined : `Credit limit ${formatMoney(limit)}`;
}

/** Two lines, because one would break anywhere. The due date is the last day on which the amount was not late. */
export function OverdueLines({ overdue: { amount, since } }: { overdue: NonNullable<Account['overdue']> }) {
  return (
    <span className="lines">
      <span>{formatMoney(amount)} overdue</span>
      <span>Oldest due {formatUtcDay(since)}</span>
    </span>
  );
}

/** The balance of a partner that pays in advance is its funds. They are negative if it owes something. */
export function isOwing({ billing, balance: { amount } }: Pick<Account, 'billing' | 'balance'>): boolean {
  return /[1-9]/.test(amount) && amount.startsWith('-') === (billing === 'PREPAID');
}

/** The balance of one partner with its ageing. Default: the user's own partner. Undefined if there is no partner. */
export function useAccount(
  partnerId: string | undefined,
  when = true,
): CallState<Account | undefined> & { reload: () => void } {
  const environment = useEnvironment();
  const found = useCall(
    'billing/balances/list',
    {
      ...(partnerId !== undefined && { partnerId: partnerId as never }),
      environment,
      withAgeing: true,
      page: { limit: 1 },
    },
    { when },
  );
  return found.state === 'ready' ? { ...found, data: found.data.balances[0] } : found;
}

/** The server decides what is low, because pages never calculate with amounts. */
export function availableTone({ available, isLow }: Pick<Account, 'available' | 'isLow'>): Tone {
  if (available !== null && (available.amount.startsWith('-') || !/[1-9]/.test(available.amount)))
    return 'bad';
  return isLow ? 'warn' : 'plain';
}

export function Available({ account }: { account: Account }) {
  const { available } = account;
  if (available === null) return <span className="faint">No limit</span>;
  const tone = availableTone(account);
  return (
    <span className="available">
      {formatMoney(available)}
      {tone === 'bad' && <Badge tone="bad">Used up</Badge>}
      {tone === 'warn' && <Badge tone="warn">Low</Badge>}
    </span>
  );
}

/** What a balance means that is not overdue. A balance of zero needs no words. */
export function balanceHint(account: Pick<Account, 'billing' | 'balance'>): string | undefined {
  if (account.billing === 'PREPAID') return 'Prepaid';
  if (isOwing(account)) return 'Nothing overdue';
  return /[1-9]/.test(account.balance.amount) ? 'Nothing owed' : undefined;
}

export function AccountStats({ account }: { account: Account }) {
  const { billing, limit, balance, held, available, overdue } = account;
  const tone = availableTone(account);
  return (
    <div className="money-stats">
      <Stats>
        <Stat
          label={billing === 'PREPAID' ? 'Funds' : 'Balance owed'}
          value={formatMoney(balance)}
          hint={
            overdue === null ? (
              balanceHint(account)
            ) : (
              <span className="overdue">
                <OverdueLines overdue={overdue} />
              </span>
            )
          }
        />
        {limit !== null && <Stat label="Credit limit" value={formatMoney(limit)} />}
        <Stat label="Held" value={formatMoney(held)} hint="For bookings not confirmed yet" />
        <Stat
          label="Available"
          value={available === null ? 'No limit' : formatMoney(available)}
          tone={tone}
          hint={
            tone === 'bad'
              ? 'Used up'
              : tone === 'warn'
                ? 'Less than 20% left'
                : available !== null && 'Left for new bookings'
          }
        />
      </Stats>
    </div>
  );
}

/** How much of the credit limit is used or held. Only the length of the bar is rounded. */
export function CreditUsed({ account }: { account: Account }) {
  const { limit, available } = account;
  if (limit === null || available === null) return null;
  const used = Math.max(0, Math.min(1, 1 - Number(available.amount) / Math.max(1, Number(limit.amount))));
  return (
    <div className="credit-used">
      <div>
        <span>Credit limit {formatMoney(limit)}</span>
        <span className="faint">{formatPercent(used)} used</span>
      </div>
      <div className="credit-bar" data-tone={availableTone(account)} aria-hidden="true">
        <span style={{ width: `${used * 100}%` }} />
      </div>
    </div>
  );
}
