/** When an open outcome is checked again. Suppliers that settle faster divide every pause. Pure. */
import { withJitter } from '../../platform/backoff.ts';
import type { Settlement } from '../port/supplier.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const PAUSES_MS = [
  5 * SECOND_MS,
  15 * SECOND_MS,
  30 * SECOND_MS,
  MINUTE_MS,
  2 * MINUTE_MS,
  5 * MINUTE_MS,
  10 * MINUTE_MS,
  15 * MINUTE_MS,
  20 * MINUTE_MS,
  30 * MINUTE_MS,
];

/** The share by which a pause is moved, earlier or later. */
const JITTER = 0.1;

type SpeedUp = Pick<Settlement, 'speedUp'>;

/** The pause after so many checks. `jitter` from 0 to 1 moves it by a tenth either way. */
export function checkPauseMs(checks: number, { speedUp }: SpeedUp, jitter: number): number {
  return withJitter((PAUSES_MS[checks] ?? HOUR_MS) / speedUp, JITTER, jitter);
}

/** The pause while the hotel has still to confirm, so long after the request. */
export function requestPauseMs(elapsedMs: number, { speedUp }: SpeedUp, jitter: number): number {
  const isFirstHour = elapsedMs < HOUR_MS / speedUp;
  return withJitter((isFirstHour ? 5 : 30) * (MINUTE_MS / speedUp), JITTER, jitter);
}

/** Two answers that nothing is there count when they are so far apart. */
export function absentGapMs({ speedUp }: SpeedUp): number {
  return (10 * MINUTE_MS) / speedUp;
}

/** Without certainty for so long, a person takes over. */
export function attentionAfterMs({ speedUp }: SpeedUp): number {
  return DAY_MS / speedUp;
}
