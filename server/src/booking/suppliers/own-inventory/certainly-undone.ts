/** Pure. Failures of the database after which nothing was done. */
import type { NotExecuted } from '../../port/outcomes.ts';

/** Of the server: a deadlock, a serialisation failure, a lock that was not to be had in time. */
const ROLLED_BACK: ReadonlySet<unknown> = new Set(['40P01', '40001', '55P03']);

/** Undefined where it is not known. */
export function certainlyUndone(error: unknown): NotExecuted | undefined {
  const { code } = error as { code?: unknown };
  if (ROLLED_BACK.has(code)) return { kind: 'NOT_EXECUTED', cause: 'THROTTLED' };
  return code === 'POOL_BUSY' ? { kind: 'NOT_EXECUTED', cause: 'NOT_SENT' } : undefined;
}
