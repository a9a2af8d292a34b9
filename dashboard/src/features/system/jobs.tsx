import { RotateCcw } from 'lucide-react';
import { Card } from '../../components/card.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { Badge, Empty, Notice } from '../../components/feedback.tsx';
import { LoadedList } from '../../components/loaded.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { useAction } from '../../lib/calls/use-action.ts';
import { usePages } from '../../lib/calls/use-call.ts';
import { formatNumber } from '../../lib/format/format.ts';
import { useMay } from '../../lib/session-context.ts';
import { formatDuration } from './uptime.ts';

type Job = Output<'system/status'>['jobs'][number];

/** Longer delays are highlighted. */
const LATE_SECONDS = 60;

export function QueuesCard({ jobs }: { jobs: readonly Job[] }) {
  return (
    <Card title="Background jobs" hint="Due jobs of all partners.">
      {jobs.length === 0 ? (
        <Empty title="No jobs">No job has been due yet, or the database cannot be read.</Empty>
      ) : (
        <DataTable
          label="Background jobs"
          rows={jobs}
          rowKey={({ name }) => name}
          columns={[
            {
              key: 'name',
              heading: 'Job',
              wide: true,
              cell: ({ name }) => (
                <>
                  <code>{name}</code>
                  <small>{describeJob(name)}</small>
                </>
              ),
            },
            { key: 'queued', heading: 'Due', align: 'right', cell: ({ queued }) => formatNumber(queued) },
            { key: 'lag', heading: 'Delay', cell: job => <Lag job={job} /> },
            {
              key: 'dead',
              heading: 'Failed',
              align: 'right',
              cell: ({ dead }) => (dead === 0 ? '0' : <Badge tone="bad">{formatNumber(dead)}</Badge>),
            },
          ]}
        />
      )}
    </Card>
  );
}

function Lag({ job: { queued, lagSeconds } }: { job: Job }) {
  if (queued === 0 || lagSeconds < 1) return <Badge tone="good">On time</Badge>;
  return <Badge tone={lagSeconds > LATE_SECONDS ? 'warn' : 'plain'}>{formatDuration(lagSeconds)}</Badge>;
}

const JOB_DESCRIPTIONS: Readonly<Record<string, string>> = {
  'booking.reconcile': 'Looks up bookings with an unknown outcome',
  'booking.reread': 'Checks bookings for changes at the provider',
  'booking.stay-end': 'Completes stays after check-out',
  'booking.deadline': 'Sends events before free cancellation ends',
  'booking.sweep': 'Looks for orphaned reservations',
  'booking.tidy': 'Deletes expired data',
  'booking.erase-old-guests': 'Erases personal data of past guests',
  webhooks: 'Sends events to webhook endpoints',
};

function describeJob(kind: string): string {
  return JOB_DESCRIPTIONS[kind] ?? '';
}

/** Jobs that failed ten times in a row. An admin can retry them. */
export function FailedJobsCard() {
  const list = usePages('jobs/list', { state: 'DEAD' }, ({ jobs }) => jobs);
  const retry = useAction('jobs/retry', { toast: 'Queued for retry.', changes: ['jobs', 'system'] });
  const mayRetry = useMay('system:manage');
  const kinds = [...new Set(list.items.map(({ kind }) => kind))];
  return (
    <Card
      title="Failed jobs"
      hint="Jobs that failed ten times in a row. They run again only when you retry them."
      actions={
        mayRetry &&
        kinds.map(kind => (
          <button key={kind} type="button" disabled={retry.busy} onClick={() => void retry.run({ kind })}>
            <RotateCcw size={16} aria-hidden /> Retry all {kind}
          </button>
        ))
      }
    >
      {retry.failure && <Notice failure={retry.failure} />}
      <LoadedList list={list} rows={2} empty={<p className="faint">No failed jobs.</p>}>
        {jobs => (
          <DataTable
            label="Failed jobs"
            rows={jobs}
            rowKey={({ jobId }) => jobId}
            columns={[
              {
                key: 'job',
                heading: 'Job',
                cell: ({ jobId, kind }) => (
                  <>
                    <code>{kind}</code>
                    <small>
                      <code>{jobId}</code>
                    </small>
                  </>
                ),
              },
              { key: 'about', heading: 'Key', cell: ({ key }) => <code>{key}</code> },
              {
                key: 'dead',
                heading: 'Failed',
                cell: ({ deadAt }) => (deadAt === null ? '' : <Timestamp at={deadAt} />),
              },
              { key: 'error', heading: 'Last error', wide: true, cell: ({ lastError }) => lastError ?? '' },
              {
                key: 'retry',
                heading: 'Retry',
                headless: true,
                cell: ({ jobId }) => (
                  <button
                    type="button"
                    disabled={!mayRetry || retry.busy}
                    aria-label={`Retry ${jobId}`}
                    onClick={() => void retry.run({ jobId })}
                  >
                    Retry
                  </button>
                ),
              },
            ]}
          />
        )}
      </LoadedList>
      {!mayRetry && list.items.length > 0 && <p className="hint">Only an owner or admin can retry jobs.</p>}
    </Card>
  );
}
