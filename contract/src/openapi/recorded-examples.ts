/**
 * What the sandbox really answered, from contract/src/generated/examples. `npm run examples` walks the sandbox and writes the
 * files anew; a test compares them with the answers of today. Only documents and tests read them: they are large.
 */
import type { z } from 'zod';
import type { ErrorCode } from '../errors.ts';
import type { EventType } from '../events.ts';
import availability from '../generated/examples/availability.json' with { type: 'json' };
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
import type { Operation } from '../operation.ts';

/** One call as it was made, with the whole body that came. */
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

/** The first is the one to show first; none of an operation that was just added. */
export function recordedCalls({ name }: Pick<Operation, 'name'>): readonly RecordedCall[] {
  return CALLS[name] ?? [];
}

/** The first call, with the members of the answer that are the operation's own. */
export function mainExample<Input extends z.ZodType, Output extends z.ZodType>(
  operation: Operation<Input, Output>,
): { request: z.input<Input>; answer: z.input<Output> } {
  const [call] = recordedCalls(operation);
  if (!call) throw new Error(`Nothing was recorded of ${operation.name}.`);
  const { request, answer } = call;
  const { meta: _, warnings: __, ...own } = answer as Record<string, unknown>;
  return { request: request as z.input<Input>, answer: own as z.input<Output> };
}

/** Undefined where nothing in the sandbox answers the code for sure. */
export function recordedError(code: ErrorCode): object | undefined {
  return ERROR_BODIES[code];
}

export function recordedEvent(type: EventType): object | undefined {
  return EVENT_BODIES[type];
}
