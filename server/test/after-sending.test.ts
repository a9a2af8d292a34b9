/**
 * Tests errors in our own code after a provider was called. The client never gets a 5xx, because a 5xx guarantees that
 * nothing was sent. Sending the request again later returns the outcome.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { scenarioHotelId } from '@serai/contract/booking/sandbox/scenario-hotels.ts';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { armFailpoints, type Failpoint } from '../src/platform/failpoints/failpoint.ts';
import { type BookingApp, bookingApp, STAY } from './booking-app.ts';
import { bookRequestOf, heldFor } from './booking-steps.ts';
import { testDatabase } from './database.ts';
import { leapingTime } from './leaping-time.ts';
import { testApp } from './test-app.ts';

type Place = 'view' | 'people' | 'record' | 'status' | 'audit' | 'envelope' | 'forward' | Failpoint;

interface Broken {
  place: Place | undefined;
  /** Number of times that the selected place will still throw. */
  times: number;
  isArmed: boolean;
  /** Whether a cancellation reads the booking as it was before a concurrent change. */
  isLate: boolean;
}

const broken = vi.hoisted((): Broken => ({ place: undefined, times: 0, isArmed: false, isLate: false }));

/** Throws at the place that the test selected, after the provider was called. */
const passing = vi.hoisted(() => (place: Place) => {
  if (!broken.isArmed || broken.place !== place || broken.times-- <= 0) return;
  throw new TypeError(`${place} is broken`);
});

vi.mock('../src/booking/bookings/booking-view.ts', async original => {
  const real = await original<typeof import('../src/booking/bookings/booking-view.ts')>();
  const bookingView: typeof real.bookingView = (...args) => {
    passing('view');
    return real.bookingView(...args);
  };
  return { ...real, bookingView };
});

vi.mock('../src/booking/bookings/people.ts', async original => {
  const real = await original<typeof import('../src/booking/bookings/people.ts')>();
  const peopleSafe: typeof real.peopleSafe = key => {
    const safe = real.peopleSafe(key);
    const openPeople: typeof safe.openPeople = sealed => {
      passing('people');
      return safe.openPeople(sealed);
    };
    return { ...safe, openPeople };
  };
  return { ...real, peopleSafe };
});

vi.mock('../src/booking/bookings/protocol/settle-booking.ts', async original => {
  const real = await original<typeof import('../src/booking/bookings/protocol/settle-booking.ts')>();
  const settleBooking: typeof real.settleBooking = async (...args) => {
    passing('record');
    return real.settleBooking(...args);
  };
  return { ...real, settleBooking };
});

vi.mock('../src/booking/bookings/protocol/journal-cancel.ts', async original => {
  const real = await original<typeof import('../src/booking/bookings/protocol/journal-cancel.ts')>();
  const decidedCancel: typeof real.decidedCancel = booking =>
    broken.isLate ? undefined : real.decidedCancel(booking);
  return { ...real, decidedCancel };
});

vi.mock('@serai/contract/booking/booking-states.ts', async original => {
  const real = await original<typeof import('@serai/contract/booking/booking-states.ts')>();
  const isOpenState: typeof real.isOpenState = state => {
    passing('status');
    return real.isOpenState(state);
  };
  return { ...real, isOpenState };
});

vi.mock('../src/booking/request-mode.ts', async original => {
  const real = await original<typeof import('../src/booking/request-mode.ts')>();
  const shownExchanges: typeof real.shownExchanges = (...args) => {
    passing('audit');
    return real.shownExchanges(...args);
  };
  return { ...real, shownExchanges };
});

vi.mock('../src/platform/operations/success-answer.ts', async original => {
  const real = await original<typeof import('../src/platform/operations/success-answer.ts')>();
  const successAnswer: typeof real.successAnswer = (...args) => {
    passing('envelope');
    return real.successAnswer(...args);
  };
  return { ...real, successAnswer };
});

vi.mock('../src/platform/deadline.ts', async original => {
  const real = await original<typeof import('../src/platform/deadline.ts')>();
  const withDeadline: typeof real.withDeadline = async (...args) => {
    const result = await real.withDeadline(...args);
    passing('forward');
    return result;
  };
  return { ...real, withDeadline };
});

