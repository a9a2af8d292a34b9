import { JOB_STATES, type job, type jobCounts, listJobs } from '@serai/contract/account/jobs.ts';
import type { z } from 'zod';
import { defineCommand } from '../frame/command.ts';
import { EXIT } from '../frame/failure.ts';
import { parseCount, parseWord } from '../frame/parse-option.ts';
import type { Style } from '../text/style.ts';
import { type Cell, table } from '../text/table.ts';
import { momentText, spanText } from '../text/time-text.ts';

type Job = z.output<typeof job>;
type Counts = z.output<typeof jobCounts>;

export const jobsListCommand = defineCommand({
  name: 'jobs list',
  summary: 'List the jobs that were given up, and count the others.',
  description: 'A job is given up after ten failures in a row. serai jobs retry has it run again.',
  remote: true,
  options: {
    state: {
      type: 'string',
      value: '<state>',
      description: `${JOB_STATES.join(', ').toLowerCase()}; dead when absent.`,
    },
    kind: { type: 'string', value: '<kind>', description: 'Only this kind.' },
    limit: { type: 'string', value: '<number>', description: 'Jobs a page, 50 when absent.' },
    cursor: { type: 'string', value: '<cursor>', description: 'Go on where the page before ended.' },
  },
  examples: ['serai jobs list', 'serai jobs list --state waiting --kind booking.reconcile --json'],
  async run({ options, client, json, terminal, clock, style }) {
    const { state, kind, limit, cursor } = options;
    const asked = state === undefined ? 'DEAD' : parseWord(state, '--state', JOB_STATES);
    const { data, text } = await client().call(listJobs, {
      ...(state !== undefined && { state: asked }),
      ...(kind !== undefined && { kind }),
      page: {
        ...(limit !== undefined && { limit: parseCount(limit, '--limit') }),
        ...(cursor !== undefined && { cursor }),
      },
    });
    if (json) {
      terminal.out(`${text}\n`);
      return EXIT.ok;
    }
    const nowMs = clock.nowMs();
    if (data.kinds.length > 0) terminal.out(`${countsTable(data.kinds, style)}\n`);
    if (data.jobs.length === 0) terminal.out(`No job is ${asked.toLowerCase()}.\n`);
    else terminal.out(jobTable(data.jobs, nowMs, style));
    if (data.page.nextCursor !== null) {
      terminal.out(`\nThere are more; go on with the same filters and --cursor ${data.page.nextCursor}\n`);
    }
    return EXIT.ok;
  },
});

function countsTable(kinds: readonly Counts[], style: Style): string {
  const rows = kinds.map(({ kind, waiting, running, dead, oldestDueAt, lagSeconds }): Cell[] => [
    kind,
    String(waiting),
    String(running),
    dead > 0 ? { text: String(dead), style: style.bad } : '0',
    oldestDueAt === null ? '' : spanText(Math.floor(lagSeconds)),
  ]);
  return table(['KIND', 'WAITING', 'RUNNING', 'DEAD', 'LATE BY'], rows, style);
}

function jobTable(jobs: readonly Job[], nowMs: number, style: Style): string {
  const rows = jobs.map(({ jobId, kind, key, organisationId, failures, lastError, ...times }) => [
    jobId,
    kind,
    key,
    organisationId ?? '(the service)',
    String(failures),
    momentText((times.deadAt ?? times.dueAt) as string, nowMs),
    lastError ?? '',
  ]);
  const when = jobs[0]?.state === 'DEAD' ? 'GIVEN UP' : jobs[0]?.state === 'RUNNING' ? 'HELD UNTIL' : 'DUE';
  return table(['JOB', 'KIND', 'ABOUT', 'ORGANISATION', 'FAILURES', when, 'LAST ERROR'], rows, style);
}
