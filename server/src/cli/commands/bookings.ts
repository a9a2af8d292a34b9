import {
  type BookingsSummary,
  listBookings,
  resolveBooking,
  showBooking,
  summariseBookings,
} from '@serai/contract/account/bookings.ts';
import type { BookingRecord, BookingSummary } from '@serai/contract/booking/booking-record.ts';
import type { ProviderExchange } from '@serai/contract/booking/provider-exchange.ts';
import type { z } from 'zod';
import { operationCommand } from '../derived/operation-command.ts';
import type { Command } from '../frame/command.ts';
import type { Style } from '../text/style.ts';
import { type Cell, facts, moneyText, table } from '../text/table.ts';
import { timeText } from '../text/time-text.ts';

type BookingState = Pick<BookingRecord, 'status' | 'statusReason' | 'needsAttention'>;
type Shown = z.output<typeof showBooking.output>;
type HistoryEntry = Shown['history'][number];

export const BOOKING_COMMANDS: readonly Command[] = [
  operationCommand(listBookings, {
    examples: [
      'serai bookings list --attention',
      'serai bookings list --environment production --status pending --status on_request',
      'serai bookings list --holder Moreno --since 7d --json',
    ],
    empty: 'No booking matches.',
    render: ({ bookings }, { nowMs, style }) => bookingTable(bookings, nowMs, style),
  }),
  operationCommand(summariseBookings, {
    note: 'Counts per day are shown only with --json.',
    examples: ['serai bookings summary', 'serai bookings summary --environment production --since 7d --json'],
    render: (summary, { style }) => summaryText(summary, style),
  }),
  operationCommand(showBooking, {
    note: 'The bodies of the provider exchanges are shown only with --json.',
    examples: [
      'serai bookings show bkg_7Q2M4K9TXA1WZB3EHV6C',
      'serai bookings show bkg_7Q2M4K9TXA1WZB3EHV6C --audit --json',
    ],
    render: ({ booking, history, deliveries, audit }, { nowMs, style }) =>
      [
        bookingText(booking, nowMs, style),
        historyTable(history, style),
        ...(deliveries.length > 0 ? [deliveryTable(deliveries, style)] : []),
        ...(audit ? [exchangeTable(audit.transactions, style)] : []),
      ].join('\n'),
  }),
  operationCommand(resolveBooking, {
    note: 'Use the version that serai bookings show printed. If the booking has changed since then, the command is rejected.',
    examples: [
      'serai bookings resolve bkg_7Q2M4K9TXA1WZB3EHV6C --version 3 --decision rejected --evidence "Ana at the provider: it never arrived"',
      'serai bookings resolve bkg_7Q2M4K9TXA1WZB3EHV6C --version 3 --decision cancelled --penalty 0.00EUR --evidence "Email of 3 July"',
    ],
    render: ({ booking }, { nowMs, style }) =>
      `The booking was resolved.\n\n${bookingText(booking, nowMs, style)}`,
  }),
];

type ListedBooking = BookingSummary & { partnerId: string };

function bookingTable(bookings: readonly ListedBooking[], nowMs: number, style: Style): string {
  const rows = bookings.map(booking => [
    booking.bookingId,
    booking.partnerId,
    stateCell(booking, style),
    booking.clientReference,
    booking.hotel.name,
    `${booking.checkIn} ${booking.nights}n`,
    holderText(booking),
    moneyText(booking.price.net),
    booking.environment,
    timeText(booking.updatedAt, nowMs),
  ]);
  const head = ['BOOKING', 'PARTNER', 'STATE', 'REFERENCE', 'HOTEL', 'STAY', 'HOLDER', 'NET'];
  return table([...head, 'ENVIRONMENT', 'CHANGED'], rows, style);
}

function summaryText(
  { from, to, total, states, needsAttention, confirmedValue }: BookingsSummary,
  style: Style,
): string {
  const rows: [string, Cell][] = [
    ['Period', `${from.slice(0, 16).replace('T', ' ')} to ${to.slice(0, 16).replace('T', ' ')} UTC`],
    ['Bookings', String(total)],
    ...states
      .filter(({ count }) => count > 0)
      .map(({ status, count }): [string, Cell] => [status, String(count)]),
    ['Need attention', { text: String(needsAttention), style: needsAttention > 0 ? style.bad : style.dim }],
    ['Confirmed value', confirmedValue.map(moneyText).join(', ') || 'none'],
  ];
  return facts(rows, style);
}

