/** Folds repeated checks of a booking into one entry of the timeline. Pure. */
import { formatDateTime } from '../../lib/format/format.ts';
import type { Moment } from './timeline-of.ts';
import { callFailure } from './timeline-words.ts';

/** An entry, with all its repetitions if there are any. It is the first of them. */
export type Folded = Moment & { repeats?: readonly Moment[] };

const TIME = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });

/** For example `17:05:00`. */
export function formatTime(at: string): string {
  return TIME.format(new Date(at));
}

/** For example `from 17:05:00 to 17:08:30`, with the days if they differ. Undefined if all have the same time. */
export function timeRange(repeats: readonly Pick<Moment, 'at'>[]): string | undefined {
  const [first, last] = [repeats[0]?.at, repeats.at(-1)?.at];
  if (first === undefined || last === undefined) return undefined;
  const isSameDay = new Date(first).toDateString() === new Date(last).toDateString();
  const format = isSameDay ? formatTime : formatDateTime;
  return format(first) === format(last) ? undefined : `from ${format(first)} to ${format(last)}`;
}

/** Entries with the same key say the same. Undefined if an entry always appears on its own. */
function keyOf(moment: Moment): string | undefined {
  if (moment.kind === 'exchange' && moment.exchange.operation === 'lookup') {
    const { provider, outcome } = moment.exchange;
    return `lookup ${provider} ${outcome} ${callFailure(moment.exchange) ?? ''}`;
  }
  if (moment.kind === 'request' && moment.request.operation === 'bookingdetail') {
    return `bookingdetail ${moment.request.status} ${moment.request.keyId}`;
  }
  return undefined;
}

/** Oldest first. Checks are folded only if nothing else happened between them, so that the order stays true. */
export function foldRepeats(moments: readonly Moment[]): Folded[] {
  const folded: Folded[] = [];
  let open = new Map<string, Moment[]>();
  const close = () => {
    for (const [first, ...others] of open.values()) {
      if (first) folded.push(others.length === 0 ? first : { ...first, repeats: [first, ...others] });
    }
    open = new Map();
  };
  for (const moment of moments) {
    const key = keyOf(moment);
    if (key === undefined) {
      close();
      folded.push(moment);
    } else {
      const same = open.get(key);
      if (same) same.push(moment);
      else open.set(key, [moment]);
    }
  }
  close();
  return folded;
}

/** A folded entry gets the time of its last repetition, so that the times descend. */
export function newestFirst(folded: readonly Folded[]): Folded[] {
  const latest = folded.map(entry => ({ ...entry, at: entry.repeats?.at(-1)?.at ?? entry.at }));
  return latest.toReversed().sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
}