/** Longer than the service tries to record an outcome before it returns 202. */
const DEADLINE_MS = 8_000;
const ALWAYS = Number.POSITIVE_INFINITY;
const TIMES = { once: 1, 'every time': ALWAYS };

/**
 * Everything that does not wait for a deadline or a retry ends within this time, even on a busy machine. After that,
 * the clock jumps.
 */
const USUAL_MS = 2_500;
const STEP_MS = 500;
const PAUSE_MS = 100;

const database = await testDatabase();
const time = await leapingTime(database.ownerDb);
const shared = { database, clock: time.clock, deadlineMs: DEADLINE_MS };
const whole = await bookingApp(shared);
const backend = await testApp({ ...shared, role: 'backend' });
const settings = { SERAI_BACKEND_URLS: backend.backendUrl };
const gateway = await testApp({ ...shared, role: 'gateway', settings });
const { key } = whole;
const call: BookingApp['call'] = (operation, body) =>
  gateway.post(`/connect/hotels/v1/${operation}`, body, { key });
const search: BookingApp['search'] = (scenario, members = {}) =>
  call('availability', { ...STAY, hotelIds: [scenarioHotelId(scenario)], ...members });
const split = { ...whole, app: gateway, call, search, close: () => gateway.close() };
afterAll(async () => {
  await Promise.all([whole?.close(), split?.close()]);
  await backend.close();
  await database.drop();
});
afterEach(repaired);

function breakAt(place: Place, times: number, armAt: Failpoint): void {
  Object.assign(broken, { place, times, isArmed: false });
  armFailpoints(reached => {
    if (reached === armAt) broken.isArmed = true;
    passing(reached);
  });
}

function repaired(): void {
  armFailpoints(undefined);
  Object.assign(broken, { place: undefined, isArmed: false, isLate: false });
}

/** Jumps over the pauses of retries and over deadlines while the work waits for them. */
async function leapingOver<T>(work: Promise<T>): Promise<T> {
  const done = work.then(
    () => true,
    () => true,
  );
  for (let waitMs = USUAL_MS; !(await Promise.race([done, delay(waitMs, false)])); waitMs = PAUSE_MS)
    await time.leap(STEP_MS);
  return work;
}

/** Returns the status code with the booking status or error code, or `closed` if the connection was closed. */
async function seen(app: BookingApp, operation: string, request: object): Promise<string> {
  try {
    const { status, json } = await leapingOver(app.call(operation, request));
    return `${status} ${json.booking?.status ?? json.error.code}`;
  } catch (error) {
    return (error as Error).message === 'fetch failed' ? 'closed' : String(error);
  }
}

interface Case {
  place: Place;
  frequency: keyof typeof TIMES;
  /** The place throws only after this step. */
  armAt: 'sent' | 'recorded';
  booking: string;
  cancel: string;
  /** The outcome if the gateway retries at its backend, which may have more information by that time. */
  cancelAgain?: string;
}

const PENDING = '202 PENDING';
const CANCELLING = '202 CANCEL_PENDING';
const CASES: Case[] = [
  { place: 'view', frequency: 'once', armAt: 'recorded', booking: PENDING, cancel: CANCELLING },
  { place: 'view', frequency: 'every time', armAt: 'recorded', booking: 'closed', cancel: 'closed' },
  {
    place: 'view',
    frequency: 'every time',
    armAt: 'sent',
    booking: 'closed',
    cancel: 'closed',
    cancelAgain: '409 OPERATION_IN_PROGRESS',
  },
  { place: 'people', frequency: 'once', armAt: 'recorded', booking: PENDING, cancel: CANCELLING },
  { place: 'people', frequency: 'every time', armAt: 'recorded', booking: PENDING, cancel: 'closed' },
  { place: 'record', frequency: 'every time', armAt: 'sent', booking: PENDING, cancel: CANCELLING },
  { place: 'status', frequency: 'once', armAt: 'recorded', booking: PENDING, cancel: CANCELLING },
  { place: 'audit', frequency: 'every time', armAt: 'recorded', booking: PENDING, cancel: CANCELLING },
  { place: 'envelope', frequency: 'once', armAt: 'recorded', booking: PENDING, cancel: CANCELLING },
  { place: 'envelope', frequency: 'every time', armAt: 'recorded', booking: 'closed', cancel: 'closed' },
];

