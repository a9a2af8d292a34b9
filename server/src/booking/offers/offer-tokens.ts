/**
 * Offer ids: `off_` followed by base64url of the search, the offer and a tag. A search therefore stores nothing. Each part
 * has a multiple of three bytes, so that its text does not depend on the other parts.
 *
 * Each search has its own key: an HMAC of the search, the partner and the environment. The tag of an offer is a truncated
 * hash of this key and the offer. An id that was issued to another partner is therefore treated as unknown. Truncation to
 * less than half of the hash prevents length extension, so one hash is sufficient where an HMAC needs two.
 */
import { hash, timingSafeEqual } from 'node:crypto';
import type { JsonBytes } from '../../platform/operations/json-bytes.ts';
import { hmacSha256 } from '../../platform/secrets/hmac-sha256.ts';
import { ByteReader, ByteWriter } from './byte-codec.ts';
import type { FrozenOffer, OfferBearer, OfferSearch } from './frozen-offer.ts';
import { readOffer, readSearch, writeOffer, writeSearch } from './offer-codec.ts';
import type { PricedOffer } from './priced-offer.ts';

const PREFIX = 'off_';
const VERSION = 2;
/** 15 bytes. */
const TAG_LENGTH = 20;
const KEY_BYTES = 32;
export const MAX_TOKEN_LENGTH = 512;
/** The version and the size of the search. */
const HEAD_BYTES = 2;
/** Bytes that base64 encodes together. */
const GROUP = 3;
const CHARACTERS_PER_GROUP = 4;
/** More windows than this never fit into an id. */
const MAX_WINDOWS = 64;
/** Large enough for an offer whose windows turn out not to fit. */
const CAPACITY = 4_096;

export interface OfferTokens {
  /** Throws RangeError if provider code, hotel id and rate key are too long for an id. */
  make(search: OfferSearch, hotelId: string, offer: PricedOffer): string;
  /** Signs the offers of one search. */
  sign(search: OfferSearch): OfferSigner;
  /** Returns undefined for an id that is forged, damaged or issued to someone else. The caller checks the expiry. */
  read(bearer: OfferBearer, offerId: string): { search: OfferSearch; offer: FrozenOffer } | undefined;
}

export interface OfferSigner {
  /**
   * The part of an id that depends only on the offer. It can be used again for other searches and partners if their offer
   * is the same. Throws RangeError if provider code, hotel id and rate key are too long for an id.
   */
  encode(hotelId: string, offer: PricedOffer): string;
  /** Writes an id without quotes. Returns false if the offer does not fit, because it was encoded for another search. */
  write(out: JsonBytes, offer: string): boolean;
}

/** The text of a search and the key for the tags of its offers. */
interface SignedSearch {
  text: string;
  key: string;
  start: Uint8Array;
  /** Maximum length of the text of an offer. */
  room: number;
}

export function createOfferTokens(key: Uint8Array): OfferTokens {
  const mac = hmacSha256(key);
  const writer = new ByteWriter(CAPACITY);
  const signed = Buffer.alloc(KEY_BYTES + MAX_TOKEN_LENGTH);
  /** Views of `signed` by length. Creating a view takes as long as hashing. */
  const views: Uint8Array[] = [];

  function keyOf({ organisationId, environment }: OfferBearer, search: string): string {
    return mac(Buffer.from(`serai offer ${VERSION}\n${organisationId}\n${environment}\n${search}`));
  }

  function tagOf(searchKey: string, offer: string): string {
    const size = KEY_BYTES + offer.length;
    signed.write(searchKey, 'binary');
    signed.write(offer, KEY_BYTES, 'latin1');
    views[size] ??= signed.subarray(0, size);
    return hash('sha256', views[size], 'base64url').slice(0, TAG_LENGTH);
  }

  function open(search: OfferSearch): SignedSearch {
    writer.restart(NO_BYTES);
    writer.byte(VERSION);
    writer.byte(0);
    writeSearch(writer, search);
    writer.pad(GROUP);
    writer.bytes[1] = writer.length / GROUP;
    const text = writer.bytes.toString('base64url', 0, writer.length);
    const start = Buffer.from(PREFIX + text);
    return { text, key: keyOf(search, text), start, room: MAX_TOKEN_LENGTH - start.length - TAG_LENGTH };
  }

  function encode(room: number, hotelId: string, offer: PricedOffer): string {
    const maxBytes = (room / CHARACTERS_PER_GROUP) * GROUP;
    const fewWindows = offer.terms.windows.length <= MAX_WINDOWS;
    writer.restart(NO_BYTES);
    writeOffer(writer, hotelId, offer, fewWindows);
    if (writer.length > maxBytes && fewWindows) {
      writer.restart(NO_BYTES);
      writeOffer(writer, hotelId, offer, false);
    }
    if (writer.length > maxBytes) throw new RangeError('The offer does not fit into an offer id.');
    writer.pad(GROUP);
    return writer.bytes.toString('base64url', 0, writer.length);
  }

  return {
    make(search, hotelId, offer) {
      const { text, key: searchKey, room } = open(search);
      const encoded = encode(room, hotelId, offer);
      return PREFIX + text + encoded + tagOf(searchKey, encoded);
    },

    sign(search) {
      const { key: searchKey, start, room } = open(search);
      return {
        encode: (hotelId, offer) => encode(room, hotelId, offer),
        write(out, offer) {
          if (offer.length > room) return false;
          out.raw(start);
          out.paste(offer);
          out.ascii(tagOf(searchKey, offer));
          return true;
        },
      };
    },

    read(bearer, offerId) {
      if (!offerId.startsWith(PREFIX) || offerId.length > MAX_TOKEN_LENGTH) return undefined;
      const text = offerId.slice(PREFIX.length, -TAG_LENGTH);
      const bytes = Buffer.from(text, 'base64url');
      // Decoding ignores invalid characters. Comparing the re-encoded string ensures that each id has only one valid
      // spelling.
      if (bytes.length <= HEAD_BYTES || bytes.toString('base64url') !== text) return undefined;
      const searchBytes = bytes.readUInt8(1) * GROUP;
      const searchLength = (searchBytes / GROUP) * CHARACTERS_PER_GROUP;
      if (bytes[0] !== VERSION || searchLength >= text.length) return undefined;
      const searchKey = keyOf(bearer, text.slice(0, searchLength));
      const tag = tagOf(searchKey, text.slice(searchLength));
      const given = Buffer.from(offerId.slice(-TAG_LENGTH));
      if (given.length !== tag.length || !timingSafeEqual(given, Buffer.from(tag))) return undefined;
      const search = readSearch(new ByteReader(bytes.subarray(HEAD_BYTES, searchBytes)), bearer);
      const offerBytes = new ByteReader(bytes.subarray(searchBytes));
      return { search, offer: readOffer(offerBytes, search.market.currency) };
    },
  };
}

const NO_BYTES = new Uint8Array();
