/**
 * Reads events as they happen. An event may become visible after a newer event. The last seconds are therefore read
 * again, and events that are already known are skipped by their ID.
 */
import { listEvents } from '@serai/contract/account/events.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { z } from 'zod';
import { type Clock, sleep } from '../../platform/clock.ts';
import { CliFailure, EXIT } from '../frame/failure.ts';
import type { OperatorClient } from '../operator-client.ts';

export type Event = z.output<typeof listEvents.output>['events'][number];

export interface Tail {
  client: OperatorClient;
  environment: Environment;
  clock: Clock;
  signal: AbortSignal;
  /** Undefined means all partners. */
  partnerId?: string | undefined;
  /** Called once when the service becomes unreachable, and once when it is reachable again. */
  onReachable(reachable: boolean): void;
}

const POLL_MS = 500;
const SETTLE_MS = 10_000;
const PAGE = 200;

/** Ends when the signal is aborted. Throws if the first request fails or a later request is rejected. */
export async function* tailEvents(tail: Tail): AsyncGenerator<Event> {
  const { client, clock, signal } = tail;
  const of = {
    environment: tail.environment,
    ...(tail.partnerId !== undefined && { partnerId: tail.partnerId }),
  };
  /** Events that the next response may contain again. */
  let seen: { event: Event; sinceMs: number }[] = [];
  let isReachable = true;
  const { events: earlier } = (await client.call(listEvents, { ...of, page: { limit: PAGE } })).data;
  let after = settledOf(earlier);
  for (const event of earlier) {
    if (after === undefined || isBefore(after, event)) seen.push({ event, sinceMs: clock.monotonicMs() });
  }

  while (!signal.aborted) {
    const known = new Set(seen.map(({ event }) => event.eventId));
    for (const event of await findNew()) {
      if (known.has(event.eventId)) continue;
      seen.push({ event, sinceMs: clock.monotonicMs() });
      yield event;
    }
    const settledMs = clock.monotonicMs() - SETTLE_MS;
    for (const { event, sinceMs } of seen) {
      if (sinceMs <= settledMs && (after === undefined || isBefore(after, event))) after = event;
    }
    seen = seen.filter(({ event }) => after === undefined || isBefore(after, event));
    await sleep(clock, POLL_MS, signal);
  }

  async function findNew(): Promise<Event[]> {
    try {
      const events = await readAll();
      if (!isReachable) tail.onReachable(true);
      isReachable = true;
      return events;
    } catch (error) {
      if (!(error instanceof CliFailure) || error.exitCode !== EXIT.unreachable) throw error;
      if (isReachable) tail.onReachable(false);
      isReachable = false;
      return [];
    }
  }

  /** Oldest first. */
  async function readAll(): Promise<Event[]> {
    const events: Event[] = [];
    for (let cursor: string | null | undefined; cursor !== null && !signal.aborted; ) {
      const { data } = await client.call(listEvents, {
        ...of,
        ...(after !== undefined && { after: after.eventId }),
        page: { limit: PAGE, ...(cursor !== undefined && { cursor }) },
      });
      events.push(...data.events);
      cursor = data.page.nextCursor;
    }
    return after === undefined ? events.reverse() : events;
  }
}

/**
 * Returns the newest event before which no other event can still appear. If all events are too recent, returns the
 * oldest event of a full page, or undefined if the page is not full.
 */
function settledOf(events: readonly Event[]): Event | undefined {
  const sinceMs = Date.parse(events[0]?.at ?? '') - SETTLE_MS;
  return (
    events.find(({ at }) => Date.parse(at) < sinceMs) ?? (events.length < PAGE ? undefined : events.at(-1))
  );
}

/** Events with the same time are ordered by ID. */
function isBefore(one: Event, other: Event): boolean {
  const differenceMs = Date.parse(other.at) - Date.parse(one.at);
  return differenceMs > 0 || (differenceMs === 0 && one.eventId < other.eventId);
}
