import { expect, test } from 'vitest';
import { recordLabel } from './resolve-booking.tsx';

test('the button of the dialog names the decision that it records', () => {
  expect(recordLabel({ decision: 'REJECTED', label: 'Not booked' })).toBe('Record as not booked');
  expect(recordLabel({ decision: 'DISMISSED', label: 'No action needed' })).toBe('Record: no action needed');
});
