/** Describes differences between a booking and its reservation in sentences, for the people who must resolve them. Pure. */
import type { Difference } from './compare-reservation.ts';

const NAMES: Readonly<Record<string, string>> = {
  'hotel.hotelId': 'hotel',
  checkIn: 'arrival date',
  checkOut: 'departure date',
  'price.currency': 'currency of the cost',
  'price.cost': 'cost',
  'board.code': 'board',
  rooms: 'state of the rooms',
};

export function describeDifferences(differences: readonly Difference[]): string {
  return differences.map(describe).join(' ');
}

export function contradictory(differences: readonly Difference[]) {
  return { cause: 'CONTRADICTORY', summary: describeDifferences(differences), differences };
}

function describe({ field, recorded, live }: Difference): string {
  if (field === 'cancellation.windows') {
    return `The provider now states these cancellation terms: ${windows(live)}. The booking was sold with: ${windows(recorded)}.`;
  }
  return `The ${NAMES[field] ?? field} is ${show(live)} at the provider, but ${show(recorded)} in the booking.`;
}

interface Window {
  from: string | null;
  to: string | null;
  penalty: Money;
}

interface Money {
  amount: string;
  currency: string;
}

function windows(value: unknown): string {
  const listed = (value as readonly Window[]).map(({ from, to, penalty }) => {
    const cost = Number(penalty.amount) === 0 ? 'free' : show(penalty);
    if (to !== null) return `${cost} until ${time(to)}`;
    return from === null ? `${cost} at any time` : `${cost} from ${time(from)}`;
  });
  return listed.length === 0 ? 'none' : listed.join(', ');
}

function time(instant: string): string {
  return `${instant.slice(0, 16).replace('T', ' ')} UTC`;
}

function show(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'object' && value !== null && 'amount' in value) {
    const { amount, currency } = value as Money;
    return `${amount} ${currency}`;
  }
  return String(value);
}
