/**
 * Serialises cache entries for other processes: a format version, a checksum, then JSON with arrays instead of
 * objects, compressed if it is large. The offers of a hotel share most of their charges, deadlines and texts, so these are
 * written once for each entry. An unreadable entry is treated as missing, never as an error. Pure.
 */
import { crc32, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type {
  PenaltyStart,
  StayCharge,
  SuppliedCharge,
  SuppliedOffer,
  SuppliedRoom,
  SuppliedText,
} from '../../port/supplied-offer.ts';
import type { SearchResult } from '../../port/supplier.ts';
import type { CacheEntry } from './cache-entry.ts';

/** Increase this with every change to the format. Keys contain it too, so that several versions can share one Redis. */
export const FORMAT = 4;

const PLAIN = 0;
const COMPRESSED = 1;
const HEAD_BYTES = 6;
/** Compression halves large entries but makes reading them about a quarter slower. Small entries gain little. */
const COMPRESS_FROM_BYTES = 8_192;
/** Limit for decompressing a damaged or foreign value. */
const MAX_BYTES = 16_000_000;

export function writeEntry({ result, fetchedAtMs, softMs, hardMs, generation }: CacheEntry): Buffer {
  const tables = new Tables();
  const hotels = result.hotels.map(({ hotelId, offers }) => [
    hotelId,
    ...offers.map(offer => packOffer(offer, tables)),
  ]);
  const text = Buffer.from(
    JSON.stringify([
      fetchedAtMs,
      softMs,
      hardMs,
      generation,
      result.unavailable.map(({ hotelId, reason }) => [hotelId, reason]),
      tables.charges.values,
      tables.starts.values,
      tables.texts.values,
      hotels,
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
    const [fetchedAtMs, softMs, hardMs, generation, unavailable, charges, starts, texts, hotels] = JSON.parse(
      text.toString(),
    ) as Packed;
    const tables: ReadTables = { charges, starts, texts };
    return {
      fetchedAtMs,
      softMs,
      hardMs,
      generation,
      result: {
        unavailable: unavailable.map(([hotelId, reason]) => ({ hotelId, reason })),
        hotels: hotels.map(([hotelId, ...offers]) => ({
          hotelId,
          offers: offers.map(offer => unpackOffer(offer, tables)),
        })),
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
  charges: readonly ChargeKind[],
  starts: readonly PenaltyStart[],
  texts: readonly SuppliedText[],
  hotels: [string, ...PackedOffer[]][],
];

/** The part of a charge that many offers share. */
type ChargeKind = readonly [
  code: string,
  description: string,
  type: SuppliedCharge['type'],
  basis: SuppliedCharge['basis'],
  collection: SuppliedCharge['collection'],
  percent: string | null,
];

interface ReadTables {
  charges: readonly ChargeKind[];
  starts: readonly PenaltyStart[];
  texts: readonly SuppliedText[];
}

/** Distinct values, which the offers refer to by position. */
class Table<Value> {
  readonly values: Value[] = [];
  readonly #positions = new Map<string, number>();

  positionOf(value: Value): number {
    const key = JSON.stringify(value);
    let position = this.#positions.get(key);
    if (position === undefined) {
      position = this.values.push(value) - 1;
      this.#positions.set(key, position);
    }
    return position;
  }
}

class Tables {
  readonly charges = new Table<ChargeKind>();
  readonly starts = new Table<PenaltyStart>();
  readonly texts = new Table<SuppliedText>();
}

/** Throws if an entry refers to a value that it does not contain. */
function valueAt<Value>(values: readonly Value[], position: number): Value {
  const value = values[position];
  if (value === undefined) throw new RangeError('The entry is incomplete.');
  return value;
}

type PackedOffer = ReturnType<typeof packOffer>;

function packOffer(offer: SuppliedOffer, tables: Tables) {
  const { policy } = offer;
  return [
    offer.rateKey,
    offer.endsAtMs ?? null,
    offer.board,
    offer.payment,
    offer.currency,
    offer.sellingMinor,
    offer.rooms.map(packRoom),
    offer.charges.map(charge => packCharge(charge, tables)),
    policy.kind === 'UNKNOWN'
      ? null
      : ([
          policy.noShowMinor,
          policy.penalties.map(
            ({ from, penaltyMinor }) => [tables.starts.positionOf(from), penaltyMinor] as const,
          ),
        ] as const),
    offer.promotions.map(({ code, text, language }) => tables.texts.positionOf({ code, text, language })),
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
  const room: SuppliedRoom = {
    roomCode,
    allotment,
    nightlyMinor,
    stayCharges: stayCharges.map(unpackStayCharge),
  };
  if (totalMinor != null) room.totalMinor = totalMinor;
  if (name != null) room.name = unpackText(name);
  if (supplierRoomCode != null) room.supplierRoomCode = supplierRoomCode;
  if (beds != null) room.beds = beds.map(([type, count]) => ({ type, count }));
  return room;
}

function packCharge(charge: SuppliedCharge, tables: Tables) {
  const { code, description, amountMinor, type, basis, collection, percent = null, local } = charge;
  const kind = tables.charges.positionOf([code, description, type, basis, collection, percent]);
  if (local === undefined) return [kind, amountMinor] as const;
  return [kind, amountMinor, [local.currency, local.amountMinor] as const] as const;
}

function unpackCharge(packed: ReturnType<typeof packCharge>, { charges }: ReadTables): SuppliedCharge {
  const [kind, amountMinor, local] = packed;
  const [code, description, type, basis, collection, percent] = valueAt(charges, kind);
  const charge: SuppliedCharge = { code, description, amountMinor, type, basis, collection };
  if (percent !== null) charge.percent = percent;
  if (local !== undefined) charge.local = { currency: local[0], amountMinor: local[1] };
  return charge;
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

function unpackOffer(packed: PackedOffer, tables: ReadTables): SuppliedOffer {
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
  const offer: SuppliedOffer = {
    rateKey,
    board,
    payment,
    currency,
    sellingMinor,
    rooms: rooms.map(unpackRoom),
    charges: charges.map(charge => unpackCharge(charge, tables)),
    policy: policy === null ? { kind: 'UNKNOWN' } : unpackPolicy(policy, tables),
    promotions: promotions.map(position => valueAt(tables.texts, position)),
  };
  if (endsAtMs !== null) offer.endsAtMs = endsAtMs;
  if (ratePlan !== null) offer.ratePlan = ratePlan;
  return offer;
}

function unpackPolicy(
  [noShowMinor, penalties]: NonNullable<PackedOffer[8]>,
  { starts }: ReadTables,
): SuppliedOffer['policy'] {
  return {
    kind: 'KNOWN',
    noShowMinor,
    penalties: penalties.map(([start, penaltyMinor]) => ({ from: valueAt(starts, start), penaltyMinor })),
  };
}

function unpackStayCharge([code, description, amountMinor]: ReturnType<typeof packStayCharge>): StayCharge {
  return { code, description, amountMinor };
}
