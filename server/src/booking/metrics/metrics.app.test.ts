import { afterAll, expect, it } from 'vitest';
import { bookingApp } from '../../../test/booking-app.ts';
import { ManualClock } from '../../../test/manual-clock.ts';
import { createLog } from '../../platform/log.ts';
import { createMetrics } from '../../platform/metrics.ts';
import { watchOpenBookings } from './booking-metrics.ts';

const booking = await bookingApp();
afterAll(() => booking.close());

async function book(scenario: 'book.garbled'): Promise<number> {
  const { json } = await booking.quote(scenario);
  return (await booking.call('booking', booking.bookingOf(json))).status;
}

const shownIn = (text: string, series: string) =>
  text
    .split('\n')
    .find(line => line.startsWith(`${series} `))
    ?.slice(series.length + 1);

it('the metrics count an unresolved booking as open, and as needing attention once it is flagged', async () => {
  expect(await book('book.garbled')).toBe(202);
  const { ownerDb, db } = booking.app.database;
  await ownerDb`UPDATE booking SET updated_at = updated_at - interval '1 hour' WHERE status = 'PENDING'`;
  const metrics = createMetrics();
  const clock = new ManualClock();
  const watch = await watchOpenBookings({ db, metrics, clock, log: createLog('silent') });
  const shown = (series: string) => shownIn(metrics.render(), series);
  expect(shown('serai_bookings_open{environment="sandbox",status="PENDING"}')).toBe('1');
  expect(shown('serai_bookings_open{environment="production",status="PENDING"}')).toBe('0');
  const age = shown('serai_bookings_open_age_seconds{environment="sandbox",status="PENDING"}');
  expect(Number(age)).toBeGreaterThan(3_500);
  expect(shown('serai_bookings_in_need{environment="sandbox"}')).toBe('0');
  await ownerDb`UPDATE booking SET needs_attention = true`;
  clock.advance(15_000);
  await expect.poll(() => shown('serai_bookings_in_need{environment="sandbox"}')).toBe('1');
  await watch.stop();
});

it('the metrics count provider calls by result and bookings by outcome', async () => {
  const read = async () => (await fetch(`${booking.app.dashboardUrl}/metrics`)).text();
  const unknown = 'serai_provider_outcomes_total{environment="sandbox",operation="book",outcome="UNKNOWN"}';
  const before = Number(shownIn(await read(), unknown));
  expect(await book('book.garbled')).toBe(202);
  const text = await read();
  expect(Number(shownIn(text, unknown))).toBe(before + 1);
  const searches = [
    ...text.matchAll(/^serai_provider_calls_total\{.*operation="search",result="ok"\} (\d+)$/gm),
  ];
  expect(searches.reduce((sum, [, count]) => sum + Number(count), 0)).toBeGreaterThan(0);
  expect(text).toMatch(
    /^serai_provider_breaker_open\{environment="sandbox",provider="test-1",pool="book"\} 0$/m,
  );
});
