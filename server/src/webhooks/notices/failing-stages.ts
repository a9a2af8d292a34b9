/** When the owners of a failing endpoint are notified, and when it is disabled. Pure. */

const HOUR_MS = 3_600_000;

/**
 * How long an endpoint must have failed before each stage. The first two stages notify the owner, and the last one
 * disables the endpoint.
 */
export const STAGES = [
  { afterMs: 24 * HOUR_MS, kind: 'webhook.failing' },
  { afterMs: 96 * HOUR_MS, kind: 'webhook.disabling_soon' },
  { afterMs: 120 * HOUR_MS, kind: 'webhook.disabled' },
] as const;

/**
 * Minimum time between two notices. If no worker ran for days, the notices come late, but each leaves time to react.
 */
export const APART_MS = 24 * HOUR_MS;

interface FailingState {
  /** Since when the endpoint has failed. The time before it was enabled again does not count. */
  since: Date;
  /** The number of stages that it has reached. */
  stage: number;
  /** Time of the last notice. */
  noticeAt: Date | null;
  now: Date;
}

/** When the remaining stages begin if the endpoint keeps failing. The last one disables it. */
export function remainingStages({ since, stage, noticeAt, now }: FailingState): Date[] {
  let earliestMs = noticeAt === null ? 0 : noticeAt.getTime() + APART_MS;
  return STAGES.slice(stage).map(({ afterMs }) => {
    const atMs = Math.max(since.getTime() + afterMs, earliestMs, now.getTime());
    earliestMs = atMs + APART_MS;
    return new Date(atMs);
  });
}
