/**
 * The paths of UCP Lodging as the gateway sees them. They are not operations, so they appear neither in the OpenAPI
 * document nor in the SDKs.
 */
import { z } from 'zod';
import type { Route } from '../../operation.ts';
import { bookingId, hotelId } from '../../shared/ids.ts';
import { loggable } from '../../shared/loggable.ts';
import { GATEWAY_MARGIN_MS, TIMEOUTS } from '../../shared/settings.ts';
import { choice } from '../../shared/values.ts';
import { MCP_METHODS } from '../mcp-route.ts';

/** The date of the draft that Serai implements. The draft itself has no version. */
export const UCP_VERSION = '2026-08-22';
export const UCP_SERVICE = 'dev.ucp.lodging';
export const UCP_BOOKING = 'dev.ucp.lodging.booking';
export const UCP_CANCELLATION = 'dev.ucp.lodging.policy.cancellation';

export const UCP_PROFILE_PATH = '/.well-known/ucp';
export const UCP_PREFIX = '/ucp/';
export const UCP_REST_PATH = '/ucp/v1';
export const UCP_MCP_PATH = '/ucp/mcp';
const SESSIONS_PATH = `${UCP_REST_PATH}/booking-sessions`;
const MAX_UCP_BODY_BYTES = 256 * 1024;

export const UCP_OPERATIONS = [
  'create_booking_session',
  'get_booking_session',
  'update_booking_session',
  'complete_booking_session',
  'cancel_booking_session',
] as const;
export type UcpOperation = (typeof UCP_OPERATIONS)[number];

const common = {
  aliases: [],
  scope: null,
  trafficClass: 'agent',
  deadlineMs: TIMEOUTS.booking.max + GATEWAY_MARGIN_MS,
  maxBodyBytes: MAX_UCP_BODY_BYTES,
} as const;

/**
 * Between gateway and backend, a path names the operation, and the session id is in a header. Clients cannot use these
 * paths, because `findUcpTarget` translates every path of a client.
 */
function restRoute(operation: UcpOperation, fields: Pick<Route, 'method' | 'hasNoBody'> = {}): Route {
  return { ...common, name: `ucp_${operation}`, path: `${UCP_REST_PATH}/${operation}`, ...fields };
}

const REST_ROUTES: Readonly<Record<UcpOperation, Route>> = {
  create_booking_session: restRoute('create_booking_session'),
  get_booking_session: restRoute('get_booking_session', { method: 'GET', hasNoBody: true }),
  update_booking_session: restRoute('update_booking_session', { method: 'PUT' }),
  complete_booking_session: restRoute('complete_booking_session'),
  cancel_booking_session: restRoute('cancel_booking_session', { hasNoBody: true }),
};

const MCP_ROUTE: Route = { ...common, name: 'ucp_mcp', path: UCP_MCP_PATH };

export const UCP_ROUTES: readonly Route[] = [...Object.values(REST_ROUTES), MCP_ROUTE];

const OPERATION_BY_PATH = new Map<string, UcpOperation>(
  UCP_OPERATIONS.map(operation => [REST_ROUTES[operation].path, operation]),
);

export function ucpOperationOf(path: string): UcpOperation | undefined {
  return OPERATION_BY_PATH.get(path);
}

export interface UcpTarget {
  /** The routes at the path, by method. */
  routes: Readonly<Record<string, Route>>;
  sessionId: string | undefined;
}

const SESSION_ID = /^[A-Za-z0-9_]{1,64}$/;

/** Finds the routes at the path of a client. Undefined if there are none. */
export function findUcpTarget(path: string): UcpTarget | undefined {
  if (path === SESSIONS_PATH)
    return { routes: { POST: REST_ROUTES.create_booking_session }, sessionId: undefined };
  if (!path.startsWith(`${SESSIONS_PATH}/`)) return undefined;
  const [sessionId = '', action, ...more] = path.slice(SESSIONS_PATH.length + 1).split('/');
  if (!SESSION_ID.test(sessionId) || more.length > 0) return undefined;
  if (action === undefined)
    return {
      routes: { GET: REST_ROUTES.get_booking_session, PUT: REST_ROUTES.update_booking_session },
      sessionId,
    };
  if (action === 'complete') return { routes: { POST: REST_ROUTES.complete_booking_session }, sessionId };
  if (action === 'cancel') return { routes: { POST: REST_ROUTES.cancel_booking_session }, sessionId };
  return undefined;
}

const sessionIdLog = () => loggable(z.string().max(64)).optional();

/** What the request log keeps of a session: ids and the state, and nothing about people, prices or payment. */
export const ucpRequestLog = z.looseObject({
  property: z.looseObject({ id: hotelId().optional() }).optional(),
});

const sessionLog = z.looseObject({
  id: sessionIdLog(),
  status: loggable(z.string().max(32)).optional(),
  confirmation: z.looseObject({ id: bookingId().optional() }).optional(),
  messages: z.array(z.looseObject({ code: loggable(z.string().max(64)).optional() })).optional(),
});

export const ucpAnswerLog = sessionLog;

export const ucpMcpRequestLog = z.looseObject({
  method: choice(MCP_METHODS),
  params: z
    .looseObject({ name: choice(UCP_OPERATIONS), arguments: z.looseObject({ id: sessionIdLog() }) })
    .optional(),
});

export const ucpMcpAnswerLog = z.looseObject({ result: z.looseObject({ structuredContent: sessionLog }) });
