/** Checks a second-factor code: six digits from the authenticator, each valid once, or a backup code. */
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { hashToken } from '../access/hash-token.ts';
import type { People } from './people.ts';
import { lockSecondFactor, saveFactorCount, takeCode } from './person-store.ts';

/**
 * After this many consecutive wrong codes, even correct codes are rejected for a while, because six digits can be
 * guessed.
 */
const MAX_FAILURES = 10;
const LOCK_MS = 15 * 60_000;
/** How long used codes are remembered: longer than the three 30-second steps in which a code is accepted. */
const GOOD_FOR_MS = 120_000;

const DIGITS = /^\d{6}$/;

export type CodeDecision = { code: 'right' | 'wrong' } | { code: 'locked'; untilMs: number };

interface CheckParts {
  db: Database;
  people: People;
  clock: Clock;
}

/**
 * Uses a separate transaction, because the failure must be counted even if the request fails. Known devices and open
 * sessions are counted separately, so that wrong codes from elsewhere do not lock them out.
 */
export function checkCode(
  { db, people, clock }: CheckParts,
  { personId, code: typed, isKnown }: { personId: string; code: string; isKnown: boolean },
): Promise<CodeDecision> {
  const code = withoutSpaces(typed);
  return inTransaction(db, async tx => {
    const nowMs = clock.nowMs();
    const count = await lockSecondFactor(tx, personId, isKnown);
    if (count === undefined) return { code: 'wrong' };
    if (count.lockedUntilMs > nowMs) return { code: 'locked', untilMs: count.lockedUntilMs };
    if (await isRight(people, tx, { personId, code, nowMs })) {
      await saveFactorCount(tx, personId, { isKnown, failures: 0, lockedUntilMs: 0 });
      return { code: 'right' };
    }
    const failures = count.failures + 1;
    const isOver = failures >= MAX_FAILURES;
    await saveFactorCount(tx, personId, {
      isKnown,
      failures: isOver ? 0 : failures,
      lockedUntilMs: isOver ? nowMs + LOCK_MS : 0,
    });
    return { code: 'wrong' };
  });
}

async function isRight(
  people: People,
  tx: Database,
  { personId, code, nowMs }: { personId: string; code: string; nowMs: number },
): Promise<boolean> {
  if (!DIGITS.test(code)) return people.takeBackupCode(tx, personId, code);
  return (await people.isAuthenticatorCode(tx, personId, code)) && useCode(tx, { personId, code, nowMs });
}

/** Returns false if the code was already used while it was still accepted. */
export function useCode(
  tx: Database,
  { personId, code, nowMs }: { personId: string; code: string; nowMs: number },
): Promise<boolean> {
  const codeHash = hashToken(`${personId} ${code}`);
  return takeCode(tx, { personId, codeHash, nowMs, goodForMs: GOOD_FOR_MS });
}

/** Authenticators show codes in two groups, and people often type the space between them. */
export function withoutSpaces(code: string): string {
  return code.replaceAll(/\s/g, '');
}
