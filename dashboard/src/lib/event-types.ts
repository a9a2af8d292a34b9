/** The event types and their descriptions, generated from the contract. */
import type { EventType } from '@serai/contract/events.ts';
import types from './generated/event-types.json';

interface EventTypeDescription {
  type: EventType;
  description: string;
}

export const EVENT_TYPES = types as readonly EventTypeDescription[];

export const EVENT_TYPE_OPTIONS = EVENT_TYPES.map(({ type }) => [type, type] as const);

export function isEventType(text: string | undefined): text is EventType {
  return EVENT_TYPES.some(({ type }) => type === text);
}

export function describeEventType(type: EventType): string {
  return EVENT_TYPES.find(each => each.type === type)?.description ?? '';
}
