/**
 * The backend side of a request. It verifies the token, checks the scope, parses and validates the body, runs the
 * operation for the organisation in the token, and builds the response. It trusts only the token and never sees an API
 * key.
 */
import { answerBody, type Operation } from '@serai/contract/operation.ts';
import { ApiError } from '../api-error.ts';
import type { Clock } from '../clock.ts';
import type { DatabasePool } from '../database/connect.ts';
import type { Log } from '../log.ts';
import type { TokenClaims } from '../token/token-claims.ts';
import type { TokenVerifier } from '../token/token-verifier.ts';
import type { Answer } from './answer.ts';
import { type BackendRequest, OperationContext } from './backend-request.ts';
import { checkBody, checkCode } from './contract-check.ts';
import { errorAnswer, toApiError } from './error-answer.ts';
import type { Handler, Result } from './handler.ts';
import { parseBody } from './parse-body.ts';
import { OutcomeUnknown } from './sent-mark.ts';
import { successAnswer } from './success-answer.ts';
import { validate } from './validate.ts';

/**
 * Takes and returns bytes. Within one process this is a plain function call, otherwise it is behind an HTTP listener.
 * Returns synchronously if the operation does. Only rejects with OutcomeUnknown. The only correct response is then to
 * close the connection.
 */
export type Backend = (request: BackendRequest) => Answer | Promise<Answer>;

interface BackendParts {
  operations: readonly Operation[];
  handlers: readonly Handler[];
  verifier: Pick<TokenVerifier, 'verify'>;
  pool: Pick<DatabasePool, 'forPartner'>;
  clock: Clock;
  log: Log;
  /** Whether to validate every response against the contract. */
  checkAnswers: boolean;
}

type Finish = (result: Result<unknown>) => Answer;

interface Route {
  operation: Operation;
  handler: Handler;
}

export function createBackend(parts: BackendParts): Backend {
  const routes = routesOf(parts);
  const { verifier, clock, log, checkAnswers } = parts;

  function run(
    request: BackendRequest,
    claims: TokenClaims | undefined,
    startedAtMs: number,
  ): Answer | Promise<Answer> {
    let operation: Operation | undefined;
    let context: OperationContext | undefined;
    let finish: Finish | undefined;
    const fail = (thrown: unknown) => {
      context?.end();
      const error = checkAnswers && operation ? checkCode(operation, thrown) : thrown;
      if (operation === undefined || !context?.sent.forbids(error)) return failure(request, error);
      log.error(
        { requestId: request.requestId, err: error },
        'an operation failed after its request was sent to a provider',
      );
      try {
        return (finish as Finish)(context.sent.known());
      } catch (cause) {
        throw new OutcomeUnknown(operation.name, cause);
      }
    };
    try {
      if (claims === undefined) throw new ApiError('UNAUTHORIZED', 'The token is not valid.');
      const route = checkRoute(routes.get(request.path), claims);
      operation = route.operation;
      const body = parseBody(request.body);
      const input = validate(operation.input, body, route.handler.check?.(body));
      const own = new OperationContext(request, claims, operation, parts);
      context = own;
      const finished: Finish = result => {
        own.end();
        const answer = successAnswer(result, request, claims, {
          processedAtMs: clock.nowMs(),
          durationMs: Math.round(clock.monotonicMs() - startedAtMs),
        });
        if (checkAnswers && answer.status !== 304) {
          checkBody(route.operation, answerBody(route.operation), answer.body.toString());
        }
        return answer;
      };
      finish = finished;
      const result = route.handler.run(own, input as never);
      return result instanceof Promise ? result.then(finished).catch(fail) : finished(result);
    } catch (thrown) {
      return fail(thrown);
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
    const handler = handlers.find(candidate => candidate.operation.name === operation.name);
    if (handler === undefined) throw new Error(`no handler for ${operation.name}`);
    for (const path of [operation.path, ...operation.aliases]) routes.set(path, { operation, handler });
  }
  return routes;
}

function checkRoute(route: Route | undefined, claims: TokenClaims): Route {
  if (route === undefined) throw new ApiError('NOT_FOUND', 'There is no operation at this path.');
  const { scope } = route.operation;
  if (!claims.scopes.has(scope))
    throw new ApiError('FORBIDDEN', `The key lacks the scope ${scope}. Add the scope, or use another key.`);
  return route;
}
