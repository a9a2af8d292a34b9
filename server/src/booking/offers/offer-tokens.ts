/**
 * Offer ids: `off_` followed by base64url of the search, the offer and a tag. A search therefore stores nothing. The tag
 * also depends on the partner and the environment, so an id that was issued to another partner is treated as unknown.
 *
 * In format 2, each search has its own key: an HMAC of the search, the partner and the environment. The tag of an offer is
 * a truncated hash of this key and the offer. Truncation to less than half of the hash prevents length extension, so one
 * hash is sufficient where an HMAC needs two. Search and offer have a multiple of three bytes each, so that the text of an
 * offer is the same in every search. Format 1 has one HMAC over everything. It is issued while nodes of the previous
 * version are alive, and always accepted.
 */
import { hash, timingSafeEqual } from 'node:crypto';
import { JsonBytes } from '../../platform/operations/json-bytes.ts';
import { hmacSha256, type Mac } from '../../platform/secrets/hmac-sha256.ts';
import { ByteReader, ByteWriter } from './byte-codec.ts';
import type { FrozenOffer, OfferBearer, OfferSearch } from './frozen-offer.ts';
import { readOffer, readSearch, writeOffer, writeSearch } from './offer-codec.ts';
import type { PricedOffer } from './priced-offer.ts';

const PREFIX = 'off_';
/** 15 bytes. */
const TAG_LENGTH = 20;
const KEY_BYTES = 32;
/** The size of the MAC in format 1. */
const MAC_BYTES = 16;
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
const NO_BYTES = new Uint8Array();

export type OfferIdFormat = 1 | 2;

export interface OfferTokens {
  /** Throws RangeError if provider code, hotel id and rate key are too long for an id. */
  make(search: OfferSearch, hotelId: string, offer: PricedOffer): string;
  /** Signs the offers of one search. */
  sign(search: OfferSearch): OfferSigner;
  /** Returns undefined for an id that is forged, damaged or issued to someone else. The caller checks the expiry. */
  read(bearer: OfferBearer, offerId: string): IssuedOffer | undefined;
}

interface IssuedOffer {
  search: OfferSearch;
  offer: FrozenOffer;
}

interface EncodedOffer {
  text: string;
  /** False if the windows did not fit, so that the text contains only their digest. */
  hasWindows: boolean;
}

export interface OfferSigner {
  /**
   * The part of an id that depends only on the offer. It can be used again for other searches, partners and formats if
   * their offer is the same. Throws RangeError if provider code, hotel id and rate key are too long for an id.
   */
  encode(hotelId: string, offer: PricedOffer): EncodedOffer;
  /** Writes an id without quotes. Returns false if the offer does not fit, because it was encoded for another search. */
  write(out: JsonBytes, offer: string): boolean;
}

/** `format` returns the format of new ids. */
export function createOfferTokens(key: Uint8Array, format: () => OfferIdFormat = () => 2): OfferTokens {
  const mac = hmacSha256(key);
  const formats = { 1: formatOne(mac), 2: formatTwo(mac) };
  const sign = (search: OfferSearch) => formats[format()].sign(search);
  return {
    sign,

    make(search, hotelId, offer) {
      const signer = sign(search);
      const out = new JsonBytes();
      signer.write(out, signer.encode(hotelId, offer).text);
      return out.finish();
    },

    read(bearer, offerId) {
      if (!offerId.startsWith(PREFIX) || offerId.length > MAX_TOKEN_LENGTH) return undefined;
      const text = offerId.slice(PREFIX.length);
      const bytes = Buffer.from(text, 'base64url');
      // Decoding ignores invalid characters. Comparing the re-encoded string ensures that each id has only one valid
      // spelling.
      if (bytes.toString('base64url') !== text) return undefined;
      const version = bytes[0];
      return version === 1 || version === 2 ? formats[version].read(bearer, bytes, text) : undefined;
    },
  };
}

interface Format {
  sign(search: OfferSearch): OfferSigner;
  read(bearer: OfferBearer, bytes: Buffer, text: string): IssuedOffer | undefined;
}

