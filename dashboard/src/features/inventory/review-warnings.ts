/** The warnings about unsaved changes, which the user must confirm before they are saved. Pure. */
import type { ChangeImpact } from './change-impact.ts';
import { type NotCheaper, notCheaperPlans } from './parent-prices.ts';
import type { Pending } from './pending.ts';
import type { PropertyRow } from './property-rows.ts';
import type { Known } from './use-known.ts';

interface Content {
  pending: Pending;
  currency: string;
  propertyRows: ReadonlyMap<string, PropertyRow>;
}

export function notCheaperOf(known: Known, { propertyRows, ...content }: Content): NotCheaper[] {
  const isDiscounted = (key: string) => propertyRows.get(key)?.isDiscounted === true;
  return notCheaperPlans(known.rows, { ...known, ...content, isDiscounted });
}

/** All large changes are one warning. */
export function warningCount(
  { large, unsold }: Pick<ChangeImpact, 'large' | 'unsold'>,
  notCheaper: readonly unknown[],
): number {
  return (large > 0 ? 1 : 0) + unsold.length + notCheaper.length;
}

/** For the bar, beside the button that saves. */
export function confirmationText(warnings: number): string {
  return warnings === 1 ? '1 warning needs your confirmation' : `${warnings} warnings need your confirmation`;
}
