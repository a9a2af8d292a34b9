/**
 * Generates the event types with descriptions for the dashboard. Schemas and samples are longer and have a
 * separate file.
 */
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

/** Events with the same prefix, such as `booking`, differ only in their type, so they share one schema. */
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
