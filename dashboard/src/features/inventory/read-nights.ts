import { call, type Input } from '../../lib/calls/operator-client.ts';
import type { Calendar } from './calendar.ts';
import type { CalendarRead } from './known-nights.ts';

interface ReadOptions {
  /** Called before each request with the number of those that are done. */
  onProgress?: (done: number) => void;
  signal: AbortSignal;
}

/** Reads nights of a property, one request after the other, so that a long range does not burden the server. */
export async function readNights(
  property: Pick<Input<'inventory/calendar'>, 'environment' | 'hotelId'>,
  reads: readonly CalendarRead[],
  { onProgress, signal }: ReadOptions,
): Promise<Calendar[]> {
  const calendars: Calendar[] = [];
  for (const read of reads) {
    onProgress?.(calendars.length);
    calendars.push(await call('inventory/calendar', { ...property, ...read }, signal));
  }
  return calendars;
}
