/** Calls to one provider, of one kind, in one slot of time. Pure. */
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { ProviderOperation } from '../../port/call.ts';

/** Widths of slots. Minutes are kept for days, hours for a month. */
export type SlotMinutes = 1 | 60;

export interface CountedCalls {
  slotMinutes: SlotMinutes;
  environment: Environment;
  /** Minutes since 1970. */
  startMinute: number;
  code: string;
  operation: ProviderOperation;
  calls: number;
  errors: number;
  timeouts: number;
  maxMs: number;
  /** Calls by class of duration. */
  durations: number[];
}

export function slotKey({ slotMinutes, environment, startMinute, code, operation }: CountedCalls): string {
  return `${slotMinutes} ${environment} ${startMinute} ${code} ${operation}`;
}

export function addCalls(to: CountedCalls, more: CountedCalls): void {
  to.calls += more.calls;
  to.errors += more.errors;
  to.timeouts += more.timeouts;
  to.maxMs = Math.max(to.maxMs, more.maxMs);
  to.durations = to.durations.map((count, i) => count + (more.durations[i] ?? 0));
}

/** The same calls by the hour, each slot once. */
export function byHour(minutes: readonly CountedCalls[]): CountedCalls[] {
  const hours = new Map<string, CountedCalls>();
  for (const minute of minutes) {
    const startMinute = Math.floor(minute.startMinute / 60) * 60;
    const hour: CountedCalls = { ...minute, slotMinutes: 60, startMinute };
    const known = hours.get(slotKey(hour));
    if (known === undefined) hours.set(slotKey(hour), hour);
    else addCalls(known, hour);
  }
  return [...hours.values()];
}
