/**
 * The ordered checks for every request. The first check that fails determines the response. Clients rely on the order,
 * so the tests cover each pair of consecutive checks.
 */

import { MCP_PATH } from '@serai/contract/agents/mcp-route.ts';
import {
  findUcpTarget,
  UCP_MCP_PATH,
  UCP_PREFIX,
  UCP_REST_PATH,
} from '@serai/contract/agents/ucp/ucp-route.ts';
import { mayBook, type Route } from '@serai/contract/operation.ts';
import type { Admission, RequestOwner } from '../platform/admission/admission.ts';
import { ApiError } from '../platform/api-error.ts';
import type { Clock } from '../platform/clock.ts';
import type { AddressList } from '../platform/http/address-list.ts';
import { clientAddress } from '../platform/http/client-address.ts';
import { decompressBody } from '../platform/http/content-encoding.ts';
import { bodyTooLarge, checkAccept, checkMedia, isGzip, methodNotAllowed } from '../platform/http/media.ts';
import type { RequestHeaders } from '../platform/http/request-headers.ts';
import type { Answer } from '../platform/operations/answer.ts';
import { inChildSpan, isTracing } from '../platform/tracing/span.ts';
import type { ClientConnection, Exchange } from './exchange.ts';
import { type Forward, LostAnswer } from './forward/forward.ts';
import { type Forwarding, GatewayCall } from './forward/gateway-call.ts';
import type { KeyCache } from './keys/key-cache.ts';
import type { KeyDirectory } from './keys/key-directory.ts';
import { keyIdIn } from './keys/key-format.ts';
import { type KeyRecord, keyProblem, SELLING_SCOPES } from './keys/key-record.ts';
import { findSecret } from './keys/key-secret.ts';
import { type PresentedKey, readPresentedKey } from './keys/presented-key.ts';
import { type LimitDecision, type Limiter, LimiterUnavailable } from './limits/limiter.ts';
import { limitMessage } from './limits/rate-limit-headers.ts';
import type { TokenMinter } from './token/token-minter.ts';

export interface PipelineParts {
  routes: ReadonlyMap<string, Route>;
  /** The values of `Origin` that the endpoints for agents accept. */
  mcpOrigins: readonly string[];
  directory: KeyDirectory;
  cache: KeyCache;
  limiter: Limiter;
  admission: Pick<Admission, 'check' | 'enter' | 'leave' | 'reject'>;
  minter: TokenMinter;
  forward: Forward;
  trustedProxies: AddressList | undefined;
  clock: Clock;
}

export type Pipeline = (connection: ClientConnection, exchange: Exchange) => Promise<Answer>;

const SLOW_BODY_MS = 500;

/** Awaits only real promises, so that a step with a cached result continues immediately. */
export function createPipeline(parts: PipelineParts): Pipeline {
  return async function pipeline(connection, exchange) {
    const { request } = connection;
    const presented = checkKeyText(parts, request, exchange);
    const found = findKey(parts, presented, exchange);
    let record = checkKey(parts, presented, found instanceof Promise ? await found : found, exchange);
    const checkedAtMs = found instanceof Promise ? parts.clock.monotonicMs() : exchange.startedAtMs;
    checkAddress(record, exchange.address);
    const decision = decide(parts, record, exchange.startedAtMs);
    checkLimits(record, decision instanceof Promise ? await decision : decision, exchange);
    const operation = checkRoute(parts, exchange, request.method);
    checkOrigin(parts, operation, exchange);
    checkScope(record, operation);
    checkFormat(operation, request.method, exchange);
    checkRepeatedHeaders(exchange);
    checkSize(operation, Number(exchange.headers.contentLength ?? 0));

    const owner = record;
    checkBackends(parts, operation, owner);
    parts.admission.check(operation.trafficClass, owner);
    // The slot is taken only after the body is complete, so that an unfinished body does not block other requests.
    const received = await connection.readBody(owner);
    exchange.requestBody = received;
    checkSize(operation, received.length);
    if (parts.clock.monotonicMs() - checkedAtMs > SLOW_BODY_MS) {
      // The key may have been revoked while the body was being received.
      record = checkKey(parts, presented, await findKey(parts, presented, exchange), exchange);
      checkAddress(record, exchange.address);
      checkScope(record, operation);
    }
    const token = parts.minter.tokenFor(record);
    parts.admission.enter(operation.trafficClass, owner);
    try {
      // A compressed body is decompressed only after the request has been admitted, because it may take a hundred times
      // as much memory.
      const body = isGzip(exchange.headers) ? await decompressBody(received) : received;
      exchange.requestBody = body;
      checkSize(operation, body.length);
      const forwarded = forwardRequest(parts, { connection, exchange, record, operation, body, token });
      return forwarded instanceof Promise ? await forwarded : forwarded;
    } catch (thrown) {
      throw foreseen(operation, thrown);
    } finally {
      parts.admission.leave(operation.trafficClass, owner);
    }
  };
}

