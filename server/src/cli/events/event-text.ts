/** Events as people read them. Pure. */
import type { listEvents } from '@serai/contract/account/events.ts';
import type { z } from 'zod';

type Event = z.output<typeof listEvents.output>['events'][number];

export const EVENT_HEAD = ['TIME (UTC)', 'TYPE', 'EVENT', 'BOOKING', 'STATE'];

export function eventRow({ at, type, eventId, bookingId, payload }: Event): string[] {
  const { status, statusReason, version } = (payload.data ?? {}) as Record<string, unknown>;
  const state = typeof status === 'string' ? status : '';
  const reason = typeof statusReason === 'string' ? `/${statusReason}` : '';
  return [
    new Date(at).toISOString().slice(0, 23).replace('T', ' '),
    type,
    eventId,
    bookingId === null ? '' : `${bookingId}${typeof version === 'number' ? ` v${version}` : ''}`,
    `${state}${reason}`,
  ];
}
