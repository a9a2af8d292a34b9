import { expect, test } from 'vitest';
import { foundDetail, placeText } from './found-detail.ts';

test('a found hotel is listed with the name of its country', () => {
  const detail = (text: string | null) => foundDetail({ kind: 'hotel', detail: text });
  expect(detail('Barcelona, ES, htl_7Q2M')).toBe('Barcelona, Spain, htl_7Q2M');
  expect(detail('Palma, Illes Balears, ES, htl_7Q2M')).toBe('Palma, Illes Balears, Spain, htl_7Q2M');
  expect(detail('ES, htl_7Q2M')).toBe('Spain, htl_7Q2M');
  expect(detail('htl_7Q2M')).toBe('htl_7Q2M');
  expect(detail(null)).toBeUndefined();
});

test('the scenario hotels of the sandbox are listed without a country', () => {
  expect(foundDetail({ kind: 'hotel', detail: 'Testville, ZZ, htl_7Q2M' })).toBe('Testville, htl_7Q2M');
  expect(placeText(null, 'ZZ')).toBeUndefined();
});

test('the details of other records stay as they are', () => {
  const detail = 'Casa Luna, ES, ORDER-1001';
  expect(foundDetail({ kind: 'booking', detail })).toBe(detail);
});