function checkKeyText(
  parts: PipelineParts,
  request: ClientConnection['request'],
  exchange: Exchange,
): PresentedKey {
  const presented = readPresentedKey(
    request.socket,
    keyHeaders(parts, exchange),
    acceptsBearer(parts, exchange),
  );
  if (presented === undefined) throw new Unauthorized();
  exchange.address = clientAddress(
    request.socket.remoteAddress,
    exchange.headers.forwardedFor,
    parts.trustedProxies,
  );
  if (typeof presented !== 'string') return presented;
  exchange.record = knownOwner(parts, presented);
  throw refusal(exchange, 'malformed');
}

/** The directory limits how many keys are read at the same time for one client address. */
function findKey(parts: PipelineParts, { id }: PresentedKey, { address }: Exchange) {
  return parts.directory.find(id, address ?? '');
}

function checkKey(
  parts: PipelineParts,
  { digest, environment }: PresentedKey,
  record: KeyRecord | null,
  exchange: Exchange,
): KeyRecord {
  const nowMs = parts.clock.nowMs();
  const match = findSecret(record?.secrets, digest, nowMs);
  if (record === null) throw new Unauthorized();
  exchange.record = record;
  if (match === undefined) throw refusal(exchange, 'wrong-secret');
  if (record.environment !== environment) throw refusal(exchange, 'environment');
  const problem = keyProblem(record, nowMs);
  if (problem !== undefined) throw refusal(exchange, problem);
  exchange.secretId = match.id;
  return record;
}

function refusal(exchange: Exchange, reason: RefusalReason): Unauthorized {
  exchange.reason = reason;
  return new Unauthorized();
}

/**
 * A malformed key may still contain a known key ID, so that its owner's log can show the request. Only the cache is
 * searched.
 */
function knownOwner(parts: PipelineParts, text: string): KeyRecord | undefined {
  const id = keyIdIn(text);
  return id === undefined ? undefined : parts.cache.get(id)?.record;
}

function checkAddress(record: KeyRecord, address: string | undefined): void {
  if (record.addresses === undefined) return;
  if (address !== undefined && record.addresses.has(address)) return;
  throw new ApiError(
    'FORBIDDEN',
    `The key cannot be used from the address ${address ?? '(unknown)'}. Add the address to the key, or use another key.`,
  );
}

function decide(
  parts: PipelineParts,
  record: KeyRecord,
  nowMs: number,
): LimitDecision | Promise<LimitDecision> {
  try {
    const decision = parts.limiter.decide(record.id, record.limits, nowMs);
    return decision instanceof Promise ? decision.catch(undecided) : decision;
  } catch (error) {
    return undecided(error);
  }
}

function undecided(error: unknown): never {
  if (!(error instanceof LimiterUnavailable)) throw error;
  throw new ApiError(
    'SERVICE_UNAVAILABLE',
    'The rate limits cannot be checked at the moment. Try again shortly.',
  );
}

function checkLimits(record: KeyRecord, decision: LimitDecision, exchange: Exchange): void {
  exchange.decision = decision;
  if (decision.admitted) return;
  throw new ApiError('RATE_LIMIT_EXCEEDED', limitMessage(decision, record.limits), {
    retryAfterSeconds: decision.retryAfterSeconds ?? 1,
  });
}

function acceptsBearer({ routes }: PipelineParts, { path }: Exchange): boolean {
  return path === MCP_PATH && routes.has(MCP_PATH);
}

/** Platforms that speak UCP may send the key in `X-API-Key` instead of `Authorization`. */
function keyHeaders(
  { routes }: PipelineParts,
  { path, headers }: Exchange,
): Pick<RequestHeaders, 'authorization' | 'authorizationRepeated'> {
  const { apiKey, authorization } = headers;
  if (apiKey === undefined || !path.startsWith(UCP_PREFIX) || !routes.has(UCP_MCP_PATH)) return headers;
  return { authorization: `ApiKey ${apiKey}`, authorizationRepeated: authorization !== undefined };
}

function checkRoute(parts: PipelineParts, exchange: Exchange, method: string | undefined): Route {
  const { path } = exchange;
  const operation = path.startsWith(`${UCP_REST_PATH}/`)
    ? findUcpRoute(parts, exchange, method)
    : parts.routes.get(path);
  if (operation === undefined) throw new ApiError('NOT_FOUND', 'There is no operation at this path.');
  exchange.operation = operation;
  return operation;
}

/** The method of a UCP request is part of its route. */
function findUcpRoute({ routes }: PipelineParts, exchange: Exchange, method = ''): Route | undefined {
  const target = findUcpTarget(exchange.path);
  if (target === undefined) return undefined;
  const known = Object.entries(target.routes).filter(([, route]) => routes.has(route.path));
  if (known.length === 0) return undefined;
  const route = known.find(([name]) => name === method)?.[1];
  if (route === undefined) throw methodNotAllowed(known.map(([name]) => name));
  exchange.ucpSessionId = target.sessionId;
  return route;
}

