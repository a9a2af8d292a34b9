/**
 * Serialises cache entries for other processes: a format version, a checksum, then a head and the details of each offer,
 * compressed if they are large. The head is JSON with one list for each field that is needed to compare offers. The details of
 * each offer are a separate JSON text, because most offers are never shown. An unreadable entry is treated as missing and
 * causes no error. If only the details of an offer are unreadable, the offer is left out of searches until the entry expires. The
 * checksum and the positions are checked, so only an error in this code can cause this. Pure.
 */
import { crc32, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { computeCost, type SuppliedCost } from '../../offers/supplied-cost.ts';
import type { SuppliedOffer } from '../../port/supplied-offer.ts';
import type { SearchResult } from '../../port/supplier.ts';
import type { CacheEntry } from './cache-entry.ts';
import {
  type OfferDetails,
  type PackedOffer,
  packOffer,
  type ReadTables,
  Table,
  Tables,
  unpackOffer,
  valueAt,
} from './packed-offer.ts';
import { type DecodeDetails, type OfferKind, type StoredNets, StoredOffer } from './stored-offer.ts';

/**
 * Increase this with every change to the format. Keys contain it too, so that several versions can share one Redis.
 *
 * Entries also contain values that are computed from the offers: room identities, refundability and net prices. A change to
 * `normalName`, `checkedNet` or `refundabilityFrom` therefore needs a new version as well. Otherwise searches would compare
 * offers by values of both versions.
 */
export const FORMAT = 6;

const PLAIN = 0;
const COMPRESSED = 1;
const FRAME_BYTES = 6;
/** The size of the head. */
const SIZE_BYTES = 4;
/** Compression halves large entries but makes reading them about a quarter slower. Small entries gain little. */
const COMPRESS_FROM_BYTES = 8_192;
/** Limit for decompressing a damaged or foreign value. */
const MAX_BYTES = 16_000_000;

type Head = [
  fetchedAtMs: number,
  softMs: number,
  hardMs: number,
  generation: string,
  bytes: number,
  unavailable: [string, SearchResult['unavailable'][number]['reason']][],
  charges: ReadTables['charges'],
  starts: ReadTables['starts'],
  texts: ReadTables['texts'],
  kinds: readonly OfferKind[],
  rooms: readonly string[],
  hotels: HotelColumns[],
];

/** One list for each field of the offers, because this is much faster to parse than a list for each offer. */
type HotelColumns = [
  hotelId: string,
  rateKeys: string[],
  /** Positions in `kinds` and `rooms`. */
  kinds: number[],
  rooms: number[],
  nets: StoredNets[],
  /** Where the details of each offer end. */
  ends: number[],
];

export function writeEntry({ result, ...rest }: CacheEntry): Buffer {
  const tables = new Tables();
  const kinds = new Table<OfferKind>();
  const rooms = new Table<string>();
  let details = '';
  const hotels = result.hotels.map(({ hotelId, offers }) => {
    const columns: HotelColumns = [hotelId, [], [], [], [], []];
    for (const offer of offers) {
      const cost = costOf(offer);
      details += asciiJson(packOffer(offer, tables));
      columns[1].push(offer.rateKey);
      columns[2].push(kinds.positionOf(kindOf(offer, cost)));
      columns[3].push(rooms.positionOf(cost?.rooms ?? ''));
      columns[4].push(netsOf(cost));
      columns[5].push(details.length);
    }
    return columns;
  });
  const head: Head = [
    rest.fetchedAtMs,
    rest.softMs,
    rest.hardMs,
    rest.generation,
    rest.bytes,
    result.unavailable.map(({ hotelId, reason }) => [hotelId, reason]),
    tables.charges.values,
    tables.starts.values,
    tables.texts.values,
    kinds.values,
    rooms.values,
    hotels,
  ];
  return inFrame(asciiJson(head), details);
}

/** One byte for each character, so that positions in the text and in the bytes are the same. */
function asciiJson(value: unknown): string {
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(value).replace(/[\u0080-\uffff]/g, escaped);
}

function inFrame(head: string, details: string): Buffer {
  const plain = Buffer.allocUnsafe(SIZE_BYTES + head.length + details.length);
  plain.writeUInt32LE(head.length);
  plain.write(head, SIZE_BYTES, 'latin1');
  plain.write(details, SIZE_BYTES + head.length, 'latin1');
  const isLarge = plain.length >= COMPRESS_FROM_BYTES;
  const body = isLarge ? zstdCompressSync(plain) : plain;
  const bytes = Buffer.allocUnsafe(FRAME_BYTES + body.length);
  bytes[0] = FORMAT;
  bytes[1] = isLarge ? COMPRESSED : PLAIN;
  bytes.writeUInt32LE(crc32(body), 2);
  body.copy(bytes, FRAME_BYTES);
  return bytes;
}

/** Undefined for a contradictory offer. Searches compute its cost again, and report why it is left out. */
function costOf(offer: SuppliedOffer): SuppliedCost | undefined {
  try {
    return computeCost(offer, nightsOf(offer) ?? 0);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return undefined;
  }
}

/** The number of nights that a cost was computed for, if it depends on them. */
function nightsOf({ rooms }: SuppliedOffer): number | null {
  return rooms.find(({ nightlyMinor }) => nightlyMinor !== null)?.nightlyMinor?.length ?? null;
}

function kindOf(offer: SuppliedOffer, cost: SuppliedCost | undefined): OfferKind {
  const { board, payment, currency, ratePlan } = offer;
  return [board, payment, currency, cost?.refundability ?? null, nightsOf(offer), ratePlan ?? null];
}

function netsOf(cost: SuppliedCost | undefined): StoredNets {
  if (cost === undefined) return null;
  return cost.roomNets.length === 1 ? (cost.roomNets[0] as number) : cost.roomNets;
}

/** Returns undefined if the entry is damaged or has another format version. */
export function readEntry(bytes: Buffer): CacheEntry | undefined {
  if (bytes.length <= FRAME_BYTES + SIZE_BYTES || bytes[0] !== FORMAT) return undefined;
  const body = bytes.subarray(FRAME_BYTES);
  if (crc32(body) !== bytes.readUInt32LE(2)) return undefined;
  try {
    const plain = bytes[1] === COMPRESSED ? zstdDecompressSync(body, { maxOutputLength: MAX_BYTES }) : body;
    const headEnd = SIZE_BYTES + plain.readUInt32LE(0);
    const head = JSON.parse(plain.toString('latin1', SIZE_BYTES, headEnd)) as Head;
    // A string of its own. A part of the buffer would keep the whole buffer of the connection in memory, and a part of a
    // longer string the whole string.
    const entry = readHead(head, plain.toString('latin1', headEnd));
    // The process keeps the text as well as what is decoded from it.
    return { ...entry, bytes: entry.bytes + plain.length };
  } catch {
    return undefined;
  }
}

function readHead(head: Head, details: string): CacheEntry {
  const [fetchedAtMs, softMs, hardMs, generation, bytes, unavailable, ...rest] = head;
  const [charges, starts, texts, kinds, rooms, hotels] = rest;
  if (!Number.isSafeInteger(bytes) || bytes <= 0) throw new RangeError('The entry has no valid size.');
  const tables: ReadTables = { charges, starts, texts };
  let start = 0;
  const readHotel = ([hotelId, rateKeys, kindsOf, roomsOf, nets, ends]: HotelColumns) => {
    const first = start;
    for (const column of [kindsOf, roomsOf, nets, ends]) {
      if (column.length !== rateKeys.length) throw new RangeError('The lists of the entry differ in length.');
    }
    for (const end of ends) {
      if (!(end > start)) throw new RangeError('The details of the entry are not in order.');
      start = end;
    }
    const decode: DecodeDetails = position =>
      decodeDetails(details.slice(ends[position - 1] ?? first, ends[position]), tables);
    const offers = rateKeys.map((rateKey, position) => {
      const cost = { rooms: valueAt(rooms, roomsOf[position] as number), nets: nets[position] as StoredNets };
      return new StoredOffer(rateKey, valueAt(kinds, kindsOf[position] as number), cost, {
        decode,
        position,
      });
    });
    return { hotelId, offers };
  };
  const sold = hotels.map(readHotel);
  if (start !== details.length) throw new RangeError('The details of the entry are incomplete.');
  return {
    fetchedAtMs,
    softMs,
    hardMs,
    generation,
    bytes,
    result: {
      unavailable: unavailable.map(([hotelId, reason]) => ({ hotelId, reason })),
      hotels: sold,
    },
  };
}

/** Throws RangeError if the details are unreadable, in the same way as for a contradictory offer. */
export function decodeDetails(json: string, tables: ReadTables): OfferDetails {
  try {
    return unpackOffer(JSON.parse(json) as PackedOffer, tables);
  } catch (cause) {
    throw new RangeError('The offer in the cache is unreadable.', { cause });
  }
}
