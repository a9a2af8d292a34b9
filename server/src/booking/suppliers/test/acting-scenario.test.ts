import { scenarioHotelId } from '@serai/contract/booking/sandbox/scenario-hotels.ts';
import { expect, it } from 'vitest';
import { actingScenario, saleScenario, searchScenario } from './acting-scenario.ts';

const rejecting = scenarioHotelId('book.rejected');

it('acts out the forced scenario before that of the hotel', () => {
  expect(actingScenario('booking', 'book.soldout', rejecting)).toBe('book.soldout');
  expect(actingScenario('booking', undefined, rejecting)).toBe('book.rejected');
  expect(actingScenario('booking', undefined, 'htl_1')).toBeUndefined();
});

it('acts out a scenario on its own operation only', () => {
  expect(actingScenario('prebooking', undefined, rejecting)).toBeUndefined();
  expect(actingScenario('booking', 'webhook.flaky', rejecting)).toBe('book.rejected');
  expect(actingScenario('cancel', 'cancel.free')).toBeUndefined();
});

it('sells as usual where a scenario of another operation is forced', () => {
  expect(saleScenario('webhook.flaky', 'htl_1')).toBeUndefined();
  expect(saleScenario('cancel.free', rejecting)).toBe('cancel.free');
  expect(saleScenario(undefined, rejecting)).toBe('book.rejected');
});

it('takes a scenario for the whole search only when every hotel has it', () => {
  const hotel = (hotelId: string) => ({ hotelId, countryCode: 'ES', timeZone: null, rooms: [] });
  const silent = hotel(scenarioHotelId('avail.all_timeout'));
  expect(searchScenario(undefined, [silent, silent])).toBe('avail.all_timeout');
  expect(searchScenario(undefined, [silent, hotel('htl_1')])).toBeUndefined();
  expect(searchScenario('avail.slow', [silent, hotel('htl_1')])).toBe('avail.slow');
  expect(searchScenario(undefined, [])).toBeUndefined();
});
