/** Saves the pending changes. Changes with warnings are shown in the review first, because they may be mistakes. */
import { useRef, useState } from 'react';
import type { Output } from '../../lib/calls/operator-client.ts';
import { formatNumber } from '../../lib/format/format.ts';
import { showToast } from '../../lib/toasts.tsx';
import { impactOf } from './change-impact.ts';
import type { Pending } from './pending.ts';
import type { PropertyRow } from './property-rows.ts';
import { notCheaperOf, warningCount } from './review-warnings.ts';
import type { GridEdits } from './use-grid-edits.ts';
import type { Known } from './use-known.ts';

export function useSave(
  edits: GridEdits,
  known: Known,
  { currency, propertyRows }: { currency: string; propertyRows: ReadonlyMap<string, PropertyRow> },
) {
  const { pending, isReviewing, isSaving } = edits;
  /** The changes that the user was warned about. */
  const [warned, setWarned] = useState<Pending>();
  const focused = useRef<Element>(null);
  const save = async () => {
    // Calculated here and not with every change, so that typing stays fast.
    const needsReview = () => {
      const impact = impactOf(known.rows, { ...known, currency, pending });
      return warningCount(impact, notCheaperOf(known, { pending, currency, propertyRows })) > 0;
    };
    if (!isReviewing && !isSaving && warned !== pending && needsReview()) {
      focused.current = document.activeElement;
      setWarned(pending);
      edits.review(true);
      return;
    }
    const written = await edits.save();
    if (written === undefined) return;
    showToast(describeSaved(written));
    // The review and the bar are gone. The user goes on where the warning has taken the focus.
    if (warned === pending && hasNoFocus() && focused.current instanceof HTMLElement) focused.current.focus();
  };
  return { isWarned: warned === pending && pending.size > 0, save: () => void save() };
}

/** False if the user has moved on while the changes were being saved. */
function hasNoFocus(): boolean {
  const { activeElement } = document;
  return (
    activeElement === null || activeElement === document.body || activeElement.closest('.pending') !== null
  );
}

function describeSaved({ allotments, rates, exceeded }: Output<'inventory/update'>): string {
  const changed = allotments.created + allotments.changed + rates.created + rates.changed;
  if (exceeded.length > 0) {
    return `Saved. On ${exceeded.length === 1 ? '1 night' : `${formatNumber(exceeded.length)} nights`}, more rooms are sold or held than the new allotment allows.`;
  }
  if (changed === 0) return 'No changes needed.';
  return changed === 1 ? '1 night saved.' : `${formatNumber(changed)} nights saved.`;
}
