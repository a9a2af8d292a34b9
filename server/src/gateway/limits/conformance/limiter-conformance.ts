/** The conformance suite for limiters, which checks them against an exact log of admitted requests. */
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type LimitDecision, type Limits, WINDOWS } from '../limiter.ts';
import { ExactLog } from './exact-log.ts';
import { describeFixedCases } from './fixed-cases.ts';
import type { LimiterUnderTest } from './limiter-under-test.ts';
import { describeTraffic } from './traffic.ts';

interface Step {
  gapMs: number;
  limits: Limits | undefined;
  /** After a rejection, advances to one millisecond before the end of the wait, and then to its end. */
  waitsOut: boolean;
}

const limitsArbitrary = fc.record({
  perMinute: fc.integer({ min: 1, max: 6 }),
  perHour: fc.integer({ min: 1, max: 12 }),
  perDay: fc.integer({ min: 1, max: 24 }),
});

const stepArbitrary: fc.Arbitrary<Step> = fc.record({
  gapMs: fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: 0, max: 300 }) },
    { weight: 4, arbitrary: fc.integer({ min: 0, max: 61_000 }) },
    { weight: 2, arbitrary: fc.integer({ min: 0, max: 3_700_000 }) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 90_000_000 }) },
    { weight: 1, arbitrary: fc.constantFrom(60_000, 59_999, 3_600_000, 86_400_000) },
  ),
  limits: fc.option(limitsArbitrary, { nil: undefined, freq: 12 }),
  waitsOut: fc.integer({ min: 0, max: 3 }).map(chance => chance === 0),
});

export function describeLimiter(
  make: () => Promise<LimiterUnderTest>,
  options: { runs: number; trafficMinutes: number },
): void {
  let subject: LimiterUnderTest;
  let keys = 0;

  beforeEach(async () => {
    subject = await make();
  });
  afterEach(() => subject.close());

  test('the limiter agrees with an exact log on decisions, counts and waits, to within one cell of each window', async () => {
    await fc.assert(
      fc.asyncProperty(
        limitsArbitrary,
        fc.array(stepArbitrary, { minLength: 40, maxLength: 80 }),
        (first, steps) => followsExactLog(subject, `key${++keys}`, first, steps),
      ),
      { numRuns: options.runs },
    );
  }, 120_000);

  describe('traffic', () => describeTraffic(() => subject, options.trafficMinutes));

  describeFixedCases(() => subject);
}

async function followsExactLog(
  subject: LimiterUnderTest,
  keyId: string,
  firstLimits: Limits,
  steps: Step[],
): Promise<void> {
  const { limiter, clock } = subject;
  const log = new ExactLog();
  let limits = firstLimits;
  const decide = async (): Promise<LimitDecision> => {
    const decision = await limiter.decide(keyId, limits);
    log.check(decision, limits, clock.nowMs(), subject.remainingLagMs);
    return decision;
  };
  for (const step of steps) {
    clock.advance(step.gapMs);
    limits = step.limits ?? limits;
    const decision = await decide();
    if (decision.admitted || !step.waitsOut) continue;
    const waitMs = Math.max(...decision.waitMs);
    expect(waitMs).toBeLessThanOrEqual(WINDOWS[2].seconds * 1000);
    clock.advance(waitMs - 1);
    expect((await decide()).admitted).toBe(false);
    clock.advance(1);
    expect((await decide()).admitted).toBe(true);
  }
}
