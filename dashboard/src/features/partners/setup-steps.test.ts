import { expect, it } from 'vitest';
import { hasBusiness, nextStep, setupSteps } from './setup-steps.ts';

const NEW = {
  billingEmail: null,
  sandboxKeys: 0,
  developers: 0,
  certification: { done: 2, steps: 10 },
  hasProductionKey: false,
};
const open = (facts: Parameters<typeof setupSteps>[0]) =>
  setupSteps(facts).flatMap(({ isDone, label }) => (isDone ? [] : label));

it('a new partner needs all five steps, and each one that is done is checked off', () => {
  expect(open(NEW)).toEqual([
    'Add a billing email',
    'Create a sandbox API key',
    'Invite a developer',
    'Complete certification (2 of 10 steps)',
    'Create a production API key',
  ]);
  expect(open({ ...NEW, billingEmail: 'a@example.com', sandboxKeys: 1, developers: 1 })).toEqual([
    'Complete certification (2 of 10 steps)',
    'Create a production API key',
  ]);
  expect(open({ ...NEW, certification: { done: 0 } })).toContain('Complete certification');
  expect(open({ ...NEW, certification: { done: 10, steps: 10 } })).not.toContain(
    'Complete certification (10 of 10 steps)',
  );
});

it('a partner with a production key needs only a billing email', () => {
  expect(open({ ...NEW, hasProductionKey: true })).toEqual(['Add a billing email']);
  expect(open({ ...NEW, hasProductionKey: true, billingEmail: 'a@example.com' })).toEqual([]);
});

it('the next step is the first one that is left and that the user may do', () => {
  const all = { EMAIL: true, SANDBOX_KEY: true, DEVELOPER: true, CERTIFICATION: true, PRODUCTION_KEY: true };
  expect(nextStep(setupSteps(NEW), all)?.id).toBe('EMAIL');
  expect(nextStep(setupSteps(NEW), { ...all, EMAIL: false })?.id).toBe('SANDBOX_KEY');
  const live = setupSteps({ ...NEW, hasProductionKey: true });
  expect(nextStep(live, { ...all, EMAIL: false })).toBeUndefined();
});

it('steps that the user may not see are left out', () => {
  expect(setupSteps({ billingEmail: null }).map(({ id }) => id)).toEqual(['EMAIL']);
});

it('a partner with a production key, bookings or a balance has business, and a new one has not', () => {
  const none = { hasProductionKey: false, bookings: 0, balance: '0.00' };
  expect([hasBusiness({}), hasBusiness(none)]).toEqual([false, false]);
  expect(hasBusiness({ ...none, hasProductionKey: true })).toBe(true);
  expect(hasBusiness({ ...none, bookings: 1 })).toBe(true);
  expect(hasBusiness({ ...none, balance: '-20.00' })).toBe(true);
});
