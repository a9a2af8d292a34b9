/**
 * Limits the calls of one account at a supplier per minute and per day. Suppliers may block an account that exceeds its limits.
 * Pure.
 *
 * Each window is a sliding-window counter: a ring of cells. Its sum covers slightly more than the window, so that the limit is kept
 * no matter when the supplier's own window starts.
 */
import type { ProviderOperation } from '../../port/call.ts';

export interface BudgetLimits {
  perMinute?: number | undefined;
  perDay?: number | undefined;
}

/** The purpose of a call, the most important first. */
export const CALL_CLASSES = ['SETTLE', 'BOOK', 'QUOTE', 'SEARCH', 'REFRESH', 'CONTENT'] as const;
export type CallClass = (typeof CALL_CLASSES)[number];

/** A call of this class is admitted while all calls together stay within this percentage of each limit. */
export const SHARE_PERCENT: Readonly<Record<CallClass, number>> = {
  SETTLE: 100,
  BOOK: 90,
  QUOTE: 80,
  SEARCH: 65,
  REFRESH: 60,
  CONTENT: 50,
};

/**
 * Calls that settle or make a booking are counted, but never refused. If the budget is used up, a booking is refused
 * before it is journalled.
 */
export function isAlwaysAdmitted(callClass: CallClass): boolean {
  return callClass === 'SETTLE' || callClass === 'BOOK';
}

export function classOf(operation: ProviderOperation, isRefresh = false): CallClass {
  switch (operation) {
    case 'search':
      return isRefresh ? 'REFRESH' : 'SEARCH';
    case 'quote':
    case 'release':
      return 'QUOTE';
    case 'book':
      return 'BOOK';
    default:
      return 'SETTLE';
  }
}

interface BudgetWindow {
  cellMs: number;
  /** One more than fits into the window, because the oldest cell may be partly outside it. */
  cells: number;
}

export const MINUTE: BudgetWindow = { cellMs: 3_000, cells: 21 };
export const DAY: BudgetWindow = { cellMs: 3_600_000, cells: 25 };

/**
 * Throttling halves the permitted share of the limits. The share then rises steadily, by 100 percentage points in this
 * time.
 */
export const RECOVERY_MS = 600_000;

export interface BudgetDecision {
  isAdmitted: boolean;
  /** How long to wait before another attempt. 0 if admitted. */
  retryAfterMs: number;
  usedPerMinute: number;
  usedPerDay: number;
}

interface Ring {
  /** Number of the newest cell, counted from 1970. */
  newest: number;
  counts: number[];
}

/** The state of one account. Mutable, so that a process can keep many accounts cheaply. */
export interface BudgetState {
  minute: Ring;
  day: Ring;
  blockedUntilMs: number;
  /** Percentage of the limits that was permitted right after the last throttling. */
  reducedTo: number;
  /** Time of the last throttling. */
  reducedAtMs: number;
}

export function newBudgetState(): BudgetState {
  const ring = ({ cells }: BudgetWindow): Ring => ({ newest: 0, counts: Array(cells).fill(0) });
  return { minute: ring(MINUTE), day: ring(DAY), blockedUntilMs: 0, reducedTo: 100, reducedAtMs: 0 };
}

/** Decides whether to admit a call, and counts it if it is admitted. */
export function takeFromBudget(
  state: BudgetState,
  nowMs: number,
  { perMinute, perDay }: BudgetLimits,
  callClass: CallClass,
  weight: number,
): BudgetDecision {
  const usedPerMinute = advance(state.minute, MINUTE, nowMs);
  const usedPerDay = advance(state.day, DAY, nowMs);
  const percent = (SHARE_PERCENT[callClass] * permittedPercent(state, nowMs)) / 100;
  const exceeds = (used: number, limit: number | undefined) =>
    limit !== undefined && (used + weight) * 100 > limit * percent;
  const waits = [
    state.blockedUntilMs - nowMs,
    exceeds(usedPerMinute, perMinute) ? MINUTE.cellMs - (nowMs % MINUTE.cellMs) : 0,
    exceeds(usedPerDay, perDay) ? DAY.cellMs - (nowMs % DAY.cellMs) : 0,
  ];
  const retryAfterMs = Math.max(0, ...waits);
  if (retryAfterMs > 0 && !isAlwaysAdmitted(callClass))
    return { isAdmitted: false, retryAfterMs, usedPerMinute, usedPerDay };
  count(state.minute, MINUTE, weight);
  count(state.day, DAY, weight);
  return {
    isAdmitted: true,
    retryAfterMs: 0,
    usedPerMinute: usedPerMinute + weight,
    usedPerDay: usedPerDay + weight,
  };
}

export function budgetUse(
  state: BudgetState,
  nowMs: number,
): Pick<BudgetDecision, 'usedPerMinute' | 'usedPerDay'> {
  return {
    usedPerMinute: advance(state.minute, MINUTE, nowMs),
    usedPerDay: advance(state.day, DAY, nowMs),
  };
}

/**
 * The supplier refused a call because of its limits. Until the given time, only calls that are always admitted are
 * sent. The permitted share of the limits is halved, unless the account is already blocked.
 */
export function throttleBudget(state: BudgetState, nowMs: number, untilMs: number): void {
  if (nowMs >= state.blockedUntilMs) {
    state.reducedTo = permittedPercent(state, nowMs) / 2;
    state.reducedAtMs = nowMs;
  }
  state.blockedUntilMs = Math.max(state.blockedUntilMs, untilMs);
}

function permittedPercent({ reducedTo, reducedAtMs }: BudgetState, nowMs: number): number {
  return Math.min(100, reducedTo + (100 * (nowMs - reducedAtMs)) / RECOVERY_MS);
}

/** Clears the cells that have left the window and returns the sum of the others. */
function advance(ring: Ring, { cellMs, cells }: BudgetWindow, nowMs: number): number {
  const newest = Math.max(ring.newest, Math.floor(nowMs / cellMs));
  const passed = Math.min(cells, newest - ring.newest);
  for (let i = 0; i < passed; i += 1) ring.counts[(newest - i) % cells] = 0;
  ring.newest = newest;
  return ring.counts.reduce((sum, each) => sum + each, 0);
}

function count(ring: Ring, { cells }: BudgetWindow, weight: number): void {
  const cell = ring.newest % cells;
  ring.counts[cell] = (ring.counts[cell] ?? 0) + weight;
}
