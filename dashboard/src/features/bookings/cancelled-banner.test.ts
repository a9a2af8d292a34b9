import { expect, test } from 'vitest';
import { notifiedWords, refundWords } from './cancelled-banner.tsx';

const eur = (amount: string) => ({ amount, currency: 'EUR' });

test('after a cancellation, the refund is shown with what it consists of', () => {
  const settled = { charged: eur('444.30'), penalty: eur('133.29'), refund: eur('311.01') };
  expect(refundWords('Direct', settled, true)).toBe(
    'Refund to Direct: 311.01 EUR (444.30 EUR paid, 133.29 EUR penalty).',
  );
  const free = { charged: eur('444.30'), penalty: eur('0.00'), refund: eur('444.30') };
  expect(refundWords('Direct', free, true)).toBe('Refund to Direct: 444.30 EUR (no penalty).');
});

test('no refund is named before it is posted, or if nothing was charged', () => {
  expect(refundWords('Direct', undefined, true)).toBeUndefined();
  expect(refundWords('Direct', undefined, false)).toBe('Direct was not charged.');
});

test('the partner counts as notified only after a delivery', () => {
  const delivery = (status: 'PENDING' | 'DELIVERED', eventType = 'booking.cancelled') =>
    ({ status, eventType }) as Parameters<typeof notifiedWords>[1][number];
  expect(notifiedWords('Direct', [delivery('DELIVERED')])).toBe('Direct was notified by webhook.');
  expect(notifiedWords('Direct', [delivery('PENDING')])).toBe('Direct is being notified by webhook.');
  expect(notifiedWords('Direct', [delivery('DELIVERED', 'booking.confirmed')])).toBeUndefined();
});
