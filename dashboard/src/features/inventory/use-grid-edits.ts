/** The pending changes of a property with undo and redo, and saving them as one batch. */
import { useEffect, useMemo, useState } from 'react';
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

/** After a conflict, the current values are read. */
type ConflictRead = 'reading' | 'read' | 'failed';

export interface GridEdits {
  pending: Pending;
  /** What was read of other months and room types to change them. */
  loaded: readonly Calendar[];
  trouble: readonly Trouble[];
  /** What the server said about the last attempt to save. */
  failure: { message: string; conflict: ConflictRead | undefined } | undefined;
  /** Also true while the values of a conflict are read again. Until then, the changes stay as they are. */
  isSaving: boolean;
  /** Whether the list of changes is open. It stays open in another month. */
  isReviewing: boolean;
  review: (isOn: boolean) => void;
  canUndo: boolean;
  canRedo: boolean;
  /** `loaded` is what was read for these edits. */
  apply: (edits: readonly Edit[], loaded?: readonly Calendar[]) => void;
  /** Adds nights that were read to show what the changes mean. */
  know: (read: readonly Calendar[]) => void;
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
  const trouble = useMemo(() => troubleOf(failure?.details ?? [], sent), [failure, sent]);
  const isConflict = failure?.code === 'INVALID_STATE';
  const conflict = useRebase(isConflict ? failure : undefined, document, history.now, (read, range) => {
    setLoaded(read);
    const rows = knownRows(knownRooms(read));
    const nights = nightsFrom(range.from, range.to);
    setHistory(before => ({ past: [], now: rebased(before.now, rows, nights), future: [] }));
  });
  const isSaving = action.busy || conflict === 'reading';
  const change = (next: (before: History) => History) => {
    if (isSaving) return;
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
    trouble,
    failure: failure && { message: failure.message, conflict },
    isSaving,
    isReviewing,
    review,
    canUndo: !isSaving && history.past.length > 0,
    canRedo: !isSaving && history.future.length > 0,
    apply: (edits, read = []) => {
      if (isSaving) return;
      if (read.length > 0) setLoaded(before => [...read, ...before]);
      change(before => record(before, withEdits(before.now, edits)));
    },
    know: read => setLoaded(before => [...read, ...before]),
    undo: () => {
      if (isSaving) return;
      // A redo must not open the review again.
      if (history.past.at(-1)?.size === 0) review(false);
      change(undo);
    },
    redo: () => change(redo),
    discard: () => {
      if (isSaving) return;
      clear();
      change(() => EMPTY_HISTORY);
    },
    async save() {
      const cells = cellsOf(history.now);
      if (cells.length === 0 || isSaving) return undefined;
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

/** After a conflict, all changed nights are read again, and the changes start from the new values. */
function useRebase(
  conflict: CallFailure | undefined,
  { hotelId, plans }: Document,
  pending: Pending,
  onRead: (read: readonly Calendar[], range: { from: string; to: string }) => void,
): ConflictRead | undefined {
  const environment = useEnvironment();
  const [done, setDone] = useState<{ conflict: CallFailure; isRead: boolean }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new conflict starts the reads
  useEffect(() => {
    const range = conflict && pendingRange(pending);
    if (range === undefined) return;
    const stop = new AbortController();
    const reads = calendarReads(plans, range.roomCodes, range);
    const finish = (read: readonly Calendar[] | undefined) => {
      if (stop.signal.aborted || conflict === undefined) return;
      if (read !== undefined) onRead(read, range);
      setDone({ conflict, isRead: read !== undefined });
    };
    // If the values cannot be read, the server reports the conflict again with the next save.
    readNights({ environment, hotelId }, reads, { signal: stop.signal }).then(finish, () =>
      finish(undefined),
    );
    return () => stop.abort();
  }, [conflict]);
  if (conflict === undefined) return undefined;
  if (done?.conflict !== conflict) return 'reading';
  return done.isRead ? 'read' : 'failed';
}
