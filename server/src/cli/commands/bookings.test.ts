import { listBookings, showBooking } from '@serai/contract/account/bookings.ts';
import { bookingExample, summaryExample } from '@serai/contract/booking/examples/booking-example.ts';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { runSerai, standIn } from '../../../test/cli.ts';
import { ManualClock } from '../../../test/manual-clock.ts';

const clock = new ManualClock(Date.parse('2027-02-01T10:18:00Z'));
const service = await standIn();
afterAll(() => service.stop());
beforeEach(() => {
  service.received.length = 0;
});

const bookings = (...argv: string[]) => runSerai(['bookings', ...argv], { env: service.env, clock });
const sent = () => service.received.map(({ path, input }) => ({ path, input }));

describe('bookings list', () => {
  it('serai bookings list sends only the filters given on the command line', async () => {
    await bookings('list');
    await bookings(
      ...'list --attention --status pending --status on_request --environment sandbox --reference R-1'.split(
        ' ',
      ),
      ...'--arrival-from 2027-03-01 --arrival-to 2027-03-31'.split(' '),
      ...'--provider-reference P-1 --hotel htl_1 --holder Moreno --since 1h --until 2027-02-02 --limit 5'.split(
        ' ',
      ),
    );
    expect(sent()).toEqual([
      { path: '/api/v1/bookings/list', input: { page: {} } },
      {
        path: '/api/v1/bookings/list',
        input: {
          needsAttention: true,
          statuses: ['PENDING', 'ON_REQUEST'],
          environment: 'sandbox',
          clientReference: 'R-1',
          providerReference: 'P-1',
          checkInFrom: '2027-03-01',
          checkInTo: '2027-03-31',
          hotelId: 'htl_1',
          holderLastName: 'Moreno',
          from: '2027-02-01T09:18:00.000Z',
          to: '2027-02-02T00:00:00.000Z',
          page: { limit: 5 },
        },
      },
    ]);
  });

  it('serai bookings list marks bookings that need attention and shows the next cursor', async () => {
    const booking = { ...summaryExample, partnerId: 'prt_1', needsAttention: true };
    service.answerNext(200, { bookings: [booking], page: { nextCursor: 'abc', hasMore: true } });
    const { out } = await bookings('list');
    expect(out).toContain(`${booking.status} (needs attention)`);
    expect(out).toContain('--cursor abc');
    service.answerNext(200, { bookings: [], page: { nextCursor: null, hasMore: false } });
    expect((await bookings('list')).out).toBe('No booking matches.\n');
  });

  it('serai bookings list prints the unchanged response with --json', async () => {
    expect((await bookings('list', '--json')).out).toBe(`${JSON.stringify(listBookings.examples.answer)}\n`);
  });
});

describe('bookings summary', () => {
  it('serai bookings summary counts both environments by default', async () => {
    const { out } = await bookings('summary');
    expect(out).toMatch(/^CONFIRMED +2$/m);
    expect(out).toMatch(/^Need attention +1$/m);
    expect(out).not.toContain('NO_SHOW');
    await bookings('summary', '--environment', 'production', '--since', '7d', '--until', '2027-02-01');
    expect(sent().map(({ input }) => input)).toEqual([
      {},
      { environment: 'production', from: '2027-01-25T10:18:00.000Z', to: '2027-02-01T00:00:00.000Z' },
    ]);
  });
});

describe('bookings show', () => {
  it('serai bookings show prints the webhook deliveries of the booking', async () => {
    expect((await bookings('show', 'bkg_1')).out).toMatch(/booking\.confirmed +whk_01J9ZC4T3E +DELIVERED +1/);
  });

  it('serai bookings show lists the version, the history and the evidence for decisions', async () => {
    const answer = showBooking.examples.answer as { history: object[] };
    const history = answer.history.map(entry => ({ ...entry, evidence: 'They said so.' }));
    service.answerNext(200, { ...answer, history });
    const { out } = await bookings('show', 'bkg_1');
    expect(out).toMatch(/^Version +\d+$/m);
    expect(out).toContain('They said so.');
    expect(out).toContain('booking.confirmed');
    expect(sent()).toEqual([{ path: '/api/v1/bookings/show', input: { bookingId: 'bkg_1' } }]);
  });

  it('serai bookings show prints the cause and the details that the service recorded in the history', async () => {
    const answer = showBooking.examples.answer as { history: object[] };
    const charged = { amount: '12.00', currency: 'EUR' };
    const history = answer.history.map(entry => ({ ...entry, note: { cause: 'PENALTY_DIFFERS', charged } }));
    service.answerNext(200, { ...answer, history });
    expect((await bookings('show', 'bkg_1')).out).toContain(
      'PENALTY_DIFFERS {"charged":{"amount":"12.00","currency":"EUR"}}',
    );
  });

  it('serai bookings show requests provider exchanges only with --audit and explains an unknown ID', async () => {
    await bookings('show', 'bkg_1', '--audit');
    expect(sent()[0]?.input).toEqual({ bookingId: 'bkg_1', includeAudit: true });
    service.answerNext(404, { error: { code: 'BOOKING_NOT_FOUND', message: 'There is no such booking.' } });
    const { code, err } = await bookings('show', 'bkg_2');
    expect([code, err]).toEqual([1, expect.stringContaining('serai bookings list')]);
  });

  it('serai bookings show prints "(erased)" instead of an erased holder', async () => {
    const holder = { firstName: null, lastName: null, email: null, phone: null };
    const answer = showBooking.examples.answer as object;
    service.answerNext(200, { ...answer, booking: { ...bookingExample, holder } });
    expect((await bookings('show', 'bkg_1')).out).toContain('(erased)');
  });
});

describe('bookings resolve', () => {
  it('serai bookings resolve sends the decision with its provider reference or penalty', async () => {
    const said = ['--evidence', 'Ana said so'];
    const confirm = 'resolve bkg_1 --version 3 --decision confirmed --provider-reference P-1'.split(' ');
    const cancel = 'resolve bkg_1 --version 4 --decision CANCELLED --penalty 12.50eur'.split(' ');
    expect((await bookings(...confirm, ...said)).out).toContain('The booking was resolved.');
    await bookings(...cancel, ...said);
    const base = { bookingId: 'bkg_1', evidence: 'Ana said so' };
    expect(sent().map(({ input }) => input)).toEqual([
      { ...base, version: 3, decision: 'CONFIRMED', providerReference: 'P-1' },
      { ...base, version: 4, decision: 'CANCELLED', penalty: { amount: '12.50', currency: 'EUR' } },
    ]);
  });

  it.each([
    ['resolve bkg_1 --decision rejected --evidence x', '--version is required.'],
    ['resolve bkg_1 --version 1 --decision gone --evidence xyz', '--decision does not take "gone"'],
    [
      'resolve bkg_1 --version 1 --decision cancelled --evidence xyz --penalty much',
      '--penalty takes an amount',
    ],
    ['list --status open', '--status does not take "open"'],
  ])('serai bookings rejects "%s" without calling the service', async (typed, message) => {
    const { code, err } = await bookings(...typed.split(' '));
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
    expect(sent()).toEqual([]);
  });
});

describe('providers list', () => {
  const providers = (...argv: string[]) =>
    runSerai(['providers', 'list', ...argv], { env: service.env, clock });

  it('serai providers list shows the health of each provider', async () => {
    const { out } = await providers('--environment', 'production');
    expect(out).toMatch(/Own inventory +production +10 +UP/);
    expect(sent()).toEqual([
      { path: '/api/v1/providers/list', input: { environment: 'production', page: {} } },
    ]);
  });
});
