import { useParams } from '@tanstack/react-router';
import { Card } from '../../components/card.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Badge } from '../../components/feedback.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Tabs } from '../../components/tabs.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { useFilters } from '../../lib/url-state.ts';
import { ExampleCard } from './example-card.tsx';
import { MemberList } from './member-list.tsx';
import { Marked, Prose } from './prose.tsx';
import { TryPanel } from './try-panel.tsx';
import '../../styles/reference.css';

type Operation = Output<'reference/show'>['operation'];

const BACK = { to: '/reference', label: 'API reference' };

export function OperationPage() {
  const { operation: name } = useParams({ strict: false }) as { operation: string };
  const shown = useCall('reference/show', { operation: name });
  const ready =
    shown.state === 'ready' && shown.data.operation.name === name ? shown.data.operation : undefined;
  return (
    <>
      <PageHead title={ready?.summary ?? name} back={BACK} />
      <Loaded from={shown} rows={10}>
        {({ operation }) => <Described key={operation.name} operation={operation} />}
      </Loaded>
    </>
  );
}

function Described({ operation }: { operation: Operation }) {
  const [{ part = 'request' }, setFilters] = useFilters(['part']);
  return (
    <>
      <div className="operation-about">
        <p className="operation-path">
          <Badge tone="info">POST</Badge> <code>{operation.path}</code>
        </p>
        {operation.aliases.map(alias => (
          <p key={alias} className="faint">
            also <code>{alias}</code>
          </p>
        ))}
        <p className="faint">
          Scope <code>{operation.scope}</code>, answers {operation.statuses.join(' or ')}
        </p>
        <Prose text={operation.description} />
      </div>
      <div className="operation">
        <Tabs
          label="The operation"
          selected={part}
          onSelect={id => setFilters({ part: id })}
          tabs={[
            {
              id: 'request',
              label: 'Request',
              panel: <MemberList members={operation.request} part="request" />,
            },
            { id: 'answer', label: 'Answer', panel: <MemberList members={operation.answer} part="answer" /> },
            {
              id: 'errors',
              label: `Errors (${operation.errors.length})`,
              panel: <Errors operation={operation} />,
            },
            {
              id: 'examples',
              label: `Examples (${operation.examples.length})`,
              panel: <Examples operation={operation} />,
            },
          ]}
        />
        <TryPanel operation={operation} />
      </div>
    </>
  );
}

const ERROR_COLUMNS: readonly Column<Operation['errors'][number]>[] = [
  { key: 'code', heading: 'Code', cell: ({ code }) => <code>{code}</code> },
  { key: 'status', heading: 'Status', cell: ({ status }) => status },
  { key: 'again', heading: 'Try again', cell: ({ retryable }) => (retryable ? 'Yes' : 'No') },
  {
    key: 'action',
    heading: 'What to do',
    wide: true,
    cell: ({ action }) => (
      <span>
        <Marked text={action} />
      </span>
    ),
  },
];

function Errors({ operation: { errors } }: { operation: Operation }) {
  return <DataTable label="Errors" rows={errors} columns={ERROR_COLUMNS} rowKey={({ code }) => code} />;
}

function Examples({ operation: { examples } }: { operation: Operation }) {
  if (examples.length === 0) return <Card title="None yet">No call of it was recorded.</Card>;
  return examples.map(example => <ExampleCard key={example.name} example={example} />);
}
