import { Card } from '../../components/card.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { Badge, Empty } from '../../components/feedback.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { formatNumber } from '../../lib/format/format.ts';
import { jobWords } from './job-words.ts';
import { spanText } from './uptime.ts';

type Job = Output<'system/status'>['jobs'][number];

/** Work that is late by more than this should be looked at. */
const LATE_SECONDS = 60;

export function QueuesCard({ jobs }: { jobs: readonly Job[] }) {
  return (
    <Card title="Work in the background" hint="What is due and waits, of all organisations.">
      {jobs.length === 0 ? (
        <Empty title="Nothing is known of any work">
          The database cannot be read, or nothing was ever due.
        </Empty>
      ) : (
        <DataTable
          label="Work in the background"
          rows={jobs}
          rowKey={({ name }) => name}
          columns={[
            {
              key: 'name',
              heading: 'Work',
              wide: true,
              cell: ({ name }) => (
                <>
                  <code>{name}</code>
                  <small>{jobWords(name)}</small>
                </>
              ),
            },
            { key: 'queued', heading: 'Due', align: 'right', cell: ({ queued }) => formatNumber(queued) },
            { key: 'lag', heading: 'Late by', cell: job => <Lag job={job} /> },
            {
              key: 'dead',
              heading: 'Given up',
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
  if (queued === 0 || lagSeconds < 1) return <Badge tone="good">in time</Badge>;
  return <Badge tone={lagSeconds > LATE_SECONDS ? 'warn' : 'plain'}>{spanText(lagSeconds)}</Badge>;
}
