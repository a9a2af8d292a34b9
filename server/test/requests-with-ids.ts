/** Requests for an operator operation that ask for given things: made from the reference's own example. */
import type { OperatorOperation } from '@serai/contract/operator-operation.ts';

/** By the name that members of requests have. */
export type Ids = Readonly<Record<string, string>>;

function withIds(value: unknown, ids: Ids): unknown {
  if (Array.isArray(value)) return value.map(each => withIds(each, ids));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      if (name === 'endpointIds') return [name, [ids.endpointId]];
      return [name, ids[name] ?? withIds(inner, ids)];
    }),
  );
}

/** The request of the reference with those ids, one with each id that it takes, and one with none. */
export function requestsOf({ input, examples }: OperatorOperation, ids: Ids): unknown[] {
  const shape = 'shape' in input ? Object.keys(input.shape as object) : [];
  const environment = shape.includes('environment') ? { environment: 'sandbox' } : {};
  const each = shape.filter(name => name in ids).map(name => ({ ...environment, [name]: ids[name] }));
  return [withIds(examples.request, ids), environment, ...each];
}
