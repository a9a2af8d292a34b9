/** Types of events as they are typed. Pure. */
import { EVENT_TYPES, type EventType } from '@serai/contract/events.ts';
import type { OptionSpec } from '../frame/command.ts';
import { usageFailure } from '../frame/failure.ts';
import { nearest } from '../frame/nearest.ts';
import { splitList } from '../frame/parse-option.ts';

export const TYPES_OPTION = {
  type: 'string',
  multiple: true,
  value: '<types>',
  description: 'Types of events, several by comma or repetition; booking.* is all of bookings.',
} as const satisfies OptionSpec;

/** Each once, in the order of the documentation. */
export function parseEventTypes(given: readonly string[]): EventType[] {
  const wanted = new Set(splitList(given).flatMap(parseOne));
  return EVENT_TYPES.filter(type => wanted.has(type));
}

export function parseEventType(text: string): EventType {
  const type = EVENT_TYPES.find(known => known === text);
  if (type !== undefined) return type;
  const meant = nearest(text, EVENT_TYPES);
  throw usageFailure(
    `There is no type of event "${text}".${meant === undefined ? '' : ` Did you mean ${meant}?`}`,
    `Types are ${EVENT_TYPES.join(', ')}.`,
  );
}

function parseOne(text: string): readonly EventType[] {
  const group = text.endsWith('.*') ? EVENT_TYPES.filter(type => type.startsWith(text.slice(0, -1))) : [];
  return group.length > 0 ? group : [parseEventType(text)];
}
