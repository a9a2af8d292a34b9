/**
 * The dashboard's listener: plain pages, the dashboard's files and the operator API. The checks have a guaranteed
 * order, and the first check that fails determines the response.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OperatorOperation } from '@serai/contract/operator-operation.ts';
import { ApiError } from '../platform/api-error.ts';
import type { Clock } from '../platform/clock.ts';
import type { DatabasePool } from '../platform/database/connect.ts';
import type { AddressList } from '../platform/http/address-list.ts';
import { type BodyReads, ClientGone } from '../platform/http/body-reads.ts';
import { clientAddress } from '../platform/http/client-address.ts';
import { checkRequest, type RequestListener } from '../platform/http/http-server.ts';
import { checkMedia } from '../platform/http/media.ts';
import type { PlainPages } from '../platform/http/plain-pages.ts';
import { type RequestHeaders, readHeaders } from '../platform/http/request-headers.ts';
import { requestIdOf } from '../platform/http/request-id.ts';
import { drainRequest, sendAnswer } from '../platform/http/send-answer.ts';
import type { Log } from '../platform/log.ts';
import { type Answer, JSON_TYPE } from '../platform/operations/answer.ts';
import { checkBody, checkCode, notBuilt } from '../platform/operations/contract-check.ts';
import { errorAnswer, toApiError } from '../platform/operations/error-answer.ts';
import {
  type Concern,
  type OperatorContext,
  type OperatorHandler,
  operatorDatabase,
} from '../platform/operations/operator/operator-handler.ts';
import { parseBody } from '../platform/operations/parse-body.ts';
import { validate } from '../platform/operations/validate.ts';
import {
  checkOrigin,
  checkPermission,
  checkSecondFactor,
  findCaller,
  findVisitor,
} from './access/access-checks.ts';
import { createFailureDelay, type FailureDelay } from './access/failure-delay.ts';
import type { Caller, Identify } from './access/identify.ts';
import { readDeviceCookie } from './access/known-device.ts';
import { holderOf, OperatorAdmission } from './access/operator-admission.ts';
import { requestOrigin } from './access/request-origin.ts';
import { resolvePartner } from './access/resolve-partner.ts';
import type { DashboardFiles } from './dashboard-files.ts';
import { operatorRoutes, type Route } from './operator-routes.ts';

export interface OperatorListenerParts {
  pool: Pick<DatabasePool, 'forPartner' | 'asService'>;
  operations: readonly OperatorOperation[];
  handlers: readonly OperatorHandler[];
  identify: Identify;
  pages: PlainPages;
  files: DashboardFiles;
  dashboardOrigins?: readonly string[];
  trustedProxies: AddressList | undefined;
  bodies: BodyReads;
  clock: Clock;
  log: Log;
  /** Validates every response against the contract. Used in tests and development. */
  checkAnswers: boolean;
}

interface Listening extends OperatorListenerParts {
  routes: ReadonlyMap<string, Route>;
  delay: FailureDelay;
  admission: OperatorAdmission;
}

interface Call {
  request: IncomingMessage;
  response: ServerResponse;
  headers: RequestHeaders;
  requestId: string;
  address: string | undefined;
  cookies: readonly string[];
}

export function operatorListener(parts: OperatorListenerParts): RequestListener {
  const listening = {
    ...parts,
    routes: operatorRoutes(parts),
    delay: createFailureDelay(parts.clock),
    admission: new OperatorAdmission(parts.clock),
  };
  return (request, response) => {
    for (const name in PAGE_HEADERS) response.setHeader(name, PAGE_HEADERS[name] as string);
    if (parts.pages.answer(request, response)) return;
    handle(listening, request, response).catch(error => {
      parts.log.error({ err: error }, 'a request could not be handled');
      response.destroy();
    });
  };
}

async function handle(parts: Listening, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const headers = readHeaders(request.rawHeaders);
  const requestId = requestIdOf(headers.requestId);
  const address = clientAddress(request.socket.remoteAddress, headers.forwardedFor, parts.trustedProxies);
  const call: Call = { request, response, headers, requestId, address, cookies: [] };
  const answer = await answerOf(parts, call);
  if (answer === undefined) {
    response.destroy();
    return;
  }
  const cookies = call.cookies.flatMap(cookie => ['set-cookie', cookie]);
  sendAnswer(response, answer, ['x-request-id', requestId, ...cookies]);
  drainRequest(request);
}

