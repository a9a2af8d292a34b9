/**
 * Limits at which a provider counts as degraded or down. `docs/guides/operator/health.md` documents the values. Pure.
 */

/** With fewer calls, a share of failures means little. */
export const MIN_HEALTH_CALLS = 20;

/** Shares of failed calls. */
export const PROVIDER_HEALTH_LIMITS = { degraded: 0.05, down: 0.5 } as const;

export type CallsLevel = 'OK' | 'DEGRADED' | 'DOWN';

/** The level that calls alone give a provider. OK if there are too few calls to judge. */
export function callsLevel({ calls, errors }: { calls: number; errors: number }): CallsLevel {
  const share = calls >= MIN_HEALTH_CALLS ? errors / calls : 0;
  if (share >= PROVIDER_HEALTH_LIMITS.down) return 'DOWN';
  return share >= PROVIDER_HEALTH_LIMITS.degraded ? 'DEGRADED' : 'OK';
}
