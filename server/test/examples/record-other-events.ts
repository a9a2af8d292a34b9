/** Records the two events that do not concern bookings: a requested ping, and changed hotels in the catalogue. */
import { setTimeout as realDelay } from 'node:timers/promises';
import { writeHotels } from '../catalogue-builder.ts';
import type { ExampleApp } from './example-app.ts';
import { type Told, toldEvents } from './told-events.ts';

/** Sandbox hotels in Barcelona. */
const CHANGED_HOTEL = 'htl_TTFX1954VMK6';
/** Longer than the interval between two checks of the catalogue. */
const LOOK_MS = 6_000;
const TRIES = 100;

export async function recordOtherEvents(app: ExampleApp): Promise<Told[]> {
  // After this time, changes from before the subscription have been processed.
  await app.pass(LOOK_MS);
  const { endpoint } = await operate(app, 'webhooks/create', {
    url: 'https://hooks.example.com/serai',
    eventTypes: ['content.hotels_changed'],
    environment: 'sandbox',
  });
  const { endpointId } = endpoint;
  await operate(app, 'webhooks/ping', { endpointId });
  await writeHotels(app.app.database.db, 'sandbox', [{ hotelId: CHANGED_HOTEL }]);
  for (let i = 0; i < TRIES; i++) {
    await app.pass(LOOK_MS);
    const told = (await toldEvents(app)).filter(({ type }) => !type.startsWith('booking.'));
    if (told.length >= 2) {
      await operate(app, 'webhooks/delete', { endpointId });
      return told;
    }
    await realDelay(50);
  }
  throw new Error('The change of a hotel was not told.');
}

async function operate({ app }: ExampleApp, name: string, input: object) {
  const { status, json, text } = await app.operate(name, input);
  if (status !== 200) throw new Error(`${name}: ${text}`);
  return json;
}
