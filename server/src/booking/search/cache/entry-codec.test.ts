import { crc32, zstdDecompressSync } from 'node:zlib';
import { nightsBetween } from '@serai/contract/shared/nights-between.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decoded, soldResult } from '../../../../test/cache-under-test.ts';
import { offeredStay } from '../../../../test/supplied-offers.ts';
import { computeCost, suppliedCost } from '../../offers/supplied-cost.ts';
import type { SuppliedOffer, SuppliedRoom } from '../../port/supplied-offer.ts';
import type { CacheEntry } from './cache-entry.ts';
import { decodeDetails, FORMAT, readEntry, writeEntry } from './entry-codec.ts';
import { type OfferKind, StoredOffer } from './stored-offer.ts';

const ENTRY: CacheEntry = {
  result: soldResult(['htl_1']),
  fetchedAtMs: Date.UTC(2026, 0, 1),
  softMs: 1_000,
  hardMs: 2_000,
  generation: 'abc',
  bytes: 1_234,
};

/** The second byte marks compression. */
function plainOf(bytes: Buffer): Buffer {
  const body = bytes.subarray(6);
  return bytes[1] === 1 ? zstdDecompressSync(body) : body;
}

// biome-ignore lint/suspicious/noExplicitAny: the head is not typed outside of the codec.
type AnyHead = any[];

function headOf(bytes: Buffer): AnyHead {
  const plain = plainOf(bytes);
  return JSON.parse(plain.toString('latin1', 4, 4 + plain.readUInt32LE(0)));
}

/** An entry with another head and a valid checksum. */
function withHead(bytes: Buffer, change: (head: AnyHead) => void): Buffer {
  const plain = plainOf(bytes);
  const head = headOf(bytes);
  change(head);
  const changed = Buffer.from(JSON.stringify(head), 'latin1');
  const size = Buffer.alloc(4);
  size.writeUInt32LE(changed.length);
  const body = Buffer.concat([size, changed, plain.subarray(4 + plain.readUInt32LE(0))]);
  const frame = Buffer.from([FORMAT, 0, 0, 0, 0, 0]);
  frame.writeUInt32LE(crc32(body), 2);
  return Buffer.concat([frame, body]);
}

function readAll(bytes: Buffer): CacheEntry | undefined {
  const entry = readEntry(bytes);
  return entry && { ...entry, result: decoded(entry.result) };
}

function errorOf(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return String(error);
  }
}

test('readEntry returns every entry as it was written, with or without compression', () => {
  const ends = fc.option(fc.nat(), { nil: undefined });
  const offers = fc.array(fc.tuple(offeredStay, ends), { maxLength: 40, size: 'max' });
  const elements = fc.array(offers, { maxLength: 3 });
  const compressed = new Set<number | undefined>();
  fc.assert(
    fc.property(elements, fc.boolean(), (hotels, isSold) => {
      const result: CacheEntry['result'] = {
        hotels: hotels.map(stays => ({
          hotelId: 'htl_é',
          offers: stays.map(([{ offer }, endsAtMs], i) => ({
            ...offer,
            ...(endsAtMs !== undefined && { endsAtMs, ratePlan: `plan ${i % 3}` }),
          })),
        })),
        unavailable: isSold ? [] : [{ hotelId: 'htl_é', reason: 'MINIMUM_STAY' }],
      };
      const bytes = writeEntry({ ...ENTRY, result });
      compressed.add(bytes[1]);
      expect(readAll(bytes)).toEqual({ ...ENTRY, result, bytes: ENTRY.bytes + plainOf(bytes).length });
    }),
    { numRuns: 30 },
  );
  expect([...compressed].sort()).toEqual([0, 1]);
});

test('the cost of a stored offer equals the cost that is computed from the offer, or both are contradictory', () => {
  const broken = fc.constantFrom<Partial<SuppliedRoom>>(
    {},
    {},
    {},
    { totalMinor: 1 },
    { nightlyMinor: [-5] },
  );
  fc.assert(
    fc.property(offeredStay, broken, fc.integer({ min: 0, max: 1 }), ({ offer, ...stay }, change, more) => {
      const rooms = offer.rooms.map((room, i) => (i === 0 ? { ...room, ...change } : room));
      const supplied = { ...offer, rooms };
      const result = { hotels: [{ hotelId: 'htl_1', offers: [supplied] }], unavailable: [] };
      const [hotel] = readEntry(writeEntry({ ...ENTRY, result }))?.result.hotels ?? [];
      const stored = hotel?.offers[0] as SuppliedOffer;
      const asked = nightsBetween(stay.checkIn, stay.checkOut) + more;
      expect(errorOf(() => suppliedCost(stored, asked))).toEqual(errorOf(() => computeCost(supplied, asked)));
    }),
    { numRuns: 200 },
  );
});

test('an offer whose details are unreadable is contradictory, so that only this offer is left out of a search', () => {
  const kind: OfferKind = ['RO', 'MERCHANT', 'EUR', 'REFUNDABLE', null, null];
  const decode = () => decodeDetails('[1', { charges: [], starts: [], texts: [] });
  const offer = new StoredOffer('rate', kind, { rooms: '', nets: 1 }, { decode, position: 0 });
  expect(suppliedCost(offer, 1).netMinor).toBe(1);
  expect(() => offer.rooms).toThrow(RangeError);
});

