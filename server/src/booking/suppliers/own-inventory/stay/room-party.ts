/** Which beds and prices the members of a party need in a room. Pure. */
import type { UnavailableReason } from '@serai/contract/booking/availability.ts';
import type { Occupancy, SoldRoom } from '../../../port/supplier.ts';
import type { Band, PropertyRoom } from './property.ts';

export interface RoomParty {
  /** The adults in the request. */
  grown: number;
  /** Adults plus children who belong to no age band. */
  adults: number;
  /** Adults above the base occupancy. */
  extraAdults: number;
  /** Children by band who pay extra with PER_ROOM prices: neither covered by the base occupancy nor free. */
  extraChildren: readonly number[];
  /** Children by band who are not free with other price models. */
  payingChildren: readonly number[];
  /** Infants by band who need no bed. They pay only if a price is set. */
  infants: readonly number[];
  /** All children by band, for supplements per child. */
  banded: readonly number[];
  /** True if there are only adults. */
  isPlain: boolean;
}

const NOBODY: readonly number[] = [];

/** Returns a reason if the party does not fit. */
export function roomParty(
  room: PropertyRoom,
  sold: SoldRoom,
  bands: readonly Band[],
  { adults: grown, childAges }: Occupancy,
): RoomParty | UnavailableReason {
  if (childAges.length === 0) return adultsOnly(room, sold, grown);
  let adults = grown;
  const children: number[] = [];
  const infants = bands.map(() => 0);
  let infantCount = 0;
  for (const age of [...childAges].sort((a, b) => a - b)) {
    const at = bands.findIndex(({ fromAge, toAge }) => fromAge <= age && age <= toAge);
    const band = bands[at];
    if (band === undefined) adults += 1;
    else if (band.infant && !room.infantsTakeBed) {
      infants[at] = (infants[at] ?? 0) + 1;
      infantCount += 1;
    } else children.push(at);
  }
  const isFull =
    adults > room.maxAdults || adults + children.length > room.maxTotal || infantCount > room.maxInfants;
  const isFullInCatalogue = grown > sold.maxAdults || grown + childAges.length > sold.maxTotal;
  if (children.length > room.maxChildren || childAges.length > sold.maxChildren) {
    const takesNone = (room.maxChildren === 0 && children.length > 0) || sold.maxChildren === 0;
    return takesNone && adults <= room.maxAdults ? 'CHILDREN_NOT_ALLOWED' : 'MAXIMUM_OCCUPANCY';
  }
  if (isFull || isFullInCatalogue) return 'MAXIMUM_OCCUPANCY';

  const covered = Math.max(0, Math.min(children.length, room.baseOccupancy - adults));
  const count = (list: readonly number[]) => bands.map((_, at) => list.filter(one => one === at).length);
  return {
    grown,
    adults,
    extraAdults: Math.max(0, adults - room.baseOccupancy),
    extraChildren: count(children.slice(0, children.length - covered).slice(room.freeChildren)),
    payingChildren: count(children.slice(room.freeChildren)),
    infants,
    banded: count(children).map((number, at) => number + (infants[at] ?? 0)),
    isPlain: false,
  };
}

function adultsOnly(room: PropertyRoom, sold: SoldRoom, adults: number): RoomParty | UnavailableReason {
  const capacity = Math.min(room.maxAdults, room.maxTotal, sold.maxAdults, sold.maxTotal);
  return adults > capacity ? 'MAXIMUM_OCCUPANCY' : partyOfAdults(room, adults);
}

/** Does not check whether the adults fit. */
export function partyOfAdults(room: PropertyRoom, adults: number): RoomParty {
  return {
    grown: adults,
    adults,
    extraAdults: Math.max(0, adults - room.baseOccupancy),
    extraChildren: NOBODY,
    payingChildren: NOBODY,
    infants: NOBODY,
    banded: NOBODY,
    isPlain: true,
  };
}
