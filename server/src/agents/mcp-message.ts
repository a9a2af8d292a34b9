/**
 * The Model Context Protocol without sessions or streams: which message a body contains, and which of the two eras of
 * the protocol it belongs to. Pure.
 */
import type { McpHeaders } from '../platform/operations/backend-request.ts';

/** Each request of this era names its version and is complete in itself. */
export const MODERN_VERSION = '2026-07-28';
/** Clients of this era open with `initialize`. The newest version comes first. */
export const LEGACY_VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26'] as const;
export const SUPPORTED_VERSIONS = [MODERN_VERSION, ...LEGACY_VERSIONS] as const;

const PREFIX = 'io.modelcontextprotocol/';
const VERSION_KEY = `${PREFIX}protocolVersion`;
const CAPABILITIES_KEY = `${PREFIX}clientCapabilities`;
export const SERVER_INFO_KEY = `${PREFIX}serverInfo`;

export const RPC = {
  parse: -32700,
  invalidRequest: -32600,
  unknownMethod: -32601,
  invalidParams: -32602,
  headerMismatch: -32020,
  unsupportedVersion: -32022,
} as const;

export type MessageId = string | number;

/** A failure of the protocol itself. Failures of tools are results. */
export class McpError extends Error {
  override readonly name = 'McpError';
  readonly rpcCode: number;
  readonly status: number;
  readonly data: object | undefined;

  constructor(rpcCode: number, message: string, status: number, data?: object) {
    super(message);
    this.rpcCode = rpcCode;
    this.status = status;
    this.data = data;
  }
}

type Json = Record<string, unknown>;

export interface McpRequest {
  id: MessageId;
  method: string;
  params: Json;
  isModern: boolean;
}

export type McpMessage = McpRequest | 'notification';

export function idOf(body: unknown): MessageId | null {
  const id = isObject(body) ? body.id : undefined;
  return typeof id === 'string' || Number.isSafeInteger(id) ? (id as MessageId) : null;
}

export function parseMessage(body: Json, headers: McpHeaders): McpMessage {
  const { jsonrpc, method, params = {} } = body;
  if (jsonrpc !== '2.0' || typeof method !== 'string' || !isObject(params))
    throw new McpError(RPC.invalidRequest, 'The body is not a JSON-RPC 2.0 request or notification.', 400);
  if (!('id' in body)) return 'notification';
  const id = idOf(body);
  if (id === null) throw new McpError(RPC.invalidRequest, 'The id must be a string or a whole number.', 400);
  const meta = isObject(params._meta) ? params._meta : {};
  const version = headers.version?.trim();
  const isModern = VERSION_KEY in meta || version === MODERN_VERSION;
  if (isModern) checkModern({ method, params, meta }, headers);
  else if (version !== undefined && !(LEGACY_VERSIONS as readonly string[]).includes(version))
    throw unsupported(version);
  return { id, method, params, isModern };
}

function checkModern(
  { method, params, meta }: { method: string; params: Json; meta: Json },
  headers: McpHeaders,
): void {
  const claimed = meta[VERSION_KEY];
  if (typeof claimed !== 'string') throw missingMeta(VERSION_KEY);
  if (headers.version?.trim() !== claimed) throw mismatch('MCP-Protocol-Version');
  if (claimed !== MODERN_VERSION) throw unsupported(claimed);
  if (!isObject(meta[CAPABILITIES_KEY])) throw missingMeta(CAPABILITIES_KEY);
  if (headers.method?.trim() !== method) throw mismatch('Mcp-Method');
  const isNamed = headers.name !== undefined && decoded(headers.name) === params.name;
  if (method === 'tools/call' && !isNamed) throw mismatch('Mcp-Name');
}

/** Clients encode names that a header cannot contain. */
function decoded(header: string | undefined): string | undefined {
  const text = header?.trim();
  const encoded = text === undefined ? undefined : /^=\?base64\?([A-Za-z0-9+/=]*)\?=$/.exec(text)?.[1];
  return encoded === undefined ? text : Buffer.from(encoded, 'base64').toString('utf8');
}

function missingMeta(key: string): McpError {
  return new McpError(RPC.invalidParams, `The request has no valid ${key} in params._meta.`, 400);
}

function mismatch(header: string): McpError {
  return new McpError(
    RPC.headerMismatch,
    `The header ${header} is missing or differs from the body. Send the same value in both.`,
    400,
  );
}

function unsupported(requested: string): McpError {
  return new McpError(RPC.unsupportedVersion, 'This protocol version is not supported.', 400, {
    supported: SUPPORTED_VERSIONS,
    requested: requested.slice(0, 64),
  });
}

export function isObject(value: unknown): value is Json {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