/** Returns undefined if the client has disconnected. */
async function answerOf(parts: Listening, call: Call): Promise<Answer | undefined> {
  try {
    if (!isFile(call.request)) return await operate(parts, call);
    const encodings = call.request.headers['accept-encoding'];
    return await parts.files.find(call.request.url ?? '', String(encodings ?? ''));
  } catch (thrown) {
    if (thrown instanceof ClientGone) return undefined;
    const error = toApiError(thrown, call.requestId, parts.log);
    const answer = errorAnswer(error, call.requestId);
    answer.headers['cache-control'] = 'no-store';
    if (answer.status === 401) answer.headers['www-authenticate'] = 'Bearer';
    return answer;
  }
}

function isFile({ method, url = '' }: IncomingMessage): boolean {
  return (method === 'GET' || method === 'HEAD') && url.startsWith('/') && !/^\/api(?:\/|$)/.test(url);
}

async function operate(parts: Listening, call: Call): Promise<Answer> {
  const { request, headers } = call;
  checkRequest(request, headers.host);
  const found = parts.routes.get(request.url ?? '');
  const origin = requestOrigin(request, {
    origins: parts.dashboardOrigins ?? [],
    trustedProxies: parts.trustedProxies,
  });
  const identify = parts.admission.identify(parts.identify, call.address);
  const caller = found?.operation.public
    ? await findVisitor(identify, call, origin)
    : await findCaller({ identify, delay: parts.delay }, call, origin);
  checkOrigin(caller, origin);
  if (found === undefined) throw new ApiError('NOT_FOUND', 'There is no operation at this path.');
  checkPermission(caller, found.operation);
  checkSecondFactor(caller, found.operation);
  checkMedia(request.method, headers);
  checkRepeated(headers);
  const { handler } = found;
  if (handler === undefined) throw notBuilt(found.operation);
  const context: Omit<OperatorContext, keyof Concern | 'db'> = {
    requestId: call.requestId,
    actor: caller.actor,
    role: caller.role,
    confirmed: caller.confirmed,
    staff: caller.staff,
    hotels: caller.hotels,
    address: call.address,
    userAgent: request.headers['user-agent'],
    device: readDeviceCookie(request.headers.cookie, origin.secure),
    cookies: [],
    secure: origin.secure,
    host: origin.host,
    ...(caller.session && { session: caller.session }),
  };
  return run(parts, call, { ...found, handler }, caller, context);
}

async function run(
  parts: Listening,
  call: Call,
  { operation, handler }: Route & { handler: OperatorHandler },
  caller: Caller,
  callContext: Omit<OperatorContext, keyof Concern | 'db'>,
): Promise<Answer> {
  const holder = holderOf(caller, call.address, operation);
  if (call.request.headers.expect !== undefined) call.response.writeContinue();
  const body = await parts.bodies.read(call.request, call.response, holder);
  const input = validate(operation.input, parseBody(body));
  try {
    const data = await parts.admission.run(holder, async () => {
      const resolve = parts.pool.asService('The partner of a call is found by an id in its input.');
      const concern = await resolvePartner(resolve, caller, operation, input as never);
      const db = operatorDatabase(parts.pool, handler, concern);
      const context: OperatorContext = { ...callContext, ...concern, db };
      return handler.run(context, input as never);
    });
    const headers = { 'content-type': JSON_TYPE, 'cache-control': 'no-store' };
    const answer = { status: 200, headers, body: JSON.stringify(data) };
    if (parts.checkAnswers) checkBody(operation, operation.output, answer.body);
    call.cookies = callContext.cookies;
    return answer;
  } catch (thrown) {
    if (operation.public && thrown instanceof ApiError && thrown.code === 'UNAUTHORIZED') {
      await parts.delay.failed(call.address);
    }
    throw parts.checkAnswers ? checkCode(operation, thrown) : thrown;
  }
}

function checkRepeated({ repeated }: RequestHeaders): void {
  if (repeated !== undefined)
    throw new ApiError('VALIDATION_ERROR', `The header ${repeated} may be sent only once.`);
}

/**
 * Headers of every response from the dashboard's listener. They forbid inline code, foreign content except images over
 * https, and framing.
 */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'self'; script-src 'self'; img-src 'self' https:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};
