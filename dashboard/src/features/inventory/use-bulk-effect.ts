/** What a form for several nights and rows would change. Reads nights that the page does not show, if they are few. */
import { useMemo } from 'react';
import type { Output } from '../../lib/calls/operator-client.ts';
import { useSettled } from '../../lib/forms/use-settled.ts';
import { effectLines } from './bulk-effect.ts';
import type { EffectLine } from './bulk-prices.ts';
import type { Calendar, CalendarRow } from './calendar.ts';
import { type Draft, draftEdits, draftProblems, type NightChoice } from './cell-draft.ts';
import { pricingOf } from './derived-price.ts';
import type { Following } from './following.ts';
import { calendarReads, followingOfKnown, knownRooms, knownRows } from './known-nights.ts';
import { newOverrideTexts } from './overrides.ts';
import type { Pending } from './pending.ts';
import { type PropertyRow, rowName } from './property-rows.ts';
import { useReads } from './use-reads.ts';

/** A form that changes more nights reads them when it is applied. */
const MAX_READS = 4;
/** The effect is announced after the last of several keystrokes. */
const TYPING_MS = 500;

interface BulkForm {
  document: Output<'inventory/show'>['document'];
  /** All rows of the property by key. */
  known: ReadonlyMap<string, PropertyRow>;
  pending: Pending;
  /** What follows the pending changes on the nights that the page knows. */
  following: Following;
  /** The fields that the user has changed. */
  draft: Draft;
  range: NightChoice;
  /** The nights of the range that are chosen. */
  nights: readonly string[];
  rows: readonly PropertyRow[];
  /** The rows with their nights. Undefined if the page does not show all of them. */
  shown: readonly CalendarRow[] | undefined;
  /** All rows that the page knows. */
  page: readonly CalendarRow[];
}

interface BulkEffect {
  lines: readonly EffectLine[];
  /** The rows with their nights. Undefined if some nights are not read yet. */
  loaded: readonly CalendarRow[] | undefined;
  /** What was read beyond what the page shows. */
  read: readonly Calendar[];
}

export function useBulkEffect(form: BulkForm): BulkEffect {
  const { document, known, pending, draft, range, nights, rows, shown, page } = form;
  const { currency } = document;
  const pricing = useMemo(() => pricingOf(document), [document]);
  const read = useMissingNights(form);
  const beyond = useMemo(() => {
    if (read === undefined) return undefined;
    const rooms = knownRooms(read);
    const all = knownRows(rooms);
    return { rows: all, following: followingOfKnown(pending, rooms, all, pricing) };
  }, [read, pending, pricing]);
  const loaded = useMemo(() => {
    const keys = new Set(rows.map(({ key }) => key));
    return shown ?? beyond?.rows.filter(({ key }) => keys.has(key));
  }, [shown, beyond, rows]);
  const following = shown === undefined && beyond ? beyond.following : form.following;
  const all = shown === undefined && beyond ? beyond.rows : page;
  const lines = useMemo(() => {
    const isValid = Object.keys(draftProblems(draft, currency)).length === 0;
    const isEntered = isValid && Object.keys(draft).length > 0;
    const edits =
      isEntered && loaded ? draftEdits(loaded, nights, draft, { known, pending, currency }).edits : undefined;
    const overrides = newOverrideTexts(edits ?? [], pending, key => known.get(key)?.parentName);
    const target = { rows: rows.map(({ key }) => key), nights: nights.length, range };
    const nameOf = (key: string) => {
      const row = known.get(key);
      return row === undefined ? key.replace('\t', ' ') : rowName(row);
    };
    const effect = effectLines(edits, { ...target, pending, following, pricing, loaded: all, nameOf });
    return [...effect, ...overrides.map(text => ({ text: `${text}.` }))];
  }, [loaded, nights, range, draft, rows, known, pending, following, currency, pricing, all]);
  return { lines: useSettled(lines, TYPING_MS), loaded, read: read ?? [] };
}

/** Starts to read as soon as something is entered. Undefined until all nights are read, or if they are too many. */
function useMissingNights({
  document,
  draft,
  nights,
  rows,
  shown,
}: BulkForm): readonly Calendar[] | undefined {
  const [from, to] = [nights[0], nights.at(-1)];
  const roomCodes = [...new Set(rows.map(({ room }) => room.roomCode))];
  const isEntered = Object.keys(draft).length > 0;
  const isMissing = isEntered && shown === undefined && from !== undefined && to !== undefined;
  const reads = isMissing ? calendarReads(document.plans, roomCodes, { from, to }) : [];
  return useReads(document.hotelId, reads.length <= MAX_READS ? reads : []).read;
}
