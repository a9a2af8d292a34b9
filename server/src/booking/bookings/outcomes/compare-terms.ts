/**
 * Compares the board and the cancellation terms of a booking with those that the supplier now states. Only the time from
 * `nowMs` on counts, because suppliers describe past deadlines in different ways. Deadlines are compared as instants. Pure.
 */
import { convertMinor } from '../../../platform/money/convert-minor.ts';
import type { Reservation } from '../../port/outcomes.ts';
import type { SuppliedPolicy } from '../../port/supplied-offer.ts';
import { calculateTerms } from '../../terms/calculate-terms.ts';
import { convertTerms, markUpTerms, type PenaltyWindow } from '../../terms/terms.ts';
import { windowsView } from '../../terms/terms-view.ts';
import type { Booking } from '../booking.ts';
import type { Difference } from './compare-reservation.ts';
import { describeDifferences } from './describe-differences.ts';
import { costOf, PRICE_CHANGE } from './reprice-booking.ts';

type Booked = Pick<Booking, 'check_in' | 'currency' | 'net_minor' | 'supplier_net_minor' | 'content'>;

/** Values that the supplier does not state count as equal. */
export function compareTerms(booking: Booked, { board, policy }: Reservation, nowMs: number): Difference[] {
  const { content, currency } = booking;
  const differences: Difference[] = [];
  if (board !== undefined && board !== content.board.code) {
    differences.push({ field: 'board.code', recorded: content.board.code, live: board });
  }
  if (policy?.kind === 'KNOWN') {
    const recorded = windowsFrom(content.terms.windows, nowMs);
    const live = windowsFrom(liveWindows(booking, policy), nowMs);
    if (!areSame(recorded, live, isRepriced(booking))) {
      differences.push({
        field: 'cancellation.windows',
        recorded: windowsView(recorded, currency),
        live: windowsView(live, currency),
      });
    }
  }
  return differences;
}

export function termsChanged(differences: readonly Difference[]) {
  return { cause: 'TERMS_CHANGED', summary: describeDifferences(differences), differences };
}

/** Computed like the terms of the quote, so that equal terms match exactly. */
function liveWindows(booking: Booked, policy: SuppliedPolicy): readonly PenaltyWindow[] {
  const { supplier_net_minor: beforeMinor, net_minor: netMinor, check_in: checkIn, content } = booking;
  const { exchange } = content.price;
  const afterMinor = costOf(content);
  const terms = calculateTerms(policy, { netMinor: beforeMinor, timeZone: content.terms.timeZone, checkIn });
  const converted = exchange
    ? convertTerms(terms, { beforeMinor, afterMinor, convert: minor => convertMinor(minor, exchange) })
    : terms;
  return markUpTerms(converted, afterMinor, netMinor).windows;
}

/** If the price changed at booking, only the full penalty was adjusted, so that partial amounts cannot be compared. */
function isRepriced({ content }: Booked): boolean {
  return content.rooms.some(({ price }) => price.stayCharges.some(({ code }) => code === PRICE_CHANGE));
}

function windowsFrom(windows: readonly PenaltyWindow[], nowMs: number): PenaltyWindow[] {
  return windows
    .filter(({ toMs }) => toMs === null || toMs > nowMs)
    .map((window, i) => (i === 0 ? { ...window, fromMs: null } : window));
}

function areSame(a: readonly PenaltyWindow[], b: readonly PenaltyWindow[], ignoresAmounts: boolean): boolean {
  return (
    a.length === b.length &&
    a.every(({ fromMs, penaltyMinor }, i) => {
      const other = b[i];
      return fromMs === other?.fromMs && (ignoresAmounts || penaltyMinor === other.penaltyMinor);
    })
  );
}
