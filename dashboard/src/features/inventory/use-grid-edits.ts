/** The pending changes of a property with undo and redo, and saving them as one batch. */
import { useState } from 'react';
import type { Output } from '../../lib/calls/operator-client.ts';
import { useAction, useInvalidate } from '../../lib/calls/use-action.ts';
import { useEnvironment } from '../../lib/url-state.ts';
import { cellsOf, type Trouble, troubleOf } from './batch.ts';
import type { CalendarRow } from './calendar.ts';
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

export interface GridEdits {
  pending: Pending;
  trouble: readonly Trouble[];
  /** What the server said about the last attempt to save. */
  failure: { message: string; isConflict: boolean } | undefined;
  isSaving: boolean;
  /** Whether the list of changes is open. It stays open in another month. */
  isReviewing: boolean;
  review: (isOn: boolean) => void;
  canUndo: boolean;
  canRedo: boolean;
  apply: (edits: readonly Edit[]) => void;
  undo: () => void;
  redo: () => void;
  discard: () => void;
  /** Changes that were rejected because of newer values start from those values now. */
  rebase: (rows: readonly CalendarRow[], nights: readonly string[]) => void;
  save: () => Promise<Output<'inventory/update'> | undefined>;
}

export function useGridEdits(hotelId: string): GridEdits {
  const invalidate = useInvalidate();
  const environment = useEnvironment();
  const [history, setHistory] = useState<History>(EMPTY_HISTORY);
  const [sent, setSent] = useState<ReturnType<typeof cellsOf>>([]);
  const [isReviewing, review] = useState(false);
  const action = useAction('inventory/update', { changes: ['inventory'] });
  const failure = action.failure;
  const change = (next: (before: History) => History) => {
    action.clear();
    setHistory(next);
  };
  return {
    pending: history.now,
    trouble: failure === undefined ? [] : troubleOf(failure.details, sent),
    failure: failure && { message: failure.message, isConflict: failure.code === 'INVALID_STATE' },
    isSaving: action.busy,
    isReviewing,
    review,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    apply: edits => change(before => record(before, withEdits(before.now, edits))),
    undo: () => change(undo),
    redo: () => change(redo),
    discard: () => {
      review(false);
      change(() => EMPTY_HISTORY);
    },
    rebase: (rows, nights) =>
      setHistory(before => ({ past: [], now: rebased(before.now, rows, nights), future: [] })),
    async save() {
      const cells = cellsOf(history.now);
      if (cells.length === 0 || action.busy) return undefined;
      setSent(cells);
      const written = await action.run({ environment, hotelId, cells });
      if (written !== undefined) {
        review(false);
        setHistory(EMPTY_HISTORY);
      } else void invalidate(['inventory']);
      return written;
    },
  };
}
