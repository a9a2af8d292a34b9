import type { ProviderExchange } from '@serai/contract/booking/provider-exchange.ts';
import { afterAll, expect, test } from 'vitest';
import { bookingWorld } from '../../../test/booking-world.ts';
import { insertExchanges, listAllExchanges } from './exchange-store.ts';

const world = await bookingWorld();
afterAll(() => world.drop());

const exchange = (operation: ProviderExchange['operation'], attempt = 1): ProviderExchange => ({
  provider: 'test-1',
  operation,
  attempt,
  startedAt: '2027-01-10T12:00:00.000Z',
  durationMs: 1,
  outcome: 'OK',
  request: { method: null, target: null, headers: {}, body: null, truncated: false },
  response: null,
});

test('the exchanges of a booking include its last 200 lookups and all other exchanges', async () => {
  const { db, safe } = world;
  const booking = await world.booked();
  await world.ownerDb`DELETE FROM booking_exchange`;
  const lookups = Array.from({ length: 450 }, (_, i) => exchange('lookup', i + 1));
  await insertExchanges(db, safe, booking, [exchange('quote'), exchange('book')]);
  await insertExchanges(db, safe, booking, [...lookups, exchange('cancel')]);
  expect(await listAllExchanges(db, safe, booking)).toEqual({
    exchanges: [exchange('quote'), exchange('book'), ...lookups.slice(250), exchange('cancel')],
    lookupsOmitted: 250,
  });
});
