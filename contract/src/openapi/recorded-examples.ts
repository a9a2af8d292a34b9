/**
 * Calls recorded in the sandbox, from contract/src/generated/examples. `npm run examples` records them again, and a
 * test compares them with the current responses. Only the API reference, generators and tests load them, because they
 * are large.
 */
import type { z } from 'zod';
import type { ErrorCode } from '../errors.ts';
import type { EventType } from '../events.ts';
import availability from '../generated/examples/availability.json' with { type: 'json' };
import balance from '../generated/examples/balance.json' with { type: 'json' };
import boards from '../generated/examples/boards.json' with { type: 'json' };
import booking from '../generated/examples/booking.json' with { type: 'json' };
import bookingdetail from '../generated/examples/bookingdetail.json' with { type: 'json' };
import bookinglist from '../generated/examples/bookinglist.json' with { type: 'json' };
import cancel from '../generated/examples/cancel.json' with { type: 'json' };
import categories from '../generated/examples/categories.json' with { type: 'json' };
import destinations from '../generated/examples/destinations.json' with { type: 'json' };
import errors from '../generated/examples/errors.json' with { type: 'json' };
import events from '../generated/examples/events.json' with { type: 'json' };
import facilities from '../generated/examples/facilities.json' with { type: 'json' };
import hotels from '../generated/examples/hotels.json' with { type: 'json' };
import hotelsByDestination from '../generated/examples/hotels-by-destination.json' with { type: 'json' };
import placesSearch from '../generated/examples/places-search.json' with { type: 'json' };
import placesSearchDestination from '../generated/examples/places-search-destination.json' with {
  type: 'json',
};
import prebooking from '../generated/examples/prebooking.json' with { type: 'json' };
import rooms from '../generated/examples/rooms.json' with { type: 'json' };
import voucher from '../generated/examples/voucher.json' with { type: 'json' };
import type { Operation } from '../operation.ts';

export interface RecordedCall {
  name: string;
  summary: string;
  request: object;
  status: number;
  answer: object;
}

const CALLS: Readonly<Record<string, readonly RecordedCall[]>> = {
  availability,
  prebooking,
  booking,
  bookingdetail,
  bookinglist,
  cancel,
  voucher,
  balance,
  hotels,
  rooms,
  destinations,
  boards,
  categories,
  facilities,
  'places-search': placesSearch,
  'places-search-destination': placesSearchDestination,
  'hotels-by-destination': hotelsByDestination,
};

const ERROR_BODIES: Readonly<Partial<Record<string, object>>> = errors;
const EVENT_BODIES: Readonly<Partial<Record<string, object>>> = events;

/** The first call is the main example. The list is empty if the operation has not been recorded yet. */
export function recordedCalls({ name }: Pick<Operation, 'name'>): readonly RecordedCall[] {
  return CALLS[name] ?? [];
}

/** The first recorded call, with only the operation's own response fields. */
export function mainExample<Input extends z.ZodType, Output extends z.ZodType>(
  operation: Operation<Input, Output>,
): { request: z.input<Input>; answer: z.input<Output> } {
  const [call] = recordedCalls(operation);
  if (!call) throw new Error(`No call to ${operation.name} has been recorded. Run \`npm run examples\`.`);
  const { request, answer } = call;
  const { meta: _, warnings: __, ...own } = answer as Record<string, unknown>;
  return { request: request as z.input<Input>, answer: own as z.input<Output> };
}

/** Undefined if the sandbox cannot reliably produce the code. */
export function recordedError(code: ErrorCode): object | undefined {
  return ERROR_BODIES[code];
}

export function recordedEvent(type: EventType): object | undefined {
  return EVENT_BODIES[type];
}
