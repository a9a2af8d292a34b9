/**
 * Serialises cache entries for other processes: a format version, a checksum, then JSON with arrays instead of
 * objects, compressed if it is large. An unreadable entry is treated as missing, never as an error. Pure.
 */
import { crc32, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type {
  StayCharge,
  SuppliedCharge,
  SuppliedOffer,
  SuppliedRoom,
  SuppliedText,
} from '../../port/supplied-offer.ts';
import type { SearchResult } from '../../port/supplier.ts';
import type { CacheEntry } from './cache-entry.ts';

/** Increase this with every change to the format. Keys contain it too, so that several versions can share one Redis. */
export const FORMAT = 3;

const PLAIN = 0;
const COMPRESSED = 1;
const HEAD_BYTES = 6;
/** Compression halves large entries but makes reading them about a quarter slower. Small entries gain little. */
const COMPRESS_FROM_BYTES = 8_192;
/** Limit for decompressing a damaged or foreign value. */
const MAX_BYTES = 16_000_000;

export function writeEntry({ result, fetchedAtMs, softMs, hardMs, generation }: CacheEntry): Buffer {
  const text = Buffer.from(
    JSON.stringify([
      fetchedAtMs,
      softMs,
      hardMs,
      generation,
      result.unavailable.map(({ hotelId, reason }) => [hotelId, reason]),
      result.hotels.map(({ hotelId, offers }) => [hotelId, ...offers.map(packOffer)]),
    ]),
  );
  const isLarge = text.length >= COMPRESS_FROM_BYTES;
  const body = isLarge ? zstdCompressSync(text) : text;
  const bytes = Buffer.allocUnsafe(HEAD_BYTES + body.length);
  bytes[0] = FORMAT;
  bytes[1] = isLarge ? COMPRESSED : PLAIN;
  bytes.writeUInt32LE(crc32(body), 2);
  body.copy(bytes, HEAD_BYTES);
  return bytes;
}

/** Returns undefined if the entry is damaged or has another format version. */
export function readEntry(bytes: Buffer): CacheEntry | undefined {
  if (bytes.length <= HEAD_BYTES || bytes[0] !== FORMAT) return undefined;
  const body = bytes.subarray(HEAD_BYTES);
  if (crc32(body) !== bytes.readUInt32LE(2)) return undefined;
  try {
    const text = bytes[1] === COMPRESSED ? zstdDecompressSync(body, { maxOutputLength: MAX_BYTES }) : body;
    const [fetchedAtMs, softMs, hardMs, generation, unavailable, hotels] = JSON.parse(
      text.toString(),
    ) as Packed;
    return {
      fetchedAtMs,
      softMs,
      hardMs,
      generation,
      result: {
        unavailable: unavailable.map(([hotelId, reason]) => ({ hotelId, reason })),
        hotels: hotels.map(([hotelId, ...offers]) => ({ hotelId, offers: offers.map(unpackOffer) })),
      },
    };
  } catch {
    return undefined;
  }
}

type Packed = [
  fetchedAtMs: number,
  softMs: number,
  hardMs: number,
  generation: string,
  unavailable: [string, SearchResult['unavailable'][number]['reason']][],
  hotels: [string, ...PackedOffer[]][],
];

type PackedOffer = ReturnType<typeof packOffer>;

function packOffer(offer: SuppliedOffer) {
  const { policy } = offer;
  return [
    offer.rateKey,
    offer.endsAtMs ?? null,
    offer.board,
    offer.payment,
    offer.currency,
    offer.sellingMinor,
    offer.rooms.map(packRoom),
    offer.charges.map(packCharge),
    policy.kind === 'UNKNOWN'
      ? null
      : ([
          policy.noShowMinor,
          policy.penalties.map(({ from, penaltyMinor }) => [from, penaltyMinor] as const),
        ] as const),
    offer.promotions.map(packText),
    offer.ratePlan ?? null,
  ] as const;
}

/** The values after the stay charges are rare, so they are left out if none is set. */
function packRoom(room: SuppliedRoom) {
  const { roomCode, allotment, nightlyMinor, totalMinor, stayCharges, name, supplierRoomCode, beds } = room;
  const packed = [roomCode, allotment, nightlyMinor, stayCharges.map(packStayCharge)] as const;
  if (totalMinor === undefined && name === undefined && supplierRoomCode === undefined && beds === undefined)
    return packed;
  return [
    ...packed,
    totalMinor ?? null,
    name === undefined ? null : packText(name),
    supplierRoomCode ?? null,
    beds?.map(({ type, count }) => [type, count] as const) ?? null,
  ] as const;
}

function unpackRoom(packed: ReturnType<typeof packRoom>): SuppliedRoom {
  const [roomCode, allotment, nightlyMinor, stayCharges, totalMinor, name, supplierRoomCode, beds] = packed;
  return {
    roomCode,
    allotment,
    nightlyMinor,
    stayCharges: stayCharges.map(unpackStayCharge),
    ...(totalMinor != null && { totalMinor }),
    ...(name != null && { name: unpackText(name) }),
    ...(supplierRoomCode != null && { supplierRoomCode }),
    ...(beds != null && { beds: beds.map(([type, count]) => ({ type, count })) }),
  };
}

function packCharge(charge: SuppliedCharge) {
  const { code, description, amountMinor, type, basis, collection, percent, local } = charge;
  const packed = [code, description, amountMinor, type, basis, collection] as const;
  if (percent === undefined && local === undefined) return packed;
  return [...packed, percent ?? null, local ? ([local.currency, local.amountMinor] as const) : null] as const;
}

function unpackCharge(packed: ReturnType<typeof packCharge>): SuppliedCharge {
  const [code, description, amountMinor, type, basis, collection, percent, local] = packed;
  return {
    code,
    description,
    amountMinor,
    type,
    basis,
    collection,
    ...(percent != null && { percent }),
    ...(local != null && { local: { currency: local[0], amountMinor: local[1] } }),
  };
}

function packText({ code, text, language }: SuppliedText) {
  return [code, text, language] as const;
}

function unpackText([code, text, language]: ReturnType<typeof packText>): SuppliedText {
  return { code, text, language };
}

function packStayCharge({ code, description, amountMinor }: StayCharge) {
  return [code, description, amountMinor] as const;
}

function unpackOffer(packed: PackedOffer): SuppliedOffer {
  const [
    rateKey,
    endsAtMs,
    board,
    payment,
    currency,
    sellingMinor,
    rooms,
    charges,
    policy,
    promotions,
    ratePlan,
  ] = packed;
  return {
    rateKey,
    ...(endsAtMs !== null && { endsAtMs }),
    ...(ratePlan !== null && { ratePlan }),
    board,
    payment,
    currency,
    sellingMinor,
    rooms: rooms.map(unpackRoom),
    charges: charges.map(unpackCharge),
    policy:
      policy === null
        ? { kind: 'UNKNOWN' }
        : {
            kind: 'KNOWN',
            noShowMinor: policy[0],
            penalties: policy[1].map(([from, penaltyMinor]) => ({ from, penaltyMinor })),
          },
    promotions: promotions.map(unpackText),
  };
}

function unpackStayCharge([code, description, amountMinor]: ReturnType<typeof packStayCharge>): StayCharge {
  return { code, description, amountMinor };
}
