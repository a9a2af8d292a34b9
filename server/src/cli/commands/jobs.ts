import { type job, type jobCounts, listJobs, retryJobs } from '@serai/contract/account/jobs.ts';
import type { z } from 'zod';
import { operationCommand } from '../derived/operation-command.ts';
import type { Command } from '../frame/command.ts';
import type { Style } from '../text/style.ts';
import { type Cell, table } from '../text/table.ts';
import { durationText, timeText } from '../text/time-text.ts';

type Job = z.output<typeof job>;
type Counts = z.output<typeof jobCounts>;

export const JOB_COMMANDS: readonly Command[] = [
  operationCommand(listJobs, {
    note: 'A job fails permanently after ten failures in a row. To run it again, use serai jobs retry.',
    examples: ['serai jobs list', 'serai jobs list --state waiting --kind booking.reconcile --json'],
    render({ jobs, kinds }, { input, nowMs, style }) {
      const counts = kinds.length > 0 ? `${countsTable(kinds, style)}\n` : '';
      const none = `No matching jobs are in the state ${input.state ?? 'DEAD'}.\n`;
      return `${counts}${jobs.length === 0 ? none : jobTable(jobs, nowMs, style)}`;
    },
  }),
  operationCommand(retryJobs, {
    args: [
      {
        name: 'jobId|kind',
        fields: ['jobId', 'kind'],
        input: text => (text.startsWith('job_') ? { jobId: text } : { kind: text }),
      },
    ],
    examples: ['serai jobs retry job_4KX0T7M2QW9ZB5HCV3RA', 'serai jobs retry booking.reconcile'],
    render({ retried, left }, { input }) {
      if (retried === 0) return `No job of the kind ${input.kind ?? input.jobId} has failed permanently.\n`;
      const again = retried === 1 ? 'One job will run again.' : `${retried} jobs will run again.`;
      return `${again}\n${left > 0 ? `Not retried yet: ${left}. Run the command again to continue.\n` : ''}`;
    },
  }),
];

function countsTable(kinds: readonly Counts[], style: Style): string {
  const rows = kinds.map(({ kind, waiting, running, dead, oldestDueAt, lagSeconds }): Cell[] => [
    kind,
    String(waiting),
    String(running),
    dead > 0 ? { text: String(dead), style: style.bad } : '0',
    oldestDueAt === null ? '' : durationText(Math.floor(lagSeconds)),
  ]);
  return table(['KIND', 'WAITING', 'RUNNING', 'DEAD', 'LATE BY'], rows, style);
}

function jobTable(jobs: readonly Job[], nowMs: number, style: Style): string {
  const rows = jobs.map(({ jobId, kind, key, partnerId, failures, lastError, ...times }) => [
    jobId,
    kind,
    key,
    partnerId ?? '(installation)',
    String(failures),
    timeText((times.deadAt ?? times.dueAt) as string, nowMs),
    lastError ?? '',
  ]);
  const when =
    jobs[0]?.state === 'DEAD' ? 'FAILED AT' : jobs[0]?.state === 'RUNNING' ? 'LEASED UNTIL' : 'DUE';
  return table(['JOB', 'KIND', 'SUBJECT', 'PARTNER', 'FAILURES', when, 'LAST ERROR'], rows, style);
}
