import { describe, expect, it } from 'vitest';
import { type Found, itemOf } from './palette-items.ts';

const found = (kind: Found['kind'], status: string) =>
  ({ kind, id: 'x', title: 'x', detail: null, status, environment: 'sandbox' }) as Found;

describe('records in the command palette', () => {
  it('the status of a booking has the same name as on its page', () => {
    expect(itemOf(found('booking', 'CANCEL_PENDING'), 'sandbox').status).toBe('Cancelling');
    expect(itemOf(found('key', 'ACTIVE'), 'sandbox').status).toBe('Active');
  });
});
