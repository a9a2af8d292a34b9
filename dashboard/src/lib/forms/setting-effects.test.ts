import { expect, test } from 'vitest';
import { changedFields, changedSettings } from './changed-fields.ts';
import { settingEffects } from './setting-effects.ts';

test('requiring a second factor must be confirmed, and making it optional must not', () => {
  expect(settingEffects({ requireSecondFactor: true }, { requireSecondFactor: false })).toHaveLength(1);
  expect(settingEffects({ requireSecondFactor: false }, { requireSecondFactor: true })).toEqual([]);
});

test('erasing guest data earlier must be confirmed, also if the default might be earlier', () => {
  expect(settingEffects({ guestDays: 30 }, { guestDays: 90 })).toEqual([
    'Guest data is erased 30 days after check-out. This includes the guests of past stays, and cannot be undone.',
  ]);
  expect(settingEffects({ guestDays: 30 }, { guestDays: null })).toHaveLength(1);
  expect(settingEffects({ guestDays: null }, { guestDays: 30 })).toHaveLength(1);
  expect(settingEffects({ guestDays: 90 }, { guestDays: 30 })).toEqual([]);
  expect(settingEffects({}, { guestDays: 30 })).toEqual([]);
});

test('fields that the user did not change are not sent', () => {
  const opened = { name: 'North', requireSecondFactor: false, contact: { phone: '1' } };
  expect(changedFields({ ...opened, contact: { phone: '1' }, name: 'South' }, opened)).toEqual({
    name: 'South',
  });
});

test('two people who edit different fields of a company at the same time do not overwrite each other', () => {
  const opened = { name: 'North', company: { taxNumber: null as string | null, contacts: ['Maria'] } };
  const first = changedSettings({ ...opened, company: { ...opened.company, taxNumber: 'SE1' } }, opened);
  const second = changedSettings({ ...opened, company: { ...opened.company, contacts: ['Ola'] } }, opened);
  expect([first, second]).toEqual([{ company: { taxNumber: 'SE1' } }, { company: { contacts: ['Ola'] } }]);
  // As the server merges them, in either order.
  const merged = { ...opened.company, ...second.company, ...first.company };
  expect(merged).toEqual({ taxNumber: 'SE1', contacts: ['Ola'] });
  expect(changedSettings({ ...opened, name: 'South' }, opened)).toEqual({ name: 'South' });
  const billing = { billingSchedule: { statementsDay: 3, reminderDays: 7 }, paymentDetails: { bic: null } };
  const later = { ...billing, billingSchedule: { statementsDay: 5, reminderDays: 7 } };
  expect(changedSettings(later, billing)).toEqual({ billingSchedule: { statementsDay: 5 } });
});
