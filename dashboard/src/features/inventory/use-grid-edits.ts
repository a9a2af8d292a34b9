/** The pending changes of a property with undo and redo, and saving them as one batch. */
import { useEffect, useState } from 'react';
import type { CallFailure, Output } from '../../lib/calls/operator-client.ts';
import { useAction, useInvalidate } from '../../lib/calls/use-action.ts';
import { useEnvironment } from '../../lib/url-state.ts';
import { cellsOf, type Trouble, troubleOf } from './batch.ts';
import type { Calendar } from './calendar.ts';
import { calendarReads, knownRooms, knownRows, pendingRange } from './known-nights.ts';
import { nightsFrom } from './month.ts';
import {
  type Edit,
  EMPTY_HISTORY,
  type History,
  type Pending,
  rebased,
  record,
  redo,
  undo,
  withEdits,
} from './pending.ts';
import { readNights } from './read-nights.ts';

export interface GridEdits {
  pending: Pending;
  /** What was read of other months and room types to change them. */
  loaded: readonly Calendar[];
  trouble: readonly Trouble[];
  /** What the server said about the last attempt to save. */
  failure: { message: string; isConflict: boolean } | undefined;
  /** Also true while the values of a conflict are read again. */
  isSaving: boolean;
  /** Whether the list of changes is open. It stays open in another month. */
  isReviewing: boolean;
  review: (isOn: boolean) => void;
  canUndo: boolean;
  canRedo: boolean;
  /** `loaded` is what was read for these edits. */
  apply: (edits: readonly Edit[], loaded?: readonly Calendar[]) => void;
  undo: () => void;
  redo: () => void;
  discard: () => void;
  save: () => Promise<Output<'inventory/update'> | undefined>;
}

type Document = Output<'inventory/show'>['document'];

export function useGridEdits(document: Document): GridEdits {
  const { hotelId } = document;
  const invalidate = useInvalidate();
  const environment = useEnvironment();
  const [history, setHistory] = useState<History>(EMPTY_HISTORY);
  const [loaded, setLoaded] = useState<readonly Calendar[]>([]);
  const [sent, setSent] = useState<ReturnType<typeof cellsOf>>([]);
  const [isReviewing, review] = useState(false);
  const action = useAction('inventory/update', { changes: ['inventory'] });
  const failure = action.failure;
  const isConflict = failure?.code === 'INVALID_STATE';
  const isRereading = useRebase(isConflict ? failure : undefined, document, history.now, (read, range) => {
    setLoaded(read);
    const rows = knownRows(knownRooms(read));
    const nights = nightsFrom(range.from, range.to);
    setHistory(before => ({ past: [], now: rebased(before.now, rows, nights), future: [] }));
  });
  const change = (next: (before: History) => History) => {
    action.clear();
    setHistory(next);
  };
  const clear = () => {
    review(false);
    setLoaded([]);
  };
  return {
    pending: history.now,
    loaded,
    trouble: failure === undefined ? [] : troubleOf(failure.details, sent),
    failure: failure && { message: failure.message, isConflict },
    isSaving: action.busy || isRereading,
    isReviewing,
    review,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    apply: (edits, read = []) => {
      if (read.length > 0) setLoaded(before => [...read, ...before]);
      change(before => record(before, withEdits(before.now, edits)));
    },
    undo: () => change(undo),
    redo: () => change(redo),
    discard: () => {
      clear();
      change(() => EMPTY_HISTORY);
    },
    async save() {
      const cells = cellsOf(history.now);
      if (cells.length === 0 || action.busy || isRereading) return undefined;
      setSent(cells);
      const written = await action.run({ environment, hotelId, cells });
      if (written !== undefined) {
        clear();
        setHistory(EMPTY_HISTORY);
      } else void invalidate(['inventory']);
      return written;
    },
  };
}

/**
 * After a conflict, all changed nights are read again, and the changes start from the new values. Returns true until
 * this is done.
 */
function useRebase(
  conflict: CallFailure | undefined,
  { hotelId, plans }: Document,
  pending: Pending,
  onRead: (read: readonly Calendar[], range: { from: string; to: string }) => void,
): boolean {
  const environment = useEnvironment();
  const [done, setDone] = useState<CallFailure>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new conflict starts the reads
  useEffect(() => {
    const range = conflict && pendingRange(pending);
    if (range === undefined) return;
    const stop = new AbortController();
    const reads = calendarReads(plans, range.roomCodes, range);
    readNights({ environment, hotelId }, reads, { signal: stop.signal })
      .then(read => onRead(read, range))
      // The server reports the conflict again if the values could not be read.
      .catch(() => undefined)
      .finally(() => {
        if (!stop.signal.aborted) setDone(conflict);
      });
    return () => stop.abort();
  }, [conflict]);
  return conflict !== undefined && done !== conflict;
}
