import { afterAll, expect, test } from 'vitest';
import { bookingWorld } from '../../../test/booking-world.ts';
import { providerRegistry } from '../providers/provider-registry.ts';

const world = await bookingWorld();
afterAll(() => world.drop());

test('an open booking needs attention when its check has failed permanently', async () => {
  const { booking_id } = await world.booked({ kind: 'UNKNOWN', cause: 'TIMEOUT' });
  Object.assign(world.parts, { providers: providerRegistry([]) });
  world.runner.start();
  await world.pass(30 * 60_000, 60_000);
  expect((await world.read(booking_id)).needs_attention).toBe(false);
  await world.pass(30 * 60_000, 60_000);
  await world.runner.stop();
  const [job] = await world.db`SELECT failures FROM job WHERE key = ${booking_id} AND dead_at IS NOT NULL`;
  expect(job).toEqual({ failures: 10 });
  expect(await world.read(booking_id)).toMatchObject({
    status: 'PENDING',
    needs_attention: true,
    version: 3,
  });
  expect((await world.events(booking_id)).at(-1)?.type).toBe('booking.attention_required');
});