function formatTwo(mac: Mac): Format {
  const writer = new ByteWriter(CAPACITY);
  const signed = Buffer.alloc(KEY_BYTES + MAX_TOKEN_LENGTH);
  /** Views of `signed` by length. Creating a view takes as long as hashing. */
  const views: Uint8Array[] = [];

  function keyOf({ organisationId, environment }: OfferBearer, search: string): string {
    return mac(Buffer.from(`serai offer 2\n${organisationId}\n${environment}\n${search}`));
  }

  function tagOf(searchKey: string, offer: string): string {
    const size = KEY_BYTES + offer.length;
    signed.write(searchKey, 'binary');
    signed.write(offer, KEY_BYTES, 'latin1');
    views[size] ??= signed.subarray(0, size);
    return hash('sha256', views[size], 'base64url').slice(0, TAG_LENGTH);
  }

  return {
    sign(search) {
      writer.restart(NO_BYTES);
      writer.byte(2);
      writer.byte(0);
      writeSearch(writer, search);
      writer.pad(GROUP);
      writer.bytes[1] = writer.length / GROUP;
      const text = writer.bytes.toString('base64url', 0, writer.length);
      const start = Buffer.from(PREFIX + text);
      const searchKey = keyOf(search, text);
      const room = MAX_TOKEN_LENGTH - start.length - TAG_LENGTH;
      return {
        encode: (hotelId, offer) => encodeOffer(writer, room, hotelId, offer),
        write(out, offer) {
          if (offer.length > room) return false;
          out.raw(start);
          out.paste(offer);
          out.ascii(tagOf(searchKey, offer));
          return true;
        },
      };
    },

    read(bearer, bytes, text) {
      if (bytes.length <= HEAD_BYTES) return undefined;
      const searchBytes = bytes.readUInt8(1) * GROUP;
      const searchLength = (searchBytes / GROUP) * CHARACTERS_PER_GROUP;
      const end = text.length - TAG_LENGTH;
      if (searchBytes <= HEAD_BYTES || searchLength >= end) return undefined;
      const tag = tagOf(keyOf(bearer, text.slice(0, searchLength)), text.slice(searchLength, end));
      if (!timingSafeEqual(Buffer.from(text.slice(end)), Buffer.from(tag))) return undefined;
      const search = readSearch(new ByteReader(bytes.subarray(HEAD_BYTES, searchBytes)), bearer);
      const offer = new ByteReader(bytes.subarray(searchBytes));
      return { search, offer: readOffer(offer, search.market.currency) };
    },
  };
}

function formatOne(mac: Mac): Format {
  const writer = new ByteWriter(CAPACITY);
  const bearerBytes = ({ organisationId, environment }: OfferBearer) =>
    Buffer.from(`serai offer\n${organisationId}\n${environment}\n`);

  return {
    sign(search) {
      const bearer = bearerBytes(search);
      writer.restart(bearer);
      writer.byte(1);
      writeSearch(writer, search);
      const start = Buffer.from(writer.bytes.subarray(0, writer.length));
      const taken = start.length - bearer.length + MAC_BYTES;
      const maxBytes = Math.floor(((MAX_TOKEN_LENGTH - PREFIX.length) / CHARACTERS_PER_GROUP) * GROUP);
      const room = Math.floor((maxBytes - taken) / GROUP) * CHARACTERS_PER_GROUP;
      return {
        encode: (hotelId, offer) => encodeOffer(writer, room, hotelId, offer),
        write(out, offer) {
          if (offer.length > room) return false;
          writer.restart(start);
          writer.characters(offer, 'base64url');
          const tag = mac(writer.bytes.subarray(0, writer.length)).slice(0, MAC_BYTES);
          writer.characters(tag, 'binary');
          out.ascii(PREFIX);
          out.ascii(writer.bytes.toString('base64url', bearer.length, writer.length));
          return true;
        },
      };
    },

    read(bearer, bytes) {
      if (bytes.length <= MAC_BYTES) return undefined;
      const body = bytes.subarray(0, -MAC_BYTES);
      const expected = mac(Buffer.concat([bearerBytes(bearer), body])).slice(0, MAC_BYTES);
      if (!timingSafeEqual(bytes.subarray(-MAC_BYTES), Buffer.from(expected, 'binary'))) return undefined;
      const reader = new ByteReader(body.subarray(1));
      const search = readSearch(reader, bearer);
      return { search, offer: readOffer(reader, search.market.currency) };
    },
  };
}

/** The text is base64url without padding characters. `room` is the maximum length of the text, a multiple of four. */
function encodeOffer(writer: ByteWriter, room: number, hotelId: string, offer: PricedOffer): EncodedOffer {
  const maxBytes = Math.floor(room / CHARACTERS_PER_GROUP) * GROUP;
  let hasWindows = offer.terms.windows.length <= MAX_WINDOWS;
  writer.restart(NO_BYTES);
  writeOffer(writer, hotelId, offer, hasWindows);
  if (writer.length > maxBytes && hasWindows) {
    hasWindows = false;
    writer.restart(NO_BYTES);
    writeOffer(writer, hotelId, offer, false);
  }
  if (writer.length > maxBytes) throw new RangeError('The offer does not fit into an offer id.');
  // Readers ignore bytes after the end of an offer.
  writer.pad(GROUP);
  return { text: writer.bytes.toString('base64url', 0, writer.length), hasWindows };
}
