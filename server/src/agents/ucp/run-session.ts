/**
 * Carries out a request about a session, from either binding: checks the scopes and the platform, recognises repeated
 * requests, runs the operation and builds the response.
 */
import { createHmac } from 'node:crypto';
import type { UcpOperation } from '@serai/contract/agents/ucp/ucp-route.ts';
import type { Operation, TrafficClass } from '@serai/contract/operation.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, DatabasePool } from '../../platform/database/connect.ts';
import type { Log } from '../../platform/log.ts';
import { type Answer, JSON_TYPE } from '../../platform/operations/answer.ts';
import type { Backend } from '../../platform/operations/backend.ts';
import type { BackendRequest } from '../../platform/operations/backend-request.ts';
import { errorAnswer, toApiError } from '../../platform/operations/error-answer.ts';
import { OutcomeUnknown } from '../../platform/operations/sent-mark.ts';
import type { Seal } from '../../platform/secrets/seal.ts';
import type { TokenClaims } from '../../platform/token/token-claims.ts';
import { NOTHING_CHANGED } from './complete-session.ts';
import { claimRequest, dropClaim, storeAnswer } from './idempotency-store.ts';
import { failure, type Message } from './message.ts';
import { negotiate, type Platform } from './negotiate.ts';
import type { QuotedStay, SessionScope } from './session.ts';
import { type Outcome, RUNS, SCOPES } from './session-operations.ts';
import { findPlatform, Sessions } from './session-store.ts';
import { errorView, type Stage, sessionView, type UcpPages } from './session-view.ts';
import { PassedOn, type UcpContext } from './ucp-context.ts';

/** What the sessions need from the booking area. */
export interface UcpQuotes {
  find(db: Database, scope: SessionScope, quoteId: string): Promise<QuotedStay | undefined>;
  /** Never throws. */
  release(db: Database, scope: SessionScope, quoteId: string): Promise<void>;
}

export interface UcpParts {
  pages: UcpPages;
  pool: Pick<DatabasePool, 'forPartner'>;
  quotes: UcpQuotes;
  seal: Seal;
  /** The key for hashes of requests, which contain personal data. */
  hashKey: Buffer;
  clock: Pick<Clock, 'monotonicMs' | 'nowMs'>;
  log: Log;
}

export interface SessionRequest {
  operation: UcpOperation;
  profileUrl: string | undefined;
  idempotencyKey: string | undefined;
  needsKey: boolean;
  sessionId: string | undefined;
  body: unknown;
}

interface Running {
  parts: UcpParts;
  backend: Backend;
  request: BackendRequest;
  claims: TokenClaims;
}

/**
 * A request ranks like the operation that it called, and like reading a booking if it called none. Failures rank higher
 * (see `errorResponse`).
 */
export async function runSession(running: Running, asked: SessionRequest): Promise<Answer> {
  return { trafficClass: 'detail', ...(await answerTo(running, asked)) };
}

async function answerTo(running: Running, asked: SessionRequest): Promise<Answer> {
  const { parts, request, claims } = running;
  checkScopes(asked.operation, claims);
  const scope: SessionScope = claims;
  const db = parts.pool.forPartner(claims);
  const platform = negotiate(await findPlatform(db, scope), asked.profileUrl);
  if ('message' in platform) return errorResponse(platform.status, [platform.message]);
  const { idempotencyKey: key } = asked;
  const problem = keyProblem(asked);
  if (problem !== undefined) return errorResponse(400, [problem]);
  if (key === undefined) return (await carryOut(running, asked, { db, scope, platform })).answer;

  const completes = asked.operation === 'complete_booking_session' ? asked.sessionId : undefined;
  const claim = await claimRequest(db, parts.seal, scope, { key, hash: hashOf(parts, asked), completes });
  if (claim.kind === 'OTHER') return errorResponse(422, [KEY_REUSED]);
  if (claim.kind === 'ANSWERED')
    return {
      ...jsonResponse(claim.status, claim.body),
      headers: { ...HEADERS, 'idempotency-replayed': 'true' },
    };
  // Completing a session again is safe: the request can only book the quote that the session had when the key was first
  // used, and a quote can be booked once.
  const { quoteId } = claim;
  if (claim.kind === 'BUSY' && quoteId === undefined)
    return { ...errorResponse(409, [BUSY]), headers: { ...HEADERS, 'retry-after': '2' } };
  const { answer, isFinal } = await carryOut(running, asked, { db, scope, platform, quoteId });
  if (claim.kind !== 'NEW') return answer;
  const body = answer.body.toString();
  try {
    if (!isFinal) await dropClaim(db, scope, claim);
    else
      await storeAnswer(db, parts.seal, scope, claim, { status: answer.status, body, sessionId: idIn(body) });
  } catch (err) {
    // The outcome is stored with the session, so a repeated request finds it there.
    parts.log.error({ requestId: request.requestId, err }, 'the answer to a UCP request was not stored');
  }
  return answer;
}

