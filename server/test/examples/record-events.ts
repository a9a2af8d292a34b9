/** Triggers every booking event and records the bodies that endpoints would receive. */
import type { ScenarioName } from '@serai/contract/booking/sandbox/scenarios.ts';
import { EVENT_TYPES, type EventType } from '@serai/contract/events.ts';
import type { ExampleApp } from './example-app.ts';
import { bookScenario } from './scenario-steps.ts';
import { type Told, toldEvents } from './told-events.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
/** The scenario whose booking triggers each event type. */
const TOLD_OF: Partial<Record<EventType, ScenarioName>> = {
  'booking.pending': 'ok',
  'booking.on_request': 'book.on_request_confirm',
  'booking.confirmed': 'ok',
  'booking.rejected': 'book.soldout',
  'booking.updated': 'book.timeout_forever',
  'booking.hotel_confirmed': 'book.confirmation_number_later',
  'booking.cancel_pending': 'cancel.free',
  'booking.cancelled': 'cancel.free',
  'booking.cancel_failed': 'cancel.refused',
  'booking.late_confirmation': 'book.late_confirmation',
  'booking.attention_required': 'book.timeout_forever',
  'booking.deadline_approaching': 'ok',
  'booking.completed': 'ok',
  'booking.no_show': 'cancel.nonrefundable',
};

/**
 * Keyed by event type. `others` are events that do not concern bookings. The clock must be set to the start of an hour,
 * because times in the events are rounded up to the next hour.
 */
export async function recordEvents(
  app: ExampleApp,
  others: readonly Told[],
): Promise<Map<EventType, object>> {
  const ids = new Map<ScenarioName, string>();
  for (const scenario of new Set(Object.values(TOLD_OF))) {
    const { json } = await bookScenario(app, scenario, { clientReference: `TRIP-2027-001${ids.size + 10}` });
    ids.set(scenario, json.booking?.bookingId ?? json.error.bookingId);
  }
  const idOf = (scenario: ScenarioName) => ids.get(scenario) as string;
  await app.call('cancel', { bookingId: idOf('cancel.free') });
  await app.call('cancel', { bookingId: idOf('cancel.refused') });
  // Starts with small steps, because a provider that did not respond is called again within seconds.
  for (let i = 0; i < 15; i++) await app.pass(20 * SECOND_MS);
  for (let i = 0; i < 5; i++) await app.pass(11 * MINUTE_MS);
  await resolve(app, idOf('book.timeout_forever'), 'DISMISSED');
  // Events are kept for 30 days, and the stay is further in the future than that.
  const early = await toldEvents(app);
  await passTo(app, await deadlineOf(app, idOf('ok')), -12 * HOUR_MS);
  await passTo(app, '2027-03-13T04:00:00Z');
  await resolve(app, idOf('cancel.nonrefundable'), 'NO_SHOW');
  await passTo(app, '2027-03-16T04:00:00Z');

  const told = [...early, ...(await toldEvents(app))];
  const events = new Map<EventType, object>();
  for (const type of EVENT_TYPES) {
    const scenario = TOLD_OF[type];
    const ofBooking = scenario && idOf(scenario);
    const event = ofBooking
      ? told.find(each => each.type === type && each.data.bookingId === ofBooking)
      : others.find(each => each.type === type);
    if (event) events.set(type, inHours(event));
  }
  return events;
}

async function passTo(app: ExampleApp, instant: string, moreMs = 0): Promise<void> {
  await app.pass(Date.parse(instant) + moreMs - app.nowMs());
}

async function deadlineOf({ call }: ExampleApp, bookingId: string): Promise<string> {
  return (await call('bookingdetail', { bookingId })).json.booking.cancellation.freeCancellationUntil;
}

async function resolve({ app, call }: ExampleApp, bookingId: string, decision: string): Promise<void> {
  const { json } = await call('bookingdetail', { bookingId });
  const { status, text } = await app.operate('bookings/resolve', {
    bookingId,
    version: json.booking.version,
    decision,
    evidence: 'The hotel said so by telephone.',
  });
  if (status !== 200) throw new Error(text);
}

/**
 * Rounds times up to the hour. Jobs run with random delays, so the second differs between runs, but the hour does not.
 */
function inHours(event: object): object {
  const told = JSON.stringify(event).replaceAll(
    /"(timestamp|createdAt|updatedAt|confirmedAt|cancelledAt|since|resolveBy)":"([^"]+)"/g,
    (_, member, instant) => {
      const fullMs = Math.ceil(Date.parse(instant) / HOUR_MS) * HOUR_MS;
      return JSON.stringify({ [member]: new Date(fullMs).toISOString() }).slice(1, -1);
    },
  );
  return JSON.parse(told);
}
