/** A request as the backend receives it, from a gateway in the same process or over HTTP. */
import type { Operation } from '@serai/contract/operation.ts';
import type { Clock } from '../clock.ts';
import type { Database, DatabasePool } from '../database/connect.ts';
import type { TokenClaims } from '../token/token-claims.ts';
import type { RequestContext } from './handler.ts';
import { SentMark } from './sent-mark.ts';

/** The headers of an MCP request that repeat parts of its body. */
export interface McpHeaders {
  version: string | undefined;
  method: string | undefined;
  name: string | undefined;
}

/** What a UCP request says outside its body. */
export interface UcpHeaders {
  /** The value of `UCP-Agent`. */
  agent: string | undefined;
  /** The session in the path. */
  sessionId: string | undefined;
}

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
  /** Undefined except for MCP. */
  mcp?: McpHeaders | undefined;
  /** Undefined except for UCP. */
  ucp?: UcpHeaders | undefined;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
}

const NEVER = new AbortController().signal;

export interface OperationContextParts {
  pool: Pick<DatabasePool, 'forPartner'>;
  clock: Clock;
}

/** This is a class because getters in an object literal would create a new hidden class for every request. */
export class OperationContext implements RequestContext {
  readonly requestId: string;
  readonly organisationId: string;
  readonly environment: TokenClaims['environment'];
  readonly keyId: string;
  readonly spendLimit: TokenClaims['spendLimit'];
  readonly clientAddress: string | undefined;
  readonly arrivedAtMs: number;
  readonly timeLeftMs: number;
  readonly ifNoneMatch: string | undefined;
  readonly idempotencyKey: string | undefined;
  readonly sent: RequestContext['sent'] = new SentMark();
  readonly #request: BackendRequest;
  readonly #operation: Operation;
  readonly #parts: OperationContextParts;
  #db: Database | undefined;
  #signal: AbortSignal | undefined;
  #stopWaiting: (() => void) | undefined;

  constructor(
    request: BackendRequest,
    claims: TokenClaims,
    operation: Operation,
    parts: OperationContextParts,
  ) {
    this.requestId = request.requestId;
    this.organisationId = claims.organisationId;
    this.environment = claims.environment;
    this.keyId = claims.keyId;
    this.spendLimit = claims.spendLimit;
    this.clientAddress = request.clientAddress;
    this.arrivedAtMs = request.arrivedAtMs;
    this.timeLeftMs = request.timeLeftMs;
    this.ifNoneMatch = request.ifNoneMatch;
    this.idempotencyKey = request.idempotencyKey;
    this.#request = request;
    this.#operation = operation;
    this.#parts = parts;
  }

  get db(): Database {
    this.#db ??= this.#parts.pool.forPartner(this);
    return this.#db;
  }

  get signal(): AbortSignal {
    this.#signal ??= this.#operation.trafficClass === 'book' ? NEVER : this.#hangUpOrDeadline();
    return this.#signal;
  }

  /** Call this when the operation has ended. Otherwise, a timer would keep the request in memory until its deadline. */
  end(): void {
    this.#stopWaiting?.();
    this.#stopWaiting = undefined;
  }

  #hangUpOrDeadline(): AbortSignal {
    const { signal: hungUp } = this.#request;
    const controller = new AbortController();
    if (hungUp.aborted) {
      controller.abort();
      return controller.signal;
    }
    const abort = () => controller.abort();
    const deadline = this.#parts.clock.after(this.timeLeftMs, abort);
    hungUp.addEventListener('abort', abort, { once: true });
    this.#stopWaiting = () => {
      deadline.cancel();
      hungUp.removeEventListener('abort', abort);
    };
    return controller.signal;
  }
}