test('readEntry returns undefined for a damaged, truncated or newer entry', () => {
  const bytes = writeEntry(ENTRY);
  for (let i = 0; i < bytes.length; i++) {
    const damaged = Buffer.from(bytes);
    damaged[i] = (damaged[i] as number) ^ 0x15;
    // The second byte marks compression. A wrong mark also makes the entry unreadable, which is tested below.
    if (i !== 1) expect(readEntry(damaged)).toBeUndefined();
    expect(readEntry(bytes.subarray(0, i))).toBeUndefined();
  }
  const newer = Buffer.from(bytes);
  newer[0] = FORMAT + 1;
  expect(readEntry(newer)).toBeUndefined();
  const wronglyMarked = Buffer.from(bytes);
  wronglyMarked[1] = 1;
  expect(readEntry(wronglyMarked)).toBeUndefined();
});

test('readEntry returns undefined for an entry whose lists differ in length or whose details are not in order', () => {
  const [hotel] = soldResult(['htl_1']).hotels;
  const offers = [...(hotel?.offers ?? []), ...(hotel?.offers ?? [])];
  const bytes = writeEntry({ ...ENTRY, result: { hotels: [{ hotelId: 'htl_1', offers }], unavailable: [] } });
  expect(readEntry(withHead(bytes, () => {}))).toBeDefined();
  for (const column of [1, 2, 3, 4, 5]) {
    expect(readEntry(withHead(bytes, head => head[11][0][column].pop()))).toBeUndefined();
  }
  const withEnds = (change: (ends: number[]) => void) => withHead(bytes, head => change(head[11][0][5]));
  expect(readEntry(withEnds(ends => ends.reverse()))).toBeUndefined();
  expect(readEntry(withEnds(ends => ends.splice(1, 1, (ends[1] as number) - 1)))).toBeUndefined();
  expect(readEntry(withEnds(ends => ends.splice(0, 1, 0)))).toBeUndefined();
});

test('the JSON of an offer from Redis contains all of its fields', () => {
  const offer = { ...soldResult(['htl_1']).hotels[0]?.offers[0], ratePlan: 'FLEX' } as SuppliedOffer;
  const result = { hotels: [{ hotelId: 'htl_1', offers: [offer] }], unavailable: [] };
  const stored = readEntry(writeEntry({ ...ENTRY, result }))?.result.hotels[0]?.offers[0];
  expect(JSON.parse(JSON.stringify(stored))).toEqual(offer);
});

/** If this fails, the values in Redis differ from those of the previous version: increase FORMAT. */
test('the values that an entry contains in order to compare offers are those of its format version', () => {
  const room: SuppliedRoom = { roomCode: 'DBL', allotment: 2, nightlyMinor: [9_000, 9_500], stayCharges: [] };
  const named: SuppliedRoom = {
    ...{ roomCode: null, allotment: null, nightlyMinor: null, totalMinor: 20_700 },
    name: { code: 'ROOM', text: ' Habitación  DOBLE - sea-view (ﬁne)', language: 'es' },
    stayCharges: [{ code: 'CLEANING_FEE', description: 'Final cleaning', amountMinor: 700 }],
  };
  const policy = (penaltyMinor: number): SuppliedOffer['policy'] => ({
    kind: 'KNOWN',
    penalties: [
      { from: { kind: 'ALWAYS' }, penaltyMinor },
      { from: { kind: 'INSTANT', atMs: 1 }, penaltyMinor: 50_000 },
    ],
    noShowMinor: null,
  });
  const offer: SuppliedOffer = {
    ...{ rateKey: 'r1', board: 'HB', payment: 'MERCHANT', currency: 'EUR', ratePlan: 'FLEX' },
    ...{ rooms: [room], sellingMinor: null, charges: [], policy: policy(0), promotions: [] },
  };
  const offers: SuppliedOffer[] = [
    offer,
    { ...offer, rateKey: 'r2', policy: policy(100), rooms: [room, named] },
    { ...offer, rateKey: 'r3', policy: policy(18_500) },
    { ...offer, rateKey: 'r4', policy: { kind: 'UNKNOWN' }, rooms: [named], ratePlan: undefined },
    { ...offer, rateKey: 'r5', rooms: [{ ...room, totalMinor: 1 }] },
  ];
  const bytes = writeEntry({ ...ENTRY, result: { hotels: [{ hotelId: 'htl_1', offers }], unavailable: [] } });
  const [kinds, rooms, [[, rateKeys, kindsOf, roomsOf, nets]]] = headOf(bytes).slice(9);
  expect({ FORMAT, kinds, rooms, rateKeys, kindsOf, roomsOf, nets }).toEqual({
    FORMAT: 6,
    kinds: [
      ['HB', 'MERCHANT', 'EUR', 'REFUNDABLE', 2, 'FLEX'],
      ['HB', 'MERCHANT', 'EUR', 'PARTIALLY_REFUNDABLE', 2, 'FLEX'],
      ['HB', 'MERCHANT', 'EUR', 'NON_REFUNDABLE', 2, 'FLEX'],
      ['HB', 'MERCHANT', 'EUR', 'UNKNOWN', null, null],
      ['HB', 'MERCHANT', 'EUR', null, 2, 'FLEX'],
    ],
    rooms: [
      '\n3 DBL',
      '\n3 DBL\n~30 habitacion doble sea view fine',
      '\n~30 habitacion doble sea view fine',
      '',
    ],
    rateKeys: ['r1', 'r2', 'r3', 'r4', 'r5'],
    kindsOf: [0, 1, 2, 3, 4],
    roomsOf: [0, 1, 0, 2, 3],
    nets: [18_500, [18_500, 20_700], 18_500, 20_700, null],
  });
});
