import { useState } from 'react';
import { Facts } from '../../components/card.tsx';
import { CodeBlock } from '../../components/code.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Drawer } from '../../components/dialogs/dialog.tsx';
import { Badge, Empty } from '../../components/feedback.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import type { Input, Output } from '../../lib/calls/operator-client.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { formatMs } from '../../lib/format/format.ts';

type Exchange = NonNullable<Output<'bookings/show'>['audit']>['transactions'][number];

const PROBLEM_OUTCOMES = ['FAILED', 'UNKNOWN', 'REFUSED', 'THROTTLED', 'NOT_EXECUTED'];

/** The exchanges are loaded when the tab is opened. */
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
      cell: ({ outcome }) => (
        <Badge tone={PROBLEM_OUTCOMES.includes(outcome) ? 'warn' : 'good'}>{outcome}</Badge>
      ),
    },
    { key: 'provider', heading: 'Provider', cell: ({ provider }) => <code>{provider}</code> },
    { key: 'attempt', heading: 'Attempt', align: 'right', cell: ({ attempt }) => attempt },
    { key: 'duration', heading: 'Duration', align: 'right', cell: ({ durationMs }) => formatMs(durationMs) },
    { key: 'at', heading: 'Time', cell: ({ startedAt }) => <Timestamp at={startedAt} exact /> },
  ];
  return (
    <>
      <Loaded from={shown} rows={3}>
        {({ audit }) =>
          audit && audit.transactions.length > 0 ? (
            <DataTable
              label="Provider exchanges"
              rows={audit.transactions}
              columns={columns}
              rowKey={({ startedAt, operation, attempt }) => `${startedAt} ${operation} ${attempt}`}
            />
          ) : (
            <Empty title="No provider exchanges">
              Exchanges are deleted some time after check-out, by default after 730 days. A booking whose
              provider was never called has none.
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
          ['Duration', formatMs(about.durationMs)],
          ['Started', <Timestamp key="at" at={about.startedAt} exact />],
        ]}
      />
      <h3>
        Request <code>{[request.method, request.target].filter(Boolean).join(' ')}</code>
      </h3>
      <Message {...request} label="request" />
      <h3>Response {response?.status && <code>{response.status}</code>}</h3>
      {response ? (
        <Message {...response} label="response" />
      ) : (
        <p className="faint">No response was received.</p>
      )}
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
      {lines.length > 0 && <CodeBlock code={lines.join('\n')} label={`${label} headers`} />}
      {body === null ? (
        <p className="faint">No body was recorded.</p>
      ) : (
        <CodeBlock code={prettyBody(body)} label={label} />
      )}
      {truncated && <p className="faint">The body was truncated.</p>}
    </>
  );
}

/** Formats JSON and returns anything else unchanged. */
function prettyBody(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
