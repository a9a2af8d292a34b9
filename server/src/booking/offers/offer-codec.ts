/**
 * The binary layout of an offer token: the part shared by all offers of a search, and the part of one offer. The partner and
 * environment are not written, but the MAC covers them.
 */
import { hash } from 'node:crypto';
import { SEARCH_REFUNDABILITIES } from '@serai/contract/booking/cancellation-terms.ts';
import { SCENARIOS } from '@serai/contract/booking/sandbox/scenarios.ts';
import { nightsBetween } from '@serai/contract/shared/nights-between.ts';
import { addDays } from '../../platform/time/civil-date.ts';
import type { Occupancy } from '../port/supplier.ts';
import type { PenaltyWindow, Refundability } from '../terms/terms.ts';
import type { ByteReader, ByteWriter } from './byte-codec.ts';
import type { FrozenOffer, FrozenTerms, OfferBearer, OfferSearch } from './frozen-offer.ts';
import { FINGERPRINT_BYTES, FINGERPRINT_PREFIX } from './offer-fingerprint.ts';
import { guestTotal, type PricedOffer } from './priced-offer.ts';

const FIRST_DAY = '2020-01-01';
const SCENARIO_NAMES = SCENARIOS.map(({ name }) => name);
/** Three ages of five bits each fit into two bytes. */
const AGES_PER_PAIR = 3;

export function writeSearch(to: ByteWriter, search: OfferSearch): void {
  const { market, scenario } = search;
  to.byte(search.testMode ? 1 : 0);
  to.timestamp(search.expiresAtMs);
  to.count(nightsBetween(FIRST_DAY, search.checkIn));
  to.count(nightsBetween(search.checkIn, search.checkOut));
  to.text(market.nationality);
  to.text(market.currency);
  to.text(market.language);
  to.byte(scenario === undefined ? 0 : SCENARIO_NAMES.indexOf(scenario) + 1);
  to.byte(search.occupancies.length);
  for (const occupancy of search.occupancies) writeOccupancy(to, occupancy);
}

export function readSearch(from: ByteReader, { organisationId, environment }: OfferBearer): OfferSearch {
  const testMode = from.byte() === 1;
  const expiresAtMs = from.timestamp();
  const checkIn = addDays(FIRST_DAY, from.count());
  const checkOut = addDays(checkIn, from.count());
  const market = { nationality: from.text(), currency: from.text(), language: from.text() };
  const scenario = SCENARIO_NAMES[from.byte() - 1];
  const occupancies = Array.from({ length: from.byte() }, () => readOccupancy(from));
  return {
    organisationId,
    environment,
    testMode,
    checkIn,
    checkOut,
    occupancies,
    market,
    scenario,
    expiresAtMs,
  };
}

function writeOccupancy(to: ByteWriter, { adults, childAges }: Occupancy): void {
  to.byte(adults * 16 + childAges.length);
  for (let i = 0; i < childAges.length; i += AGES_PER_PAIR) {
    const [first = 0, second = 0, third = 0] = childAges.slice(i, i + AGES_PER_PAIR);
    to.pair(first * 1024 + second * 32 + third);
  }
}

function readOccupancy(from: ByteReader): Occupancy {
  const size = from.byte();
  const children = size % 16;
  const childAges: number[] = [];
  while (childAges.length < children) {
    const ages = from.pair();
    childAges.push(ages >> 10, (ages >> 5) & 31, ages & 31);
  }
  return { adults: size >> 4, childAges: childAges.slice(0, children) };
}

const DIGEST_BYTES = 12;
const REFUNDABILITY = 3;
const PAY_AT_PROPERTY = 4;
const EXCHANGED = 8;
const FREE = 16;
const NO_SHOW = 32;
const DIGEST_ONLY = 64;

/** If `withWindows` is false, a digest is written instead of the windows. */
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
    to.timestamp(exchange.asOfMs);
  }
  if (terms.freeUntilMs !== null) to.timestamp(terms.freeUntilMs);
  if (terms.noShow !== null) {
    to.timestamp(terms.noShow.fromMs);
    to.count(terms.noShow.penaltyMinor);
  }
  if (withWindows) writeWindows(to, terms.windows);
  else to.characters(windowsDigest(terms.windows), 'base64url');
}

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
      : { from: from.text(), to: currency, rate: from.text(), asOfMs: from.timestamp() };
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

export function windowsDigest(windows: readonly PenaltyWindow[]): string {
  const text = JSON.stringify(windows.map(({ fromMs, penaltyMinor }) => [fromMs, penaltyMinor]));
  return hash('sha256', text, 'buffer').subarray(0, DIGEST_BYTES).toString('base64url');
}

function readTerms(from: ByteReader, flags: number): FrozenTerms {
  const freeUntilMs = (flags & FREE) === 0 ? null : from.timestamp();
  const noShow = (flags & NO_SHOW) === 0 ? null : { fromMs: from.timestamp(), penaltyMinor: from.count() };
  const windows =
    (flags & DIGEST_ONLY) === 0
      ? readWindows(from)
      : { digest: from.raw(DIGEST_BYTES).toString('base64url') };
  const refundability = SEARCH_REFUNDABILITIES[flags & REFUNDABILITY] as Refundability;
  return { refundability, freeUntilMs, windows, noShow };
}

/** Windows are contiguous and penalties only rise, so only differences are written. */
function writeWindows(to: ByteWriter, windows: readonly PenaltyWindow[]): void {
  to.count(windows.length);
  let [lastMs, lastPenalty]: [number | null, number] = [null, 0];
  for (const { fromMs, penaltyMinor } of windows) {
    if (fromMs !== null && lastMs === null) to.timestamp(fromMs);
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
      last === undefined ? null : last.fromMs === null ? from.timestamp() : last.fromMs + from.count() * 1000;
    if (last !== undefined) last.toMs = fromMs;
    windows.push({ fromMs, toMs: null, penaltyMinor: (last?.penaltyMinor ?? 0) + from.count() });
  }
  return windows;
}
