/** Encodes what a quote needs to know about its offer, and a booking about its quote, as opaque strings. Pure. */
import type { BoardCode } from '@serai/contract/shared/lodging.ts';
import { numberOf, parseJson, textOf } from '../../../platform/json-values.ts';
import type { SuppliedBed, SuppliedText } from '../../port/supplied-offer.ts';
import type { RateTerms } from './terms.ts';

const VERSION = 1;

/** What identifies and describes a rate with one bed group, apart from its price. */
export interface RateCore {
  roomId: string;
  roomName: string;
  rateId: string;
  bedGroupId: string;
  beds: readonly SuppliedBed[];
  board: BoardCode;
  allotment: number | null;
  terms: RateTerms;
  promotions: readonly SuppliedText[];
}

export interface OfferTokens {
  propertyId: string;
  /** The link to the price check. */
  link: string;
  /** What the price check does not repeat: room, beds, board and cancellation terms. */
  core: RateCore;
}

export function encodeOffer({ propertyId, link, core }: OfferTokens): string {
  return JSON.stringify([VERSION, propertyId, link, core]);
}

/** Returns undefined if the string was not created by `encodeOffer`. */
export function decodeOffer(text: string | undefined): OfferTokens | undefined {
  const parts = parseJson(text ?? '');
  if (!Array.isArray(parts) || parts[0] !== VERSION || parts.length !== 4) return undefined;
  const [propertyId, link] = [textOf(parts[1]), textOf(parts[2])];
  const core = parts[3] as RateCore | null;
  if (propertyId === undefined || link === undefined || typeof core?.rateId !== 'string') return undefined;
  return { propertyId, link, core };
}

export interface QuoteTokens {
  propertyId: string;
  /** The link to book the quote. */
  link: string;
  currency: string;
  netMinor: number;
  sessionId: string;
  /** The operator's own address, if it is sent instead of the holder's. A lookup needs the address that was sent. */
  email: string | null;
}

export function encodeQuote({ propertyId, link, currency, netMinor, sessionId, email }: QuoteTokens): string {
  return JSON.stringify([VERSION, propertyId, link, currency, netMinor, sessionId, email]);
}

/** Returns undefined if the string was not created by `encodeQuote`. Quotes of earlier versions contain no address. */
export function decodeQuote(text: string | null | undefined): QuoteTokens | undefined {
  const parts = parseJson(text ?? '');
  if (!Array.isArray(parts) || parts[0] !== VERSION || parts.length < 6) return undefined;
  const [propertyId, link, currency] = parts.slice(1, 4).map(textOf);
  const netMinor = numberOf(parts[4]);
  const sessionId = textOf(parts[5]);
  if (propertyId === undefined || link === undefined || currency === undefined) return undefined;
  return netMinor === undefined || sessionId === undefined
    ? undefined
    : { propertyId, link, currency, netMinor, sessionId, email: textOf(parts[6]) ?? null };
}
