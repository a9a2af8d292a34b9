/** A request that has passed all checks, as the gateway sends it to a backend. */
import type { Route } from '@serai/contract/operation.ts';
import type { McpHeaders, UcpHeaders } from '../../platform/operations/backend-request.ts';
import type { ClientConnection, Exchange } from '../exchange.ts';
import type { KeyRecord } from '../keys/key-record.ts';
import type { ForwardCall } from './forward.ts';

const NEVER = new AbortController().signal;

export interface Forwarding {
  connection: ClientConnection;
  exchange: Exchange;
  record: KeyRecord;
  operation: Route;
  body: Buffer;
  token: string;
}

/**
 * A class, because it has a getter. A getter in an object literal creates a hidden class for every object, which keeps
 * everything it refers to in memory until the next full garbage collection. That cost a fifth of the time of a request.
 */
export class GatewayCall implements ForwardCall {
  readonly operation: Route;
  readonly path: string;
  readonly token: string;
  readonly body: Buffer;
  readonly requestId: string;
  readonly clientAddress: string | undefined;
  readonly arrivedAtMs: number;
  readonly timeLeftMs: number;
  readonly ifNoneMatch: string | undefined;
  readonly idempotencyKey: string | undefined;
  readonly mcp: McpHeaders | undefined;
  readonly ucp: UcpHeaders | undefined;
  readonly #connection: ClientConnection;
  readonly #exchange: Exchange;

  constructor({ connection, exchange, operation, body, token }: Forwarding, timeLeftMs: number) {
    this.operation = operation;
    this.path = operation.path;
    this.token = token;
    this.body = body;
    this.requestId = exchange.requestId;
    this.clientAddress = exchange.address;
    this.arrivedAtMs = exchange.arrivedAtMs;
    this.timeLeftMs = timeLeftMs;
    this.ifNoneMatch = exchange.headers.ifNoneMatch;
    this.idempotencyKey = exchange.headers.idempotencyKey;
    const isAgent = operation.trafficClass === 'agent';
    this.mcp = isAgent ? mcpHeaders(exchange) : undefined;
    this.ucp = isAgent ? { agent: exchange.headers.ucpAgent, sessionId: exchange.ucpSessionId } : undefined;
    this.#connection = connection;
    this.#exchange = exchange;
  }

  /** A booking or cancellation is completed even if the client disconnects. */
  get signal(): AbortSignal {
    return this.operation.trafficClass === 'book' ? NEVER : this.#connection.signal;
  }

  onResend(): void {
    this.#exchange.resent++;
  }
}

function mcpHeaders({ headers: { mcpVersion, mcpMethod, mcpName } }: Exchange): McpHeaders {
  return { version: mcpVersion, method: mcpMethod, name: mcpName };
}
