import type { Output } from '../../lib/calls/operator-client.ts';

type Key = Output<'keys/list'>['keys'][number];

export const SOON_DAYS = 14;

/** Keys that still work and end within two weeks, the next one first. */
export function expiringKeys(keys: readonly Key[], nowMs = Date.now()): Key[] {
  const untilMs = nowMs + SOON_DAYS * 86_400_000;
  return keys
    .filter(
      ({ status, expiresAt }) =>
        status === 'ACTIVE' && expiresAt !== null && Date.parse(expiresAt) <= untilMs,
    )
    .sort((a, b) => Date.parse(a.expiresAt as string) - Date.parse(b.expiresAt as string));
}
