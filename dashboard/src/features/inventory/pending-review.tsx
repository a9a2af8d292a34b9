import { useMemo } from 'react';
import { type ChangeLine, changeLines, followLines } from './batch.ts';
import { type Calendar, unsetText, valueText } from './calendar.ts';
import { type ChangeGroup, groupLines, guestChange } from './change-groups.ts';
import { type ChangeImpact, impactOf, type UnsoldNights } from './change-impact.ts';
import { fieldLabel } from './draft-field.tsx';
import type { EditTarget } from './edit-drawer.tsx';
import { ImpactSummary } from './impact-summary.tsx';
import { nightsFrom } from './month.ts';
import { overrideTexts } from './overrides.ts';
import { type NotCheaper, restoredPrices } from './parent-prices.ts';
import { keyOf } from './pending.ts';
import { PendingList } from './pending-list.tsx';
import type { PropertyRow } from './property-rows.ts';
import { notCheaperOf, warningCount } from './review-warnings.ts';
import { unsoldTarget } from './unsold-nights.ts';
import type { GridEdits } from './use-grid-edits.ts';
import type { Known } from './use-known.ts';
import type { Reading } from './use-reads.ts';

/** The changes and what is known about the rows. */
interface Changes {
  edits: GridEdits;
  calendar: Calendar;
  known: Known;
  propertyRows: ReadonlyMap<string, PropertyRow>;
}

interface PendingReviewProps extends Changes {
  groups: readonly ChangeGroup[];
  impact: ChangeImpact | undefined;
  /** Derived plans that are no longer cheaper than their parents. */
  notCheaper: readonly NotCheaper[];
  /** The name of a row. */
  nameOf: (key: string) => string;
  /** The year of the shown month. */
  year: string;
  /** Whether saving stopped at prices that change a lot. */
  isWarned: boolean;
  /** Whether changed nights that are not shown are being read. */
  reading: Reading;
  onEdit: (target: EditTarget) => void;
  /** Shows the cells of some nights of a row, and selects them. */
  onShow: ((row: string, nights: readonly string[]) => void) | undefined;
}

/** The changes one by one, below what they mean as a whole. */
export function PendingReview({ groups, impact, notCheaper, nameOf, year, ...props }: PendingReviewProps) {
  const { edits, calendar, known, propertyRows, isWarned, reading, onEdit, onShow } = props;
  const labelOf = ({ row: key, field }: ChangeLine) => {
    const row = propertyRows.get(key);
    return fieldLabel(field, row === undefined ? [] : [row], calendar.currency);
  };
  const clearedText = ({ row, from, field, before, follows }: ChangeLine) => {
    const parent = follows === undefined ? propertyRows.get(row)?.parentName : undefined;
    const followed = known.following.get(row)?.values.get(keyOf(from, field)) ?? null;
    if (!parent) return unsetText(field, before);
    return followed === null ? `follows ${parent}` : `${valueText(followed)} (follows ${parent})`;
  };
  const followAgain = ({ row: key, field, ranges }: ChangeGroup) => {
    const row = known.rows.find(each => each.key === key);
    const nights = ranges.flatMap(({ from, to }) => nightsFrom(from, to));
    if (row) edits.apply(nights.map(night => ({ row, night, field, to: null })));
  };
  const fixOf = (unsold: UnsoldNights) => {
    const target = edits.isSaving ? undefined : unsoldTarget(unsold, known.rows);
    return target && (() => onEdit(target));
  };
  const showOf = ({ row, ranges }: ChangeGroup) =>
    onShow &&
    (() =>
      onShow(
        row,
        ranges.flatMap(({ from, to }) => nightsFrom(from, to)),
      ));
  return (
    <PendingList
      lines={groups}
      {...{ nameOf, labelOf, clearedText, year, showOf }}
      isBusy={edits.isSaving}
      currency={calendar.currency}
      onFollow={followAgain}
      summary={
        impact && (
          <ImpactSummary
            {...{ impact, notCheaper, nameOf, reading, fixOf, onShow, year }}
            isBusy={edits.isSaving}
            onFollow={plan => edits.apply(restoredPrices(plan))}
            currency={calendar.currency}
            isWarning={isWarned}
          />
        )
      }
    />
  );
}

const NO_GROUPS: readonly ChangeGroup[] = [];

/** What the bar says about the changes, and the entries of the open review. */
export function useReview({ edits, calendar, known, propertyRows }: Changes) {
  const { rows, following, isLoaded } = known;
  const { isReviewing, pending } = edits;
  const { currency } = calendar;
  const followers = useMemo(() => followLines(following, pending, rows), [following, pending, rows]);
  const notes = useMemo(
    () => (isReviewing ? [] : overrideTexts(pending, key => propertyRows.get(key)?.parentName)),
    [isReviewing, pending, propertyRows],
  );
  const groups = useMemo(() => {
    if (!isReviewing) return NO_GROUPS;
    const byKey = new Map(rows.map(row => [row.key, row]));
    const guestsOf = (line: ChangeLine) =>
      guestChange(line, byKey.get(line.row), { currency, pending, following });
    return groupLines([...changeLines(pending, rows), ...followers], guestsOf);
  }, [isReviewing, rows, pending, followers, following, currency]);
  const impact = useMemo(
    () => (isReviewing ? impactOf(rows, { currency, pending, following, isLoaded }) : undefined),
    [isReviewing, rows, pending, following, currency, isLoaded],
  );
  const notCheaper = useMemo(
    () => (isReviewing ? notCheaperOf(known, { pending, currency, propertyRows }) : []),
    [isReviewing, known, pending, currency, propertyRows],
  );
  const warnings = impact === undefined ? 0 : warningCount(impact, notCheaper);
  return { notes, groups, impact, notCheaper, warnings };
}
