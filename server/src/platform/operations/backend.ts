/**
 * The backend's side of a request: verify the token, check the scope, parse and validate the body, run the operation,
 * build the answer. It trusts the token alone and never sees an API key.
 */
import { answerBody, type Operation } from '@serai/contract/operation.ts';
import { ApiError } from '../api-error.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { TokenClaims } from '../token/token-claims.ts';
import type { TokenVerifier } from '../token/token-verifier.ts';
import { type Answer, JSON_TYPE } from './answer.ts';
import { errorAnswer, toApiError } from './error-answer.ts';
import type { Handler, RequestContext, Result } from './handler.ts';
import { parseBody } from './parse-body.ts';
import { validate } from './validate.ts';

export interface BackendRequest {
  path: string;
  token: string;
  body: Buffer;
  requestId: string;
  clientAddress: string | undefined;
  arrivedAtMs: number;
  timeLeftMs: number;
  ifNoneMatch: string | undefined;
  idempotencyKey: string | undefined;
  signal: AbortSignal;
}

/**
 * Bytes in, bytes out; a function call in one process, behind an HTTP listener otherwise. Answers at once where the
 * operation does, and never fails.
 */
export type Backend = (request: BackendRequest) => Answer | Promise<Answer>;

interface BackendParts {
  operations: readonly Operation[];
  handlers: readonly Handler[];
  verifier: TokenVerifier;
  clock: Clock;
  log: Log;
  /** Validates every answer against the contract. On in tests and development: it costs more than most operations. */
  checkAnswers: boolean;
}

interface Route {
  operation: Operation;
  handler: Handler | undefined;
}

export function createBackend(parts: BackendParts): Backend {
  const routes = routesOf(parts);
  const { verifier, clock, log } = parts;

  function run(
    request: BackendRequest,
    claims: TokenClaims | undefined,
    startedAtMs: number,
  ): Answer | Promise<Answer> {
    try {
      if (claims === undefined) throw new ApiError('UNAUTHORIZED', 'The token is not valid.');
      const { operation, handler } = checkRoute(routes.get(request.path), claims);
      if (handler === undefined) throw notBuilt(operation);
      const input = validate(operation.input, parseBody(request.body));
      const finish = (result: Result<unknown>) => {
        const answer = successAnswer(result, request, claims, {
          processedAtMs: clock.nowMs(),
          durationMs: Math.round(clock.monotonicMs() - startedAtMs),
        });
        if (parts.checkAnswers) checkAnswer(operation, answer);
        return answer;
      };
      const result = handler.run(new Context(request, claims), input as never);
      if (!(result instanceof Promise)) return finish(result);
      return result.then(finish).catch(thrown => failure(request, thrown));
    } catch (thrown) {
      return failure(request, thrown);
    }
  }

  function failure({ requestId }: BackendRequest, thrown: unknown): Answer {
    return errorAnswer(toApiError(thrown, requestId, log), requestId);
  }

  return request => {
    const startedAtMs = clock.monotonicMs();
    const claims = verifier.verify(request.token);
    if (!(claims instanceof Promise)) return run(request, claims, startedAtMs);
    return claims.then(
      verified => run(request, verified, startedAtMs),
      thrown => failure(request, thrown),
    );
  };
}

function routesOf({ operations, handlers }: BackendParts): Map<string, Route> {
  const routes = new Map<string, Route>();
  for (const operation of operations) {
    const handler = handlers.find(candidate => candidate.operation === operation);
    for (const path of [operation.path, ...operation.aliases]) routes.set(path, { operation, handler });
  }
  return routes;
}

function checkRoute(route: Route | undefined, claims: TokenClaims): Route {
  if (route === undefined) throw new ApiError('NOT_FOUND', 'There is no operation at this path.');
  const { scope } = route.operation;
  if (!claims.scopes.has(scope)) throw new ApiError('FORBIDDEN', `The key lacks the scope ${scope}.`);
  return route;
}

function notBuilt(operation: Operation): ApiError {
  return new ApiError('SERVICE_UNAVAILABLE', `The operation ${operation.name} is not built yet.`, {
    retryAfterSeconds: 3600,
  });
}

/** A class for its getter: in an object literal it would be a new hidden class for every request. */
class Context implements RequestContext {
  readonly requestId: string;
  readonly organisationId: string;
  readonly environment: TokenClaims['environment'];
  readonly keyId: string;
  readonly clientAddress: string | undefined;
  readonly arrivedAtMs: number;
  readonly timeLeftMs: number;
  readonly ifNoneMatch: string | undefined;
  readonly idempotencyKey: string | undefined;
  readonly #request: BackendRequest;

  constructor(request: BackendRequest, claims: TokenClaims) {
    this.requestId = request.requestId;
    this.organisationId = claims.organisationId;
    this.environment = claims.environment;
    this.keyId = claims.keyId;
    this.clientAddress = request.clientAddress;
    this.arrivedAtMs = request.arrivedAtMs;
    this.timeLeftMs = request.timeLeftMs;
    this.ifNoneMatch = request.ifNoneMatch;
    this.idempotencyKey = request.idempotencyKey;
    this.#request = request;
  }

  get signal(): AbortSignal {
    return this.#request.signal;
  }
}

interface Timing {
  processedAtMs: number;
  durationMs: number;
}

function successAnswer(
  result: Result<unknown>,
  request: BackendRequest,
  claims: TokenClaims,
  timing: Timing,
): Answer {
  const headers: Record<string, string> = { 'content-type': JSON_TYPE, ...result.headers };
  if (result.etag !== undefined) {
    headers.etag = result.etag;
    if (matches(request.ifNoneMatch, result.etag)) {
      delete headers['content-type'];
      return { status: 304, headers, body: '' };
    }
  }
  const json = 'json' in result ? result.json : JSON.stringify(result.data);
  const meta = {
    requestId: request.requestId,
    environment: claims.environment,
    testMode: result.testMode ?? claims.environment === 'sandbox',
    processedAt: new Date(timing.processedAtMs).toISOString(),
    durationMs: timing.durationMs,
  };
  const warnings = result.warnings?.length ? `,"warnings":${JSON.stringify(result.warnings)}` : '';
  const separator = json === '{}' ? '' : ',';
  const answer: Answer = {
    status: result.status ?? 200,
    headers,
    body: `${json.slice(0, -1)}${separator}"meta":${JSON.stringify(meta)}${warnings}}`,
  };
  if (result.bookingId !== undefined) answer.bookingId = result.bookingId;
  if (result.providerUs !== undefined) answer.providerUs = result.providerUs;
  return answer;
}

function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some(candidate => candidate.trim().replace(/^W\//, '') === etag);
}

function checkAnswer(operation: Operation, answer: Answer): void {
  if (answer.status === 304) return;
  const result = answerBody(operation).safeParse(JSON.parse(answer.body.toString()));
  if (!result.success)
    throw new Error(`The answer of ${operation.name} breaks the contract: ${result.error.message}`);
}
