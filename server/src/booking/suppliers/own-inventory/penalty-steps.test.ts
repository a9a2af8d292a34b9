import { expect, it } from 'vitest';
import type { SuppliedPolicy } from '../../port/supplied-offer.ts';
import { penaltyNow, penaltySteps } from './penalty-steps.ts';

const at = (local: string, penaltyMinor = 100) =>
  ({ from: { kind: 'LOCAL', at: local }, penaltyMinor }) as const;
const policy = (...penalties: ReturnType<typeof at>[]): SuppliedPolicy => ({
  kind: 'KNOWN',
  penalties,
  noShowMinor: 500,
});

it.each([
  ['Pacific/Kiritimati', '2028-03-01T18:00', '2028-03-01T04:00:00Z'],
  ['Pacific/Pago_Pago', '2028-03-01T18:00', '2028-03-02T05:00:00Z'],
  // On the day of the time change, 18:00 is 17 hours after midnight.
  ['Europe/Madrid', '2028-03-26T18:00', '2028-03-26T16:00:00Z'],
  ['Europe/Madrid', '2028-03-25T18:00', '2028-03-25T17:00:00Z'],
  // The first local time is skipped, and the second occurs twice.
  ['Europe/Madrid', '2028-03-26T02:30', '2028-03-26T01:00:00Z'],
  ['Europe/Madrid', '2028-10-29T02:30', '2028-10-29T00:30:00Z'],
  ['Europe/Madrid', '2028-02-29T00:00', '2028-02-28T23:00:00Z'],
  // If the time zone is unknown, UTC+14 applies.
  [null, '2028-03-01T18:00', '2028-03-01T04:00:00Z'],
])('in the time zone %s, the local deadline %s is %s', (zone, local, instant) => {
  const [step] = penaltySteps(policy(at(local)), '2028-04-01', zone);
  expect(new Date(step?.fromMs ?? 0).toISOString()).toBe(instant.replace('Z', '.000Z'));
});

it('the no-show penalty applies from the day after arrival', () => {
  const steps = penaltySteps(policy(at('2028-03-01T18:00')), '2028-03-03', 'UTC');
  const now = (time: string) => penaltyNow(steps, Date.parse(time), 400);
  expect([now('2028-03-01T17:59:59Z'), now('2028-03-01T18:00:00Z')]).toEqual([0, 100]);
  expect([now('2028-03-03T23:59:59Z'), now('2028-03-04T00:00:00Z')]).toEqual([100, 400]);
});

it('a penalty never decreases, and an unconditional penalty applies from the start', () => {
  const always = {
    kind: 'KNOWN',
    penalties: [{ from: { kind: 'ALWAYS' }, penaltyMinor: 300 }],
    noShowMinor: null,
  };
  expect(penaltyNow(penaltySteps(always as SuppliedPolicy, '2028-03-03', 'UTC'), 0, 1_000)).toBe(300);
  const falling = penaltySteps(
    policy(at('2028-01-01T00:00', 450), at('2028-02-01T00:00', 50)),
    '2028-03-03',
    'UTC',
  );
  expect(penaltyNow(falling, Date.parse('2028-02-02T00:00:00Z'), 1_000)).toBe(450);
});
