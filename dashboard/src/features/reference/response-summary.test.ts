import { expect, test } from 'vitest';
import { outcomeOf, summaryOf } from './response-summary.ts';

const response = (body: object, more: object = {}) =>
  ({ status: 200, durationMs: 412, headers: { 'content-length': '2048' }, body, ...more }) as never;

test('a search is summed up with its status, time, size, hotels and offers', () => {
  const body = { hotels: [{ offers: [{}, {}] }, { offers: [{}] }, {}] };
  expect(summaryOf({ operation: 'availability', response: response(body) })).toEqual([
    '200 OK',
    '412 ms',
    '2.0 KiB',
    '3\u00A0hotels, 3\u00A0offers',
  ]);
  expect(outcomeOf({ operation: 'availability', response: response(body) })).toEqual([
    '200 OK',
    '412 ms',
    '3\u00A0hotels, 3\u00A0offers',
  ]);
});

test('a quote, a booking and a cancellation are summed up with their status and amount', () => {
  const net = { amount: '1444.00', currency: 'EUR' };
  const last = (operation: string, body: object) => summaryOf({ operation, response: response(body) }).at(-1);
  expect(last('prebooking', { status: 'AVAILABLE', offer: { price: { net } } })).toBe(
    'AVAILABLE, 1,444.00 EUR',
  );
  expect(last('booking', { booking: { status: 'CONFIRMED', price: { net } } })).toBe(
    'CONFIRMED, 1,444.00 EUR',
  );
  expect(last('cancel', { booking: { status: 'CANCELLED' }, penalty: net })).toBe(
    'CANCELLED, penalty 1,444.00 EUR',
  );
  expect(last('boards', { boards: [1, 2] })).toBe('2\u00A0boards');
});

test('a failure is summed up with its code, and a lost response without a size', () => {
  const failed = response({ error: { code: 'OFFER_NOT_FOUND' } }, { status: 404 });
  expect(summaryOf({ operation: 'prebooking', response: failed }).at(-1)).toBe('OFFER_NOT_FOUND');
  expect(summaryOf({ operation: 'booking', response: response({}, { status: null }) })).toEqual([
    'No response',
    '412 ms',
  ]);
});
