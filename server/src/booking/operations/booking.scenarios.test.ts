/** Every booking scenario. The jobs run until the booking reaches its final state. */
import { SCENARIOS, type ScenarioName } from '@serai/contract/booking/sandbox/scenarios.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bookRequestOf, eventsOf, heldFor } from '../../../test/booking-steps.ts';
import type { HttpAnswer } from '../../../test/test-app.ts';
import { type TimedBookingApp, timedBookingApp } from '../../../test/timed-booking-app.ts';

type BookScenario = Extract<(typeof SCENARIOS)[number], { group: 'BOOK' }>['name'];

interface Course {
  answer: [status: number, codeOrState: string];
  end: string;
  /** Event type of each version, without the prefix. */
  events: string[];
  /** The reservations that the provider has at the end. */
  held: 'LIVE' | 'CANCELLED' | 'NOTHING';
}

const UNKNOWN: Course['answer'] = [202, 'PENDING/OUTCOME_UNKNOWN'];

const COURSES: Readonly<Record<BookScenario, Course>> = {
  'book.rejected': {
    answer: [409, 'BOOKING_REJECTED'],
    end: 'REJECTED/PROVIDER_REFUSED',
    events: ['pending', 'rejected'],
    held: 'NOTHING',
  },
  'book.soldout': {
    answer: [409, 'OFFER_NOT_AVAILABLE'],
    end: 'REJECTED/SOLD_OUT',
    events: ['pending', 'rejected'],
    held: 'NOTHING',
  },
  'book.price_changed': {
    answer: [409, 'PRICE_CHANGED'],
    end: 'REJECTED/PRICE_CHANGED',
    events: ['pending', 'rejected'],
    held: 'NOTHING',
  },
  'book.on_request_confirm': {
    answer: [202, 'ON_REQUEST/null'],
    end: 'CONFIRMED/null',
    events: ['pending', 'on_request', 'confirmed'],
    held: 'LIVE',
  },
  'book.on_request_reject': {
    answer: [202, 'ON_REQUEST/null'],
    end: 'REJECTED/PROVIDER_REFUSED',
    events: ['pending', 'on_request', 'rejected'],
    held: 'LIVE',
  },
  'book.timeout_then_confirmed': {
    answer: UNKNOWN,
    end: 'CONFIRMED/null',
    events: ['pending', 'pending', 'confirmed'],
    held: 'LIVE',
  },
  'book.timeout_then_absent': {
    answer: UNKNOWN,
    end: 'REJECTED/NOT_FOUND_AT_PROVIDER',
    events: ['pending', 'pending', 'rejected'],
    held: 'NOTHING',
  },
  'book.timeout_forever': {
    answer: UNKNOWN,
    end: 'PENDING/OUTCOME_UNKNOWN, needs attention',
    events: ['pending', 'pending', 'attention_required'],
    held: 'LIVE',
  },
  'book.garbled': {
    answer: UNKNOWN,
    end: 'CONFIRMED/null',
    events: ['pending', 'pending', 'confirmed'],
    held: 'LIVE',
  },
  'book.ok_but_error': {
    answer: UNKNOWN,
    end: 'CONFIRMED/null',
    events: ['pending', 'pending', 'confirmed'],
    held: 'LIVE',
  },
  'book.late_confirmation': {
    answer: UNKNOWN,
    end: 'REJECTED/COMPENSATED',
    events: ['pending', 'pending', 'rejected', 'late_confirmation'],
    held: 'CANCELLED',
  },
  'book.confirmation_number_later': {
    answer: [200, 'CONFIRMED/null'],
    end: 'CONFIRMED/null',
    events: ['pending', 'confirmed', 'hotel_confirmed'],
    held: 'LIVE',
  },
  'book.cancelled_by_hotel': {
    answer: [200, 'CONFIRMED/null'],
    end: 'CANCELLED/BY_HOTEL',
    events: ['pending', 'confirmed', 'cancelled'],
    held: 'LIVE',
  },
};

