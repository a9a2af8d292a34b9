import { RotateCcw } from 'lucide-react';
import { Card } from '../../components/card.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { Notice } from '../../components/feedback.tsx';
import { LoadedList } from '../../components/loaded.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { useAction } from '../../lib/calls/use-action.ts';
import { usePages } from '../../lib/calls/use-call.ts';
import { useMay } from '../../lib/session-context.ts';

/** Jobs that failed ten times in a row. They wait for a person. */
export function DeadJobsCard() {
  const list = usePages('jobs/list', { state: 'DEAD' }, ({ jobs }) => jobs);
  const retry = useAction('jobs/retry', { toast: 'It runs again.', changes: ['jobs', 'system'] });
  const mayRetry = useMay('admin');
  const kinds = [...new Set(list.items.map(({ kind }) => kind))];
  return (
    <Card
      title="Given up"
      hint="Jobs that failed ten times in a row stay here until a person has them run again."
      actions={
        mayRetry &&
        kinds.map(kind => (
          <button key={kind} type="button" disabled={retry.busy} onClick={() => void retry.run({ kind })}>
            <RotateCcw size={16} aria-hidden /> All of {kind}
          </button>
        ))
      }
    >
      {retry.failure && <Notice failure={retry.failure} />}
      <LoadedList
        list={list}
        rows={2}
        empty={<p className="faint">No job was given up. There is nothing to do here.</p>}
      >
        {jobs => (
          <DataTable
            label="Jobs that were given up"
            rows={jobs}
            rowKey={({ jobId }) => jobId}
            columns={[
              {
                key: 'job',
                heading: 'Job',
                cell: ({ jobId, kind }) => (
                  <>
                    <code>{kind}</code>
                    <small>{jobId}</small>
                  </>
                ),
              },
              { key: 'about', heading: 'About', cell: ({ key }) => <code>{key}</code> },
              {
                key: 'dead',
                heading: 'Given up',
                cell: ({ deadAt }) => (deadAt === null ? '' : <Timestamp at={deadAt} />),
              },
              { key: 'error', heading: 'Last error', wide: true, cell: ({ lastError }) => lastError ?? '' },
              {
                key: 'retry',
                heading: 'Run again',
                headless: true,
                cell: ({ jobId }) => (
                  <button
                    type="button"
                    disabled={!mayRetry || retry.busy}
                    aria-label={`Run ${jobId} again`}
                    onClick={() => void retry.run({ jobId })}
                  >
                    Run again
                  </button>
                ),
              },
            ]}
          />
        )}
      </LoadedList>
      {!mayRetry && list.items.length > 0 && <p className="hint">Running them again needs the role admin.</p>}
    </Card>
  );
}
