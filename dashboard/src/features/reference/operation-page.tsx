import { useParams } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { Card } from '../../components/card.tsx';
import { CodeBlock, JsonView } from '../../components/code.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Badge } from '../../components/feedback.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Marked, Prose } from '../../components/prose.tsx';
import { Segmented } from '../../components/segmented.tsx';
import { Tabs } from '../../components/tabs.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { useCall, withoutPrevious } from '../../lib/calls/use-call.ts';
import { describeHttpStatus } from '../../lib/format/http-status.ts';
import { useFilters } from '../../lib/url-state.ts';
import { FieldList } from './field-list.tsx';
import { OperationIndex, OperationSteps, OperationSwitcher } from './operation-switcher.tsx';
import { StatusTable } from './status-table.tsx';
import { TryPanel } from './try-panel.tsx';
import '../../styles/reference.css';

type Operation = Output<'reference/show'>['operation'];

const VIEWS = [
  ['docs', 'Documentation'],
  ['try', 'Try it'],
] as const;

const BACK = { to: '/reference', label: 'API reference' };

export function OperationPage() {
  const { operation: name } = useParams({ strict: false }) as { operation: string };
  const shown = withoutPrevious(useCall('reference/show', { operation: name }));
  const ready = shown.state === 'ready' ? shown.data.operation : undefined;
  return (
    <div className="operation-page">
      <div className="operation-main">
        <PageHead title={ready?.summary ?? name} back={BACK} actions={<OperationSwitcher name={name} />} />
        <Loaded from={shown} rows={10}>
          {({ operation }) => <OperationDetails key={operation.name} operation={operation} />}
        </Loaded>
      </div>
      {/* After the page, so that the keyboard reaches the page first. */}
      <OperationIndex />
    </div>
  );
}

/** A style cannot refer to the height of its own element, so it is copied into a variable. */
function useOwnHeight(variable: string) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = element;
    if (current === null) return;
    const observer = new ResizeObserver(() =>
      current.style.setProperty(variable, `${current.offsetHeight}px`),
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, [variable]);
  return element;
}

function OperationDetails({ operation }: { operation: Operation }) {
  const [{ part = 'request', view }, setFilters] = useFilters(['part', 'view']);
  const isTrying = view === 'try';
  const tryBox = useOwnHeight('--try-height');
  return (
    <div className="operation-view" data-view={isTrying ? 'try' : 'docs'}>
      {/* On a wide window both are visible, and the switch is not. */}
      <div className="view-switch">
        <Segmented
          label="Show"
          options={VIEWS}
          value={isTrying ? 'try' : 'docs'}
          onChange={value => setFilters({ view: value === 'try' ? value : undefined })}
        />
      </div>
      <div className="operation">
        <div className="operation-docs">
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
              Scope <code>{operation.scope}</code>
            </p>
            <Prose text={operation.description} />
          </div>
          <Tabs
            label="Operation"
            selected={part}
            onSelect={id => setFilters({ part: id })}
            tabs={[
              {
                id: 'request',
                label: 'Request',
                panel: <FieldList fields={operation.request} part="request" />,
              },
              {
                id: 'response',
                label: 'Response',
                panel: <ResponseFields operation={operation} />,
              },
              {
                id: 'statuses',
                label: 'Statuses',
                panel: <StatusTable operation={operation} />,
              },
              {
                id: 'errors',
                label: `Errors (${operation.errors.length})`,
                panel: <Errors operation={operation} />,
              },
              {
                id: 'examples',
                label: 'Examples',
                panel: <Examples operation={operation} />,
              },
            ]}
          />
        </div>
        <div className="operation-try" ref={tryBox}>
          <TryPanel operation={operation} />
        </div>
      </div>
      <OperationSteps name={operation.name} />
    </div>
  );
}

/** The fields of a success, with the statuses that it can have. */
function ResponseFields({ operation: { statuses, answer } }: { operation: Operation }) {
  return (
    <div className="response-fields">
      <p className="row">
        {statuses
          .filter(status => status < 300)
          .map(status => (
            <Badge key={status} tone="good">
              {describeHttpStatus(status)}
            </Badge>
          ))}
      </p>
      <FieldList fields={answer} part="response" />
    </div>
  );
}

const ERROR_COLUMNS: readonly Column<Operation['errors'][number]>[] = [
  { key: 'code', heading: 'Code', cell: ({ code }) => <code>{code}</code> },
  { key: 'status', heading: 'Status', phone: 'plain', cell: ({ status }) => describeHttpStatus(status) },
  { key: 'again', heading: 'Retry', cell: ({ retryable }) => (retryable ? 'Yes' : 'No') },
  {
    key: 'action',
    heading: 'What to do',
    phone: 'plain',
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
  if (examples.length === 0)
    return <Card title="No examples">No example has been recorded for this operation.</Card>;
  return examples.map(example => <ExampleCard key={example.name} example={example} />);
}

type Example = Output<'reference/show'>['operation']['examples'][number];

function ExampleCard({ example: { summary, request, status, answer, curl, sdk } }: { example: Example }) {
  const [shown, setShown] = useState('json');
  return (
    <Card title={summary}>
      <Tabs
        label="Request"
        selected={shown}
        onSelect={setShown}
        tabs={[
          { id: 'json', label: 'JSON', panel: <JsonView value={request} label="request" /> },
          { id: 'curl', label: 'cURL', panel: <CodeBlock code={curl} label="command" /> },
          { id: 'sdk', label: 'SDK', panel: <CodeBlock code={sdk} label="program" /> },
        ]}
      />
      <p className="row">
        Response <Badge tone={status < 300 ? 'good' : 'bad'}>{describeHttpStatus(status)}</Badge>
      </p>
      <JsonView value={answer} label="response" />
    </Card>
  );
}
