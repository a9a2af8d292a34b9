import type { EventType } from '@serai/contract/events.ts';
import { Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Card } from '../../components/card.tsx';
import { JsonView } from '../../components/code.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Empty, Skeleton } from '../../components/feedback.tsx';
import { HealthStatus } from '../../components/health.tsx';
import { LoadedList } from '../../components/loaded.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { usePages } from '../../lib/calls/use-call.ts';
import { describeEventType, EVENT_TYPES, isEventType } from '../../lib/event-types.ts';
import { formatMs, formatNumber, formatPercent } from '../../lib/format/format.ts';
import { endpointHealth } from '../../lib/health.ts';
import { useMay } from '../../lib/session-context.ts';
import { useCreateForm, useEnvironment, useFilters } from '../../lib/url-state.ts';
import { describeTypes, type Endpoint, lastAttempt } from './endpoint.ts';
import { AddEndpoint } from './endpoint-form.tsx';
import '../../styles/webhooks.css';
import { FilterBar } from '../../components/filter-bar.tsx';
import { PartnerFilter } from '../../components/partners/partner-pickers.tsx';
import { usePartnerColumn } from '../../components/partners/partners.tsx';

const REFRESH_MS = 15_000;

export function WebhooksPage() {
  const [{ tab }, setFilters] = useFilters(['tab']);
  const [adding, setAdding] = useCreateForm('endpoint');
  const mayChange = useMay('webhooks:edit');
  const addButton = mayChange && (
    <button type="button" className="main" onClick={() => setAdding(true)}>
      <Plus size={16} aria-hidden /> Add endpoint
    </button>
  );
  return (
    <>
      <PageHead
        title="Webhooks"
        lead="Get notified when bookings change. Deliveries are signed, retried for about three days, and put on hold while an endpoint is paused or disabled."
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
      <AddEndpoint open={adding && mayChange} onClose={() => setAdding(false)} />
    </>
  );
}

function Endpoints({ addButton }: { addButton: React.ReactNode }) {
  const environment = useEnvironment();
  const [{ partner }, setFilters] = useFilters(['partner']);
  const whose = partner === undefined ? {} : { partnerId: partner };
  const list = usePages('webhooks/list', { ...whose, environment }, ({ endpoints }) => endpoints, {
    everyMs: REFRESH_MS,
  });
  const empty = (
    <Empty title={`No ${environment} endpoints yet`} action={addButton}>
      <p>
        {addButton
          ? 'Add the URL of your application. To watch sandbox events in a terminal, run'
          : 'A developer or admin can add one. To watch sandbox events in a terminal, run'}{' '}
        <code>npx serai webhooks listen</code>.
      </p>
    </Empty>
  );
  return (
    <>
      <FilterBar>
        <PartnerFilter value={partner} onChange={value => setFilters({ partner: value })} />
      </FilterBar>
      <LoadedList list={list} empty={empty} rows={4}>
        {endpoints => <EndpointTable endpoints={endpoints} partner={partner} />}
      </LoadedList>
    </>
  );
}

const COLUMNS: readonly Column<Endpoint>[] = [
  {
    key: 'url',
    heading: 'Endpoint',
    cell: ({ url, description }) => (
      <>
        <span className="url">{url}</span>
        {description !== null && <small>{description}</small>}
      </>
    ),
  },
  {
    key: 'status',
    heading: 'Health',
    phone: 'status',
    cell: endpoint => <HealthStatus health={endpointHealth(endpoint)} />,
  },
  { key: 'types', heading: 'Events', phone: 'plain', cell: ({ eventTypes }) => describeTypes(eventTypes) },
  {
    key: 'success',
    heading: 'Success rate (24 h)',
    align: 'right',
    cell: ({ health }) => (health.successRate === null ? '–' : formatPercent(health.successRate)),
  },
  {
    key: 'p95',
    heading: 'p95 (24 h)',
    phone: 'hidden',
    align: 'right',
    cell: ({ health }) => (health.p95Ms === null ? '–' : formatMs(health.p95Ms)),
  },
  { key: 'last', heading: 'Last attempt', cell: endpoint => <LastAttempt endpoint={endpoint} /> },
  { key: 'waiting', heading: 'Undelivered', cell: endpoint => <Undelivered endpoint={endpoint} /> },
];

function EndpointTable({
  endpoints,
  partner,
}: {
  endpoints: readonly Endpoint[];
  partner: string | undefined;
}) {
  const partnerColumn = usePartnerColumn<Endpoint>(partner);
  return (
    <DataTable
      label="Webhook endpoints"
      rows={endpoints}
      columns={[...COLUMNS.slice(0, 1), ...partnerColumn, ...COLUMNS.slice(1)]}
      rowKey={({ endpointId }) => endpointId}
      rowLink={({ endpointId }) => ({ to: '/webhooks/$endpointId', params: { endpointId } })}
    />
  );
}

function LastAttempt({ endpoint }: { endpoint: Endpoint }) {
  const last = lastAttempt(endpoint);
  if (last === undefined) return 'None yet';
  return (
    <span>
      <Timestamp at={last.at} />
      <small>{last.ok ? 'succeeded' : 'failed'}</small>
    </span>
  );
}

/** The server counts up to this number. */
const MAX_COUNTED = 1_000;

function Undelivered({ endpoint: { health } }: { endpoint: Endpoint }) {
  const { held, waiting, nextAttemptAt } = health;
  if (held === 0 && waiting === 0) return 'None';
  return (
    <span>
      {waiting > 0 && `${formatNumber(waiting)}${waiting >= MAX_COUNTED ? ' or more' : ''} pending`}
      {waiting > 0 && nextAttemptAt !== null && (
        <small>
          next attempt <Timestamp at={nextAttemptAt} />
        </small>
      )}
      {held > 0 && <small>{formatNumber(held)} on hold</small>}
    </span>
  );
}

interface Catalogue {
  shapes: Readonly<Record<string, { properties: object }>>;
  events: readonly { type: string; shape: string; sample: object }[];
}

/** All event types with schema and sample. The catalogue is large, so it is loaded on demand. */
function EventCatalogue() {
  const [{ event }, setFilters] = useFilters(['event']);
  const chosen: EventType = isEventType(event) ? event : 'booking.confirmed';
  const [catalogue, setCatalogue] = useState<Catalogue>();
  useEffect(() => {
    void import('./generated/event-catalogue.json').then(loaded =>
      setCatalogue(loaded.default as unknown as Catalogue),
    );
  }, []);
  return (
    <div className="catalogue">
      <ul className="catalogue-list" aria-label="Event types">
        {EVENT_TYPES.map(({ type }) => (
          <li key={type}>
            <button type="button" aria-pressed={type === chosen} onClick={() => setFilters({ event: type })}>
              {type}
            </button>
          </li>
        ))}
      </ul>
      <Card title={<code>{chosen}</code>} hint={describeEventType(chosen)}>
        {catalogue ? <CatalogueEntry catalogue={catalogue} type={chosen} /> : <Skeleton rows={8} />}
      </Card>
    </div>
  );
}

function CatalogueEntry({ catalogue, type }: { catalogue: Catalogue; type: EventType }) {
  const entry = catalogue.events.find(each => each.type === type);
  const shape = entry && catalogue.shapes[entry.shape];
  if (entry === undefined || shape === undefined) return null;
  const schema = { ...shape, properties: { ...shape.properties, type: { const: type } } };
  return (
    <>
      <h3>Sample</h3>
      <JsonView value={entry.sample} label="sample" />
      <h3>Schema</h3>
      <JsonView value={schema} label="JSON Schema" folded />
    </>
  );
}
