import type { Output } from '../../lib/calls/operator-client.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { formatMoney } from '../../lib/format/format.ts';
import { useEnvironment } from '../../lib/url-state.ts';
import { Stat, Stats } from '../card.tsx';
import { Badge, type Tone } from '../feedback.tsx';
import '../../styles/billing.css';

export type Account = Output<'billing/balances/list'>['balances'][number];

export const MODEL_LABELS: Record<Account['billing'], string> = {
  NONE: 'No limit (recorded only)',
  CREDIT: 'Credit',
  PREPAID: 'Prepaid',
};

const MAX_LOW = 200;

/**
 * Ids of the partners with less than 20 % available. The server decides, because pages never calculate with amounts.
 */
export function useLowPartners(): ReadonlySet<string> {
  const environment = useEnvironment();
  const low = useCall('billing/balances/list', { environment, low: true, page: { limit: MAX_LOW } });
  return new Set(low.state === 'ready' ? low.data.balances.map(({ partnerId }) => partnerId) : []);
}

export function availableTone({ available }: Account, isLow: boolean): Tone {
  if (available !== null && (available.amount.startsWith('-') || !/[1-9]/.test(available.amount)))
    return 'bad';
  return isLow ? 'warn' : 'plain';
}

export function Available({ account, isLow }: { account: Account; isLow: boolean }) {
  const { available } = account;
  if (available === null) return <span className="faint">No limit</span>;
  const tone = availableTone(account, isLow);
  return (
    <span className="available">
      {formatMoney(available)}
      {tone === 'bad' && <Badge tone="bad">Used up</Badge>}
      {tone === 'warn' && <Badge tone="warn">Low</Badge>}
    </span>
  );
}

export function AccountStats({ account, isLow }: { account: Account; isLow: boolean }) {
  const { billing, limit, balance, held, available } = account;
  const tone = availableTone(account, isLow);
  return (
    <Stats>
      <Stat
        label={billing === 'PREPAID' ? 'Funds' : 'Balance owed'}
        value={formatMoney(balance)}
        hint={MODEL_LABELS[billing]}
      />
      {limit !== null && <Stat label="Credit limit" value={formatMoney(limit)} />}
      <Stat label="Held" value={formatMoney(held)} hint="For bookings with an open outcome" />
      <Stat
        label="Available"
        value={available === null ? 'No limit' : formatMoney(available)}
        tone={tone}
        hint={
          tone === 'bad'
            ? 'Used up. New bookings are refused.'
            : tone === 'warn'
              ? 'Less than 20 % is left'
              : 'Can still be booked'
        }
      />
    </Stats>
  );
}
