/**
 * What the sandbox really answered, from contract/examples/generated. `npm run examples` walks the sandbox and writes the
 * files anew; a test compares them with the answers of today. Only documents and tests read them: they are large.
 */
import type { z } from 'zod';
import availability from '../../examples/generated/availability.json' with { type: 'json' };
import boards from '../../examples/generated/boards.json' with { type: 'json' };
import booking from '../../examples/generated/booking.json' with { type: 'json' };
import bookingdetail from '../../examples/generated/bookingdetail.json' with { type: 'json' };
import bookinglist from '../../examples/generated/bookinglist.json' with { type: 'json' };
import cancel from '../../examples/generated/cancel.json' with { type: 'json' };
import categories from '../../examples/generated/categories.json' with { type: 'json' };
import destinations from '../../examples/generated/destinations.json' with { type: 'json' };
import errors from '../../examples/generated/errors.json' with { type: 'json' };
import events from '../../examples/generated/events.json' with { type: 'json' };
import facilities from '../../examples/generated/facilities.json' with { type: 'json' };
import hotels from '../../examples/generated/hotels.json' with { type: 'json' };
import hotelsByDestination from '../../examples/generated/hotels-by-destination.json' with { type: 'json' };
import placesSearch from '../../examples/generated/places-search.json' with { type: 'json' };
import placesSearchDestination from '../../examples/generated/places-search-destination.json' with {
  type: 'json',
};
import prebooking from '../../examples/generated/prebooking.json' with { type: 'json' };
import rooms from '../../examples/generated/rooms.json' with { type: 'json' };
import type { ErrorCode } from '../errors.ts';
import type { EventType } from '../events.ts';
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

/** The first is the one to show first. */
export function recordedCalls({ name }: Pick<Operation, 'name'>): readonly RecordedCall[] {
  const calls = CALLS[name];
  if (!calls) throw new Error(`Nothing was recorded of ${name}.`);
  return calls;
}

/** The first call, with the members of the answer that are the operation's own. */
export function mainExample<Input extends z.ZodType, Output extends z.ZodType>(
  operation: Operation<Input, Output>,
): { request: z.input<Input>; answer: z.input<Output> } {
  const { request, answer } = recordedCalls(operation)[0] as RecordedCall;
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
