import { describe, expect, test } from 'vitest';
import { formatDateTime } from '../lib/format/format.ts';
import { fieldLabel, fieldWords, valueText } from './change-words.ts';

describe('fieldLabel', () => {
  test.each([
    ['role', 'Role'],
    ['expiresAt', 'Expires'],
    ['erasedAt', 'Erased'],
    ['dueOn', 'Due'],
    ['externalReference', 'External reference'],
    ['providerReference', 'Provider reference'],
    ['penaltyBorneBy', 'Penalty borne by'],
    ['url', 'URL'],
    ['partnerId', 'Partner ID'],
    ['paymentDays', 'Payment terms'],
    ['overlapSeconds', 'Overlap'],
    ['limits.perMinute', 'Requests per minute'],
    ['company.taxNumber', 'Tax number'],
    ['ceilings.limits.perMinute', 'Maximum limits, requests per minute'],
    ['ceilings.keys', 'Maximum number of keys'],
    ['limits.spend.perDay', 'Daily spend limit'],
    ['conditions.leadDays.from', 'Days before arrival, from'],
    ['conditions.checkIn.to', 'Check-in, to'],
    ['action.amountPerRoomNight', 'Amount per room night'],
    ['somethingNew', 'Something new'],
  ])('the field %s has the label %s', (path, label) => expect(fieldLabel(path)).toBe(label));

  test('a field has other words within a sentence than as a label', () => {
    expect(fieldWords('expiresAt')).toBe('expiry');
    expect(fieldWords('timeoutMs')).toBe('timeout');
    expect(fieldWords('eventTypes')).toBe('event types');
  });
});

describe('valueText', () => {
  const at = '2026-11-24T18:41:15.517Z';
  test.each<[string, string, unknown]>([
    ['Developer', 'role', 'partner-developer'],
    ['none', 'name', null],
    ['none', 'addresses', []],
    [formatDateTime(at), 'expiresAt', at],
    ['24 Nov 2026', 'dueOn', '2026-11-24'],
    ['October 2026', 'month', '2026-10'],
    ['640.50 EUR', 'closing', { amount: '640.50', currency: 'EUR' }],
    ['14 days', 'paymentDays', 14],
    ['1 day', 'guestDays', 1],
    ['5.0 s', 'timeoutMs', 5_000],
    ['1,200', 'perMinute', 1_200],
    ['yes', 'requireSecondFactor', true],
    ['Confirmed', 'status', 'CONFIRMED'],
    ['Cancelling', 'status', 'CANCEL_PENDING'],
    ['Disabled', 'status', 'DISABLED'],
    ['8%', 'percent', '8'],
    ['Markup', 'type', 'MARKUP'],
    ['Owes more', 'effect', 'OWES_MORE'],
    ['Many removals', 'reason', 'MANY_REMOVALS'],
    ['EUR', 'currency', 'EUR'],
    ['NORTH', 'name', 'NORTH'],
    ['bookings:read, content:read', 'scopes', ['bookings:read', 'content:read']],
    [
      'name Maria, email maria@example.com',
      'contacts',
      [{ name: 'Maria', email: 'maria@example.com', phone: null }],
    ],
  ])('shows %s', (text, field, value) => expect(valueText(field, value)).toBe(text));
});
