/** What only the TypeScript client promises. contract/conformance describes what all clients share. */
import { afterAll, expect, test } from 'vitest';
import { scriptedServer, thrown } from '../../test/scripted-server.ts';

const server = await scriptedServer();
afterAll(() => server.close());

const pending = (nextCheckAt: string) => ({
  body: {
    booking: { bookingId: 'bkg_1', status: 'PENDING', resolution: { nextCheckAt } },
    meta: { processedAt: '2027-01-01T00:00:00.000Z' },
  },
});

test('waitUntilSettled rejects a timeout that is not a number', async () => {
  const error = await thrown(
    server.client().bookings.waitUntilSettled({ bookingId: 'bkg_1' }, { timeout: Number.NaN }),
  );
  expect(error.message).toContain('timeout');
});

test('the timeout of waitUntilSettled also ends a read that receives no response', async () => {
  server.script(() => {});
  const silent = server.client().bookings.waitUntilSettled({ bookingId: 'bkg_1' }, { timeout: 100 });
  expect((await thrown(silent)).message).toContain('could not be read');
});

test('waitUntilSettled throws immediately when it is aborted', async () => {
  server.script(pending('2027-01-01T01:00:00.000Z'));
  const controller = new AbortController();
  const { signal } = controller;
  setTimeout(() => controller.abort(), 100);
  const error = await thrown(server.client().bookings.waitUntilSettled({ bookingId: 'bkg_1' }, { signal }));
  expect(error.name).toBe('AbortedError');
  expect(server.received.length, 'no further read is sent').toBeLessThanOrEqual(1);
  const aborted = AbortSignal.abort();
  server.script(pending('2027-01-01T00:00:00.000Z'));
  const before = server.client().bookings.waitUntilSettled({ bookingId: 'bkg_1' }, { signal: aborted });
  expect([(await thrown(before)).name, server.received.length]).toEqual(['AbortedError', 0]);
});
