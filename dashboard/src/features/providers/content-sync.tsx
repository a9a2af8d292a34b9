import { useState } from 'react';
import { Card, Facts } from '../../components/card.tsx';
import { ConfirmDialog } from '../../components/dialogs/confirm-dialog.tsx';
import { Badge, Banner, Notice } from '../../components/feedback.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { useAction } from '../../lib/calls/use-action.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { formatNumber } from '../../lib/format/format.ts';
import { useMay } from '../../lib/session-context.ts';
import type { Provider } from './provider.tsx';
import { isOpen, progressOf, type Run, runStatus, runSummary, waitText } from './sync-words.ts';
import '../../styles/providers.css';

const REFRESH_MS = 3_000;

type Sync = Output<'syncs/list'>['syncs'][number];

/** Shows nothing for providers without content, such as own inventory. */
export function ContentSync({ provider: { code, environment } }: { provider: Provider }) {
  const list = useCall('syncs/list', { environment, provider: code }, { everyMs: REFRESH_MS });
  const [sync] = list.state === 'ready' ? list.data.syncs : [];
  if (sync === undefined) return null;
  const { run } = sync;
  return (
    <Card
      title="Content sync"
      hint="Serai reads the supplier’s hotels in the background. Bookings and searches have priority."
      actions={<SyncButtons sync={sync} />}
    >
      {sync.toConfirm !== null && <ConfirmRemovals sync={sync} run={sync.toConfirm} />}
      {run !== null && <Progress run={run} />}
      <Facts
        items={[
          ['Status', run === null ? 'No run yet' : <State key="state" run={run} />],
          ...(run === null
            ? []
            : ([
                ['Read', runSummary(run)],
                [
                  'Started',
                  run.startedAt === null ? 'Not yet' : <Timestamp key="start" at={run.startedAt} />,
                ],
                ['Ended', run.finishedAt === null ? 'Not yet' : <Timestamp key="end" at={run.finishedAt} />],
              ] as const)),
          ['Next run', sync.nextRunAt === null ? 'On request' : <Timestamp key="next" at={sync.nextRunAt} />],
        ]}
      />
    </Card>
  );
}

function State({ run }: { run: Run }) {
  const { label, tone } = runStatus(run);
  const waiting = waitText(run);
  const why = waiting ?? (run.state === 'FAILED' ? run.lastError : null);
  return (
    <span>
      <Badge tone={tone}>{label}</Badge>
      {why !== null && <span className="state-why">{why}</span>}
      {waiting !== null && run.waitingUntil !== null && (
        <span className="state-why">
          Continues at <Timestamp at={run.waitingUntil} exact />.
        </span>
      )}
    </span>
  );
}

/** Shown only while a run is open and if the supplier reports how many hotels there are. */
function Progress({ run }: { run: Run }) {
  const share = progressOf(run);
  if (!isOpen(run) || share === null) return null;
  return (
    <div className="sync-progress">
      <progress value={share} max={1} aria-label="Hotels read" />
    </div>
  );
}

function SyncButtons({ sync: { environment, provider, run, changedSince } }: { sync: Sync }) {
  const start = useAction('syncs/start', { toast: 'Content sync started.' });
  const stop = useAction('syncs/stop', { toast: 'Content sync stopped. The hotels read so far are kept.' });
  const mayChange = useMay('providers:edit');
  if (!mayChange) return null;
  const failure = start.failure ?? stop.failure;
  const begin = (mode: 'FULL' | 'DELTA') => {
    if (!start.busy) void start.run({ environment, provider, mode });
  };
  return (
    <>
      {run !== null && isOpen(run) ? (
        <button type="button" onClick={() => !stop.busy && void stop.run({ environment, provider })}>
          Stop
        </button>
      ) : (
        <>
          {changedSince !== null && (
            <button type="button" onClick={() => begin('FULL')}>
              Read all hotels
            </button>
          )}
          <button type="button" onClick={() => begin(changedSince === null ? 'FULL' : 'DELTA')}>
            Sync now
          </button>
        </>
      )}
      {failure && <Notice failure={failure} />}
    </>
  );
}

function ConfirmRemovals({ sync: { environment, provider }, run }: { sync: Sync; run: Run }) {
  const [asking, setAsking] = useState(false);
  const confirm = useAction('syncs/confirm', {
    toast: 'Removing the missing hotels.',
    done: () => setAsking(false),
  });
  const mayChange = useMay('providers:edit');
  const missing = formatNumber(run.missing ?? 0);
  return (
    <Banner
      tone="warn"
      title={`${missing} of ${formatNumber(run.present ?? 0)} hotels are missing from the supplier’s list`}
      action={
        mayChange && (
          <button type="button" onClick={() => setAsking(true)}>
            Remove hotels
          </button>
        )
      }
    >
      A single run may not remove this many hotels, so they are still on sale. Ask the supplier whether its
      list is correct. If it is not, do nothing: the next full run reads the list again.
      <ConfirmDialog
        open={asking}
        danger
        title={run.missing === 1 ? 'Remove 1 hotel?' : `Remove ${missing} hotels?`}
        confirmLabel="Remove hotels"
        busy={confirm.busy}
        failure={confirm.failure}
        onConfirm={() => void confirm.run({ environment, provider, runId: run.runId })}
        onClose={() => setAsking(false)}
      >
        <p>
          The hotels will no longer be sold through this account. Their mappings and bookings are kept. If the
          supplier lists a hotel again, it goes back on sale.
        </p>
      </ConfirmDialog>
    </Banner>
  );
}
