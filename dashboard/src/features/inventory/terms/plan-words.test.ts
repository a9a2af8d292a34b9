import { expect, it } from 'vitest';
import type { DocumentDraft } from './document-draft.ts';
import { derivationText, findingsText, notSoldText, saleText } from './plan-words.ts';

it('a plan that follows another one names it and the change', () => {
  const document = {
    currency: 'EUR',
    plans: [{ code: 'FLEX', name: { en: 'Flexible' } }] as unknown as DocumentDraft['plans'],
  };
  const text = (change: object) => derivationText({ derivedFrom: { plan: 'FLEX', ...change } }, document);
  expect(text({ percent: '-10' })).toBe('Flexible −10%');
  expect(text({ percent: '12.5' })).toBe('Flexible +12.5%');
  expect(text({ amount: '-1500.00' })).toBe('Flexible −1,500.00 EUR');
  expect(text({ amount: '0' })).toBe('same price as Flexible');
  expect(derivationText({}, document)).toBeUndefined();
});

it('findings are counted, and problems come first', () => {
  expect(findingsText(0, 4)).toBe('4 warnings');
  expect(findingsText(1, 1)).toBe('1 problem, 1 warning');
  expect(findingsText(0, 0)).toBeUndefined();
});

it('a stay that cannot be sold names the guests if they are the reason', () => {
  const family = { adults: 2, childAges: [7] };
  expect(notSoldText('MAXIMUM_OCCUPANCY', family)).toBe('no room type fits 2 adults and 1 child.');
  expect(notSoldText('MAXIMUM_OCCUPANCY', { adults: 1, childAges: [] })).toBe('no room type fits 1 adult.');
  expect(notSoldText('CHILDREN_NOT_ALLOWED', family)).toBe(
    'no room type accepts a child aged 7, or there is no price for this age.',
  );
  expect(notSoldText('CHILDREN_NOT_ALLOWED', { adults: 2, childAges: [3, 7, 9] })).toBe(
    'no room type accepts children aged 3, 7 and 9, or there is no price for one of these ages.',
  );
  expect(notSoldText('SOLD_OUT', family)).toBe('no rooms are left.');
});

it('an active plan that cannot be booked says why it is not on sale', () => {
  const plan = { active: true, rooms: ['DBL'], bookingWindow: { from: '2027-01-01', to: '2027-03-03' } };
  expect(saleText(plan, '2027-02-01')).toBeUndefined();
  expect(saleText({ ...plan, active: false }, '2027-02-01')).toBe('not on sale');
  expect(saleText(plan, '2026-12-31')).toBe('active, not on sale: bookable from 1 Jan 2027');
  expect(saleText(plan, '2027-03-04')).toBe('active, not on sale: bookable until 3 Mar 2027');
  expect(saleText({ active: true, rooms: [] }, '2027-02-01')).toBe('active, not on sale: no room types');
});