function checkFormat(
  { method: expected, hasNoBody }: Route,
  method: string | undefined,
  { headers }: Exchange,
): void {
  if (hasNoBody) checkAccept(headers);
  else checkMedia(method, headers, 'gzip', expected);
}

/**
 * Agents send no `Origin`, but browsers do. A web page that reaches this address by DNS rebinding must not call tools.
 */
function checkOrigin(
  { mcpOrigins }: PipelineParts,
  { trafficClass }: Route,
  { headers: { origin } }: Exchange,
): void {
  if (trafficClass !== 'agent' || origin === undefined || mcpOrigins.includes(origin)) return;
  throw new ApiError(
    'FORBIDDEN',
    'Web pages of this origin may not call the endpoints for agents. The operator can allow it with SERAI_MCP_ORIGINS.',
  );
}

function checkSize({ maxBodyBytes }: Route, bytes: number): void {
  if (maxBodyBytes !== undefined && bytes > maxBodyBytes) throw bodyTooLarge(maxBodyBytes);
}

function checkScope(record: KeyRecord, operation: Route): void {
  if (operation.scope === null) return;
  if (!record.scopes.has(operation.scope))
    throw new ApiError(
      'FORBIDDEN',
      `The key lacks the scope ${operation.scope}. Add the scope, or use another key.`,
    );
  if (record.partnerSuspended && SELLING_SCOPES.has(operation.scope))
    throw new ApiError(
      'FORBIDDEN',
      'Your company is suspended. You can read and cancel bookings, but not search, quote or book. Contact the operator.',
    );
}

/** Bookings and cancellations are always sent, because a backend may still have a free slot. */
function checkBackends(
  { admission, forward }: PipelineParts,
  { trafficClass }: Route,
  owner: RequestOwner,
): void {
  if (trafficClass === 'book' || !forward.turnsAway?.(trafficClass)) return;
  admission.reject(trafficClass, 'late', owner);
}

function checkRepeatedHeaders({ headers }: Exchange): void {
  if (headers.repeated === undefined) return;
  throw new ApiError('VALIDATION_ERROR', `The header ${headers.repeated} may be sent only once.`);
}

/**
 * An error in our own code must not become a 5xx for a booking or cancellation, because a 5xx guarantees that nothing
 * was sent to a provider.
 */
function foreseen(operation: Route, thrown: unknown): unknown {
  const isForeseen = thrown instanceof ApiError || thrown instanceof LostAnswer;
  return isForeseen || !mayBook(operation.trafficClass) ? thrown : new LostAnswer(operation, thrown);
}

function forwardRequest(parts: PipelineParts, forwarding: Forwarding): Answer | Promise<Answer> {
  const sentAtMs = parts.clock.monotonicMs();
  const sent = send(parts, forwarding, sentAtMs);
  if (sent instanceof Promise) return sent.then(answer => received(parts, forwarding, sentAtMs, answer));
  return received(parts, forwarding, sentAtMs, sent);
}

function received(
  parts: PipelineParts,
  forwarding: Forwarding,
  sentAtMs: number,
  answer: Answer,
): Answer | Promise<Answer> {
  if (answer.status === 401) return sendWithNewToken(parts, forwarding, sentAtMs);
  forwarding.exchange.backendMs = parts.clock.monotonicMs() - sentAtMs;
  return answer;
}

/** The rejected token is ours, so the client is not at fault. The request is sent once more with a new token. */
async function sendWithNewToken(
  parts: PipelineParts,
  forwarding: Forwarding,
  sentAtMs: number,
): Promise<Answer> {
  parts.minter.drop(forwarding.record);
  const token = parts.minter.tokenFor(forwarding.record);
  const answer = await send(parts, { ...forwarding, token }, parts.clock.monotonicMs());
  if (answer.status === 401) {
    throw new ApiError(
      'SERVICE_UNAVAILABLE',
      'The service cannot authorise the request at the moment. Try again shortly.',
    );
  }
  forwarding.exchange.backendMs = parts.clock.monotonicMs() - sentAtMs;
  return answer;
}

function send(parts: PipelineParts, forwarding: Forwarding, nowMs: number): Answer | Promise<Answer> {
  const { exchange, operation } = forwarding;
  const timeLeftMs = operation.deadlineMs - (nowMs - exchange.startedAtMs);
  const call = new GatewayCall(forwarding, timeLeftMs);
  if (!isTracing()) return parts.forward.send(call);
  return inChildSpan({ name: 'forward', kind: 'client' }, () => parts.forward.send(call));
}

/** The reason why a key was rejected. It appears only in the request log, never in the response. */
type RefusalReason = 'malformed' | 'wrong-secret' | 'revoked' | 'disabled' | 'expired' | 'environment';

class Unauthorized extends ApiError {
  constructor() {
    super(
      'UNAUTHORIZED',
      'The API key is missing, malformed, unknown, disabled, expired or revoked. Send it as Authorization: ApiKey <key>. See /docs for details.',
    );
  }
}
