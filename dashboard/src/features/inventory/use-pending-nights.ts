import { useEffect, useMemo } from 'react';
import type { Output } from '../../lib/calls/operator-client.ts';
import { calendarReads, pendingRanges } from './known-nights.ts';
import type { GridEdits } from './use-grid-edits.ts';
import type { Known } from './use-known.ts';
import { type Reading, useReads } from './use-reads.ts';

/**
 * While the review is open, reads the changed nights that the page does not show, so that the review covers all changes.
 * Returns whether it is reading, and what reads again after a failure.
 */
export function usePendingNights(
  { isReviewing, pending, know }: GridEdits,
  { isLoaded }: Known,
  { hotelId, plans }: Output<'inventory/show'>['document'],
): Reading {
  const reads = useMemo(() => {
    if (!isReviewing) return [];
    const ranges = pendingRanges(pending, (room, night) => !isLoaded(room, night));
    return ranges.flatMap(range => calendarReads(plans, range.roomCodes, range));
  }, [isReviewing, pending, isLoaded, plans]);
  const { read, isReading, retry } = useReads(hotelId, reads);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was read is added once
  useEffect(() => {
    if (read !== undefined) know(read);
  }, [read]);
  return { isReading, retry };
}
