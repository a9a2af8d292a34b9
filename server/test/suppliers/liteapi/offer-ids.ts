/** Offer ids of the LiteAPI simulator. Like real ones, they are long and opaque, and they encode the offer. */
import { hashOf } from './hotels.ts';
import type { SimulatedStay } from './rates.ts';

export interface OfferKey {
  hotelId: string;
  plan: number;
  stay: SimulatedStay;
  /** The total price at the time of the search, in minor units. */
  totalMinor: number;
  madeAtMs: number;
}

/** The lengths of recorded offer ids and rate ids. */
const MIN_LENGTH = 1_080;
const MAX_LENGTH = 1_132;
const RATE_ID_LENGTH = 612;

export function encodeOfferId(key: OfferKey): string {
  const text = JSON.stringify(key);
  const body = Buffer.from(`${hashOf(text)}:${text}`).toString('base64url');
  const length = MIN_LENGTH + (hashOf(text) % (MAX_LENGTH - MIN_LENGTH + 1));
  return `${body}.${filler(text, Math.max(0, length - body.length - 1))}`;
}

/** Undefined if the id was not created by this simulator. */
export function decodeOfferId(offerId: unknown): OfferKey | undefined {
  if (typeof offerId !== 'string') return undefined;
  const decoded = Buffer.from(offerId.split('.')[0] ?? '', 'base64url').toString();
  const at = decoded.indexOf(':');
  const text = decoded.slice(at + 1);
  if (at < 0 || decoded.slice(0, at) !== String(hashOf(text))) return undefined;
  return JSON.parse(text) as OfferKey;
}

export function rateId(hotelId: string, plan: number, room: number, checkin: string): string {
  return filler(`${hotelId} ${plan} ${room} ${checkin}`, RATE_ID_LENGTH).toUpperCase();
}

function filler(text: string, length: number): string {
  const block = `${hashOf(text).toString(36)}${hashOf(text, 'x').toString(36)}`;
  return block.repeat(Math.ceil(length / block.length)).slice(0, length);
}
