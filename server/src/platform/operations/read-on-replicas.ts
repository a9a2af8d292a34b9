/** Lets operations that only read run on a read replica, with the same row security as on the primary. */
import type { Database } from '../database/connect.ts';
import type { Replicas } from '../database/replicas/replicas.ts';
import type { Handler, RequestContext } from './handler.ts';
import { type OperatorHandler, operatorDatabase } from './operator/operator-handler.ts';

/** Half of the remaining time is left for the primary. */
const SHARE_OF_TIME = 0.5;

/** Without replicas, returns the handler unchanged. */
export function readOnReplicas(replicas: Replicas | undefined, handler: Handler): Handler {
  if (replicas === undefined) return handler;
  return {
    ...handler,
    run: (context, input) =>
      replicas.read(
        pool => handler.run(new ReplicaContext(context, pool.forPartner(context)), input),
        () => handler.run(context, input),
        context.timeLeftMs * SHARE_OF_TIME,
      ),
  };
}

export function operateOnReplicas(replicas: Replicas | undefined, handler: OperatorHandler): OperatorHandler {
  if (replicas === undefined) return handler;
  return {
    ...handler,
    run: (context, input) =>
      replicas.read(
        pool => {
          const { organisationId, concernsAll = false } = context;
          const db = operatorDatabase(pool, handler, { organisationId, concernsAll });
          return handler.run({ ...context, db }, input);
        },
        () => handler.run(context, input),
      ),
  };
}

/** A class, because V8 would create a hidden class for each object literal with a getter, and so for each request. */
class ReplicaContext implements RequestContext {
  readonly requestId: string;
  readonly organisationId: string;
  readonly environment: RequestContext['environment'];
  readonly db: Database;
  readonly isOnReplica = true;
  readonly keyId: string;
  readonly spendLimit: RequestContext['spendLimit'];
  readonly clientAddress: string | undefined;
  readonly arrivedAtMs: number;
  readonly timeLeftMs: number;
  readonly ifNoneMatch: string | undefined;
  readonly idempotencyKey: string | undefined;
  readonly sent: RequestContext['sent'];
  readonly #context: RequestContext;

  constructor(context: RequestContext, db: Database) {
    this.requestId = context.requestId;
    this.organisationId = context.organisationId;
    this.environment = context.environment;
    this.db = db;
    this.keyId = context.keyId;
    this.spendLimit = context.spendLimit;
    this.clientAddress = context.clientAddress;
    this.arrivedAtMs = context.arrivedAtMs;
    this.timeLeftMs = context.timeLeftMs;
    this.ifNoneMatch = context.ifNoneMatch;
    this.idempotencyKey = context.idempotencyKey;
    this.sent = context.sent;
    this.#context = context;
  }

  get signal(): AbortSignal {
    return this.#context.signal;
  }
}
