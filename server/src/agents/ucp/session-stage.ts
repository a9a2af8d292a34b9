/** Finds out what a session is now: from its quote, and from its booking as soon as there may be one. */

import type { BookingRecord } from '@serai/contract/booking/booking-record.ts';
import { bookingdetail } from '@serai/contract/booking/bookingdetail.ts';
import { draftBooking } from './draft-booking.ts';
import { failure, type Message } from './message.ts';
import { quoteOffer } from './quote-offer.ts';
import { clientReferenceOf, type Session } from './session.ts';
import type { Stage } from './session-view.ts';
import { PassedOn, type UcpContext } from './ucp-context.ts';

/** Also writes what follows from the booking: a rejected booking ends the session, or leads to a new quote. */
export async function findStage(context: UcpContext, session: Session): Promise<Stage> {
  if (session.state === 'CANCELED') return ended(session);
  if (session.state === 'QUOTED') return quotedStage(context, session);
  const booking = await findBooking(context, session);
  if (booking !== undefined) return stageOfBooking(context, session, booking);
  // The request that completes the session has not written its booking yet, or never will.
  return session.isOver
    ? expired(session)
    : { session, status: 'complete_in_progress', messages: [IN_PROGRESS] };
}

const IN_PROGRESS: Message = {
  type: 'info',
  code: 'booking_in_progress',
  content: 'The booking is being made. Get the session again in a few seconds.',
};

function ended(session: Session): Stage {
  const text = 'The rooms are no longer available. Search again.';
  const messages =
    session.endedBecause === 'SOLD_OUT'
      ? [failure('inventory_exhausted', text, { path: '$.stays', severity: 'unrecoverable' })]
      : [];
  return { session, status: 'canceled', messages };
}

function expired(session: Session): Stage {
  const content = 'The session has expired. Search again and create a new session.';
  return { session, status: 'canceled', messages: [{ type: 'info', code: 'session_expired', content }] };
}

function quotedStage({ platform }: UcpContext, session: Session): Stage {
  if (session.isExpired) return expired(session);
  const { messages } = draftBooking(session);
  if (messages.length > 0) return { session, status: 'incomplete', messages };
  if (!platform.requiresApproval) return { session, status: 'ready_for_complete', messages };
  const text = 'This booking needs approval on the page of the business.';
  const review = failure('approval_required', text, { severity: 'requires_buyer_review' });
  return { session, status: 'requires_escalation', messages: [review] };
}

async function findBooking(context: UcpContext, session: Session): Promise<BookingRecord | undefined> {
  const { answer, body } = await context.call(bookingdetail, { clientReference: clientReferenceOf(session) });
  if (answer.status === 404) return undefined;
  if (answer.status !== 200) throw new PassedOn(answer);
  return body.booking as BookingRecord;
}

export async function stageOfBooking(
  context: UcpContext,
  session: Session,
  booking: BookingRecord,
): Promise<Stage> {
  const { status, confirmedAt } = booking;
  if (status === 'REJECTED') return afterRejection(context, session, booking);
  if (confirmedAt !== null || status === 'CONFIRMED')
    return { session, status: 'completed', booking, messages: [] };
  if (status === 'PENDING' || status === 'ON_REQUEST' || status === 'CANCEL_PENDING')
    return openStage(context, session, booking);
  return ended(session);
}

/** Platforms stop polling when a session expires, so an open session expires when its outcome is due. */
async function openStage(context: UcpContext, session: Session, booking: BookingRecord): Promise<Stage> {
  const { resolveBy, nextCheckAt } = booking.resolution ?? {};
  const dueAt = new Date(resolveBy ?? context.nowMs() + DEFAULT_OPEN_MS);
  const leadMs = dueAt.getTime() - session.expiresAt.getTime();
  // Without a fixed time, each request would move the expiry a little.
  const mustMove = resolveBy ? leadMs !== 0 : leadMs > DEFAULT_OPEN_MS / 2;
  const moved = mustMove ? await context.change(session, { expiresAt: dueAt }) : session;
  const isRequest = booking.status === 'ON_REQUEST';
  const content = `${isRequest ? 'The hotel must still confirm the booking.' : 'The outcome of the booking is not known yet. Do not book elsewhere.'}${nextCheckAt ? ` Next check: ${nextCheckAt}.` : ''}`;
  const code = isRequest ? 'on_request' : 'outcome_unknown';
  return {
    session: moved ?? { ...session, expiresAt: dueAt },
    status: 'complete_in_progress',
    booking,
    messages: [{ type: 'info', code, content }],
  };
}

const DEFAULT_OPEN_MS = 86_400_000;

/** If only the price changed and a new quote is possible, the platform may complete the session at the new price. */
async function afterRejection(context: UcpContext, session: Session, booking: BookingRecord): Promise<Stage> {
  const quoted =
    booking.statusReason === 'PRICE_CHANGED' && context.scopes.has('hotels:quote')
      ? await quoteOffer(context, session.quoted.offerId)
      : undefined;
  if (quoted === undefined || !('quoteId' in quoted)) {
    const closed = await context.change(session, { state: 'CANCELED', endedBecause: 'SOLD_OUT' });
    return closed === undefined ? currentStage(context, session) : ended(closed);
  }
  const next = await context.change(session, {
    state: 'QUOTED',
    attempt: session.attempt + 1,
    quoted: { ...quoted, totalsChanged: true, isShown: false },
    expiresAt: new Date(quoted.expiresAt),
  });
  if (next !== undefined) return quotedStage(context, next);
  context.release(quoted.quoteId);
  return currentStage(context, session);
}

/** Another request has changed the session since it was read. */
async function currentStage(context: UcpContext, session: Session): Promise<Stage> {
  const current = await context.find(session.sessionId);
  return current === undefined ? ended(session) : findStage(context, current);
}
