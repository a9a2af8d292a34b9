/** What tests of the lookup at a provider state and check about a booking. */
import { bookingEventData } from '@serai/contract/events.ts';
import { expect } from 'vitest';
import type { Booking } from '../src/booking/bookings/booking.ts';
import type { Found, FoundState } from '../src/booking/port/outcomes.ts';
import { type BookingWorld, RESERVATION } from './booking-world.ts';

export function found(
  state: FoundState,
  changes: Partial<Extract<Found, { kind: 'FOUND' }>> = {},
): Extract<Found, { kind: 'FOUND' }> {
  return { kind: 'FOUND', state, ...RESERVATION, ...changes };
}

export function standing({ status, status_reason }: Booking): string {
  return `${status}/${status_reason}`;
}

/** Checks that versions have no gaps, that each version has its event, and that all events match the contract. */
export async function checkEvents(world: BookingWorld, id: string): Promise<void> {
  const events = await world.events(id);
  const { version } = await world.read(id);
  expect(events.map(event => event.version)).toEqual(Array.from({ length: version }, (_, i) => i + 1));
  for (const { data } of events) bookingEventData.parse(data);
}
