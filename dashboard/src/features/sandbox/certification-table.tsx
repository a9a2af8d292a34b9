import { DataTable } from '../../components/data-table.tsx';
import { Badge } from '../../components/feedback.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { formatMs } from '../../lib/format/format.ts';

type Certification = NonNullable<Output<'sandbox/certification'>['certification']>;
type Result = Certification['results'][number];
type Fault = Result['faults'][number];

interface Row {
  name: string;
  result: Result | undefined;
}

interface CertificationTableProps {
  names: readonly string[];
  results: readonly Result[];
  isRunning: boolean;
}

/** What went wrong comes first. */
export function CertificationTable({ names, results, isRunning }: CertificationTableProps) {
  const rows: Row[] = names.map(name => ({ name, result: results.find(result => result.name === name) }));
  const rank = ({ result }: Row) => (result?.result === 'WRONG' ? 0 : result === undefined ? 2 : 1);
  return (
    <DataTable
      label="Scenarios of the certification"
      rows={rows.toSorted((a, b) => rank(a) - rank(b))}
      rowKey={({ name }) => name}
      columns={[
        { key: 'name', heading: 'Scenario', cell: ({ name }) => <code>{name}</code> },
        {
          key: 'result',
          heading: 'Result',
          cell: ({ result }) => <ResultBadge result={result} isRunning={isRunning} />,
        },
        { key: 'checks', heading: 'Checks', align: 'right', cell: ({ result }) => result?.checks ?? '' },
        {
          key: 'time',
          heading: 'Time',
          align: 'right',
          cell: ({ result }) => (result === undefined ? '' : formatMs(result.durationMs)),
        },
        {
          key: 'faults',
          heading: 'What was seen',
          wide: true,
          cell: ({ result }) => (result === undefined ? '' : <Seen result={result} />),
        },
      ]}
    />
  );
}

function ResultBadge({ result, isRunning }: { result: Result | undefined; isRunning: boolean }) {
  if (result === undefined) return <Badge>{isRunning ? 'playing' : 'not played'}</Badge>;
  return result.result === 'RIGHT' ? <Badge tone="good">right</Badge> : <Badge tone="bad">wrong</Badge>;
}

function Seen({ result: { faults, notes } }: { result: Result }) {
  if (faults.length === 0)
    return notes.length === 0 ? 'As documented' : notes.map(note => <small key={note}>{note}</small>);
  return faults.map(fault => <FaultText key={JSON.stringify(fault)} fault={fault} />);
}

function FaultText({ fault: { step, what, expected, came, requestId } }: { fault: Fault }) {
  return (
    <div className="fault">
      <strong>
        {step} {what}
      </strong>
      <small>expected {expected}</small>
      <small>came {came}</small>
      {requestId !== null && (
        <LinkTo to="/requests" search={{ requestId }}>
          Open the request
        </LinkTo>
      )}
    </div>
  );
}