const NAMES = SCENARIOS.filter(({ group }) => group === 'BOOK').map(({ name }) => name as BookScenario);
/** In these scenarios, the provider does not respond to the booking call. */
const SILENT: ReadonlySet<BookScenario> = new Set<BookScenario>([
  'book.timeout_then_confirmed',
  'book.timeout_then_absent',
  'book.timeout_forever',
  'book.late_confirmation',
]);
const WAYS = ['scenario hotel', 'settings.scenario'] as const;
const CASES = NAMES.flatMap(name => WAYS.map(way => [name, way] as const));

let app: TimedBookingApp;
const answers = new Map<string, HttpAnswer>();

beforeAll(async () => {
  app = await timedBookingApp();
  const requests = await Promise.all(
    CASES.map(([name, way]) =>
      way === 'scenario hotel'
        ? bookRequestOf(app, name)
        : bookRequestOf(app, 'ok', { members: { settings: { scenario: name } } }),
    ),
  );
  const send = (isSilent: boolean) =>
    CASES.flatMap(([name, way], i) =>
      SILENT.has(name) === isSilent
        ? [app.call('booking', requests[i] as object).then(answer => answers.set(`${name}, ${way}`, answer))]
        : [],
    );
  await Promise.all(send(false));
  await app.during(Promise.all(send(true)));
  await app.pass(300_000, 10_000);
  await app.pass(50 * 60_000, 60_000);
});
afterAll(() => app?.close());

describe.each(CASES)('the scenario %s, %s', (name: ScenarioName, way) => {
  const course = COURSES[name as BookScenario];
  const answer = () => answers.get(`${name}, ${way}`) as HttpAnswer;
  const bookingId = () => answer().json.booking?.bookingId ?? answer().json.error.bookingId;
  const detail = async () =>
    (await app.call('bookingdetail', { bookingId: bookingId(), include: ['history'] })).json;

  test('a booking in a scenario returns the response that the scenario documents', () => {
    const { status, json, headers } = answer();
    const { status: state, statusReason } = json.booking ?? {};
    expect([status, json.error?.code ?? `${state}/${statusReason}`]).toEqual(course.answer);
    if (status === 202) {
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect(json.booking.resolution.nextCheckAt).not.toBeNull();
    }
  });

  test('a booking reaches the final state of its scenario, both in Serai and at the provider', async () => {
    const { booking } = await detail();
    const attention = booking.needsAttention ? ', needs attention' : '';
    expect(`${booking.status}/${booking.statusReason}${attention}`).toBe(course.end);
    const held = await heldFor(app, bookingId());
    expect(held ? (held.cancelled_at ? 'CANCELLED' : 'LIVE') : 'NOTHING').toBe(course.held);
    expect(booking.resolution === null).toBe(booking.status !== 'PENDING');
    if (booking.status === 'CONFIRMED') {
      expect(booking.providerReference).toBe(held?.supplier_ref);
      expect(booking.hotelConfirmationNumber).toMatch(/^HC/);
      expect(booking.confirmedAt).not.toBeNull();
    }
    if (booking.status === 'CANCELLED') expect(booking.cancelledAt).not.toBeNull();
  });

  test('every booking version appears once in the history and once in the events', async () => {
    const { booking, history } = await detail();
    const versions = course.events.map((_, i) => i + 1);
    expect(booking.version).toBe(versions.length);
    expect(history.map((entry: { version: number }) => entry.version)).toEqual(versions);
    expect(history.map((entry: { event: string }) => entry.event.slice('booking.'.length))).toEqual(
      course.events,
    );
    const states = history.map(({ to }: { to: string }) => to);
    expect(history.map(({ from }: { from: string | null }) => from)).toEqual([null, ...states.slice(0, -1)]);
    const events = await eventsOf(app, bookingId());
    expect(
      events.map(({ type, version, data }) => ({
        version,
        event: type,
        actor: data.actor,
        from: data.previousStatus,
        to: data.status,
        reason: data.statusReason,
      })),
    ).toEqual(history.map(({ at: _, ...entry }: { at: string }) => entry));
    expect(events.map(({ data }) => data.booking.version)).toEqual(versions);
  });
});
