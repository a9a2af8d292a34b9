/**
 * Offer ids: `off_` followed by base64url of the search, the offer and a tag. A search therefore stores nothing. The tag
 * also depends on the partner and the environment, so an id that was issued to another partner is treated as unknown.
 *
 * In format 3, the tag of an offer is its digest, encrypted with AES. The digest is a truncated hash of a secret and the
 * encoded offer. It is the same in every search, so it is computed only once for a cached offer. Each search has its own
 * AES key: an HMAC of the search, the partner and the environment. One call encrypts the digests of a whole response.
 * Search and offer have a multiple of three bytes each, so that the text of an offer is the same in every search.
 *
 * Format 1 has one HMAC over everything. It is issued while nodes of an earlier version are alive, and always accepted.
 * Format 2 was never released.
 */
import { createCipheriv, hash, timingSafeEqual } from 'node:crypto';
import { JsonBytes } from '../../platform/operations/json-bytes.ts';
import { hmacSha256, type Mac } from '../../platform/secrets/hmac-sha256.ts';
import { ByteReader, ByteWriter } from './byte-codec.ts';
import type { FrozenOffer, OfferBearer, OfferSearch } from './frozen-offer.ts';
import { readOffer, readSearch, writeOffer, writeSearch } from './offer-codec.ts';
import type { PricedOffer } from './priced-offer.ts';

const PREFIX = 'off_';
const TAG_BYTES = 15;
export const TAG_LENGTH = 20;
const SECRET_BYTES = 32;
/** One block of AES. */
const DIGEST_BYTES = 16;
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
const NO_BYTES: Uint8Array = new Uint8Array();

export type OfferIdFormat = 1 | 3;

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

export interface EncodedOffer {
  text: string;
  /** One character for each byte. */
  digest: string;
  /** False if the windows did not fit, so that the text contains only their digest. */
  hasWindows: boolean;
}

export interface OfferSigner {
  /**
   * The part of an id that depends only on the offer. It can be used again for other searches, partners and formats if
   * their offer is the same. Throws RangeError if provider code, hotel id and rate key are too long for an id.
   */
  encode(hotelId: string, offer: PricedOffer): EncodedOffer;
  /**
   * Adds the id of an offer to those that `write` will write. Returns false if it does not fit, because it was encoded
   * for another search.
   */
  add(offer: PricedOffer, encoded: EncodedOffer): boolean;
  /**
   * Writes the id of an offer without quotes. Throws if the offers are not written in the order of `add`. It is cheaper
   * to add all offers before the first write.
   */
  write(out: JsonBytes, offer: PricedOffer): void;
  /** For offers that were written before. Undefined if their ids must be written one by one. */
  lists?: ListSigner;
}

/** Signs offers together. Their ids already exist, except for what differs in every search. */
export interface ListSigner {
  /** What an id begins with, up to the encoded offer. */
  start: Uint8Array;
  /** The maximum length of an encoded offer. */
  room: number;
  /** Returns the number of the first offer. */
  add(list: EncodedList): number;
  /** Overwrites the end of an id with the tag of the offer that has this number. */
  writeTag(out: JsonBytes, at: number, number: number): void;
}

export interface EncodedList {
  /** One after the other. */
  digests: string;
  /** The length of the longest encoded offer. */
  longest: number;
}

/** `format` returns the format of new ids. */
export function createOfferTokens(key: Uint8Array, format: () => OfferIdFormat = () => 3): OfferTokens {
  const mac = hmacSha256(key);
  const encoder = new OfferEncoder(mac);
  const formats = { 1: formatOne(mac, encoder), 3: formatThree(mac, encoder) };
  const sign = (search: OfferSearch) => formats[format()].sign(search);
  return {
    sign,

    make(search, hotelId, offer) {
      const signer = sign(search);
      const out = new JsonBytes();
      signer.add(offer, signer.encode(hotelId, offer));
      signer.write(out, offer);
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
      return version === 1 || version === 3 ? formats[version].read(bearer, bytes, text) : undefined;
    },
  };
}

interface Format {
  sign(search: OfferSearch): OfferSigner;
  read(bearer: OfferBearer, bytes: Buffer, text: string): IssuedOffer | undefined;
}

