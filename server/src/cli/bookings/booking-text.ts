/** Bookings as people read them. Pure. */

import type { BookingsSummary, showBooking } from '@serai/contract/account/bookings.ts';
import type { BookingRecord, BookingSummary } from '@serai/contract/booking/booking-record.ts';
import type { ProviderExchange } from '@serai/contract/booking/provider-exchange.ts';
import type { Money } from '@serai/contract/shared/money.ts';
import type { z } from 'zod';
import type { Style } from '../text/style.ts';
import { type Cell, facts, table } from '../text/table.ts';
import { momentText } from '../text/time-text.ts';

type Head = Pick<BookingRecord, 'status' | 'statusReason' | 'needsAttention'>;
type Shown = z.output<typeof showBooking.output>;
type HistoryEntry = Shown['history'][number];

export function bookingTable(bookings: readonly BookingSummary[], nowMs: number, style: Style): string {
  const rows = bookings.map(booking => [
    booking.bookingId,
    stateCell(booking, style),
    booking.clientReference,
    booking.hotel.name,
    `${booking.checkIn} ${booking.nights}n`,
    holderText(booking),
    moneyText(booking.price.net),
    booking.environment,
    momentText(booking.updatedAt, nowMs),
  ]);
  const head = ['BOOKING', 'STATE', 'REFERENCE', 'HOTEL', 'STAY', 'HOLDER', 'NET', 'ENVIRONMENT', 'CHANGED'];
  return table(head, rows, style);
}

export function summaryText(
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

export function bookingText(booking: BookingRecord, nowMs: number, style: Style): string {
  const { currentPenalty, resolution, cancelledAt, confirmedAt } = booking;
  const moment = (instant: string) => momentText(instant, nowMs);
  const rows: [string, Cell][] = [
    ['Booking', booking.bookingId],
    ['Version', String(booking.version)],
    ['State', stateCell(booking, style)],
    ['Environment', `${booking.environment}${booking.testMode ? ', test mode' : ''}`],
    ['Reference', booking.clientReference],
    ['At the provider', booking.providerReference ?? 'not known'],
    ['At the hotel', booking.hotelConfirmationNumber ?? 'not known'],
    ['Hotel', `${booking.hotel.name} (${booking.hotel.hotelId})`],
    [
      'Stay',
      `${booking.checkIn} to ${booking.checkOut}, ${booking.rooms.map(({ name }) => name).join(', ')}`,
    ],
    ['Holder', holderText(booking)],
    ['Net price', moneyText(booking.price.net)],
    ['Created', moment(booking.createdAt)],
  ];
  if (confirmedAt !== null) rows.push(['Confirmed', moment(confirmedAt)]);
  if (cancelledAt !== null) rows.push(['Cancelled', moment(cancelledAt)]);
  if (currentPenalty !== null) rows.push(['Cancelling costs', penaltyText(currentPenalty, nowMs)]);
  if (resolution !== null) {
    const next = resolution.nextCheckAt === null ? '' : `, the next ${moment(resolution.nextCheckAt)}`;
    rows.push(['Open since', moment(resolution.since)]);
    rows.push(['Checks', `${resolution.attempts}${next}`]);
  }
  return facts(rows, style);
}

export function historyTable(history: readonly HistoryEntry[], style: Style): string {
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
  const { cause, ...found } = note ?? {};
  const details = Object.keys(found).length > 0 ? JSON.stringify(found) : '';
  return [cause ?? '', details].filter(part => part !== '').join(' ');
}

export function exchangeTable(exchanges: readonly ProviderExchange[], style: Style): string {
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

export function deliveryTable(deliveries: Shown['deliveries'], style: Style): string {
  const rows = deliveries.map(({ createdAt, eventType, endpointId, status, attempts }) => [
    new Date(createdAt).toISOString().slice(0, 19).replace('T', ' '),
    eventType,
    endpointId,
    status,
    String(attempts.length),
  ]);
  return table(['TIME (UTC)', 'EVENT', 'ENDPOINT', 'STATE', 'ATTEMPTS'], rows, style);
}

function stateCell({ status, statusReason, needsAttention }: Head, style: Style): Cell {
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

/** Nameless after erasure. */
function holderText({ holder: { firstName, lastName } }: Pick<BookingRecord, 'holder'>): string {
  return [firstName, lastName].filter(name => name !== null).join(' ') || '(erased)';
}

function penaltyText({ amount, validUntil }: NonNullable<BookingRecord['currentPenalty']>, nowMs: number) {
  return `${moneyText(amount)}${validUntil === null ? '' : `, until ${momentText(validUntil, nowMs)}`}`;
}

function moneyText({ amount, currency }: Money): string {
  return `${amount} ${currency}`;
}
