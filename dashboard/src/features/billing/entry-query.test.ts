import { listEntries } from '@serai/contract/billing/billing.ts';
import { expect, it } from 'vitest';
import { ENTRY_HEADINGS, entryCells, entryQuery } from './entry-query.ts';

const [payment, charge] = listEntries.examples.answer.entries;
/** The row of an entry, by the headings. */
const row = (entry: unknown) =>
  Object.fromEntries(entryCells(entry as never).map((cell, at) => [ENTRY_HEADINGS[at], cell]));

it('each value of an entry is below its heading', () => {
  expect(entryCells(charge as never)).toHaveLength(ENTRY_HEADINGS.length);
  expect(row(charge)).toEqual({
    time: '2026-07-02T10:15:00Z',
    entry: 'pst_7Q2M4K9TXA1WZB3EHV6C.2',
    partner: 'prt_01J9ZC4T3E',
    kind: 'CHARGE',
    booking: 'bkg_7Q2M4K9TXA1WZB3EHV6C',
    reference: null,
    reason: null,
    actor: 'PROVIDER',
    amount: { decimal: '444.00' },
    owed: { decimal: '444.00' },
    held: { decimal: '0.00' },
    currency: 'EUR',
    'received on': null,
    'client reference': 'NT-2026-1184',
    guest: 'Mary Delacroix',
    hotel: 'Casa Luna',
    'check-in': '2026-07-17',
    'check-out': '2026-07-20',
    'returned on': undefined,
  });
});

it('a payment has its reference and its day, and the day of its return', () => {
  const returned = { on: '2026-07-08', entryId: 'pst_1.1' };
  expect(row({ ...payment, returned })).toMatchObject({
    kind: 'PAYMENT',
    reference: 'BANK-2026-0815',
    owed: { decimal: '-1000.00' },
    'received on': '2026-07-03',
    'returned on': '2026-07-08',
  });
});

it('unknown kinds and incomplete dates are ignored, and a period includes its last day', () => {
  expect(entryQuery('sandbox', { kind: 'UNKNOWN', from: '2026-07' })).toEqual({ environment: 'sandbox' });
  const { kinds, from, to } = entryQuery('production', {
    kind: 'RETURNED_PAYMENT',
    from: '2026-07-01',
    to: '2026-07-01',
  });
  expect(kinds).toEqual(['RETURNED_PAYMENT']);
  expect(Date.parse(to ?? '') - Date.parse(from ?? '')).toBe(24 * 60 * 60_000);
});
