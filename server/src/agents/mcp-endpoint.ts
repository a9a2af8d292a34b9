/** Serves the Model Context Protocol for a list of tools: checks the message, lists the tools, and calls one. */
import type { Scope } from '@serai/contract/scopes.ts';
import { ApiError } from '../platform/api-error.ts';
import type { Log } from '../platform/log.ts';
import { type Answer, JSON_TYPE } from '../platform/operations/answer.ts';
import type { BackendRequest } from '../platform/operations/backend-request.ts';
import { errorAnswer, toApiError } from '../platform/operations/error-answer.ts';
import { parseBody } from '../platform/operations/parse-body.ts';
import { OutcomeUnknown } from '../platform/operations/sent-mark.ts';
import type { TokenClaims } from '../platform/token/token-claims.ts';
import type { TokenVerifier } from '../platform/token/token-verifier.ts';
import {
  idOf,
  isObject,
  LEGACY_VERSIONS,
  McpError,
  type McpRequest,
  MODERN_VERSION,
  parseMessage,
  RPC,
  SERVER_INFO_KEY,
} from './mcp-message.ts';

export interface McpParts {
  verifier: Pick<TokenVerifier, 'verify'>;
  version: string;
  log: Log;
}

/** The result of a tool, with what the request log shows about it. */
export interface McpOutcome {
  result: object;
  code?: Answer['code'] | undefined;
  bookingId?: string | undefined;
  providerUs?: number | undefined;
  trafficClass?: Answer['trafficClass'] | undefined;
}

export interface McpEndpoint {
  instructions: string;
  /** The tools as clients see them. They never change while the process runs. */
  tools: readonly { scopes: readonly Scope[]; listed: { name: string } }[];
  /** `name` is a tool that the scopes of the caller allow. */
  call(name: string, args: Record<string, unknown>, caller: Caller): Promise<McpOutcome>;
}

export interface Caller {
  claims: TokenClaims;
  request: BackendRequest;
}

const LIST_TTL_MS = 3_600_000;
const CAPABILITIES = { tools: {} };

export async function serveMcp(
  endpoint: McpEndpoint,
  parts: McpParts,
  request: BackendRequest,
): Promise<Answer> {
  let body: object | undefined;
  try {
    const claims = await parts.verifier.verify(request.token);
    if (claims === undefined) throw new ApiError('UNAUTHORIZED', 'The token is not valid.');
    body = parseJson(request.body);
    const message = parseMessage(body as Record<string, unknown>, request.mcp ?? NO_HEADERS);
    if (message === 'notification') return { status: 202, headers: {}, body: '', ...PROTOCOL };
    const { result, ...outcome } = await handle(message, endpoint, { claims, request }, parts);
    const shown = message.isModern ? modern(result, parts) : result;
    return { ...rpcAnswer(200, { id: message.id, result: shown }), ...PROTOCOL, ...defined(outcome) };
  } catch (thrown) {
    if (thrown instanceof OutcomeUnknown) throw thrown;
    if (!(thrown instanceof McpError)) {
      return errorAnswer(toApiError(thrown, request.requestId, parts.log), request.requestId);
    }
    const { rpcCode: code, message, data } = thrown;
    const error = { code, message, ...(data && { data }) };
    return { ...rpcAnswer(thrown.status, { id: idOf(body), error }), ...PROTOCOL };
  }
}

/** A message that calls no tool reads constants, so it ranks like reading content. */
const PROTOCOL = { trafficClass: 'content' } as const;
const NO_HEADERS = { version: undefined, method: undefined, name: undefined };

function parseJson(bytes: Buffer): object {
  try {
    return parseBody(bytes);
  } catch (thrown) {
    if (!(thrown instanceof ApiError)) throw thrown;
    if (isBatch(bytes))
      throw new McpError(RPC.invalidRequest, 'Batches are not supported. Send one message.', 400);
    const code = thrown.code === 'INVALID_JSON' ? RPC.parse : RPC.invalidRequest;
    throw new McpError(code, thrown.message, 400);
  }
}

function isBatch(bytes: Buffer): boolean {
  try {
    return Array.isArray(JSON.parse(bytes.toString('utf8')));
  } catch {
    return false;
  }
}

async function handle(
  message: McpRequest,
  endpoint: McpEndpoint,
  caller: Caller,
  parts: McpParts,
): Promise<McpOutcome> {
  const { method, params, isModern } = message;
  const cached = isModern ? { ttlMs: LIST_TTL_MS, cacheScope: 'private' } : {};
  const allowed = endpoint.tools.filter(({ scopes }) =>
    scopes.every(scope => caller.claims.scopes.has(scope)),
  );
  if (method === 'tools/list') return { result: { tools: allowed.map(({ listed }) => listed), ...cached } };
  if (method === 'tools/call') {
    const { name, arguments: args = {} } = params;
    // A tool that the scopes of the key do not allow is treated as unknown, as in the list.
    const tool = allowed.find(({ listed }) => listed.name === name);
    if (tool === undefined) throw new McpError(RPC.invalidParams, 'Unknown tool. Call tools/list.', 200);
    if (!isObject(args)) throw new McpError(RPC.invalidParams, 'The arguments must be an object.', 200);
    return endpoint.call(tool.listed.name, args, caller);
  }
  const { instructions } = endpoint;
  if (isModern && method === 'server/discover') {
    const supportedVersions = [MODERN_VERSION];
    return { result: { supportedVersions, capabilities: CAPABILITIES, instructions, ...cached } };
  }
  if (!isModern && method === 'initialize') return { result: initialized(params, instructions, parts) };
  if (!isModern && method === 'ping') return { result: {} };
  throw new McpError(RPC.unknownMethod, 'Unknown method.', isModern ? 404 : 200);
}

function initialized(
  { protocolVersion: asked }: Record<string, unknown>,
  instructions: string,
  parts: McpParts,
): object {
  const protocolVersion = LEGACY_VERSIONS.find(version => version === asked) ?? LEGACY_VERSIONS[0];
  return { protocolVersion, capabilities: CAPABILITIES, serverInfo: serverInfo(parts), instructions };
}

function serverInfo({ version }: McpParts): object {
  return { name: 'serai', title: 'Serai', version };
}

function modern(result: object, parts: McpParts): object {
  return { ...result, resultType: 'complete', _meta: { [SERVER_INFO_KEY]: serverInfo(parts) } };
}

function rpcAnswer(status: number, message: object): Answer {
  const headers = { 'content-type': JSON_TYPE, 'cache-control': 'no-store' };
  return { status, headers, body: JSON.stringify({ jsonrpc: '2.0', ...message }) };
}

function defined(outcome: Omit<McpOutcome, 'result'>): Partial<Answer> {
  const { code, bookingId, providerUs, trafficClass } = outcome;
  return {
    ...(code !== undefined && { code }),
    ...(bookingId !== undefined && { bookingId }),
    ...(providerUs !== undefined && { providerUs }),
    ...(trafficClass !== undefined && { trafficClass }),
  };
}
