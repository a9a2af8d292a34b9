import { scenarioHotelId } from '@serai/contract/booking/sandbox/scenario-hotels.ts';
import { expect, it } from 'vitest';
import { activeScenario, saleScenario, searchScenario } from './active-scenario.ts';

const rejecting = scenarioHotelId('book.rejected');

it('settings.scenario takes precedence over the scenario of the hotel', () => {
  expect(activeScenario('booking', 'book.soldout', rejecting)).toBe('book.soldout');
  expect(activeScenario('booking', undefined, rejecting)).toBe('book.rejected');
  expect(activeScenario('booking', undefined, 'htl_1')).toBeUndefined();
});

it('a scenario applies only to the operation it belongs to', () => {
  expect(activeScenario('prebooking', undefined, rejecting)).toBeUndefined();
  expect(activeScenario('booking', 'webhook.flaky', rejecting)).toBe('book.rejected');
  expect(activeScenario('cancel', 'cancel.free')).toBeUndefined();
});

it('settings.scenario changes what is sold only if it is a search scenario, otherwise the scenario of the hotel does', () => {
  expect(saleScenario('webhook.flaky', 'htl_1')).toBeUndefined();
  expect(saleScenario('cancel.free', rejecting)).toBe('cancel.free');
  expect(saleScenario(undefined, rejecting)).toBe('book.rejected');
});

it("a hotel's scenario applies to a whole search only if every hotel in the search has that scenario", () => {
  const hotel = (hotelId: string) => ({ hotelId, countryCode: 'ES', timeZone: null, rooms: [] });
  const hanging = hotel(scenarioHotelId('avail.all_timeout'));
  expect(searchScenario(undefined, [hanging, hanging])).toBe('avail.all_timeout');
  expect(searchScenario(undefined, [hanging, hotel('htl_1')])).toBeUndefined();
  expect(searchScenario('avail.slow', [hanging, hotel('htl_1')])).toBe('avail.slow');
  expect(searchScenario(undefined, [])).toBeUndefined();
});
