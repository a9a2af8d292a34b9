/** Labels and figures for a content sync run, which reads a supplier's hotels. Pure. */
import type { Tone } from '../../components/feedback.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { formatNumber } from '../../lib/format/format.ts';

export type Run = NonNullable<Output<'syncs/list'>['syncs'][number]['run']>;

export function isOpen({ state }: Pick<Run, 'state'>): boolean {
  return state === 'QUEUED' || state === 'RUNNING';
}

export function runStatus({ state, reason, waitingFor }: Pick<Run, 'state' | 'reason' | 'waitingFor'>): {
  label: string;
  tone: Tone;
} {
  switch (state) {
    case 'QUEUED':
      return { label: 'Queued', tone: 'info' };
    case 'RUNNING':
      return waitingFor === null ? { label: 'Running', tone: 'info' } : { label: 'Waiting', tone: 'warn' };
    case 'DONE':
      return reason === 'INCOMPLETE'
        ? { label: 'Done, list incomplete', tone: 'warn' }
        : { label: 'Done', tone: 'good' };
    case 'STOPPED':
      return { label: 'Needs confirmation', tone: 'warn' };
    case 'CANCELLED':
      return { label: 'Stopped', tone: 'plain' };
    case 'FAILED':
      return { label: 'Failed', tone: 'bad' };
  }
}

/** Null if the run does not wait. */
export function waitText({ waitingFor, lastError }: Pick<Run, 'waitingFor' | 'lastError'>): string | null {
  switch (waitingFor) {
    case 'BUDGET':
      return 'The account’s call limits currently leave no calls for reading hotels.';
    case 'SUPPLIER_LIMIT':
      return 'The supplier rejected a call because of its rate limit.';
    case 'RETRY':
      return `${lastError ?? 'The last call failed.'} Serai will read the page again.`;
    default:
      return null;
  }
}

/** Between 0 and 1. Null if the supplier does not report how many hotels there are. */
export function progressOf({ hotels, total }: Pick<Run, 'hotels' | 'total'>): number | null {
  return total === null || total === 0 ? null : Math.min(1, hotels / total);
}

export function runSummary(run: Run): string {
  const read =
    run.total === null
      ? counted(run.hotels, 'hotel')
      : `${formatNumber(run.hotels)} of ${formatNumber(run.total)} hotels`;
  const changes = (
    [
      ['new', run.added],
      ['changed', run.changed],
      ['removed', run.removed],
      ['returned', run.returned],
    ] as const
  ).flatMap(([word, count]) => (count === 0 ? [] : [`${formatNumber(count)} ${word}`]));
  return [`${read} on ${counted(run.pages, 'page')}`, ...changes].join(', ');
}

function counted(number: number, noun: string): string {
  return `${formatNumber(number)} ${noun}${number === 1 ? '' : 's'}`;
}
