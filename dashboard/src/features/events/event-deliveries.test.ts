import { expect, it } from 'vitest';
import { actorWords, deliveriesWords } from './event-deliveries.ts';

const NONE = { delivered: 0, pending: 0, failed: 0, held: 0 };

it('what went wrong is told before what went well', () => {
  expect(deliveriesWords({ ...NONE, delivered: 2, failed: 1 })).toEqual({
    words: '1 of 3 failed',
    tone: 'bad',
  });
  expect(deliveriesWords({ ...NONE, delivered: 2, held: 1, pending: 1 }).words).toBe('1 of 4 held');
  expect(deliveriesWords({ ...NONE, delivered: 1, pending: 1 }).words).toBe('1 of 2 on the way');
  expect(deliveriesWords({ ...NONE, delivered: 1 }).words).toBe('Delivered');
  expect(deliveriesWords({ ...NONE, delivered: 3 }).words).toBe('All 3 delivered');
  expect(deliveriesWords(NONE).words).toBe('No endpoint');
  expect(deliveriesWords(undefined).words).toBe('No endpoint');
});

it('who caused it is told, where somebody did', () => {
  expect(actorWords('OPERATOR')).toBe('An operator');
  expect(actorWords(null)).toBe('–');
});
