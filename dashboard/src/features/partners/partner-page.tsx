import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { PartnerBilling } from '../../components/billing/partner-billing.tsx';
import { Card, Facts } from '../../components/card.tsx';
import { ConfirmDialog } from '../../components/dialogs/confirm-dialog.tsx';
import { Banner } from '../../components/feedback.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { type Partner, usePartner } from '../../components/partners/partners.tsx';
import { PeopleList } from '../../components/people/people-list.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { useAction } from '../../lib/calls/use-action.ts';
import { formatNumber } from '../../lib/format/format.ts';
import { useMay } from '../../lib/session-context.ts';
import { useFilters } from '../../lib/url-state.ts';
import { EditPartner } from './partner-form.tsx';
import { PartnerHealth } from './partner-health.tsx';
import { describeBilling, StatusBadge } from './partner-parts.tsx';

export function PartnerPage() {
  const { partnerId } = useParams({ strict: false }) as { partnerId: string };
  const partner = usePartner(partnerId);
  return <Loaded from={partner}>{found => <Detail partner={found} />}</Loaded>;
}

function Detail({ partner }: { partner: Partner }) {
  const [{ tab }, setFilters] = useFilters(['tab']);
  const [editing, setEditing] = useState(false);
  const mayEdit = useMay('partners:manage');
  const seesBilling = useMay('billing:view');
  return (
    <>
      <PageHead
        title={partner.name}
        back={{ to: '/partners', label: 'Partners' }}
        actions={
          mayEdit && (
            <>
              <StatusAction partner={partner} />
              <button type="button" className="main" onClick={() => setEditing(true)}>
                Edit
              </button>
            </>
          )
        }
      />
      {partner.status === 'SUSPENDED' && (
        <Banner tone="bad" title="This partner is suspended">
          It cannot search, quote or book. It can still read and cancel its bookings.
        </Banner>
      )}
      <Tabs
        label="Partner"
        selected={tab ?? 'overview'}
        onSelect={id => setFilters({ tab: id === 'overview' ? undefined : id })}
        tabs={[
          { id: 'overview', label: 'Overview', panel: <Overview partner={partner} /> },
          ...(seesBilling
            ? [{ id: 'billing', label: 'Billing', panel: <PartnerBilling partnerId={partner.partnerId} /> }]
            : []),
          { id: 'people', label: 'People', panel: <People partnerId={partner.partnerId} /> },
        ]}
      />
      <EditPartner partner={partner} open={editing} onClose={() => setEditing(false)} />
    </>
  );
}

function Overview({ partner }: { partner: Partner }) {
  const { partnerId, ceilings } = partner;
  const search = { partner: partnerId };
  return (
    <div className="grid">
      <Card title="About">
        <Facts
          items={[
            ['Partner ID', <code key="id">{partnerId}</code>],
            ['Status', <StatusBadge key="status" status={partner.status} />],
            ['Created', <Timestamp key="created" at={partner.createdAt} />],
            ['Groups', partner.groups.length === 0 ? 'None' : partner.groups.join(', ')],
            ['Billing', describeBilling(partner.billing)],
            ['Defaults', `${partner.currency}, ${partner.language}, guests from ${partner.nationality}`],
          ]}
        />
      </Card>
      <PartnerHealth partnerId={partnerId} />
      <Card title="Activity" hint="Dashboard pages with this partner's data.">
        <ul className="link-list">
          {(
            [
              ['/bookings', 'Bookings'],
              ['/requests', 'Request log'],
              ['/usage', 'Usage and limits'],
              ['/settings/api-keys', 'API keys'],
              ['/webhooks', 'Webhooks'],
              ['/events', 'Events'],
              ['/settings/audit', 'Audit log'],
            ] as const
          ).map(([to, label]) => (
            <li key={to}>
              <LinkTo to={to} search={search}>
                {label}
              </LinkTo>
            </li>
          ))}
        </ul>
      </Card>
      <Card title="Limits" hint="The highest limits that the partner may give its keys.">
        <Facts
          items={[
            ['Requests per minute', formatNumber(ceilings.perMinute)],
            ['Requests per hour', formatNumber(ceilings.perHour)],
            ['Requests per day', formatNumber(ceilings.perDay)],
            ['Number of keys', formatNumber(ceilings.keys)],
          ]}
        />
      </Card>
    </div>
  );
}

function People({ partnerId }: { partnerId: string }) {
  return (
    <PeopleList partnerId={partnerId}>
      {({ invite, list }) => (
        <>
          {invite && <div className="row end">{invite}</div>}
          {list}
        </>
      )}
    </PeopleList>
  );
}

function StatusAction({ partner: { partnerId, name, status } }: { partner: Partner }) {
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const suspend = useAction('partners/suspend', { toast: `${name} is suspended.`, done: close });
  const resume = useAction('partners/resume', { toast: `${name} can search and book again.`, done: close });
  const isActive = status === 'ACTIVE';
  const act = isActive ? suspend : resume;
  return (
    <>
      <button type="button" className={isActive ? 'bad' : ''} onClick={() => setAsking(true)}>
        {isActive ? 'Suspend' : 'Resume'}
      </button>
      <ConfirmDialog
        open={asking}
        danger={isActive}
        title={isActive ? `Suspend ${name}?` : `Resume ${name}?`}
        confirmLabel={isActive ? 'Suspend partner' : 'Resume partner'}
        onConfirm={() => void act.run({ partnerId })}
        onClose={close}
        busy={act.busy}
        failure={act.failure}
      >
        {isActive
          ? "Within a second, this partner's searches, quotes and bookings will be rejected with 403. The partner can still read and cancel its bookings."
          : 'The partner can search, quote and book again within a second.'}
      </ConfirmDialog>
    </>
  );
}
