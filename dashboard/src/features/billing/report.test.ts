import { expect, it } from 'vitest';
import { groupsOf, reportQuery, toggleGroup } from './report.ts';

it('groups by partner unless groups are chosen, and ignores unknown ones', () => {
  expect(groupsOf({})).toEqual(['PARTNER']);
  expect(groupsOf({ by: 'MONTH,PLANET,HOTEL,MONTH' })).toEqual(['MONTH', 'HOTEL']);
});

it('adds and removes groups, but keeps the last one', () => {
  expect(toggleGroup(['PARTNER'], 'MONTH')).toBe('PARTNER,MONTH');
  expect(toggleGroup(['PARTNER', 'MONTH'], 'PARTNER')).toBe('MONTH');
  expect(toggleGroup(['MONTH'], 'MONTH')).toBe('MONTH');
});

it('ignores a country code that is still being typed', () => {
  expect(reportQuery('sandbox', { country: 'e' })).toEqual({ environment: 'sandbox', by: ['PARTNER'] });
  expect(reportQuery('sandbox', { country: 'es' })).toMatchObject({ country: 'ES' });
});