function checkScopes(operation: UcpOperation, { scopes }: TokenClaims): void {
  const lacking = SCOPES[operation].filter(scope => !scopes.has(scope));
  if (lacking.length === 0) return;
  throw new ApiError(
    'FORBIDDEN',
    `The key lacks the scope ${lacking.join(' and ')}, or your company is suspended. Contact the operator.`,
  );
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

function keyProblem({ idempotencyKey: key, needsKey }: SessionRequest): Message | undefined {
  if (key === undefined ? !needsKey : UUID.test(key)) return undefined;
  const content =
    'Send a new UUID as idempotency key with each request, and the same one when you repeat it.';
  return failure(key === undefined ? 'missing' : 'invalid', content);
}

const KEY_REUSED = failure(
  'idempotency_key_reused',
  'This idempotency key was used with another request. Use a new one.',
);
const BUSY = failure(
  'operation_in_progress',
  'The same request is already being carried out. Repeat it in a few seconds.',
);

function hashOf({ hashKey }: UcpParts, { operation, sessionId, body }: SessionRequest): Buffer {
  return createHmac('sha256', hashKey)
    .update(JSON.stringify([operation, sessionId ?? null, body ?? null]))
    .digest();
}

function idIn(body: string): string | undefined {
  return (JSON.parse(body) as { id?: string }).id;
}

interface CarriedOut {
  answer: Answer;
  /** False if the request had no effect and may have one when it is repeated. Its answer is then not stored. */
  isFinal: boolean;
}

interface Carried {
  db: Database;
  scope: SessionScope;
  platform: Platform;
  /** The quote that a completion may book. */
  quoteId?: string | undefined;
}

/** Errors that are not about a session are returned in the usual format, with `code` set. */
async function carryOut(
  { parts, backend, request, claims }: Running,
  { operation, sessionId, body }: SessionRequest,
  { db, scope, platform, quoteId }: Carried,
): Promise<CarriedOut> {
  const caller = new Caller(parts, backend, request);
  const sessions = new Sessions(parts.seal);
  const context: UcpContext = {
    platform,
    scopes: claims.scopes,
    nowMs: () => parts.clock.nowMs(),
    call: (called, input) => caller.call(called, input),
    insert: session => sessions.insert(db, scope, session),
    find: id => sessions.find(db, scope, id),
    change: (session, set) => sessions.change(db, scope, session, set),
    findQuote: quoteId => parts.quotes.find(db, scope, quoteId),
    release: quoteId => void parts.quotes.release(db, scope, quoteId),
  };
  try {
    const outcome = await RUNS[operation](context, { sessionId, body, quoteId });
    if ('stage' in outcome) await markShown(context, outcome.stage);
    const { providerUs, trafficClass } = caller;
    const answer = {
      trafficClass,
      ...toAnswer(outcome, platform, parts),
      ...(providerUs > 0 && { providerUs }),
    };
    return { answer, isFinal: !('stage' in outcome && outcome.stage.messages.includes(NOTHING_CHANGED)) };
  } catch (thrown) {
    if (thrown instanceof OutcomeUnknown) throw thrown;
    const isOurs = !(thrown instanceof PassedOn && thrown.answer.status < 500);
    // A booking may exist, so a later failure must not become a 5xx response.
    if (caller.mayHaveBooked && isOurs) {
      parts.log.error(
        { requestId: request.requestId, err: thrown },
        'a session failed after its booking was sent',
      );
      throw new OutcomeUnknown(operation, thrown);
    }
    if (thrown instanceof PassedOn) return { answer: thrown.answer, isFinal: false };
    const error = toApiError(thrown, request.requestId, parts.log);
    return { answer: errorAnswer(error, request.requestId), isFinal: false };
  }
}

/** From now on, the platform may book the quote in the response. */
async function markShown(context: UcpContext, { session }: Stage): Promise<void> {
  const { quoted } = session;
  if (quoted.isShown === false) await context.change(session, { quoted: { ...quoted, isShown: true } });
}

/** Calls operations with the token of the caller. */
class Caller {
  readonly #parts: UcpParts;
  readonly #backend: Backend;
  readonly #request: BackendRequest;
  readonly #startedAtMs: number;
  providerUs = 0;
  mayHaveBooked = false;
  trafficClass: TrafficClass = 'detail';

  constructor(parts: UcpParts, backend: Backend, request: BackendRequest) {
    this.#parts = parts;
    this.#backend = backend;
    this.#request = request;
    this.#startedAtMs = parts.clock.monotonicMs();
  }

  async call({ path, deadlineMs, trafficClass }: Operation, input: object) {
    const { token, requestId, clientAddress, arrivedAtMs, timeLeftMs, signal } = this.#request;
    const leftMs = timeLeftMs - (this.#parts.clock.monotonicMs() - this.#startedAtMs);
    const isBooking = trafficClass === 'book';
    if (isBooking) this.mayHaveBooked = true;
    if (isBooking || (trafficClass === 'quote' && !this.mayHaveBooked)) this.trafficClass = trafficClass;
    const answer = await this.#backend({
      path,
      token,
      body: Buffer.from(JSON.stringify(input)),
      requestId,
      clientAddress,
      arrivedAtMs,
      timeLeftMs: Math.min(leftMs, deadlineMs),
      ifNoneMatch: undefined,
      idempotencyKey: undefined,
      signal,
    });
    // An error without a booking guarantees that nothing was sent.
    if (isBooking && answer.code !== undefined && answer.bookingId === undefined) this.mayHaveBooked = false;
    this.providerUs += answer.providerUs ?? 0;
    return { answer, body: JSON.parse(answer.body.toString()) };
  }
}

