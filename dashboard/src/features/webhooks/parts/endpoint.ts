/** Webhook endpoints in words. Pure. */
import type { EventType } from '@serai/contract/events.ts';
import type { Tone } from '../../../components/feedback.tsx';
import type { Output } from '../../../lib/calls/operator-client.ts';
import { EVENT_TYPES } from '../../../lib/event-types.ts';

export type Endpoint = Output<'webhooks/list'>['endpoints'][number];

const PING: EventType = 'webhook.ping';

/** Those that can be chosen: a ping is always sent. */
export const CHOOSABLE = EVENT_TYPES.filter(({ type }) => type !== PING);

export function stateOf({ status, health }: Pick<Endpoint, 'status' | 'health'>): {
  words: string;
  tone: Tone;
} {
  if (status === 'PAUSED') return { words: 'Paused', tone: 'warn' };
  if (status === 'DISABLED') return { words: 'Disabled', tone: 'bad' };
  return health.failingSince === null
    ? { words: 'Enabled', tone: 'good' }
    : { words: 'Failing', tone: 'bad' };
}

/** `all events`, `2 events`, or the only type. */
export function typesWords(types: readonly EventType[]): string {
  const chosen = types.filter(type => type !== PING);
  if (chosen.length === CHOOSABLE.length) return 'All events';
  if (chosen.length === 1) return chosen[0] as string;
  return chosen.length === 0 ? 'Pings only' : `${chosen.length} types of events`;
}

/** When something was last sent, and whether it arrived. */
export function lastDelivery({ health }: Pick<Endpoint, 'health'>): { at: string; ok: boolean } | undefined {
  const { lastSuccessAt, lastFailureAt } = health;
  if (lastSuccessAt === null && lastFailureAt === null) return undefined;
  const ok = Date.parse(lastSuccessAt ?? '') >= Date.parse(lastFailureAt ?? '') || lastFailureAt === null;
  return { at: (ok ? lastSuccessAt : lastFailureAt) as string, ok };
}

/** What the form sends: what it does not show, a ping, stays as it was. */
export function typesToSend(chosen: ReadonlySet<EventType>, before: readonly EventType[] = []): EventType[] {
  return EVENT_TYPES.map(({ type }) => type).filter(
    type => chosen.has(type) || (type === PING && before.includes(PING)),
  );
}
