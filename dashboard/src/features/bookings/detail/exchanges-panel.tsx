import { useState } from 'react';
import { Facts } from '../../../components/card.tsx';
import { CodeBlock } from '../../../components/code.tsx';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { Drawer } from '../../../components/dialogs/dialog.tsx';
import { Badge, Empty } from '../../../components/feedback.tsx';
import { Loaded } from '../../../components/loaded.tsx';
import { Timestamp } from '../../../components/timestamp.tsx';
import type { Input, Output } from '../../../lib/calls/operator-client.ts';
import { useCall } from '../../../lib/calls/use-call.ts';
import { formatMs } from '../../../lib/format/format.ts';
import { prettyBody } from './pretty-body.ts';

type Exchange = NonNullable<Output<'bookings/show'>['audit']>['transactions'][number];

const WORRYING = ['FAILED', 'UNKNOWN', 'REFUSED', 'THROTTLED', 'NOT_EXECUTED'];

/** What was said to the provider and what it answered; read only when a person looks. */
export function ExchangesPanel({ bookingId }: { bookingId: string }) {
  const shown = useCall('bookings/show', { bookingId, includeAudit: true } as Input<'bookings/show'>);
  const [opened, setOpened] = useState<Exchange>();
  const columns: readonly Column<Exchange>[] = [
    {
      key: 'call',
      heading: 'Call',
      cell: exchange => (
        <button type="button" className="quiet call" onClick={() => setOpened(exchange)}>
          {exchange.operation}
        </button>
      ),
    },
    {
      key: 'outcome',
      heading: 'Outcome',
      cell: ({ outcome }) => <Badge tone={WORRYING.includes(outcome) ? 'warn' : 'good'}>{outcome}</Badge>,
    },
    { key: 'provider', heading: 'Provider', cell: ({ provider }) => <code>{provider}</code> },
    { key: 'attempt', heading: 'Attempt', align: 'right', cell: ({ attempt }) => attempt },
    { key: 'took', heading: 'Took', align: 'right', cell: ({ durationMs }) => formatMs(durationMs) },
    { key: 'at', heading: 'At', cell: ({ startedAt }) => <Timestamp at={startedAt} exact /> },
  ];
  return (
    <>
      <Loaded from={shown} rows={3}>
        {({ audit }) =>
          audit && audit.transactions.length > 0 ? (
            <DataTable
              label="Exchanges with the provider"
              rows={audit.transactions}
              columns={columns}
              rowKey={({ startedAt, operation, attempt }) => `${startedAt} ${operation} ${attempt}`}
            />
          ) : (
            <Empty title="No exchanges kept">
              They are kept for some days; a booking whose provider was never called has none.
            </Empty>
          )
        }
      </Loaded>
      <Drawer
        open={opened !== undefined}
        title={opened ? `${opened.operation} at ${opened.provider}` : ''}
        onClose={() => setOpened(undefined)}
      >
        {opened && <ExchangeDetails exchange={opened} />}
      </Drawer>
    </>
  );
}

function ExchangeDetails({ exchange: { request, response, ...about } }: { exchange: Exchange }) {
  return (
    <>
      <Facts
        items={[
          ['Outcome', about.outcome],
          ['Attempt', String(about.attempt)],
          ['Took', formatMs(about.durationMs)],
          ['Started', <Timestamp key="at" at={about.startedAt} exact />],
        ]}
      />
      <h3>
        Request <code>{[request.method, request.target].filter(Boolean).join(' ')}</code>
      </h3>
      <Message {...request} label="the request" />
      <h3>Answer {response?.status && <code>{response.status}</code>}</h3>
      {response ? <Message {...response} label="the answer" /> : <p className="faint">None arrived.</p>}
    </>
  );
}

interface MessageProps {
  headers: Record<string, string>;
  body: string | null;
  truncated: boolean;
  label: string;
}

function Message({ headers, body, truncated, label }: MessageProps) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return (
    <>
      {lines.length > 0 && <CodeBlock code={lines.join('\n')} label={`headers of ${label}`} />}
      {body === null ? (
        <p className="faint">No body was kept.</p>
      ) : (
        <CodeBlock code={prettyBody(body)} label={label} />
      )}
      {truncated && <p className="faint">The body was longer and is cut here.</p>}
    </>
  );
}
