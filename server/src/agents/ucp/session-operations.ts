/** The five operations of a session, on top of quote, booking and booking detail. */

import { type UcpSession, ucpCompletion, ucpSession } from '@serai/contract/agents/ucp/ucp-request.ts';
import type { UcpOperation } from '@serai/contract/agents/ucp/ucp-route.ts';
import type { Scope } from '@serai/contract/scopes.ts';
import type { z } from 'zod';
import { ApiError } from '../../platform/api-error.ts';
import { newReferenceId } from '../../platform/ids/reference-id.ts';
import { validate } from '../../platform/operations/validate.ts';
import { completeSession, NOTHING_CHANGED } from './complete-session.ts';
import { failure, invalid, jsonPath, type Message, missing } from './message.ts';
import { quoteOffer } from './quote-offer.ts';
import { compareWithQuote, readStays, type WantedStays } from './read-stays.ts';
import type { Quoted, Session } from './session.ts';
import { findStage } from './session-stage.ts';
import type { Stage } from './session-view.ts';
import { totalOf } from './totals.ts';
import type { UcpContext } from './ucp-context.ts';

/** A stage, or messages if there is no session. */
export type Outcome =
  | { stage: Stage; status: 200 | 201 }
  | { messages: readonly Message[]; status: 200 | 404 };

export interface SessionCall {
  sessionId: string | undefined;
  body: unknown;
  /** The quote that a completion may book. */
  quoteId: string | undefined;
}

type Run = (context: UcpContext, call: SessionCall) => Promise<Outcome>;

export const SCOPES: Readonly<Record<UcpOperation, readonly Scope[]>> = {
  create_booking_session: ['hotels:quote'],
  get_booking_session: ['hotels:read'],
  update_booking_session: ['hotels:quote', 'hotels:read'],
  complete_booking_session: ['hotels:book', 'hotels:read'],
  cancel_booking_session: ['hotels:quote', 'hotels:read'],
};

export const RUNS: Readonly<Record<UcpOperation, Run>> = {
  create_booking_session: create,
  get_booking_session: (context, call) => withSession(context, call, session => findStage(context, session)),
  update_booking_session: (context, call) =>
    withSession(context, call, session => update(context, session, call.body)),
  complete_booking_session: (context, call) =>
    withSession(context, call, session => {
      const completion = read(ucpCompletion, call.body);
      return Array.isArray(completion)
        ? unchanged(context, session, completion)
        : completeSession(context, session, {
            ...(completion as z.output<typeof ucpCompletion>),
            quoteId: call.quoteId,
          });
    }),
  cancel_booking_session: (context, call) => withSession(context, call, session => cancel(context, session)),
};

async function create(context: UcpContext, { body }: SessionCall): Promise<Outcome> {
  const input = read(ucpSession, body);
  if (Array.isArray(input)) return { messages: input, status: 200 };
  const wanted = readStays(input as UcpSession);
  if (isMessages(wanted)) return { messages: wanted, status: 200 };
  const quoted = await quoteStays(context, input as UcpSession, wanted);
  if (isMessages(quoted)) return { messages: quoted, status: 200 };
  try {
    const session = await context.insert({ sessionId: newReferenceId('ucs'), quoted, people: wanted.people });
    const stage = await findStage(context, session);
    return { stage: withPaymentNote(stage, input as UcpSession), status: 201 };
  } catch (error) {
    context.release(quoted.quoteId);
    throw error;
  }
}

async function withSession(
  context: UcpContext,
  { sessionId = '' }: SessionCall,
  run: (session: Session) => Promise<Stage>,
): Promise<Outcome> {
  const session = await context.find(sessionId);
  if (session === undefined) {
    const text = 'There is no such session, or it is too old. Create a new session.';
    return { messages: [failure('not_found', text, { severity: 'unrecoverable' })], status: 404 };
  }
  return { stage: await run(session), status: 200 };
}

