/** Pure. The part of an offer token that belongs to one offer: where to find it again, and the price and terms shown. */
import { hash } from 'node:crypto';
import { SEARCH_REFUNDABILITIES } from '@serai/contract/booking/cancellation-terms.ts';
import type { PenaltyWindow, Refundability } from '../terms/terms.ts';
import type { FrozenOffer, FrozenTerms } from './frozen-offer.ts';
import { guestTotal } from './guest-total.ts';
import { FINGERPRINT_BYTES, FINGERPRINT_PREFIX } from './offer-fingerprint.ts';
import type { PricedOffer } from './priced-offer.ts';
import type { ByteReader, ByteWriter } from './token-bytes.ts';

const DIGEST_BYTES = 12;
const REFUNDABILITY = 3;
const PAY_AT_PROPERTY = 4;
const EXCHANGED = 8;
const FREE = 16;
const NO_SHOW = 32;
const DIGEST_ONLY = 64;

/** `withWindows` false: a digest stands for them. */
export function writeOffer(to: ByteWriter, hotelId: string, offer: PricedOffer, withWindows: boolean): void {
  const { terms, exchange } = offer;
  to.byte(
    SEARCH_REFUNDABILITIES.indexOf(terms.refundability) |
      (offer.payment === 'PAY_AT_PROPERTY' ? PAY_AT_PROPERTY : 0) |
      (exchange === null ? 0 : EXCHANGED) |
      (terms.freeUntilMs === null ? 0 : FREE) |
      (terms.noShow === null ? 0 : NO_SHOW) |
      (withWindows ? 0 : DIGEST_ONLY),
  );
  to.text(offer.provider);
  to.text(hotelId);
  to.text(offer.rateKey);
  to.characters(offer.fingerprint.slice(FINGERPRINT_PREFIX.length), 'base64url');
  to.count(offer.netMinor);
  to.amount(offer.sellingMinor - offer.netMinor);
  to.amount(guestTotal(offer) - offer.sellingMinor);
  if (exchange !== null) {
    to.text(exchange.from);
    to.text(exchange.rate);
    to.moment(exchange.asOfMs);
  }
  if (terms.freeUntilMs !== null) to.moment(terms.freeUntilMs);
  if (terms.noShow !== null) {
    to.moment(terms.noShow.fromMs);
    to.count(terms.noShow.penaltyMinor);
  }
  if (withWindows) writeWindows(to, terms.windows);
  else to.characters(windowsDigest(terms.windows), 'base64url');
}

/** `currency` is that of the search. */
export function readOffer(from: ByteReader, currency: string): FrozenOffer {
  const flags = from.byte();
  const provider = from.text();
  const hotelId = from.text();
  const rateKey = from.text();
  const fingerprint = FINGERPRINT_PREFIX + from.raw(FINGERPRINT_BYTES).toString('base64url');
  const netMinor = from.count();
  const sellingMinor = netMinor + from.amount();
  const guestTotalMinor = sellingMinor + from.amount();
  const exchange =
    (flags & EXCHANGED) === 0
      ? null
      : { from: from.text(), to: currency, rate: from.text(), asOfMs: from.moment() };
  return {
    provider,
    hotelId,
    rateKey,
    fingerprint,
    payment: (flags & PAY_AT_PROPERTY) === 0 ? 'MERCHANT' : 'PAY_AT_PROPERTY',
    netMinor,
    sellingMinor,
    guestTotalMinor,
    exchange,
    terms: readTerms(from, flags),
  };
}

/** Equal for equal windows. */
export function windowsDigest(windows: readonly PenaltyWindow[]): string {
  const text = JSON.stringify(windows.map(({ fromMs, penaltyMinor }) => [fromMs, penaltyMinor]));
  return hash('sha256', text, 'buffer').subarray(0, DIGEST_BYTES).toString('base64url');
}

function readTerms(from: ByteReader, flags: number): FrozenTerms {
  const freeUntilMs = (flags & FREE) === 0 ? null : from.moment();
  const noShow = (flags & NO_SHOW) === 0 ? null : { fromMs: from.moment(), penaltyMinor: from.count() };
  const windows =
    (flags & DIGEST_ONLY) === 0
      ? readWindows(from)
      : { digest: from.raw(DIGEST_BYTES).toString('base64url') };
  const refundability = SEARCH_REFUNDABILITIES[flags & REFUNDABILITY] as Refundability;
  return { refundability, freeUntilMs, windows, noShow };
}

/** Penalties never fall and windows follow one another, so that differences are enough. */
function writeWindows(to: ByteWriter, windows: readonly PenaltyWindow[]): void {
  to.count(windows.length);
  let [lastMs, lastPenalty]: [number | null, number] = [null, 0];
  for (const { fromMs, penaltyMinor } of windows) {
    if (fromMs !== null && lastMs === null) to.moment(fromMs);
    else if (fromMs !== null && lastMs !== null) to.count((fromMs - lastMs) / 1000);
    to.count(penaltyMinor - lastPenalty);
    [lastMs, lastPenalty] = [fromMs, penaltyMinor];
  }
}

function readWindows(from: ByteReader): PenaltyWindow[] {
  const size = from.count();
  const windows: PenaltyWindow[] = [];
  for (let i = 0; i < size; i++) {
    const last = windows.at(-1);
    const fromMs =
      last === undefined ? null : last.fromMs === null ? from.moment() : last.fromMs + from.count() * 1000;
    if (last !== undefined) last.toMs = fromMs;
    windows.push({ fromMs, toMs: null, penaltyMinor: (last?.penaltyMinor ?? 0) + from.count() });
  }
  return windows;
}
