import type { ReactNode } from 'react';
import { Card, Facts } from '../../components/card.tsx';
import { Banner, Empty, Notice } from '../../components/feedback.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { useAction } from '../../lib/calls/use-action.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { useMay } from '../../lib/session-context.ts';
import { CertificationTable } from './certification-table.tsx';

type Certification = NonNullable<Output<'sandbox/certification'>['certification']>;

const RUNNING_MS = 1_500;
const IDLE_MS = 30_000;

/** Plays every scenario through the interface and compares the answers with what is documented. */
export function CertificationTab() {
  const first = useCall('sandbox/certification', {});
  const isRunning = first.state === 'ready' && first.data.certification?.state === 'RUNNING';
  // The same read, asked often only while there is something to see.
  const shown = useCall('sandbox/certification', {}, { everyMs: isRunning ? RUNNING_MS : IDLE_MS });
  const start = useAction('sandbox/certify-start', { toast: 'The certification has begun.' });
  const mayStart = useMay('developer');
  const button = (
    <button
      type="button"
      className="main"
      disabled={!mayStart || start.busy || isRunning}
      onClick={() => void start.run({})}
    >
      {isRunning ? 'Running …' : 'Run certification'}
    </button>
  );
  return (
    <>
      {!mayStart && <p className="hint">Running it needs the role developer.</p>}
      {start.failure && <Notice failure={start.failure} />}
      <Loaded from={shown} rows={8}>
        {({ certification }) =>
          certification === null ? (
            <Empty title="No certification was run yet" action={button}>
              It searches, quotes, books and cancels in the sandbox as a client does, with a key that is made
              for it and revoked afterwards. It takes about three minutes. On the command line:{' '}
              <code>serai certify</code>.
            </Empty>
          ) : (
            <LastRun certification={certification} button={button} />
          )
        }
      </Loaded>
    </>
  );
}

function LastRun({ certification, button }: { certification: Certification; button: ReactNode }) {
  const { state, startedAt, startedBy, endedAt, names, results, problem, keyId } = certification;
  const wrong = results.filter(({ result }) => result === 'WRONG').length;
  return (
    <>
      <Verdict certification={certification} wrong={wrong} />
      <Card
        title={state === 'RUNNING' ? 'Certification under way' : 'Last certification'}
        actions={button}
        hint={problem ?? undefined}
      >
        <label className="certification-progress">
          <span>
            {results.length} of {names.length} scenarios played, {wrong} wrong
          </span>
          <progress max={names.length} value={results.length} />
        </label>
        <Facts
          items={[
            ['Started', <Timestamp key="started" at={startedAt} />],
            ['By', startedBy],
            ['Ended', endedAt === null ? 'not yet' : <Timestamp key="ended" at={endedAt} />],
            ['Key of the run', keyId === null ? 'not made yet' : <code key="key">{keyId}</code>],
          ]}
        />
        <CertificationTable names={names} results={results} isRunning={state === 'RUNNING'} />
      </Card>
    </>
  );
}

function Verdict({ certification, wrong }: { certification: Certification; wrong: number }) {
  switch (certification.state) {
    case 'PASSED':
      return <Banner tone="good" title="Every scenario is answered as documented." />;
    case 'FAILED':
      return (
        <Banner
          tone="bad"
          title={`${wrong} of ${certification.names.length} scenarios are answered otherwise.`}
        >
          The table says what was expected and what came.
        </Banner>
      );
    case 'BROKEN_OFF':
      return (
        <Banner tone="warn" title="It did not come to its end.">
          {certification.problem} Run it again.
        </Banner>
      );
    case 'RUNNING':
      return null;
  }
}
