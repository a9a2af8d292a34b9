import { describe, expect, it } from 'vitest';
import { EVENT_TYPES, EVENTS, eventEnvelope, eventExample } from './events.ts';

const CASES = EVENTS.map(event => [event.type, event] as const);

describe('events', () => {
  it('every event type has exactly one definition, in the documented order', () => {
    expect(EVENTS.map(event => event.type)).toEqual([...EVENT_TYPES]);
  });

  it.each(CASES)('the definition of %s has a valid example', (_, event) => {
    expect(eventEnvelope(event).safeParse(eventExample(event)).error).toBeUndefined();
  });

  it.each(CASES)('the schema of %s rejects an event with another type', (_, event) => {
    const other = EVENT_TYPES.find(type => type !== event.type);
    expect(eventEnvelope(event).safeParse({ ...eventExample(event), type: other }).success).toBe(false);
  });
});
