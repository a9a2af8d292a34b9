/**
 * Offer ids: `off_` followed by base64url of a version, the search, the offer and a MAC. A search therefore stores nothing. The MAC
 * also covers the partner and environment, so an id that was issued to another partner is treated as unknown.
 */
import { timingSafeEqual } from 'node:crypto';
import { hmacSha256 } from '../../platform/secrets/hmac-sha256.ts';
import { ByteReader, ByteWriter } from './byte-codec.ts';
import type { FrozenOffer, OfferBearer, OfferSearch } from './frozen-offer.ts';
import { readOffer, readSearch, writeOffer, writeSearch } from './offer-codec.ts';
import type { PricedOffer } from './priced-offer.ts';

const PREFIX = 'off_';
const VERSION = 1;
const MAC_BYTES = 16;
export const MAX_TOKEN_LENGTH = 512;
const MAX_BYTES = Math.floor(((MAX_TOKEN_LENGTH - PREFIX.length) * 3) / 4);
/** More windows than this never fit into an id. */
const MAX_WINDOWS = 64;
/** Large enough for an offer whose windows turn out not to fit. */
const CAPACITY = 4_096;

export interface OfferTokens {
  /** Throws RangeError if provider code, hotel id and rate key are too long for an id. */
  make(search: OfferSearch, hotelId: string, offer: PricedOffer): string;
  /** Returns undefined for an id that is forged, damaged or issued to someone else. The caller checks the expiry. */
  read(bearer: OfferBearer, offerId: string): { search: OfferSearch; offer: FrozenOffer } | undefined;
}

export function createOfferTokens(key: Uint8Array): OfferTokens {
  const mac = hmacSha256(key);
  const writer = new ByteWriter(CAPACITY);
  const starts = new WeakMap<OfferSearch, { bytes: Buffer; bearerSize: number }>();

  function startOf(search: OfferSearch): { bytes: Buffer; bearerSize: number } {
    let start = starts.get(search);
    if (start === undefined) {
      const bearer = bearerBytes(search);
      writer.restart(bearer);
      writer.byte(VERSION);
      writeSearch(writer, search);
      start = {
        bytes: Buffer.from(writer.bytes.subarray(0, writer.length)),
        bearerSize: bearer.length,
      };
      starts.set(search, start);
    }
    return start;
  }

  return {
    make(search, hotelId, offer) {
      const { bytes, bearerSize } = startOf(search);
      const room = bearerSize + MAX_BYTES - MAC_BYTES;
      const fewWindows = offer.terms.windows.length <= MAX_WINDOWS;
      writer.restart(bytes);
      writeOffer(writer, hotelId, offer, fewWindows);
      if (writer.length > room && fewWindows) {
        writer.restart(bytes);
        writeOffer(writer, hotelId, offer, false);
      }
      if (writer.length > room) throw new RangeError('The offer does not fit into an offer id.');
      writer.characters(mac(writer.bytes.subarray(0, writer.length)).slice(0, MAC_BYTES), 'binary');
      return PREFIX + writer.bytes.toString('base64url', bearerSize, writer.length);
    },

    read(bearer, offerId) {
      if (!offerId.startsWith(PREFIX) || offerId.length > MAX_TOKEN_LENGTH) return undefined;
      const text = offerId.slice(PREFIX.length);
      const bytes = Buffer.from(text, 'base64url');
      // Decoding ignores invalid characters. Comparing the re-encoded string ensures that each id has only one valid
      // spelling.
      if (bytes.length <= MAC_BYTES || bytes.toString('base64url') !== text) return undefined;
      const body = bytes.subarray(0, -MAC_BYTES);
      const expected = mac(Buffer.concat([bearerBytes(bearer), body])).slice(0, MAC_BYTES);
      if (!timingSafeEqual(bytes.subarray(-MAC_BYTES), Buffer.from(expected, 'binary'))) return undefined;
      const reader = new ByteReader(body);
      if (reader.byte() !== VERSION) return undefined;
      const search = readSearch(reader, bearer);
      return { search, offer: readOffer(reader, search.market.currency) };
    },
  };
}

function bearerBytes({ organisationId, environment }: OfferBearer): Buffer {
  return Buffer.from(`serai offer\n${organisationId}\n${environment}\n`);
}
