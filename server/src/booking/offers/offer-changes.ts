import type { PrebookingAnswer } from '@serai/contract/booking/prebooking.ts';
import { toMoney } from '../../platform/money/minor-units.ts';
import type { PenaltyWindow } from '../terms/terms.ts';
import { momentView, noShowView, windowsView } from '../terms/terms-view.ts';
import type { FrozenOffer, FrozenTerms } from './frozen-offer.ts';
import { windowsDigest } from './offer-codec.ts';
import { offerFingerprint } from './offer-fingerprint.ts';
import { exchangeView } from './offer-view.ts';
import { type Exchange, guestTotal, type PricedOffer } from './priced-offer.ts';

export type Change = PrebookingAnswer['changes'][number];

export interface OfferChanges {
  /** AVAILABLE if nothing changed. A changed price takes precedence over changed terms. */
  status: PrebookingAnswer['status'];
  changes: Change[];
}

/** Whether hotel, rooms and board are unchanged. Changed terms also change the fingerprint, so the old refundability is used. */
export function isSameProduct({ hotelId, fingerprint, terms }: FrozenOffer, now: PricedOffer): boolean {
  const { board, rooms } = now;
  return offerFingerprint(hotelId, { board, rooms, refundability: terms.refundability }) === fingerprint;
}

/** Both offers must be in the same currency. */
export function offerChanges(shown: FrozenOffer, now: PricedOffer): OfferChanges {
  const priceChanges = [...changesOfPrice(shown, now)];
  const changes = [...priceChanges, ...changesOfTerms(shown, now)];
  if (changes.length === 0) return { status: 'AVAILABLE', changes };
  return { status: priceChanges.length > 0 ? 'PRICE_CHANGED' : 'TERMS_CHANGED', changes };
}

function* changesOfPrice(shown: FrozenOffer, now: PricedOffer): Iterable<Change> {
  const { currency } = now;
  const amounts = [
    ['price.net', shown.netMinor, now.netMinor],
    ['price.selling', shown.sellingMinor, now.sellingMinor],
    ['price.commission', shown.sellingMinor - shown.netMinor, now.sellingMinor - now.netMinor],
    ['price.guestTotal', shown.guestTotalMinor, guestTotal(now)],
  ] as const;
  let anyChanged = false;
  for (const [field, from, to] of amounts) {
    if (from === to) continue;
    anyChanged = true;
    yield { field, from: toMoney(from, currency), to: toMoney(to, currency) };
  }
  // An exchange rate that does not affect the price is not a change.
  if (anyChanged && rateOf(shown.exchange) !== rateOf(now.exchange)) {
    const [from, to] = [shown.exchange, now.exchange].map(each => each && exchangeView(each));
    yield { field: 'price.exchange', from, to };
  }
}

function* changesOfTerms({ terms: shown, payment }: FrozenOffer, now: PricedOffer): Iterable<Change> {
  const { terms, currency } = now;
  if (payment !== now.payment) yield { field: 'payment.type', from: payment, to: now.payment };
  if (shown.refundability !== terms.refundability) {
    yield { field: 'cancellation.refundability', from: shown.refundability, to: terms.refundability };
  }
  if (shown.freeUntilMs !== terms.freeUntilMs) {
    const field = 'cancellation.freeCancellationUntil';
    yield { field, from: momentView(shown.freeUntilMs), to: momentView(terms.freeUntilMs) };
  }
  if (!areSameWindows(shown.windows, terms.windows)) {
    const from = 'digest' in shown.windows ? null : windowsView(shown.windows, currency);
    yield { field: 'cancellation.windows', from, to: windowsView(terms.windows, currency) };
  }
  const [from, to] = [noShowView(shown.noShow, currency), noShowView(terms.noShow, currency)];
  if (from?.from !== to?.from || from?.penalty.amount !== to?.penalty.amount) {
    yield { field: 'cancellation.noShow', from, to };
  }
}

function areSameWindows(shown: FrozenTerms['windows'], now: readonly PenaltyWindow[]): boolean {
  if ('digest' in shown) return shown.digest === windowsDigest(now);
  return (
    shown.length === now.length &&
    shown.every(({ fromMs, penaltyMinor }, i) => {
      const other = now[i];
      return fromMs === other?.fromMs && penaltyMinor === other.penaltyMinor;
    })
  );
}

function rateOf(exchange: Exchange | null): string | undefined {
  return exchange === null ? undefined : `${exchange.from} ${exchange.rate}`;
}
