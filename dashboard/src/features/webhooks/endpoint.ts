import type { EventType } from '@serai/contract/events.ts';
import { dateAndTime, timeOf, timeProblem } from '../../components/pickers/date-range.ts';
import type { Output } from '../../lib/calls/operator-client.ts';
import { EVENT_TYPES } from '../../lib/event-types.ts';
import { formatNumber } from '../../lib/format/format.ts';

export type Endpoint = Output<'webhooks/list'>['endpoints'][number];

const PING: EventType = 'webhook.ping';

/** Event types that can be selected. Pings are always sent. */
export const SUBSCRIBABLE = EVENT_TYPES.filter(({ type }) => type !== PING);

/** Returns `All events`, `Test events only`, `2 event types`, or the name of a single type. */
export function describeTypes(types: readonly EventType[]): string {
  const chosen = types.filter(type => type !== PING);
  if (chosen.length === SUBSCRIBABLE.length) return 'All events';
  if (chosen.length === 1) return chosen[0] as string;
  return chosen.length === 0 ? 'Test events only' : `${chosen.length} event types`;
}

export function lastAttempt({ health }: Pick<Endpoint, 'health'>): { at: string; ok: boolean } | undefined {
  const { lastSuccessAt, lastFailureAt } = health;
  if (lastSuccessAt === null && lastFailureAt === null) return undefined;
  const ok = Date.parse(lastSuccessAt ?? '') >= Date.parse(lastFailureAt ?? '') || lastFailureAt === null;
  return { at: (ok ? lastSuccessAt : lastFailureAt) as string, ok };
}

/** For example `2 on hold, 7 pending`. Deliveries are on hold only while an endpoint is paused or disabled. */
export function describeUndelivered({ held, waiting }: Pick<Endpoint['health'], 'held' | 'waiting'>): string {
  const pending = `${formatNumber(waiting)} pending`;
  return held === 0 ? pending : `${formatNumber(held)} on hold, ${pending}`;
}

/** Whether deliveries are on hold or wait for a retry. A first attempt is due at once, so what is due later is a retry. */
export function isHeldUp(
  { held, waiting, failingSince, nextAttemptAt }: Endpoint['health'],
  nowMs = Date.now(),
): boolean {
  if (held > 0) return true;
  return waiting > 0 && (failingSince !== null || Date.parse(nextAttemptAt ?? '') > nowMs);
}

/** An existing ping subscription is kept, although the form does not show it. */
export function typesToSend(chosen: ReadonlySet<EventType>, before: readonly EventType[] = []): EventType[] {
  return EVENT_TYPES.map(({ type }) => type).filter(
    type => chosen.has(type) || (type === PING && before.includes(PING)),
  );
}

/** The timestamp from which deliveries are sent again. Undefined if the text is invalid or in the future. */
export function replayStart(text: string, nowMs: number): string | undefined {
  const [, time] = dateAndTime(text);
  const from = timeProblem(time) === undefined ? timeOf(text, 0) : undefined;
  return from !== undefined && Date.parse(from) <= nowMs ? from : undefined;
}
