import { expect, test } from 'vitest';
import { operatorNeedsStepUp, removesSecondFactor } from './step-up.ts';

test('changing what partners and guests rely on, or weakening the sign-in, requires a step-up', () => {
  const contact = { name: 'Help desk', phone: null, email: null };
  const changes = [
    ...[{ name: 'Serai Hotels' }, { company: {} }, { paymentDetails: {} }, { billingSchedule: {} }],
    ...[{ emergencyContact: contact }, { requireSecondFactor: false }],
  ];
  for (const changed of changes) expect([changed, operatorNeedsStepUp(changed)]).toEqual([changed, true]);
});

test('changing other settings, or requiring a second factor, needs no step-up', () => {
  for (const changed of [{}, { timeZone: 'Europe/Madrid' }, { requireSecondFactor: true }])
    expect([operatorNeedsStepUp(changed), removesSecondFactor(changed)]).toEqual([false, false]);
});
