/** From when on a provider is degraded or down. `docs/guides/operator/health.md` documents the values. */

/** With fewer calls, a share of failures means little. */
export const MIN_HEALTH_CALLS = 20;

/** Shares of failed calls. */
export const PROVIDER_HEALTH_LIMITS = { degraded: 0.05, down: 0.5 } as const;
