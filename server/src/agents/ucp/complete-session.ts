/**
 * Completes a session. The session id is the client reference of the booking, so however often and in whatever order
 * requests arrive, there is at most one booking per attempt.
 */
import { type BookingAnswer, type BookingRequest, booking } from '@serai/contract/booking/booking.ts';
import { type Draft, draftBooking } from './draft-booking.ts';
import { failure, invalid, type Message, missing } from './message.ts';
import type { Session } from './session.ts';
import { findStage, stageOfBooking } from './session-stage.ts';
import type { Stage } from './session-view.ts';
import { PassedOn, type UcpContext } from './ucp-context.ts';

interface Completion {
  /** The quote that may be booked. The platform has not seen any other when it sent the request. */
  quoteId: string | undefined;
  payment?: { instruments?: readonly unknown[] | undefined } | undefined;
}

export const NOTHING_CHANGED = failure(
  'operation_in_progress',
  'Another request is being carried out for this session. Nothing was changed. Get the session to see the outcome.',
);

export async function completeSession(
  context: UcpContext,
  session: Session,
  { quoteId, payment }: Completion,
): Promise<Stage> {
  const before = await findStage(context, session);
  const isShown = before.session.quoted.quoteId === quoteId;
  // The request that was completing the session has ended without a booking.
  const isLost =
    before.status === 'complete_in_progress' &&
    before.booking === undefined &&
    before.session.isIdle &&
    isShown;
  if (before.status === 'complete_in_progress' && !isLost) return withMessage(before, NOTHING_CHANGED);
  if (before.status === 'canceled')
    return withMessage(
      before,
      failure('session_canceled', 'The session has ended. Create a new one.', { severity: 'unrecoverable' }),
    );
  if (!isShown || (before.status !== 'ready_for_complete' && !isLost)) return before;
  const refusal = paymentProblem(payment);
  if (refusal !== undefined) {
    const isEscalated = payment !== undefined && !isLost;
    return withMessage({ ...before, ...(isEscalated && { status: 'requires_escalation' }) }, refusal);
  }
  const { request, explain } = draftBooking(before.session);
  if (request === undefined) throw new Error('a session without a complete booking request is not ready');
  // Also writes a lost session, so that the request that it is taken from can no longer reopen it.
  const claimed = await context.change(before.session, { state: 'COMPLETING' });
  if (claimed !== undefined) return book(context, claimed, { request, explain });
  const current = (await context.find(session.sessionId)) ?? session;
  return withMessage(await findStage(context, current), NOTHING_CHANGED);
}

/** Serai takes no cards. The operator settles with the platform. */
function paymentProblem(payment: Completion['payment']): Message | undefined {
  if (payment === undefined) return missing('$.payment', 'Send `payment` without instruments.');
  if (!payment.instruments?.length) return undefined;
  const text = 'This business takes no payment instruments. Nothing was booked or stored.';
  return failure('payment_failed', text, {
    path: '$.payment.instruments',
    severity: 'requires_buyer_review',
  });
}

function withMessage(stage: Stage, ...messages: readonly Message[]): Stage {
  return { ...stage, messages: [...messages, ...stage.messages] };
}

type Drafted = Pick<Draft, 'explain'> & { request: BookingRequest };

async function book(context: UcpContext, session: Session, { request, explain }: Drafted): Promise<Stage> {
  const { answer, body } = await context.call(booking, request);
  if (answer.status === 200 || answer.status === 202) {
    const current = await completing(context, session);
    return current.attempt === session.attempt
      ? stageOfBooking(context, current, (body as BookingAnswer).booking)
      : findStage(context, current);
  }
  // A booking exists: it was rejected, or another request made it.
  if (answer.bookingId !== undefined || EXISTING.has(answer.code ?? ''))
    return findStage(context, await completing(context, session));
  // Nothing was sent to a provider, and the client reference is not used up.
  const isSoldOut = answer.code === 'OFFER_NOT_AVAILABLE';
  const set = isSoldOut
    ? ({ state: 'CANCELED', endedBecause: 'SOLD_OUT' } as const)
    : ({ state: 'QUOTED' } as const);
  const open = (await context.change(session, set)) ?? (await context.find(session.sessionId)) ?? session;
  if (isSoldOut) return findStage(context, open);
  const messages = messagesOf(answer.code ?? '', (body.error?.details ?? []).map(explain));
  if (messages === undefined) throw new PassedOn(answer);
  const stage = await findStage(context, open);
  return stage.status === 'canceled' ? stage : withMessage(stage, ...messages);
}

const EXISTING: ReadonlySet<string> = new Set(['DUPLICATE_CLIENT_REFERENCE', 'QUOTE_ALREADY_USED']);

/**
 * A booking exists, so the session is not open any more. A request that took the session over may have failed and reopened
 * it, and the platform may then have canceled it.
 */
async function completing(context: UcpContext, session: Session): Promise<Session> {
  for (;;) {
    const current = (await context.find(session.sessionId)) ?? session;
    if (current.state === 'COMPLETING' || current.attempt !== session.attempt) return current;
    const changed = await context.change(current, { state: 'COMPLETING', endedBecause: null });
    if (changed !== undefined) return changed;
  }
}

const ACCOUNT =
  'The price exceeds what your account may book at the moment. Ask the business to raise the limit. Until it expires, the session can still be completed.';
const NEW_SESSION = 'Price or terms have changed. Create a new session, and show it before you complete it.';
const GUESTS = 'The guests do not fit the rooms. Update the guests of the session.';

/** Undefined for failures that say nothing about the session. */
function messagesOf(code: string, details: readonly Message[]): readonly Message[] | undefined {
  switch (code) {
    case 'CREDIT_EXCEEDED':
    case 'SPEND_LIMIT_EXCEEDED':
      return [failure('payment_failed', ACCOUNT)];
    case 'QUOTE_EXPIRED':
    case 'QUOTE_NOT_FOUND':
      return [failure('session_expired', 'The price is no longer valid. Create a new session.')];
    case 'VALIDATION_ERROR':
    case 'OCCUPANCY_MISMATCH':
      return details.length > 0 ? details : [invalid('$.stays', GUESTS)];
    case 'PRICE_MISMATCH':
    case 'TERMS_NOT_ACCEPTED':
      return [failure('totals_changed', NEW_SESSION)];
    default:
      return undefined;
  }
}
