import { expect, it } from 'vitest';
import { describeActor, summariseDeliveries } from './event.ts';

const NONE = { delivered: 0, pending: 0, failed: 0, held: 0 };

it('the event summary shows failed, held or pending deliveries instead of successful ones', () => {
  expect(summariseDeliveries({ ...NONE, delivered: 2, failed: 1 })).toEqual({
    label: '1 of 3 failed',
    tone: 'bad',
  });
  expect(summariseDeliveries({ ...NONE, delivered: 2, held: 1, pending: 1 }).label).toBe('1 of 4 on hold');
  expect(summariseDeliveries({ ...NONE, delivered: 1, pending: 1 }).label).toBe('1 of 2 pending');
  expect(summariseDeliveries({ ...NONE, delivered: 1 }).label).toBe('Delivered');
  expect(summariseDeliveries({ ...NONE, delivered: 3 }).label).toBe('All 3 delivered');
  expect(summariseDeliveries(NONE).label).toBe('Not sent');
  expect(summariseDeliveries(undefined).label).toBe('Not sent');
});

it('the event summary names the actor, if there is one', () => {
  expect(describeActor('OPERATOR')).toBe('The operator');
  expect(describeActor(null)).toBe('–');
});