describe.each(['one process', 'a gateway and a backend'])('%s', shape => {
  const app = () => (shape === 'one process' ? whole : split);
  const settings = { auditTransactions: true };

  test.each(CASES)(
    'the API returns no 5xx when the step "$place" throws $frequency after a booking was $armAt',
    async ({ place, frequency, armAt, booking }) => {
      const request = await bookRequestOf(app(), 'ok', { members: { settings } });
      breakAt(place, TIMES[frequency], `booking-${armAt}`);
      expect(await seen(app(), 'booking', request)).toBe(booking);
      repaired();
      await settled(app(), request.clientReference, 'CONFIRMED');
      const again = await app().call('booking', request);
      expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
      expect(await heldFor(app(), again.json.booking.bookingId)).toBeDefined();
    },
    60_000,
  );

  test.each(CASES)(
    'the API returns no 5xx when the step "$place" throws $frequency after a cancellation was $armAt',
    async ({ place, frequency, armAt, cancel, cancelAgain = cancel }) => {
      const { json } = await app().call('booking', await bookRequestOf(app(), 'cancel.free'));
      const { bookingId, clientReference } = json.booking;
      breakAt(place, TIMES[frequency], `cancel-${armAt}`);
      const expected = shape === 'one process' ? cancel : cancelAgain;
      expect(await seen(app(), 'cancel', { bookingId, settings })).toBe(expected);
      repaired();
      await settled(app(), clientReference, 'CANCELLED');
      const again = await app().call('cancel', { bookingId });
      expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
      expect((await heldFor(app(), bookingId))?.cancelled_at).not.toBeNull();
    },
    60_000,
  );

  test.each(['booking-journalled', 'booking-sent', 'booking-recorded'] as const)(
    'the API returns 202 for a booking when the step "%s" throws',
    async place => {
      const request = await bookRequestOf(app(), 'ok');
      breakAt(place, ALWAYS, place);
      expect(await seen(app(), 'booking', request)).toBe(PENDING);
    },
  );

  test('the API returns no 5xx when a step throws during the replay of a booking that was sent to the provider', async () => {
    const request = await bookRequestOf(app(), 'ok');
    expect(await seen(app(), 'booking', request)).toBe('200 CONFIRMED');
    breakAt('people', ALWAYS, 'job-taken');
    broken.isArmed = true;
    expect(await seen(app(), 'booking', request)).toBe('200 CONFIRMED');
    broken.place = 'view';
    expect(await seen(app(), 'booking', request)).toBe('closed');
  });

  test('the API returns no 5xx when a step throws during a cancellation that a concurrent cancellation has overtaken', async () => {
    const { json } = await app().call('booking', await bookRequestOf(app(), 'cancel.free'));
    const { bookingId } = json.booking;
    expect(await seen(app(), 'cancel', { bookingId })).toBe('200 CANCELLED');
    breakAt('view', ALWAYS, 'job-taken');
    Object.assign(broken, { isArmed: true, isLate: true });
    expect(await seen(app(), 'cancel', { bookingId })).toBe('closed');
  });

  test('the API still returns 500 for an internal error when nothing was sent to the provider', async () => {
    const { json } = await app().call('booking', await bookRequestOf(app(), 'cancel.free'));
    breakAt('people', ALWAYS, 'job-taken');
    broken.isArmed = true;
    const { bookingId } = json.booking;
    expect(await seen(app(), 'cancel', { bookingId })).toBe('500 INTERNAL_ERROR');
    repaired();
    expect(await seen(app(), 'bookingdetail', { bookingId })).toBe('200 CONFIRMED');
  });
});

test('a gateway closes the connection when its own code fails after a booking was sent', async () => {
  const request = await bookRequestOf(whole, 'ok');
  breakAt('forward', ALWAYS, 'booking-recorded');
  expect(await seen(whole, 'booking', request)).toBe('closed');
  repaired();
  expect(await seen(whole, 'booking', request)).toBe('200 CONFIRMED');
});

async function settled(app: BookingApp, clientReference: unknown, status: string): Promise<void> {
  const read = async () => {
    await time.leap(STEP_MS);
    return (await app.call('bookingdetail', { clientReference })).json.booking.status;
  };
  await expect.poll(read).toBe(status);
}
