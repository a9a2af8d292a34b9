import { RESET_WORDS } from '@serai/contract/account/account-limits.ts';
import { useState } from 'react';
import { Card } from '../../components/card.tsx';
import { ConfirmDialog } from '../../components/dialogs/confirm-dialog.tsx';
import { Banner, Empty } from '../../components/feedback.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Tabs } from '../../components/tabs.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { useAction } from '../../lib/calls/use-action.ts';
import { formatNumber } from '../../lib/format/format.ts';
import { useMay } from '../../lib/session-context.ts';
import { useEnvironment, useFilters } from '../../lib/url-state.ts';
import { CertificationTab } from './certification-tab.tsx';
import { ScenariosTab } from './scenarios-tab.tsx';
import '../../styles/sandbox.css';
import { PartnerChoice } from '../../components/partners/partner-pickers.tsx';
import { useChosenPartner, usePartners } from '../../components/partners/partners.tsx';

export function SandboxPage() {
  return useEnvironment() === 'sandbox' ? <Sandbox /> : <NotInProduction />;
}

function NotInProduction() {
  return (
    <>
      <PageHead title="Sandbox" />
      <Empty
        title="Only available in the sandbox"
        action={
          <a className="button main" href="/sandbox/sandbox">
            Switch to sandbox
          </a>
        }
      >
        Scenarios, certification and reset work in the sandbox only. Production data cannot be reset.
      </Empty>
    </>
  );
}

function Sandbox() {
  const [{ tab = 'scenarios' }, setFilters] = useFilters(['tab']);
  return (
    <>
      <PageHead title="Sandbox" lead="Try every scenario, complete the certification, and reset test data." />
      <Tabs
        label="Sandbox"
        selected={tab}
        onSelect={id => setFilters({ tab: id === 'scenarios' ? undefined : id })}
        tabs={[
          { id: 'scenarios', label: 'Scenarios', panel: <ScenariosTab /> },
          { id: 'certification', label: 'Certification', panel: <CertificationTab /> },
          { id: 'reset', label: 'Reset', panel: <ResetTab /> },
        ]}
      />
    </>
  );
}

type Deleted = Output<'sandbox/reset'>['deleted'];

function ResetTab() {
  const [asking, setAsking] = useState(false);
  const [deleted, setDeleted] = useState<Deleted>();
  const mayReset = useMay('sandbox:reset');
  const [chosen, setChosen] = useState<string>();
  const partnerId = useChosenPartner(chosen);
  const partnerName = usePartners().get(partnerId ?? '')?.name;
  const reset = useAction('sandbox/reset', {
    toast: 'Sandbox reset.',
    changes: ['bookings', 'events', 'deliveries', 'webhooks', 'hotels', 'inventory'],
    done: output => {
      setAsking(false);
      setDeleted(output.deleted);
    },
  });
  return (
    <>
      {deleted && (
        <Banner tone="good" title="The sandbox was reset">
          Deleted: {formatDeleted(deleted)}.
        </Banner>
      )}
      <Card
        title="Reset sandbox"
        hint="Deletes all bookings, quotes and events in one partner’s sandbox. You cannot undo this."
      >
        <div className="grid">
          <div className="expected">
            <h3>Deleted</h3>
            <ul>
              <li>Bookings, their history and provider exchanges</li>
              <li>Quotes and the rooms held for them</li>
              <li>Events and webhook deliveries</li>
              <li>Statements, reports, and the ledger entries of bookings</li>
              <li>Sales of own inventory in the sandbox (the rooms become available again)</li>
            </ul>
          </div>
          <div className="expected">
            <h3>Kept</h3>
            <ul>
              <li>Everything in production</li>
              <li>Keys, webhook endpoints, providers and people</li>
              <li>The catalogue, prices and allotments</li>
              <li>Payments and adjustments in the ledger</li>
              <li>The request log and the audit log, which records the reset</li>
            </ul>
          </div>
        </div>
        <p className="hint">
          Reservations at external providers are not cancelled. Requests in progress may fail.
        </p>
        <PartnerChoice
          value={partnerId}
          onChange={setChosen}
          hint="Only the sandbox of this partner is reset."
        />
        <div className="row">
          <button
            type="button"
            className="main bad"
            disabled={!mayReset || partnerId === undefined}
            onClick={() => setAsking(true)}
          >
            Reset sandbox
          </button>
          {!mayReset && <span className="hint">Your role cannot reset the sandbox.</span>}
        </div>
      </Card>
      <ConfirmDialog
        open={asking}
        title="Reset sandbox?"
        danger
        typeToConfirm={RESET_WORDS}
        confirmLabel="Reset sandbox"
        busy={reset.busy}
        failure={reset.failure}
        onConfirm={() => void reset.run({ ...(partnerId && { partnerId }), confirm: RESET_WORDS })}
        onClose={() => {
          setAsking(false);
          reset.clear();
        }}
      >
        This deletes all sandbox bookings, quotes, holds, events, deliveries and statements of{' '}
        {partnerName ?? 'this partner'}. Other partners and production are not affected.
      </ConfirmDialog>
    </>
  );
}

function formatDeleted({ bookings, quotes, holds, events, deliveries }: Deleted): string {
  const counts: [count: number, one: string, several: string][] = [
    [bookings, 'booking', 'bookings'],
    [quotes, 'quote', 'quotes'],
    [holds, 'hold', 'holds'],
    [events, 'event', 'events'],
    [deliveries, 'delivery', 'deliveries'],
  ];
  return counts
    .map(([count, one, several]) => `${formatNumber(count)} ${count === 1 ? one : several}`)
    .join(', ');
}
