import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TOKEN_LEEWAY_SECONDS, TOKEN_LIFETIME_SECONDS } from '../../platform/token/token-claims.ts';
import { PUBLISH_AHEAD_MS, type ScheduledKey, signingSchedule } from './signing-schedule.ts';

const DAY_MS = 24 * 3_600_000;
const TOKEN_LIFE_MS = (TOKEN_LIFETIME_SECONDS + TOKEN_LEEWAY_SECONDS) * 1000;

/**
 * Rotates like SigningKeys, with a check every `stepMs` for 100 days, and records which keys were used and published.
 */
function simulate(stepMs: number) {
  let keys: ScheduledKey[] = [];
  const moments: { nowMs: number; signer: string | undefined; published: string[] }[] = [];
  for (let nowMs = 0; nowMs < 100 * DAY_MS; nowMs += stepMs) {
    const plan = signingSchedule(keys, nowMs);
    keys = keys.filter(key => !plan.retired.includes(key));
    if (nowMs >= plan.rotationDueMs) {
      keys.push({ kid: `k${nowMs}`, useFromMs: keys.length === 0 ? nowMs : nowMs + PUBLISH_AHEAD_MS });
    }
    const after = signingSchedule(keys, nowMs);
    moments.push({ nowMs, signer: after.current?.kid, published: after.published.map(key => key.kid) });
  }
  return moments;
}

test('a signing key is always available, and every key after the first is published from 15 minutes before its use until its last token has expired', () => {
  fc.assert(
    fc.property(fc.integer({ min: 60_000, max: 240_000 }), stepMs => {
      const moments = simulate(stepMs);
      const firstPublished = new Map<string, number>();
      const lastSigned = new Map<string, number>();
      for (const { nowMs, signer, published } of moments) {
        if (signer === undefined) return false;
        for (const kid of published) if (!firstPublished.has(kid)) firstPublished.set(kid, nowMs);
        lastSigned.set(signer, nowMs);
        for (const [kid, signedMs] of lastSigned) {
          if (nowMs - signedMs <= TOKEN_LIFE_MS && !published.includes(kid)) return false;
        }
        const ahead = nowMs - (firstPublished.get(signer) ?? Number.POSITIVE_INFINITY);
        const isFirstKey = signer === 'k0';
        if (!isFirstKey && ahead < PUBLISH_AHEAD_MS) return false;
      }
      return lastSigned.size === 4;
    }),
    { numRuns: 4 },
  );
});

test('a new signing key is due immediately if none exists', () => {
  expect(signingSchedule([], 0)).toMatchObject({ current: undefined, published: [], rotationDueMs: 0 });
});
