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
        pool => handler.run(onReplica(context, pool.forPartner(context)), input),
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

function onReplica(context: RequestContext, db: Database): RequestContext {
  return {
    requestId: context.requestId,
    organisationId: context.organisationId,
    environment: context.environment,
    db,
    isOnReplica: true,
    keyId: context.keyId,
    spendLimit: context.spendLimit,
    clientAddress: context.clientAddress,
    arrivedAtMs: context.arrivedAtMs,
    timeLeftMs: context.timeLeftMs,
    ifNoneMatch: context.ifNoneMatch,
    idempotencyKey: context.idempotencyKey,
    get signal() {
      return context.signal;
    },
    sent: context.sent,
  };
}
