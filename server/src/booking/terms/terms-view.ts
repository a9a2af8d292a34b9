/** The partner's view of terms. Pure. */
import type { CancellationTerms } from '@serai/contract/booking/cancellation-terms.ts';
import type { SearchedOffer } from '@serai/contract/booking/offer.ts';
import { toMoney } from '../../platform/money/minor-units.ts';
import { instantText, zonedText } from '../../platform/time/zoned-time.ts';
import type { PenaltyWindow, Terms } from './terms.ts';

export type SearchedTerms = SearchedOffer['cancellation'];

export function searchedTermsView(terms: Terms, currency: string): SearchedTerms {
  const { freeUntilMs, timeZone } = terms;
  return {
    refundability: terms.refundability,
    freeCancellationUntil: momentView(freeUntilMs),
    freeCancellationUntilLocal:
      freeUntilMs === null || timeZone === null ? null : zonedText(freeUntilMs, timeZone),
    propertyTimeZone: timeZone,
    deadlineSource: terms.deadlineSource,
    windows: windowsView(terms.windows, currency),
    noShow: noShowView(terms.noShow, currency),
  };
}

/** For quotes and bookings. Throws RangeError for unknown terms, which may appear in a search but are never sold. */
export function firmTermsView(terms: Terms, currency: string): CancellationTerms {
  const { refundability, ...rest } = searchedTermsView(terms, currency);
  if (refundability === 'UNKNOWN')
    throw new RangeError('An offer with unknown cancellation terms cannot be sold.');
  return { refundability, ...rest };
}

export function windowsView(windows: readonly PenaltyWindow[], currency: string): SearchedTerms['windows'] {
  return windows.map(({ fromMs, toMs, penaltyMinor }) => ({
    from: momentView(fromMs),
    to: momentView(toMs),
    penalty: toMoney(penaltyMinor, currency),
  }));
}

export function noShowView(noShow: Terms['noShow'], currency: string): SearchedTerms['noShow'] {
  return noShow && { penalty: toMoney(noShow.penaltyMinor, currency), from: instantText(noShow.fromMs) };
}

export function momentView(ms: number | null): string | null {
  return ms === null ? null : instantText(ms);
}
