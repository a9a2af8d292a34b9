/** Own values of rate plans that would otherwise follow another plan, and how to remove them. Pure. */
import { formatNumber } from '../../lib/format/format.ts';
import { type CalendarRow, fieldOf, kindOf, parentNameOf, savedValue } from './calendar.ts';
import type { GridContent } from './clipboard.ts';
import type { SelectedCells } from './grid-commands.ts';
import {
  changeAt,
  currentValue,
  type Edit,
  NO_CHANGES,
  nightAndField,
  type Pending,
  type RowChanges,
  withEdits,
} from './pending.ts';

/** For example `5 prices no longer follow Flexible`, one text for each plan that is no longer followed. */
export function overrideTexts(pending: Pending, parentOf: (rowKey: string) => string | undefined): string[] {
  const found = new Map<string, { prices: number; values: number }>();
  for (const [row, changes] of pending) {
    const parent = parentOf(row);
    if (parent === undefined) continue;
    const counts = found.get(parent) ?? { prices: 0, values: 0 };
    for (const [key, { from, to }] of changes) {
      if (from !== null || to === null) continue;
      counts.values += 1;
      if (kindOf(nightAndField(key)[1]) === 'amount') counts.prices += 1;
    }
    if (counts.values > 0) found.set(parent, counts);
  }
  return [...found].map(([parent, { prices, values }]) => {
    const what = prices === values ? 'price' : 'value';
    return values === 1
      ? `1 ${what} no longer follows ${parent}`
      : `${formatNumber(values)} ${what}s no longer follow ${parent}`;
  });
}

/** What the edits add to the pending changes, in the words of `overrideTexts`. */
export function newOverrideTexts(
  edits: readonly Edit[],
  pending: Pending,
  parentOf: (rowKey: string) => string | undefined,
): string[] {
  const added = edits.filter(({ row, night, field }) => currentValue(pending, row, night, field) === null);
  return overrideTexts(withEdits(NO_CHANGES, added), parentOf);
}

/** The number of nights on which a plan that follows another one has its own price, with the unsaved changes. */
export function ownPrices(
  row: CalendarRow,
  nights: readonly string[],
  changes: RowChanges | undefined,
): number {
  if (!isFollower(row)) return 0;
  const field = fieldOf(row, 'price');
  return nights.filter(night => {
    const change = changeAt(changes, night, field);
    return (change === undefined ? savedValue(row, night, field) : change.to) !== null;
  }).length;
}

/** For example `Follows Flexible`. */
export function followsText(parent: string, exceptions: number): string {
  return exceptions === 0 ? `Follows ${parent}` : `Partly follows ${parent}`;
}

/** A longer text for the pointer, for example `Not on 8 nights`. Undefined if all nights follow. */
export function exceptionsText(nights: number): string | undefined {
  if (nights === 0) return undefined;
  return nights === 1 ? 'Not on 1 night' : `Not on ${formatNumber(nights)} nights`;
}

/** The name of the plan that the selected cells can follow again. Undefined if none of them sets its own value. */
export function followablePlan(
  { rows, nights }: SelectedCells,
  { pending, shown }: Pick<GridContent, 'pending' | 'shown'>,
): string | undefined {
  const own = rows.find(row => isFollower(row) && nights.some(night => hasOwn(pending, row, night, shown)));
  return own && parentNameOf(own);
}

/** Clears the shown value of all selected cells of plans that follow another plan. */
export function followEdits(
  { rows, nights }: SelectedCells,
  { pending, shown }: Pick<GridContent, 'pending' | 'shown'>,
): Edit[] {
  return rows
    .filter(isFollower)
    .flatMap(row =>
      nights
        .filter(night => hasOwn(pending, row, night, shown))
        .map(night => ({ row, night, field: fieldOf(row, shown), to: null })),
    );
}

const isFollower = ({ plan }: CalendarRow) => plan !== undefined && plan.derivedFrom !== null;

const hasOwn = (pending: Pending, row: CalendarRow, night: string, shown: GridContent['shown']) =>
  currentValue(pending, row, night, fieldOf(row, shown)) !== null;
