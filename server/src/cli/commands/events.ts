import { listEvents, showEvent } from '@serai/contract/account/events.ts';
import { listNotices } from '@serai/contract/account/notices.ts';
import type { z } from 'zod';
import { operationCommand } from '../derived/operation-command.ts';
import type { Command } from '../frame/command.ts';
import { facts, table } from '../text/table.ts';
import { timeText } from '../text/time-text.ts';
import { deliveryTable } from './webhook-text.ts';

type Event = z.output<typeof listEvents.output>['events'][number];

export const EVENT_COMMANDS: readonly Command[] = [
  operationCommand(listEvents, {
    name: 'events',
    note: 'With --json, the field payload contains the event as endpoints receive it.',
    examples: [
      'serai events --environment sandbox --since 1h',
      'serai events --booking bkg_01J9ZD8K5P --json',
      'serai events --after evt_01J9ZD8K5N',
    ],
    empty: 'No event matches.',
    render: ({ events }, { style }) =>
      table(['TIME (UTC)', 'TYPE', 'EVENT', 'BOOKING', 'STATE'], events.map(eventRow), style),
  }),
  operationCommand(showEvent, {
    render: ({ event, deliveries }, { nowMs, style }) =>
      [
        facts(
          [
            ['Event', event.eventId],
            ['Type', event.type],
            ['Time', timeText(event.at, nowMs)],
            ['Environment', event.environment],
            ['Booking', event.bookingId ?? 'none'],
            ['Version', event.version === null ? 'none' : String(event.version)],
            ['Caused by', event.actor ?? 'unknown'],
          ],
          style,
        ),
        `${JSON.stringify(event.payload, null, 2)}\n`,
        deliveries.length === 0 ? 'No webhook deliveries.\n' : deliveryTable(deliveries, nowMs, style),
      ].join('\n'),
  }),
];

export const NOTICE_COMMANDS: readonly Command[] = [
  operationCommand(listNotices, {
    name: 'notices',
    fixed: { open: true },
    flags: { all: { description: 'Include notices that no longer apply.', input: { open: undefined } } },
    examples: ['serai notices', 'serai notices --all --json'],
    empty: 'There are no notices.',
    render: ({ notices }, { nowMs, style }) =>
      table(
        ['TIME', 'KIND', 'ENVIRONMENT', 'SUBJECT', 'ENDED', 'NOTICE'],
        notices.map(({ at, kind, environment, subjectId, endedAt, text }) => [
          timeText(at, nowMs),
          kind,
          environment ?? '',
          subjectId,
          endedAt === null ? '' : timeText(endedAt, nowMs),
          text,
        ]),
        style,
      ),
  }),
];

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
