import { expect, test } from 'vitest';
import { operatorNeedsStepUp, removesSecondFactor } from './company-limits.ts';

test('what partners and guests trust, and a weaker sign-in, is changed only after a step-up', () => {
  const contact = { name: 'Help desk', phone: null, email: null };
  const changes = [
    ...[{ name: 'Serai Hotels' }, { company: {} }, { paymentDetails: {} }, { billingSchedule: {} }],
    ...[{ emergencyContact: contact }, { requireSecondFactor: false }],
  ];
  for (const changed of changes) expect([changed, operatorNeedsStepUp(changed)]).toEqual([changed, true]);
});

test('other settings, and the demand for a second factor, need no step-up', () => {
  for (const changed of [{}, { timeZone: 'Europe/Madrid' }, { requireSecondFactor: true }])
    expect([operatorNeedsStepUp(changed), removesSecondFactor(changed)]).toEqual([false, false]);
});
