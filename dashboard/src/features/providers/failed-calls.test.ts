import { expect, it } from 'vitest';
import { failedOperations } from './failed-calls.ts';

const linkOf = (operation: string, errors: number, timeouts: number) =>
  failedOperations([{ operation, errors, timeouts }], '1h')[0]?.link;

it('only operations with failed calls are listed, those with the most failures first', () => {
  const counted = [
    { operation: 'search', errors: 0, timeouts: 0 },
    { operation: 'book', errors: 1, timeouts: 1 },
    { operation: 'quote', errors: 45, timeouts: 45 },
  ];
  expect(failedOperations(counted, '1h').map(({ operation }) => operation)).toEqual(['quote', 'book']);
});

it('failed quotes lead to the requests with the same error, or to all failed ones if there are several', () => {
  const quotes = { operation: 'prebooking', period: '1h' };
  expect(linkOf('quote', 45, 45)?.search).toEqual({ ...quotes, code: 'PROVIDER_TIMEOUT' });
  expect(linkOf('quote', 45, 0)?.search).toEqual({ ...quotes, code: 'PROVIDER_ERROR' });
  expect(linkOf('quote', 45, 1)?.search).toEqual({ ...quotes, class: '5xx' });
});

it('failed searches lead to failed requests, and failed bookings to requests whose outcome was unknown', () => {
  expect(linkOf('search', 3, 3)?.search).toEqual({ operation: 'availability', period: '1h', class: '5xx' });
  expect(linkOf('book', 3, 3)?.search).toEqual({ operation: 'booking', period: '1h', status: '202' });
  expect(linkOf('cancel', 3, 0)?.search).toEqual({ operation: 'cancel', period: '1h', status: '202' });
});

it('failed lookups lead to the bookings that need attention', () => {
  expect(linkOf('lookup', 2, 0)).toMatchObject({ to: '/bookings', search: { attention: 'yes' } });
});
