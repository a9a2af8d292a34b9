/** Folds repeated checks of a booking into one entry of the timeline. Pure. */
import type { Moment } from './timeline-of.ts';
import { callFailure } from './timeline-words.ts';

/** An entry, with all its repetitions if there are any. It is the first of them. */
export type Folded = Moment & { repeats?: readonly Moment[] };

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
