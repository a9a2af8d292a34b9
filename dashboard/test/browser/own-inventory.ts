/** The calendar of a sandbox hotel with one room type, and what its tests read from the page and from the server. */
import { scenarioHotelId } from '@serai/contract/booking/sandbox/scenario-hotels.ts';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { CHECK_IN, CHECK_OUT } from '../../../server/test/booking-app.ts';
import type { DashboardUnderTest } from './dashboard-under-test.ts';

export const hotelId = scenarioHotelId('ok');
export const CALENDAR = `/sandbox/hotels/${hotelId}/calendar`;
export const MONTH = `${CALENDAR}?month=${CHECK_IN.slice(0, 7)}`;
export const COLUMN = Number(CHECK_IN.slice(8)) - 1;

export const cell = (page: Page, row: number, column = COLUMN) =>
  page.locator(`[data-cell="${row}-${column}"]`);
/** A long timeout, so that tests do not fail on a busy machine. */
export const seen = <T>(read: () => Promise<T>) => expect.poll(read, { timeout: 45_000 });
export const labelOf = (page: Page, row: number) => cell(page, row).getAttribute('title');

export interface OwnInventory {
  roomCode: string;
  /** Four nights of a plan with 2.00 EUR, and a plan that follows it with 50 per cent more. */
  file: string;
  operate: (verb: string, input: object) => ReturnType<DashboardUnderTest['app']['operate']>;
  /** Removes all inventory. */
  clear: () => Promise<void>;
}

export async function ownInventory({ app }: DashboardUnderTest): Promise<OwnInventory> {
  const { json } = await app.operate('hotels/show', { environment: 'sandbox', hotelId });
  const { roomCode } = json.rooms[0];
  return {
    roomCode,
    file: inventoryFile(roomCode),
    operate: (verb, input) => app.operate(`inventory/${verb}`, { environment: 'sandbox', ...input }),
    clear: async () => {
      await app.database.ownerDb`TRUNCATE inventory_property CASCADE`;
    },
  };
}

function inventoryFile(roomCode: string): string {
  const range = { hotelId, roomCode, from: CHECK_IN, to: CHECK_OUT };
  const room = { roomCode, baseOccupancy: 2, maxAdults: 2, maxChildren: 0, maxTotal: 2 };
  const plan = { name: { en: 'Flexible' }, board: 'RO', priceModel: 'PER_ROOM', rooms: [roomCode] };
  const saver = {
    ...plan,
    code: 'SAVER',
    name: { en: 'Saver' },
    derivedFrom: { plan: 'FLEX', percent: '50' },
  };
  const plans = [{ ...plan, code: 'FLEX' }, saver];
  return [
    { type: 'property', hotelId, currency: 'EUR', rooms: [room], plans },
    { type: 'allotment', ...range, total: 3 },
    { type: 'rate', ...range, planCode: 'FLEX', amount: '2.00' },
  ]
    .map(line => JSON.stringify(line))
    .join('\n');
}