/** Replaces the stays and the people. Only other stays need a new quote. */
async function update(context: UcpContext, session: Session, body: unknown): Promise<Stage> {
  const before = await findStage(context, session);
  const refusal = refusalOf(before);
  if (refusal !== undefined) return { ...before, messages: [refusal, ...before.messages] };
  const input = read(ucpSession, body);
  if (Array.isArray(input)) return unchanged(context, before.session, input);
  const wanted = readStays(input as UcpSession);
  if (isMessages(wanted)) return unchanged(context, before.session, wanted);
  const present = before.session;
  const isSame = wanted.offerId === present.quoted.offerId;
  const quoted = isSame
    ? compared(input as UcpSession, wanted, present.quoted)
    : await quoteStays(context, input as UcpSession, wanted);
  if (isMessages(quoted)) return unchanged(context, present, quoted);
  const next = isSame
    ? quoted
    : { ...quoted, totalsChanged: isChanged(present.quoted, quoted), isShown: false };
  const changed = await context.change(present, {
    quoted: next,
    people: wanted.people,
    expiresAt: new Date(next.expiresAt),
  });
  if (!isSame) context.release(changed === undefined ? quoted.quoteId : present.quoted.quoteId);
  if (changed !== undefined) return withPaymentNote(await findStage(context, changed), input as UcpSession);
  return unchanged(context, (await context.find(present.sessionId)) ?? present, [NOTHING_CHANGED]);
}

function isChanged(before: Quoted, after: Quoted): boolean {
  const [one, other] = [before.offer.price, after.offer.price];
  return one.currency !== other.currency || totalOf(one) !== totalOf(other);
}

async function cancel(context: UcpContext, session: Session): Promise<Stage> {
  const before = await findStage(context, session);
  if (before.status === 'canceled') return before;
  const refusal = refusalOf(before);
  if (refusal !== undefined) return { ...before, messages: [refusal, ...before.messages] };
  const changed = await context.change(before.session, { state: 'CANCELED', endedBecause: 'BY_PLATFORM' });
  if (changed === undefined)
    return unchanged(context, (await context.find(session.sessionId)) ?? session, [NOTHING_CHANGED]);
  context.release(changed.quoted.quoteId);
  return findStage(context, changed);
}

/** Why the session can no longer be changed. */
function refusalOf({ status }: Stage): Message | undefined {
  if (status === 'complete_in_progress') return NOTHING_CHANGED;
  if (status === 'completed')
    return failure(
      'session_completed',
      'The session is completed and cannot be changed. Contact the business about the reservation.',
    );
  if (status === 'canceled')
    return failure('session_canceled', 'The session has ended. Create a new one.', {
      severity: 'unrecoverable',
    });
  return undefined;
}

/** The session as it is, with the reason why the request changed nothing. */
async function unchanged(
  context: UcpContext,
  session: Session,
  messages: readonly Message[],
): Promise<Stage> {
  const stage = await findStage(context, session);
  return { ...stage, messages: [...messages, ...stage.messages] };
}

/** Returns the quote, or messages if the request does not fit it. The rooms are then not held any longer. */
async function quoteStays(
  context: UcpContext,
  input: UcpSession,
  wanted: WantedStays,
): Promise<Quoted | readonly Message[]> {
  const quoted = await quoteOffer(context, wanted.offerId);
  if (!('quoteId' in quoted)) return [quoted];
  const result = compared(input, wanted, quoted);
  if (isMessages(result)) context.release(quoted.quoteId);
  return result;
}

function compared(input: UcpSession, { people }: WantedStays, quoted: Quoted): Quoted | readonly Message[] {
  const messages = compareWithQuote(input, people, quoted);
  return messages.length > 0 ? messages : quoted;
}

function isMessages(value: object): value is readonly Message[] {
  return Array.isArray(value);
}

/** Returns the parsed value, or a message for each invalid field. */
function read<T extends z.ZodType>(schema: T, body: unknown): z.output<T> | Message[] {
  try {
    return validate(schema, body);
  } catch (thrown) {
    if (!(thrown instanceof ApiError)) throw thrown;
    return (thrown.extras.details ?? []).map(({ path, code, message }) =>
      code === 'REQUIRED' ? missing(jsonPath(path), message) : invalid(jsonPath(path), message),
    );
  }
}

/** Payment instruments are neither used nor stored. */
function withPaymentNote(stage: Stage, { payment }: UcpSession): Stage {
  if (!payment?.instruments?.length) return stage;
  const content = 'This business takes no payment instruments. They were ignored and not stored.';
  const note: Message = { type: 'warning', code: 'payment_ignored', content, path: '$.payment' };
  return { ...stage, messages: [...stage.messages, note] };
}