function formatThree(mac: Mac, encoder: OfferEncoder): Format {
  const writer = new ByteWriter(CAPACITY);
  const keyOf = ({ organisationId, environment }: OfferBearer, search: string) =>
    Buffer.from(mac(Buffer.from(`serai offer 3\n${organisationId}\n${environment}\n${search}`)), 'binary');

  return {
    sign(search) {
      writer.restart(NO_BYTES);
      writer.byte(3);
      writer.byte(0);
      writeSearch(writer, search);
      writer.pad(GROUP);
      writer.bytes[1] = writer.length / GROUP;
      const text = writer.bytes.toString('base64url', 0, writer.length);
      const start = Buffer.from(PREFIX + text);
      const key = keyOf(search, text);
      const room = MAX_TOKEN_LENGTH - start.length - TAG_LENGTH;
      const added = new AddedOffers();
      let digests = '';
      let tags = NO_BYTES;
      const writeTag = (out: JsonBytes, at: number, number: number) => {
        if (tags.length < digests.length) tags = encrypt(key, digests);
        const from = number * DIGEST_BYTES;
        out.base64url(tags, from, from + TAG_BYTES, at);
      };
      return {
        encode: (hotelId, offer) => encoder.encode(room, hotelId, offer),
        add(offer, { text, digest }) {
          if (text.length > room) return false;
          added.push(offer, text, digests.length / DIGEST_BYTES);
          digests += digest;
          return true;
        },
        write(out, offer) {
          const text = added.take(offer);
          out.raw(start);
          out.characters(text);
          writeTag(out, out.length, added.number);
        },
        lists: {
          start,
          room,
          add(list) {
            const first = digests.length / DIGEST_BYTES;
            digests += list.digests;
            return first;
          },
          writeTag,
        },
      };
    },

    read(bearer, bytes, text) {
      if (bytes.length <= HEAD_BYTES) return undefined;
      const searchBytes = bytes.readUInt8(1) * GROUP;
      const searchLength = (searchBytes / GROUP) * CHARACTERS_PER_GROUP;
      const end = text.length - TAG_LENGTH;
      if (searchBytes <= HEAD_BYTES || searchLength >= end) return undefined;
      const digest = encoder.digestOf(text.slice(searchLength, end));
      const tag = encrypt(keyOf(bearer, text.slice(0, searchLength)), digest).subarray(0, TAG_BYTES);
      if (!timingSafeEqual(bytes.subarray(-TAG_BYTES), tag)) return undefined;
      const search = readSearch(new ByteReader(bytes.subarray(HEAD_BYTES, searchBytes)), bearer);
      const offer = new ByteReader(bytes.subarray(searchBytes));
      return { search, offer: readOffer(offer, search.market.currency) };
    },
  };
}

/** Encrypts each digest separately. Equal blocks occur only for equal offers. */
function encrypt(key: Buffer, digests: string): Buffer {
  return createCipheriv('aes-256-ecb', key, null).setAutoPadding(false).update(digests, 'binary');
}

function formatOne(mac: Mac, encoder: OfferEncoder): Format {
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
      const added = new AddedOffers();
      return {
        encode: (hotelId, offer) => encoder.encode(room, hotelId, offer),
        add(offer, { text }) {
          if (text.length > room) return false;
          added.push(offer, text, 0);
          return true;
        },
        write(out, offer) {
          const text = added.take(offer);
          writer.restart(start);
          writer.characters(text, 'base64url');
          const tag = mac(writer.bytes.subarray(0, writer.length)).slice(0, MAC_BYTES);
          writer.characters(tag, 'binary');
          out.characters(PREFIX);
          out.characters(writer.bytes.toString('base64url', bearer.length, writer.length));
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

/** The encoded offers of a signer. An id must never be written for another offer than its own. */
class AddedOffers {
  readonly #offers: PricedOffer[] = [];
  readonly #texts: string[] = [];
  readonly #numbers: number[] = [];
  #taken = 0;
  /** The number of the last offer that was taken. */
  number = 0;

  push(offer: PricedOffer, text: string, number: number): void {
    this.#offers.push(offer);
    this.#texts.push(text);
    this.#numbers.push(number);
  }

  take(offer: PricedOffer): string {
    const at = this.#taken;
    if (this.#offers[at] !== offer) throw new Error('Offers must be written in the order of their ids.');
    this.#taken++;
    this.number = this.#numbers[at] as number;
    return this.#texts[at] as string;
  }
}

class OfferEncoder {
  readonly #writer = new ByteWriter(CAPACITY);
  /** The secret, followed by an encoded offer. */
  readonly #hashed = Buffer.alloc(SECRET_BYTES + MAX_TOKEN_LENGTH);
  /** Views of `#hashed` by length. Creating a view takes as long as hashing. */
  readonly #views: Uint8Array[] = [];

  constructor(mac: Mac) {
    this.#hashed.write(mac(Buffer.from('serai offer digest')), 'binary');
  }

  /** The text is base64url without padding characters. `room` is the maximum length of the text, a multiple of four. */
  encode(room: number, hotelId: string, offer: PricedOffer): EncodedOffer {
    const writer = this.#writer;
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
    const text = writer.bytes.toString('base64url', 0, writer.length);
    return { text, digest: this.digestOf(text), hasWindows };
  }

  /**
   * Contains half of the hash, so it cannot be extended. Without the secret, nobody can search for texts with the same
   * digest.
   */
  digestOf(text: string): string {
    const size = SECRET_BYTES + text.length;
    this.#hashed.write(text, SECRET_BYTES, 'latin1');
    this.#views[size] ??= this.#hashed.subarray(0, size);
    return hash('sha256', this.#views[size], 'binary').slice(0, DIGEST_BYTES);
  }
}
