import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FairShare } from './fair-share.ts';

function takeAll(share: FairShare, holder: string): number {
  let taken = 0;
  while (share.tryTake(holder) === undefined) taken += 1;
  return taken;
}

test('a single caller gets half of the slots, and later callers get fewer and fewer', () => {
  const share = new FairShare(500);
  const taken = ['a', 'b', 'c', 'd'].map(holder => takeAll(share, holder));
  expect(taken).toEqual([250, 95, 46, 26]);
  expect(share.total).toBe(417);
});

test.each([1, 2, 3, 4, 5, 32, 64, 256])(
  'with a share of two thirds, a single caller can take %i slots and leaves one for another caller',
  calls => {
    const share = new FairShare(Math.ceil(calls * 1.5), { alone: 2 / 3 });
    expect(takeAll(share, 'a')).toBe(calls);
    expect(share.tryTake('b')).toBeUndefined();
  },
);

test('slots that a caller releases are available to another caller', () => {
  const share = new FairShare(4);
  takeAll(share, 'a');
  share.release('a');
  share.release('a');
  expect([share.total, share.heldBy('a'), takeAll(share, 'b')]).toEqual([0, 0, 2]);
});

test('a request for more slots than are free is rejected as "full", and one beyond the share of its caller as "share"', () => {
  const share = new FairShare(100, { least: 10 });
  expect([share.checkTake('a', 101), share.checkTake('a', 100)]).toEqual(['full', undefined]);
  share.take('b', 50);
  expect(share.checkTake('a', 50)).toBe('share');
  share.release('b', 50);
  for (let i = 0; i < 9; i++) share.take(`other ${i}`, 10);
  expect([share.checkTake('a', 10), share.checkTake('a', 11)]).toEqual([undefined, 'full']);
});

/** A positive count takes slots for a holder, and a negative count releases them. */
const steps = (holders: number) =>
  fc.array(
    fc.record({ holder: fc.integer({ min: 0, max: holders - 1 }), count: fc.integer({ min: -20, max: 60 }) }),
    { maxLength: 300 },
  );

test('a new caller always gets a slot, in whatever order up to 1.5 × √cap other callers take and release theirs', () => {
  const attack = fc
    .integer({ min: 16, max: 600 })
    .chain(cap => fc.tuple(fc.constant(cap), steps(Math.floor(1.5 * Math.sqrt(cap)))));
  fc.assert(
    fc.property(attack, ([cap, arrivals]) => {
      const share = new FairShare(cap);
      const model = new Map<string, number>();
      for (const { holder, count } of arrivals) {
        const name = `attacker ${holder}`;
        for (let i = 0; i < count && share.tryTake(name) === undefined; i++) {
          model.set(name, (model.get(name) ?? 0) + 1);
        }
        for (let i = 0; i > count && (model.get(name) ?? 0) > 0; i--) {
          share.release(name);
          model.set(name, (model.get(name) as number) - 1);
        }
      }
      // Each attacker takes every slot that it can still get.
      const attackers = Math.floor(1.5 * Math.sqrt(cap));
      for (let i = 0; i < attackers; i++) {
        const name = `attacker ${i}`;
        model.set(name, (model.get(name) ?? 0) + takeAll(share, name));
      }
      expect(share.total).toBe([...model.values()].reduce((sum, held) => sum + held, 0));
      expect(share.total).toBeLessThan(cap);
      expect(share.tryTake('newcomer')).toBeUndefined();
    }),
    { numRuns: 300 },
  );
});
