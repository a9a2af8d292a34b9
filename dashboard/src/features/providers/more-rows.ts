/** What the button below a list does whose later rows are hidden at first. Pure. */
import type { PagedList } from '../../lib/calls/use-call.ts';

interface Hidden {
  /** Whether loaded rows are hidden. */
  hasHidden: boolean;
  /** Whether equal rows are one row, which hides no later rows. */
  isFolded: boolean;
  reveal: () => void;
}

/** Shows the hidden rows first, then loads more. After a failure, the button tries to load the page again. */
export function moreRows(
  { more, failure }: Pick<PagedList<unknown>, 'more' | 'failure'>,
  { hasHidden, isFolded, reveal }: Hidden,
): (() => void) | undefined {
  if (!hasHidden || failure !== undefined) return more;
  return () => (isFolded && more ? more() : reveal());
}
