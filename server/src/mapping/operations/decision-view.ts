import type { comparedHotel, mappingDecision } from '@serai/contract/mapping/mapping-fields.ts';
import type { z } from 'zod';
import type { SuppliedHotelRoom } from '../../booking/port/supplied-content.ts';
import { isoTime } from '../../platform/iso-time.ts';
import type { StoredDecision } from '../ledger/decision-store.ts';
import type { HotelEvidence } from '../normal-form/normal-form.ts';
import { matchRooms } from '../rooms/match-rooms.ts';
import { roomVector } from '../rooms/room-attributes.ts';
import { standardRoomName } from '../rooms/standard-name.ts';
import type { MappingRun } from '../runs/run-store.ts';

type DecisionView = z.input<ReturnType<typeof mappingDecision>>;
type HotelView = z.input<ReturnType<typeof comparedHotel>>;

export const decisionIdOf = (id: string): string => `map_${id}`;

export function readDecisionId(text: string): string | undefined {
  return /^map_(\d{1,18})$/.exec(text)?.[1];
}

export function decisionView(decision: StoredDecision): DecisionView {
  const { doubt, alarm, undoes } = decision;
  return {
    decisionId: decisionIdOf(decision.decisionId),
    outcome: decision.outcome,
    hotelId: decision.hotelId as DecisionView['hotelId'],
    score: decision.score,
    doubt: doubt as DecisionView['doubt'],
    alarm: alarm as DecisionView['alarm'],
    vetoes: [...decision.vetoes],
    modelVersion: decision.modelVersion,
    decidedBy: decision.decidedBy,
    decidedAt: isoTime(decision.decidedAt.getTime()),
    undoes: undoes === null ? null : decisionIdOf(undoes),
  };
}

export function runView({ confirms: _, figures, requestedAt, finishedAt, ...run }: MappingRun) {
  const zero = {
    countries: 0,
    countriesDone: 0,
    hotels: 0,
    same: 0,
    review: 0,
    different: 0,
    added: 0,
    changed: 0,
    kept: 0,
  };
  return {
    ...run,
    ...zero,
    ...figures,
    requestedAt: isoTime(requestedAt.getTime()),
    finishedAt: finishedAt === null ? null : isoTime(finishedAt.getTime()),
  };
}

const MAX_PHOTOS = 8;
const MAX_ROOMS = 50;

/** `others` are the rooms of the hotel on the other side. */
export function hotelView(
  evidence: HotelEvidence,
  photos: readonly string[],
  rooms: readonly SuppliedHotelRoom[],
  others: readonly SuppliedHotelRoom[],
): HotelView {
  const { address, location } = evidence;
  const town = [address.postalCode, address.city].filter(part => part !== null).join(' ');
  const street = [address.lines.join(', '), address.houseNumber]
    .filter(part => part !== null && part !== '')
    .join(' ');
  return {
    name: evidence.name,
    otherNames: [...(evidence.otherNames ?? [])],
    address: [street, town, address.region, address.countryCode]
      .filter(line => line !== null)
      .filter(line => line !== ''),
    location: location === null ? null : { latitude: location.lat, longitude: location.lng },
    phones: [...evidence.phones],
    web: evidence.web,
    chain: evidence.chain,
    stars: evidence.stars,
    category: evidence.category,
    // Only http and https, because the dashboard links to these URLs and supplier content is untrusted.
    photos: photos.filter(url => /^https?:\/\//i.test(url)).slice(0, MAX_PHOTOS),
    rooms: roomViews(rooms.slice(0, MAX_ROOMS), others),
  };
}

function roomViews(
  rooms: readonly SuppliedHotelRoom[],
  others: readonly SuppliedHotelRoom[],
): HotelView['rooms'] {
  const vectors = rooms.map(roomVector);
  const decisions = matchRooms(new Map(others.map(roomVector).entries()), new Map(vectors.entries()));
  return vectors.map((vector, i) => ({
    name: rooms[i]?.name ?? '',
    standardName: standardRoomName(vector),
    matched: decisions.get(i)?.outcome === 'SAME',
  }));
}
