/** Pure. What follows from the windows of penalties: one rule for terms in the supplier's currency and in any other. */
import type { PenaltyWindow, Refundability } from './terms.ts';

/** From a moment on a cancellation costs so much. Null: since ever. */
export interface PenaltyStep {
  fromMs: number | null;
  penaltyMinor: number;
}

/** Windows out of steps in any order: where several are in force the highest counts, and no penalty exceeds the price. */
export function windowsOf(steps: readonly PenaltyStep[], netMinor: number): PenaltyWindow[] {
  const inOrder = isInOrder(steps) ? steps : steps.toSorted((a, b) => startOf(a) - startOf(b));
  const windows: PenaltyWindow[] = [];
  let last: PenaltyWindow = { fromMs: null, toMs: null, penaltyMinor: 0 };
  for (const { fromMs, penaltyMinor } of inOrder) {
    const penalty = Math.min(penaltyMinor, netMinor);
    if (penalty <= last.penaltyMinor) continue;
    if (fromMs === last.fromMs) {
      last.penaltyMinor = penalty;
      continue;
    }
    last.toMs = fromMs;
    windows.push(last);
    last = { fromMs, toMs: null, penaltyMinor: penalty };
  }
  windows.push(last);
  return windows;
}

export function refundabilityOf(windows: readonly PenaltyWindow[], netMinor: number): Refundability {
  const first = windows[0];
  return first === undefined ? 'UNKNOWN' : refundabilityFrom(first.penaltyMinor, netMinor);
}

/** REFUNDABLE: free at first. NON_REFUNDABLE: the full price at any time. Else PARTIALLY_REFUNDABLE. */
export function refundabilityFrom(firstPenaltyMinor: number, netMinor: number): Refundability {
  if (firstPenaltyMinor === 0) return 'REFUNDABLE';
  return firstPenaltyMinor >= netMinor ? 'NON_REFUNDABLE' : 'PARTIALLY_REFUNDABLE';
}

/** As most suppliers send them. */
function isInOrder(steps: readonly PenaltyStep[]): boolean {
  return steps.every((step, i) => i === 0 || startOf(steps[i - 1] as PenaltyStep) <= startOf(step));
}

function startOf({ fromMs }: PenaltyStep): number {
  return fromMs ?? Number.NEGATIVE_INFINITY;
}
