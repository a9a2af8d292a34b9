/**
 * The terms and texts of an offer as JSON arrays instead of objects. The offers of a hotel share most of their charges,
 * deadlines and texts, so these are in tables that the offers refer to by position. Pure.
 */
import type {
  PenaltyStart,
  StayCharge,
  SuppliedCharge,
  SuppliedOffer,
  SuppliedRoom,
  SuppliedText,
} from '../../port/supplied-offer.ts';

/** The part of a charge that many offers share. */
type ChargeKind = readonly [
  code: string,
  description: string,
  type: SuppliedCharge['type'],
  basis: SuppliedCharge['basis'],
  collection: SuppliedCharge['collection'],
  percent: string | null,
];

export interface ReadTables {
  charges: readonly ChargeKind[];
  starts: readonly PenaltyStart[];
  texts: readonly SuppliedText[];
}

/** Distinct values, which the offers refer to by position. */
export class Table<Value> {
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

export class Tables {
  readonly charges = new Table<ChargeKind>();
  readonly starts = new Table<PenaltyStart>();
  readonly texts = new Table<SuppliedText>();
}

/** Throws RangeError if an entry refers to a value that it does not contain. */
export function valueAt<Value>(values: readonly Value[], position: number): Value {
  const value = values[position];
  if (value === undefined) throw new RangeError('The entry is incomplete.');
  return value;
}

/** What is not needed in order to compare the offer with others. */
export type OfferDetails = Pick<
  SuppliedOffer,
  'sellingMinor' | 'rooms' | 'charges' | 'policy' | 'promotions'
> & {
  endsAtMs: number | undefined;
};

export type PackedOffer = ReturnType<typeof packOffer>;

export function packOffer(offer: SuppliedOffer, tables: Tables) {
  const { policy } = offer;
  return [
    offer.endsAtMs ?? null,
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

export function unpackOffer(packed: PackedOffer, tables: ReadTables): OfferDetails {
  const [endsAtMs, sellingMinor, rooms, charges, policy, promotions] = packed;
  return {
    endsAtMs: endsAtMs ?? undefined,
    sellingMinor,
    rooms: rooms.map(unpackRoom),
    charges: charges.map(charge => unpackCharge(charge, tables)),
    policy: policy === null ? { kind: 'UNKNOWN' } : unpackPolicy(policy, tables),
    promotions: promotions.map(position => valueAt(tables.texts, position)),
  };
}

function unpackPolicy(
  [noShowMinor, penalties]: NonNullable<PackedOffer[4]>,
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
