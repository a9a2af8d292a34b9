/** Matches a supplier's rooms with our room types, within one hotel. Pure. */
import type { RoomVector } from './room-attributes.ts';

/** Differences that always mean another room. */
const VETOES = ['beds', 'capacity', 'bedrooms', 'bathroom', 'isAccessible', 'sex'] as const;
const OTHERS = [
  'kind',
  'quality',
  'view',
  'balcony',
  'floor',
  'club',
  'family',
  'smoking',
  'otherWords',
] as const;

export interface RoomsCompared {
  /** Attributes that are known for both rooms and equal. */
  equal: string[];
  /** Attributes that are known for both rooms and differ. */
  different: string[];
  /** Attributes that are known for only one of the rooms. */
  unknown: string[];
  isVetoed: boolean;
}

export function compareRooms(ours: RoomVector, theirs: RoomVector): RoomsCompared {
  const compared: RoomsCompared = { equal: [], different: [], unknown: [], isVetoed: false };
  for (const key of [...VETOES, ...OTHERS]) {
    const [a, b] = [comparable(ours[key]), comparable(theirs[key])];
    if (a === null && b === null) continue;
    if (a === null || b === null) compared.unknown.push(key);
    else if (a === b) compared.equal.push(key);
    else compared.different.push(key);
  }
  compared.isVetoed = VETOES.some(key => compared.different.includes(key));
  return compared;
}

/** Lists are compared as a whole. An empty list counts as unknown. */
function comparable(value: RoomVector[keyof RoomVector]): string | null {
  if (value === null || (Array.isArray(value) && value.length === 0)) return null;
  return JSON.stringify(value);
}

export type RoomDecision<Id> =
  | { outcome: 'SAME' | 'REVIEW'; roomId: Id; compared: RoomsCompared }
  | { outcome: 'DIFFERENT' };

/** An automatic match needs this many equal attributes, so that two rooms without details do not match. */
const MIN_EQUAL = 2;

/**
 * A match is automatic (SAME) if all known attributes are equal, no attribute is known for only one of the rooms, and
 * no other room fits as well, on either side.
 */
export function matchRooms<Id, TheirId>(
  ours: ReadonlyMap<Id, RoomVector>,
  theirs: ReadonlyMap<TheirId, RoomVector>,
): Map<TheirId, RoomDecision<Id>> {
  const decisions = new Map<TheirId, RoomDecision<Id>>();
  const claims = new Map<Id, TheirId[]>();
  for (const [id, vector] of theirs) {
    const decision = matchRoom(ours, vector);
    decisions.set(id, decision);
    if (decision.outcome === 'SAME')
      claims.set(decision.roomId, [...(claims.get(decision.roomId) ?? []), id]);
  }
  for (const rivals of claims.values()) {
    if (rivals.length === 1) continue;
    for (const id of rivals) {
      const decision = decisions.get(id);
      if (decision?.outcome === 'SAME') decisions.set(id, { ...decision, outcome: 'REVIEW' });
    }
  }
  return decisions;
}

function matchRoom<Id>(ours: ReadonlyMap<Id, RoomVector>, theirs: RoomVector): RoomDecision<Id> {
  const scored = [...ours]
    .map(([roomId, vector]) => ({ roomId, compared: compareRooms(vector, theirs) }))
    .filter(
      ({ compared }) => !compared.isVetoed && compared.different.length === 0 && compared.equal.length > 0,
    )
    .sort((a, b) => scoreOf(b.compared) - scoreOf(a.compared));
  const [best, second] = scored;
  if (best === undefined) return { outcome: 'DIFFERENT' };
  const isAlone = second === undefined || second.compared.unknown.length > 0;
  const isEqual = best.compared.unknown.length === 0 && best.compared.equal.length >= MIN_EQUAL;
  return { outcome: isEqual && isAlone ? 'SAME' : 'REVIEW', ...best };
}

const scoreOf = ({ equal, unknown }: RoomsCompared) => equal.length - unknown.length;