function bookingText(booking: BookingRecord, nowMs: number, style: Style): string {
  const { currentPenalty, resolution, cancelledAt, confirmedAt } = booking;
  const time = (instant: string) => timeText(instant, nowMs);
  const rows: [string, Cell][] = [
    ['Booking', booking.bookingId],
    ['Version', String(booking.version)],
    ['State', stateCell(booking, style)],
    ['Environment', `${booking.environment}${booking.testMode ? ', test mode' : ''}`],
    ['Reference', booking.clientReference],
    ['Provider reference', booking.providerReference ?? 'unknown'],
    ['Hotel confirmation', booking.hotelConfirmationNumber ?? 'unknown'],
    ['Hotel', `${booking.hotel.name} (${booking.hotel.hotelId})`],
    [
      'Stay',
      `${booking.checkIn} to ${booking.checkOut}, ${booking.rooms.map(({ name }) => name).join(', ')}`,
    ],
    ['Holder', holderText(booking)],
    ['Net price', moneyText(booking.price.net)],
    ['Created', time(booking.createdAt)],
  ];
  if (confirmedAt !== null) rows.push(['Confirmed', time(confirmedAt)]);
  if (cancelledAt !== null) rows.push(['Cancelled', time(cancelledAt)]);
  if (currentPenalty !== null) rows.push(['Cancellation penalty', penaltyText(currentPenalty, nowMs)]);
  if (resolution !== null) {
    const next = resolution.nextCheckAt === null ? '' : `, next ${time(resolution.nextCheckAt)}`;
    rows.push(['Open since', time(resolution.since)]);
    rows.push(['Checks', `${resolution.attempts}${next}`]);
  }
  return facts(rows, style);
}

function historyTable(history: readonly HistoryEntry[], style: Style): string {
  const rows = history.map(({ version, at, actor, by, event, to, reason, evidence, note }) => [
    String(version),
    new Date(at).toISOString().slice(0, 19).replace('T', ' '),
    by ?? actor,
    event,
    reason === null ? to : `${to}/${reason}`,
    evidence ?? noteText(note),
  ]);
  return table(['VERSION', 'TIME (UTC)', 'BY', 'EVENT', 'STATE', 'EVIDENCE'], rows, style);
}

function noteText(note: HistoryEntry['note']): string {
  const { cause, summary, ...found } = note ?? {};
  // The summary describes the other fields in sentences, so they are not printed as JSON.
  if (typeof summary === 'string') return `${cause}: ${summary}`;
  const details = Object.keys(found).length > 0 ? JSON.stringify(found) : '';
  return [cause ?? '', details].filter(part => part !== '').join(' ');
}

function exchangeTable(exchanges: readonly ProviderExchange[], style: Style): string {
  const rows = exchanges.map(({ startedAt, provider, operation, attempt, durationMs, outcome }) => [
    new Date(startedAt).toISOString().slice(0, 19).replace('T', ' '),
    provider,
    operation,
    String(attempt),
    String(durationMs),
    outcome,
  ]);
  return table(['TIME (UTC)', 'PROVIDER', 'CALL', 'ATTEMPT', 'MS', 'OUTCOME'], rows, style);
}

function deliveryTable(deliveries: Shown['deliveries'], style: Style): string {
  const rows = deliveries.map(({ createdAt, eventType, endpointId, status, attempts }) => [
    new Date(createdAt).toISOString().slice(0, 19).replace('T', ' '),
    eventType,
    endpointId,
    status,
    String(attempts.length),
  ]);
  return table(['TIME (UTC)', 'EVENT', 'ENDPOINT', 'STATE', 'ATTEMPTS'], rows, style);
}

function stateCell({ status, statusReason, needsAttention }: BookingState, style: Style): Cell {
  const state = statusReason === null ? status : `${status}/${statusReason}`;
  const text = needsAttention ? `${state} (needs attention)` : state;
  const isOpen = status === 'PENDING' || status === 'ON_REQUEST' || status === 'CANCEL_PENDING';
  const paint = needsAttention
    ? style.bad
    : isOpen
      ? style.warn
      : status === 'CONFIRMED'
        ? style.good
        : style.dim;
  return { text, style: paint };
}

/** The names are null after the guests' data was erased. */
function holderText({ holder: { firstName, lastName } }: Pick<BookingRecord, 'holder'>): string {
  return [firstName, lastName].filter(name => name !== null).join(' ') || '(erased)';
}

function penaltyText({ amount, validUntil }: NonNullable<BookingRecord['currentPenalty']>, nowMs: number) {
  return `${moneyText(amount)}${validUntil === null ? '' : `, until ${timeText(validUntil, nowMs)}`}`;
}
