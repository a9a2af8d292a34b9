import { hasPermission, type Permission } from '@serai/contract/roles.ts';
import { CalendarCheck, ListTree, ScrollText, Zap } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type Account, CreditUsed, OverdueLines, useAccount } from '../../components/billing/account.tsx';
import { AGEING_HINT, AgeingBar, isZero } from '../../components/billing/ageing.tsx';
import { RevenueByMonth } from '../../components/billing/revenue-by-month.tsx';
import { Card, Facts, Stat, Stats } from '../../components/card.tsx';
import { CopyableId } from '../../components/copy-button.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { ceilingFacts } from '../../components/partners/partner-setting-fields.tsx';
import { describeTerms } from '../../components/partners/partner-settings.ts';
import type { Partner } from '../../components/partners/partners.tsx';
import { countryName, languageName } from '../../components/pickers/code-options.ts';
import { Timestamp } from '../../components/timestamp.tsx';
import { formatMoney, formatNumber } from '../../lib/format/format.ts';
import { useMay, useSession } from '../../lib/session-context.ts';
import { PartnerCompany } from './partner-company.tsx';
import { EditPartner } from './partner-form.tsx';
import { PartnerHealth } from './partner-health.tsx';
import { describeBilling, describeGroups } from './partner-parts.tsx';
import { FAILED, PartnerSales, UNKNOWN } from './partner-sales.tsx';
import { PartnerSetup, useSetup } from './partner-setup.tsx';
import '../../styles/partners.css';

/** The business with a partner at a glance: sales, debt, health, and its settings. */
export function PartnerOverview({ partner }: { partner: Partner }) {
  const { partnerId } = partner;
  const [seesBilling, seesReports] = [useMay('billing:view'), useMay('reports:view')];
  const setup = useSetup(partner);
  return (
    <>
      {setup && !setup.isFolded && <PartnerSetup setup={setup} />}
      {(seesBilling || seesReports) && (
        <div className="money-stats">
          <Stats>
            {seesReports && <PartnerSales partner={partner} />}
            {seesBilling && <Money partner={partner} />}
          </Stats>
        </div>
      )}
      {setup?.isFolded && <PartnerSetup setup={setup} />}
      <div className="partner-grid">
        <div className="partner-stack">
          {seesReports && <RevenueByMonth partnerId={partnerId} />}
          <PartnerCompany partner={partner} />
        </div>
        <div className="partner-stack">
          {seesBilling && <Debt partnerId={partnerId} />}
          <PartnerHealth partnerId={partnerId} />
          <Records partnerId={partnerId} />
        </div>
        <Settings partner={partner} />
      </div>
    </>
  );
}

function Money({ partner: { partnerId, billing } }: { partner: Partner }) {
  const account = useAccount(partnerId);
  if (account.state === 'ready') {
    return account.data && <MoneyStats account={account.data} />;
  }
  const labels = [...moneyLabels(billing.model), 'Unpaid statements'];
  const hint = account.state === 'failed' ? FAILED : undefined;
  return labels.map(label => <Stat key={label} label={label} value={UNKNOWN} hint={hint} />);
}

const moneyLabels = (model: Account['billing']) =>
  model === 'PREPAID' ? (['Funds', 'Available'] as const) : (['Balance owed', 'Available'] as const);

function MoneyStats({ account }: { account: Account }) {
  const { billing, balance, held, available, isLow, limit, unpaidStatements, overdue, partnerId } = account;
  const link = { to: '/partners/$partnerId', params: { partnerId }, search: { tab: 'billing' } };
  const [owedLabel, leftLabel] = moneyLabels(billing);
  const isUsedUp = available !== null && (available.amount.startsWith('-') || isZero(available));
  return (
    <>
      <Stat
        label={owedLabel}
        link={link}
        value={formatMoney(balance)}
        hint={isZero(held) ? 'Nothing held' : `plus ${formatMoney(held)} held for unconfirmed bookings`}
      />
      <Stat
        label={leftLabel}
        tone={isUsedUp ? 'bad' : isLow ? 'warn' : 'plain'}
        value={available === null ? 'No limit' : formatMoney(available)}
        hint={
          isUsedUp
            ? 'Used up. New bookings are rejected.'
            : limit !== null
              ? `of ${formatMoney(limit)}${isLow ? ', less than 20%' : ''}`
              : billing === 'PREPAID' && 'Left for new bookings'
        }
      />
      <Stat
        label="Unpaid statements"
        link={link}
        tone={overdue !== null ? 'bad' : unpaidStatements ? 'warn' : 'plain'}
        value={unpaidStatements === null ? UNKNOWN : formatNumber(unpaidStatements)}
        hint={
          overdue !== null ? (
            <OverdueLines overdue={overdue} />
          ) : unpaidStatements ? (
            'Closed and not paid in full'
          ) : undefined
        }
      />
    </>
  );
}

