import { expect, it } from 'vitest';
import { groupsOf, reportQuery, toggleGroup } from './report.ts';

it('a report is grouped by partner unless other groups are chosen, and unknown groups are ignored', () => {
  expect(groupsOf({})).toEqual(['PARTNER']);
  expect(groupsOf({ by: 'MONTH,PLANET,HOTEL,MONTH' })).toEqual(['MONTH', 'HOTEL']);
});

it('toggling a group of a report adds or removes it, but the last group stays', () => {
  expect(toggleGroup(['PARTNER'], 'MONTH')).toBe('PARTNER,MONTH');
  expect(toggleGroup(['PARTNER', 'MONTH'], 'PARTNER')).toBe('MONTH');
  expect(toggleGroup(['MONTH'], 'MONTH')).toBe('MONTH');
});

it('a report ignores a country code that is still being typed', () => {
  expect(reportQuery('sandbox', { country: 'e' })).toEqual({ environment: 'sandbox', by: ['PARTNER'] });
  expect(reportQuery('sandbox', { country: 'es' })).toMatchObject({ country: 'ES' });
});
