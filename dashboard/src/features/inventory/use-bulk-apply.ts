/** Applies a draft to nights that may not be loaded yet: reads their values, and makes the edits for one batch. */
import { useEffect, useRef, useState } from 'react';
import { type Output, toFailure } from '../../lib/calls/operator-client.ts';
import { useEnvironment } from '../../lib/url-state.ts';
import type { Calendar, CalendarRow } from './calendar.ts';
import { type Draft, draftEdits, draftProblems } from './cell-draft.ts';
import { reportSkipped } from './grid-commands.ts';
import { batchProblem, calendarReads, knownRooms, knownRows } from './known-nights.ts';
import { type Edit, type Pending, withEdits } from './pending.ts';
import type { PropertyRow } from './property-rows.ts';
import { readNights } from './read-nights.ts';

interface BulkApplyOptions {
  document: Output<'inventory/show'>['document'];
  /** All rows of the property by key. */
  known: ReadonlyMap<string, PropertyRow>;
  pending: Pending;
  onApply: (edits: readonly Edit[], read: readonly Calendar[]) => void;
}

interface BulkChange {
  /** The fields that the user has changed. */
  draft: Draft;
  nights: readonly string[];
  rows: readonly PropertyRow[];
  /** The rows with their nights. Undefined if some nights are not loaded yet. */
  loaded: readonly CalendarRow[] | undefined;
  /** What was already read for these rows, beyond what the page shows. */
  read: readonly Calendar[];
}

export function useBulkApply({ document, known, pending, onApply }: BulkApplyOptions) {
  const environment = useEnvironment();
  const { hotelId, currency, plans } = document;
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [problem, setProblem] = useState<string>();
  const [progress, setProgress] = useState<string>();
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);

  const read = ({ nights, rows }: BulkChange): Promise<Calendar[]> => {
    const roomCodes = [...new Set(rows.map(({ room }) => room.roomCode))];
    const range = { from: nights[0] as string, to: nights.at(-1) as string };
    const reads = calendarReads(plans, roomCodes, range);
    stop.current = new AbortController();
    const onProgress = (done: number) =>
      setProgress(`Loading the current values: ${Math.round((done / reads.length) * 100)}%`);
    return readNights({ environment, hotelId }, reads, { onProgress, signal: stop.current.signal });
  };
  const run = async (change: BulkChange): Promise<void> => {
    const { draft, nights, rows, loaded } = change;
    const isEmpty = Object.keys(draft).length === 0;
    const invalid = draftProblems(draft, currency);
    setProblems(invalid);
    setProblem(isEmpty ? 'Enter a value in at least one field.' : undefined);
    if (isEmpty || Object.keys(invalid).length > 0) return;
    try {
      const calendars = loaded === undefined ? await read(change) : change.read;
      const chosen = new Set(rows.map(({ key }) => key));
      const all = loaded ?? knownRows(knownRooms(calendars)).filter(({ key }) => chosen.has(key));
      const { edits, skipped } = draftEdits(all, nights, draft, { known, pending, currency });
      const next = withEdits(pending, edits);
      const found = next === pending ? unchangedText(edits) : batchProblem(next);
      setProblem(found);
      if (found !== undefined) return;
      reportSkipped(skipped);
      onApply(edits, calendars);
    } catch (thrown) {
      if (!stop.current?.signal.aborted) setProblem(toFailure(thrown).message);
    } finally {
      setProgress(undefined);
    }
  };
  return { run, problems, problem, progress };
}

/** Why a draft changes nothing. Without edits, all values were to be adjusted, and none is set. */
function unchangedText(edits: readonly Edit[]): string {
  return edits.length === 0
    ? 'None of these nights has a value of its own to adjust.'
    : 'These nights already have these values.';
}