function Debt({ partnerId }: { partnerId: string }) {
  const account = useAccount(partnerId);
  return (
    <Card
      title="Debt by age"
      hint={AGEING_HINT}
      actions={
        <LinkTo to="/partners/$partnerId" params={{ partnerId }} search={{ tab: 'billing' }}>
          Billing
        </LinkTo>
      }
    >
      <Loaded from={account} rows={2}>
        {found =>
          found && (
            <>
              {!found.ageing || Object.values(found.ageing).every(isZero) ? (
                <p className="faint">This partner owes nothing.</p>
              ) : (
                <AgeingBar ageing={found.ageing} />
              )}
              <CreditUsed account={found} />
            </>
          )
        }
      </Loaded>
    </Card>
  );
}

/** What staff have agreed with the partner, in one card as wide as the page. */
function Settings({ partner }: { partner: Partner }) {
  const { partnerId, currency, language, nationality, groups } = partner;
  const { maxKeyLifetimeDays, guestDays, requireSecondFactor } = partner;
  const [editing, setEditing] = useState(false);
  const mayEdit = useMay('partners:manage');
  return (
    <Card
      folds
      title="Terms and limits"
      summary={[describeBilling(partner.billing), ...describeGroups(groups)].join(' · ')}
      className="partner-settings"
      actions={
        mayEdit && (
          <>
            <button type="button" className="small" onClick={() => setEditing(true)}>
              Edit<span className="edit-what"> terms and limits</span>
            </button>
            {/* Not in the part that folds. */}
            <EditPartner partner={partner} open={editing} onClose={() => setEditing(false)} />
          </>
        )
      }
    >
      <Facts
        items={[
          ['Partner ID', <CopyableId key="id" id={partnerId} label="partner ID" />],
          ['Billing', describeBilling(partner.billing)],
          ['Payment terms', describeTerms(partner)],
          ['Groups', groups.length === 0 ? 'None' : groups.join(', ')],
          ['Defaults', `${currency}, ${languageName(language)}, guests from ${countryName(nationality)}`],
          ...ceilingFacts(partner),
          ['Maximum key lifetime', maxKeyLifetimeDays === null ? 'No limit' : daysText(maxKeyLifetimeDays)],
          ['Two-factor sign-in', requireSecondFactor ? 'Required' : 'Optional'],
          [
            'Guest data',
            guestDays === null ? 'Installation default' : `Erased ${daysText(guestDays)} after check-out`,
          ],
          ['Created', <Timestamp key="created" at={partner.createdAt} />],
        ]}
      />
    </Card>
  );
}

function daysText(days: number): string {
  return days === 1 ? '1 day' : `${formatNumber(days)} days`;
}

/** With the permission that each page needs. Everyone may open the pages without one. */
const RECORDS: readonly (readonly [to: string, label: string, icon: ReactNode, needs?: Permission])[] = [
  ['/bookings', 'Bookings', <CalendarCheck key="bookings" size={16} aria-hidden />],
  ['/requests', 'Request log', <ListTree key="requests" size={16} aria-hidden />, 'requests:view'],
  ['/events', 'Events', <Zap key="events" size={16} aria-hidden />, 'webhooks:view'],
  ['/settings/audit', 'Audit log', <ScrollText key="audit" size={16} aria-hidden />],
];

function Records({ partnerId }: { partnerId: string }) {
  const { role } = useSession().session;
  const shown = RECORDS.filter(([, , , needs]) => needs === undefined || hasPermission(role, needs));
  return (
    <Card title="More about this partner" hint="Pages filtered by this partner.">
      <ul className="record-links">
        {shown.map(([to, label, icon]) => (
          <li key={to}>
            <LinkTo to={to} search={{ partner: partnerId }} className="button small">
              {icon} {label}
            </LinkTo>
          </li>
        ))}
      </ul>
    </Card>
  );
}
