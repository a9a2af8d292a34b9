/** Groups rooms with the same occupancy, because Hotelbeds sells them as one rate. Pure. */
import type { Occupancy } from '../../port/supplier.ts';

export interface Party {
  adults: number;
  /** In ascending order. */
  ages: readonly number[];
  /** Positions in the request of the rooms with this occupancy. */
  positions: readonly number[];
}

export function partiesOf(occupancies: readonly Occupancy[]): Party[] {
  const parties = new Map<string, { adults: number; ages: number[]; positions: number[] }>();
  for (const [position, { adults, childAges }] of occupancies.entries()) {
    const ages = [...childAges].sort((a, b) => a - b);
    const key = `${adults}~${ages.join(',')}`;
    const known = parties.get(key);
    if (known === undefined) parties.set(key, { adults, ages, positions: [position] });
    else known.positions.push(position);
  }
  return [...parties.values()];
}

export function occupanciesBody(parties: readonly Party[]) {
  return parties.map(({ adults, ages, positions }) => ({
    rooms: positions.length,
    adults,
    children: ages.length,
    ...(ages.length > 0 && { paxes: ages.map(age => ({ type: 'CH', age })) }),
  }));
}

/**
 * Returns the index of the party that a rate is for, or undefined if no party or more than one matches. Not every response states
 * the ages of children. Without ages, only the numbers of rooms, adults and children are compared.
 */
export function findParty(
  parties: readonly Party[],
  rate: { rooms: unknown; adults: unknown; children: unknown; childrenAges?: unknown },
): number | undefined {
  const stated = typeof rate.childrenAges === 'string' ? sortedAges(rate.childrenAges) : undefined;
  let found: number | undefined;
  for (let index = 0; index < parties.length; index += 1) {
    const party = parties[index];
    if (party === undefined || party.positions.length !== rate.rooms || party.adults !== rate.adults)
      continue;
    if (party.ages.length !== rate.children) continue;
    if (stated !== undefined && party.ages.length > 0 && party.ages.join(',') !== stated) continue;
    if (found !== undefined) return undefined;
    found = index;
  }
  return found;
}

function sortedAges(text: string): string {
  return text
    .split(/[,~]/)
    .map(Number)
    .sort((a, b) => a - b)
    .join(',');
}
