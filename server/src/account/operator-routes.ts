/**
 * The paths of the operator API with their handlers. An operation may lack a handler, but every handler needs an
 * operation.
 */
import { type OperatorOperation, operatorPath } from '@serai/contract/operator-operation.ts';
import type { OperatorHandler } from '../platform/operations/operator/operator-handler.ts';

export interface Route {
  operation: OperatorOperation;
  handler: OperatorHandler | undefined;
}

interface RouteParts {
  operations: readonly OperatorOperation[];
  handlers: readonly OperatorHandler[];
}

export function operatorRoutes({ operations, handlers }: RouteParts): ReadonlyMap<string, Route> {
  const waiting = new Set(handlers);
  const routes = new Map<string, Route>();
  for (const operation of operations) {
    const own = handlers.filter(handler => handler.operation === operation);
    if (own.length > 1) throw new Error(`${operation.name} has ${own.length} handlers`);
    for (const handler of own) waiting.delete(handler);
    routes.set(operatorPath(operation.name), { operation, handler: own[0] });
  }
  for (const { operation } of waiting)
    throw new Error(`${operation.name} is not an operation of the contract`);
  return routes;
}
