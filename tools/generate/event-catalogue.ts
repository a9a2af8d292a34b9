/** The events for the dashboard: their types and words, and apart from these, as they are long, schemas and samples. */
import { EVENTS, eventExample } from '../../contract/src/events.ts';
import { eventSchema } from '../../contract/src/openapi/events.ts';
import type { GeneratedFile } from './generated-file.ts';

export const eventCatalogue: readonly GeneratedFile[] = [
  {
    path: 'dashboard/src/lib/generated/event-types.json',
    render: () => print(EVENTS.map(({ type, description }) => ({ type, description }))),
  },
  {
    path: 'dashboard/src/features/webhooks/generated/event-catalogue.json',
    render: () => print(catalogue()),
  },
];

/** All events of bookings have one shape but for their type, so it stands there once. */
function catalogue() {
  const shapes: Record<string, unknown> = {};
  const events = EVENTS.map(event => {
    const shape = event.type.split('.')[0] as string;
    shapes[shape] ??= eventSchema(event);
    return { type: event.type, shape, sample: eventExample(event) };
  });
  return { shapes, events };
}

function print(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}
