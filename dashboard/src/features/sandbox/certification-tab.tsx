import { Card, Facts } from '../../components/card.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { Badge, Banner, Notice } from '../../components/feedback.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { PartnerChoice } from '../../components/partners/partner-pickers.tsx';
import { useChosenPartner } from '../../components/partners/partners.tsx';
import { ActorName } from '../../components/people/use-actor-name.ts';
import { PartnerChecklist } from '../../components/sandbox/checklist.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { useAction } from '../../lib/calls/use-action.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { formatMs } from '../../lib/format/format.ts';
import { useMay, useStaff } from '../../lib/session-context.ts';
import { useFilters } from '../../lib/url-state.ts';

type Certification = NonNullable<Output<'sandbox/certification'>['certification']>;

const RUNNING_MS = 1_500;
const IDLE_MS = 30_000;

export function CertificationTab() {
  const [{ partner }, setFilters] = useFilters(['partner']);
  const partnerId = useChosenPartner(partner);
  const seesKeys = useMay('keys:view');
  const isStaff = useStaff();
  return (
    <>
      <PartnerChoice
        value={partnerId}
        onChange={id => setFilters({ partner: id })}
        hint="Each partner has its own certification and self-test."
      />
      {partnerId !== undefined && (
        <>
          {seesKeys && <PartnerChecklist key={`${partnerId} checklist`} partnerId={partnerId} />}
          {/* It tests the installation, so it is a task of the operator and not of a partner's developer. */}
          {isStaff && <PartnerSelfTest key={partnerId} partnerId={partnerId} />}
        </>
      )}
    </>
  );
}

/** Called a certification in the API. The dashboard uses that name for the checklist only. */
function PartnerSelfTest({ partnerId }: { partnerId: string }) {
  const first = useCall('sandbox/certification', { partnerId });
  const isRunning = first.state === 'ready' && first.data.certification?.state === 'RUNNING';
  // This is the same query as above. It is refetched more often during a run.
  const shown = useCall(
    'sandbox/certification',
    { partnerId },
    { everyMs: isRunning ? RUNNING_MS : IDLE_MS },
  );
  const start = useAction('sandbox/certify-start', { toast: 'Self-test started.' });
  const mayStart = useMay('sandbox:certify');
  const button = (
    <button
      type="button"
      disabled={!mayStart || start.busy || isRunning}
      onClick={() => void start.run({ partnerId })}
    >
      {isRunning ? 'Running…' : 'Run self-test'}
    </button>
  );
  return (
    <Card
      title="Self-test of this installation"
      hint="Runs every scenario like a client, with a temporary sandbox key, and checks each response. It takes about three minutes."
      actions={button}
    >
      {!mayStart && <p className="hint">Your role cannot run a self-test.</p>}
      {start.failure && <Notice failure={start.failure} />}
      <Loaded from={shown} rows={4}>
        {({ certification }) =>
          certification === null ? (
            <p className="faint">
              No self-test yet. You can also run <code>serai certify</code> on the command line.
            </p>
          ) : (
            <SelfTestRun certification={certification} />
          )
        }
      </Loaded>
    </Card>
  );
}

function SelfTestRun({ certification }: { certification: Certification }) {
  const { state, startedAt, startedBy, endedAt, names, results, problem, keyId } = certification;
  const failed = results.filter(({ result }) => result === 'WRONG').length;
  return (
    <>
      <Verdict certification={certification} failed={failed} />
      {problem !== null && state !== 'BROKEN_OFF' && <p className="hint">{problem}</p>}
      <label className="certification-progress">
        <span>
          {results.length} of {names.length} scenarios run, {failed} failed
        </span>
        <progress max={names.length} value={results.length} />
      </label>
      <Facts
        items={[
          ['Started', <Timestamp key="started" at={startedAt} />],
          ['Started by', <ActorName key="by" actor={startedBy} />],
          ['Ended', endedAt === null ? 'Still running' : <Timestamp key="ended" at={endedAt} />],
          ['API key', keyId === null ? 'Not created yet' : <code key="key">{keyId}</code>],
        ]}
      />
      <SelfTestTable names={names} results={results} isRunning={state === 'RUNNING'} />
    </>
  );
}

function Verdict({ certification, failed }: { certification: Certification; failed: number }) {
  switch (certification.state) {
    case 'PASSED':
      return <Banner tone="good" title="All scenarios passed" />;
    case 'FAILED':
      return (
        <Banner tone="bad" title={`${failed} of ${certification.names.length} scenarios failed`}>
          The table shows the expected and actual results.
        </Banner>
      );
    case 'BROKEN_OFF':
      return (
        <Banner tone="warn" title="The self-test was interrupted">
          {certification.problem} Run it again.
        </Banner>
      );
    case 'RUNNING':
      return null;
  }
}

type Result = Certification['results'][number];
type Fault = Result['faults'][number];

interface Row {
  name: string;
  result: Result | undefined;
}

interface SelfTestTableProps {
  names: readonly string[];
  results: readonly Result[];
  isRunning: boolean;
}

/** Failed scenarios come first. */
function SelfTestTable({ names, results, isRunning }: SelfTestTableProps) {
  const rows: Row[] = names.map(name => ({ name, result: results.find(result => result.name === name) }));
  const rank = ({ result }: Row) => (result?.result === 'WRONG' ? 0 : result === undefined ? 2 : 1);
  return (
    <DataTable
      label="Self-test results"
      rows={rows.toSorted((a, b) => rank(a) - rank(b))}
      rowKey={({ name }) => name}
      columns={[
        { key: 'name', heading: 'Scenario', cell: ({ name }) => <code>{name}</code> },
        {
          key: 'result',
          heading: 'Result',
          phone: 'status',
          cell: ({ result }) => <ResultBadge result={result} isRunning={isRunning} />,
        },
        { key: 'checks', heading: 'Checks', align: 'right', cell: ({ result }) => result?.checks ?? '' },
        {
          key: 'time',
          heading: 'Duration',
          align: 'right',
          cell: ({ result }) => (result === undefined ? '' : formatMs(result.durationMs)),
        },
        {
          key: 'faults',
          heading: 'Details',
          phone: 'plain',
          wide: true,
          cell: ({ result }) => (result === undefined ? '' : <Findings result={result} />),
        },
      ]}
    />
  );
}

function ResultBadge({ result, isRunning }: { result: Result | undefined; isRunning: boolean }) {
  if (result === undefined) return <Badge>{isRunning ? 'Waiting' : 'Not run'}</Badge>;
  return result.result === 'RIGHT' ? <Badge tone="good">Passed</Badge> : <Badge tone="bad">Failed</Badge>;
}

function Findings({ result: { faults, notes } }: { result: Result }) {
  if (faults.length === 0)
    return notes.length === 0 ? 'As documented' : notes.map(note => <small key={note}>{note}</small>);
  return faults.map(fault => <FaultDetails key={JSON.stringify(fault)} fault={fault} />);
}

function FaultDetails({ fault: { step, what, expected, came, requestId } }: { fault: Fault }) {
  return (
    <div className="fault">
      <strong>
        {step} {what}
      </strong>
      <small>expected: {expected}</small>
      <small>actual: {came}</small>
      {requestId !== null && (
        <LinkTo to="/requests" search={{ requestId }}>
          Open request
        </LinkTo>
      )}
    </div>
  );
}
