/** The parts of results that several tools share. Pure. */
import type { BookingRecord } from '@serai/contract/booking/booking-record.ts';
import { isOpenState } from '@serai/contract/booking/booking-states.ts';
import type { Money } from '@serai/contract/shared/money.ts';
import {
  cleanCode,
  cleanName,
  cleanNullable,
  maskEmail,
  maskPhone,
  type ResultSize,
} from './third-party-text.ts';

export interface ToolView {
  data: Record<string, unknown>;
  /** Codes, dates and amounts only. Nothing that a third party wrote. */
  text: string;
}

interface Priced {
  net: Money;
  guestTotal: Money;
  payAtProperty?: readonly { code: string; amount: Money }[];
}

interface Unpriced {
  code: string;
  collection: string;
  percent?: string | undefined;
  local?: Money | undefined;
}

export function priceView({ net, guestTotal, payAtProperty = [] }: Priced) {
  return {
    net,
    guestTotal,
    payAtProperty: payAtProperty.slice(0, 10).map(({ code, amount }) => ({ code: cleanCode(code), amount })),
  };
}

/** Includes the charges without an amount, because the terms hash covers them. */
export function quotedPriceView(price: Priced & { unpricedCharges?: readonly Unpriced[] | undefined }) {
  const { unpricedCharges = [] } = price;
  return {
    ...priceView(price),
    unpricedCharges: unpricedCharges.slice(0, 10).map(({ code, collection, percent, local }) => ({
      code: cleanCode(code),
      collection,
      percent: percent ?? null,
      local: local ?? null,
    })),
  };
}

interface Deadline {
  refundability: string;
  freeCancellationUntil: string | null;
  freeCancellationUntilLocal: string | null;
}

export function deadlineView({ refundability, freeCancellationUntil, freeCancellationUntilLocal }: Deadline) {
  return { refundability, freeCancellationUntil, freeCancellationUntilLocal };
}

export function termsView(
  terms: Deadline & {
    windows: readonly { from: string | null; to: string | null; penalty: Money }[];
    noShow: { penalty: Money; from: string } | null;
  },
) {
  return { ...deadlineView(terms), windows: terms.windows, noShow: terms.noShow };
}

export function moneyText({ amount, currency }: Money): string {
  return `${amount} ${currency}`;
}

function headView({ bookingId, clientReference, status, statusReason, resolution }: BookingRecord) {
  return {
    bookingId,
    clientReference,
    status,
    statusReason,
    resolution: resolution && {
      reason: resolution.reason,
      nextCheckAt: resolution.nextCheckAt,
      resolveBy: resolution.resolveBy,
    },
  };
}

/** What a booking or a cancellation changed. */
export function changedView(booking: BookingRecord, size: ResultSize) {
  const { checkIn, checkOut, price, cancellation } = booking;
  return {
    ...headView(booking),
    checkIn,
    checkOut,
    hotelConfirmationNumber: cleanNullable(booking.hotelConfirmationNumber, size),
    price: priceView(price),
    freeCancellationUntil: cancellation.freeCancellationUntil,
  };
}

export function bookingView(booking: BookingRecord, size: ResultSize) {
  const { holder, hotel } = booking;
  return {
    ...headView(booking),
    hotel: { hotelId: hotel.hotelId, name: cleanName(hotel.name, size) },
    checkIn: booking.checkIn,
    checkOut: booking.checkOut,
    board: booking.board.code,
    payment: booking.payment.type,
    hotelConfirmationNumber: cleanNullable(booking.hotelConfirmationNumber, size),
    holder: {
      name: nameOf(holder, size),
      email: maskEmail(holder.email),
      phone: maskPhone(holder.phone),
    },
    rooms: booking.rooms.map(({ roomRef, name, guests }) => ({
      roomRef,
      name: cleanName(name, size),
      guests: guests.map(guest => ({ type: guest.type, age: guest.age, name: nameOf(guest, size) })),
    })),
    price: priceView(booking.price),
    cancellation: deadlineView(booking.cancellation),
    currentPenalty: booking.currentPenalty,
    penalty: booking.penalty ?? null,
    needsAttention: booking.needsAttention,
  };
}

function nameOf(
  { firstName, lastName }: { firstName: string | null; lastName: string | null },
  size: ResultSize,
): string | null {
  const names = [firstName, lastName].filter(name => name !== null);
  return names.length === 0 ? null : cleanName(names.join(' '), size);
}

const DEFAULT_WAIT_MS = 5_000;

/** A booking whose outcome is not known is a result, not an error. */
export function openState({ status, resolution }: BookingRecord, nowMs: number) {
  if (!isOpenState(status)) return { open: false, next: null };
  return {
    open: true,
    next: {
      tool: 'get_booking',
      notBefore: resolution?.nextCheckAt ?? new Date(nowMs + DEFAULT_WAIT_MS).toISOString(),
      because: 'The outcome is not known yet. Do not book elsewhere.',
    },
  };
}

/** For example `1 hotel: htl_1` or `2 hotels: htl_1; htl_2`. */
export function listText(noun: string, items: readonly string[]): string {
  const counted = `${items.length} ${noun}${items.length === 1 ? '' : 's'}`;
  return items.length === 0 ? `${counted}.` : `${counted}: ${items.join('; ')}`;
}

export function bookingText({ bookingId, status, checkIn, checkOut, price }: BookingRecord): string {
  const open = isOpenState(status) ? ' The outcome is not known yet. Do not book elsewhere.' : '';
  return `${bookingId} is ${status}: ${checkIn} to ${checkOut}, net ${moneyText(price.net)}.${open}`;
}