const HEADERS = { 'content-type': JSON_TYPE, 'cache-control': 'no-store' };

function toAnswer(outcome: Outcome, platform: Platform, { pages, clock }: UcpParts): Answer {
  if ('messages' in outcome) return errorResponse(outcome.status, outcome.messages);
  const { stage, status } = outcome;
  const answer = jsonResponse(status, JSON.stringify(sessionView(stage, platform, pages)));
  if (stage.status === 'complete_in_progress')
    answer.headers['retry-after'] = retryAfter(stage, clock.nowMs());
  if (stage.booking !== undefined) answer.bookingId = stage.booking.bookingId;
  return answer;
}

const DEFAULT_RETRY_SECONDS = 5;

function retryAfter({ booking }: Stage, nowMs: number): string {
  const nextCheckAt = booking?.resolution?.nextCheckAt;
  if (!nextCheckAt) return String(DEFAULT_RETRY_SECONDS);
  return String(Math.max(1, Math.ceil((Date.parse(nextCheckAt) - nowMs) / 1000)));
}

/** Over MCP, a failure has the status 200, so only its class makes the request log treat it as a failure. */
function errorResponse(status: number, messages: readonly Message[]): Answer {
  return { ...jsonResponse(status, JSON.stringify(errorView(messages))), trafficClass: 'agent' };
}

function jsonResponse(status: number, body: string): Answer {
  return { status, headers: { ...HEADERS }, body };
}
