/** Builds requests for an operator operation with the given IDs, from the example in the reference. */
import type { OperatorOperation } from '@serai/contract/operator-operation.ts';

/** IDs keyed by the field names of requests. */
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

/** Returns the example request with all of the IDs, one request for each ID it accepts, and one request with none. */
export function requestsOf({ input, examples }: OperatorOperation, ids: Ids): unknown[] {
  const shape = 'shape' in input ? Object.keys(input.shape as object) : [];
  const environment = shape.includes('environment') ? { environment: 'sandbox' } : {};
  const each = shape.filter(name => name in ids).map(name => ({ ...environment, [name]: ids[name] }));
  return [withIds(examples.request, ids), environment, ...each];
}
