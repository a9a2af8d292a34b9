import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useAccount } from '../../components/billing/account.tsx';
import { PartnerBilling } from '../../components/billing/partner-billing.tsx';
import { ConfirmDialog } from '../../components/dialogs/confirm-dialog.tsx';
import { RowMenu } from '../../components/dialogs/row-menu.tsx';
import { Banner } from '../../components/feedback.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { type Partner, usePartner } from '../../components/partners/partners.tsx';
import { PeopleList } from '../../components/people/people-list.tsx';
import { PartnerChecklist } from '../../components/sandbox/checklist.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { useAction } from '../../lib/calls/use-action.ts';
import { useRemembered } from '../../lib/recent-records.ts';
import { useMay } from '../../lib/session-context.ts';
import { useEnvironment, useFilters } from '../../lib/url-state.ts';
import { PartnerAccess } from './partner-access.tsx';
import { PartnerActivity } from './partner-activity.tsx';
import { PartnerPricing, PartnerStatements } from './partner-money.tsx';
import { PartnerOverview } from './partner-overview.tsx';
import { OverdueBadge, StatusBadge } from './partner-parts.tsx';
import { AllowProduction } from './partner-production.tsx';

export function PartnerPage() {
  const { partnerId } = useParams({ strict: false }) as { partnerId: string };
  const partner = usePartner(partnerId);
  const environment = useEnvironment();
  // The reads of a page keep their previous data, so another partner or environment needs new components.
  return (
    <Loaded from={partner}>
      {found => <Detail key={`${environment} ${found.partnerId}`} partner={found} />}
    </Loaded>
  );
}

function Detail({ partner }: { partner: Partner }) {
  const [{ tab }, setFilters] = useFilters(['tab']);
  const mayEdit = useMay('partners:manage');
  const seesBilling = useMay('billing:view');
  const seesKeys = useMay('keys:view');
  const seesUsage = useMay('requests:view');
  const seesPricing = useMay('pricing:view');
  const of = { partnerId: partner.partnerId };
  const { partnerId, name } = partner;
  useRemembered({ kind: 'partner', id: partnerId, title: name, detail: null, environment: null, partnerId });
  return (
    <>
      <PageHead
        title={partner.name}
        mark={
          <span className="marks">
            <StatusBadge status={partner.status} />
            {seesBilling && <Overdue {...of} />}
          </span>
        }
        back={{ to: '/partners', label: 'Partners' }}
        actions={mayEdit && <StatusAction partner={partner} />}
      />
      {partner.status === 'SUSPENDED' ? (
        <Banner tone="bad" title="This partner is suspended">
          It cannot search, quote or book. It can still read and cancel its bookings.
        </Banner>
      ) : (
        <AllowProduction partnerId={partner.partnerId} />
      )}
      <Tabs
        label="Partner"
        selected={tab ?? 'overview'}
        onSelect={id => setFilters({ tab: id === 'overview' ? undefined : id })}
        tabs={[
          { id: 'overview', label: 'Overview', panel: <PartnerOverview partner={partner} /> },
          ...(seesBilling ? [{ id: 'billing', label: 'Billing', panel: <Billing {...of} /> }] : []),
          ...(seesPricing
            ? [{ id: 'pricing', label: 'Pricing', panel: <PartnerPricing partner={partner} /> }]
            : []),
          ...(seesKeys
            ? [{ id: 'access', label: 'Keys and webhooks', panel: <PartnerAccess {...of} /> }]
            : []),
          ...(seesUsage ? [{ id: 'activity', label: 'Activity', panel: <PartnerActivity {...of} /> }] : []),
          ...(seesKeys
            ? [{ id: 'certification', label: 'Certification', panel: <PartnerChecklist {...of} /> }]
            : []),
          { id: 'people', label: 'People', panel: <People {...of} /> },
        ]}
      />
    </>
  );
}

function Overdue({ partnerId }: { partnerId: string }) {
  const account = useAccount(partnerId);
  return account.state === 'ready' && account.data?.overdue && <OverdueBadge />;
}

function Billing({ partnerId }: { partnerId: string }) {
  return (
    <>
      <PartnerBilling partnerId={partnerId} />
      <PartnerStatements partnerId={partnerId} />
    </>
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
      {isActive ? (
        <RowMenu label={`More actions for ${name}`}>
          <button type="button" className="quiet bad" onClick={() => setAsking(true)}>
            Suspend partner
          </button>
        </RowMenu>
      ) : (
        <button type="button" onClick={() => setAsking(true)}>
          Resume
        </button>
      )}
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
          ? 'Within a second, this partner’s searches, quotes and bookings will be rejected (403 Forbidden). The partner can still read and cancel its bookings.'
          : 'The partner can search, quote and book again within a second.'}
      </ConfirmDialog>
    </>
  );
}
