import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Empty } from '../../components/feedback.tsx';
import { LoadedList } from '../../components/loaded.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { usePages } from '../../lib/calls/use-call.ts';
import { useMay } from '../../lib/session-context.ts';
import { useEnvironment, useFilters } from '../../lib/url-state.ts';
import { AddEndpoint } from './dialogs/add-endpoint.tsx';
import { EndpointTable } from './parts/endpoint-table.tsx';
import { EventCatalogue } from './parts/event-catalogue.tsx';
import '../../styles/webhooks.css';

const REFRESH_MS = 15_000;

export function WebhooksPage() {
  const [{ tab }, setFilters] = useFilters(['tab']);
  const [adding, setAdding] = useState(false);
  const mayChange = useMay('developer');
  const addButton = mayChange && (
    <button type="button" className="main" onClick={() => setAdding(true)}>
      <Plus size={16} aria-hidden /> Add endpoint
    </button>
  );
  return (
    <>
      <PageHead
        title="Webhooks"
        lead="Endpoints are told what happens to bookings: signed, retried for days, and held while an endpoint is paused."
        actions={addButton}
      />
      <Tabs
        label="Webhooks"
        selected={tab ?? 'endpoints'}
        onSelect={id => setFilters({ tab: id === 'endpoints' ? undefined : id })}
        tabs={[
          { id: 'endpoints', label: 'Endpoints', panel: <Endpoints addButton={addButton} /> },
          { id: 'catalogue', label: 'Event catalogue', panel: <EventCatalogue /> },
        ]}
      />
      <AddEndpoint open={adding} onClose={() => setAdding(false)} />
    </>
  );
}

function Endpoints({ addButton }: { addButton: React.ReactNode }) {
  const environment = useEnvironment();
  const list = usePages('webhooks/list', { environment }, ({ endpoints }) => endpoints, {
    everyMs: REFRESH_MS,
  });
  const empty = (
    <Empty title={`No ${environment} endpoint yet`} action={addButton}>
      <p>
        {addButton
          ? 'Add the address of a program of yours. Without one, watch the events of the sandbox in a terminal:'
          : 'A developer, admin or owner can add one. Events can be watched in a terminal too:'}{' '}
        <code>npx serai webhooks listen</code>
      </p>
    </Empty>
  );
  return (
    <LoadedList list={list} empty={empty} rows={4}>
      {endpoints => <EndpointTable endpoints={endpoints} />}
    </LoadedList>
  );
}
