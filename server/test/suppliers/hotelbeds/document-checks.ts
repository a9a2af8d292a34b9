import type { Sample } from '../document-validator.ts';
import type { SimulatedExchange, SimulatedRequest } from '../supplier-simulator.ts';

const API = /^\/hotel-(content-)?api\/1\.[02]/;

/** Removes the prefix of the API, which the paths in the document do not have. */
export function pathInApi(path: string): string {
  return path.replace(API, '');
}

export function samplesOf(exchanges: readonly SimulatedExchange[], api: 'booking' | 'content'): Sample[] {
  const wanted = exchanges.filter(({ request }) => request.path.includes('content') === (api === 'content'));
  return wanted.flatMap(({ request, response }) => {
    const at = { method: request.method, path: pathInApi(request.path) };
    const sent = request.body === undefined ? [] : [{ ...at, body: request.body }];
    return response === undefined ? sent : [...sent, { ...at, status: response.status, body: response.body }];
  });
}

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema?: { enum?: string[] };
}

type Operations = Record<string, Record<string, { parameters?: ({ $ref?: string } & Partial<Parameter>)[] }>>;

/**
 * Returns query parameters that the document does not describe, required ones that are missing, and those with a value
 * that is not allowed.
 */
export function checkQuery(
  document: Record<string, unknown>,
  { method, query }: SimulatedRequest,
  path: string,
): string[] {
  const paths = document.paths as Operations;
  const template =
    [path, path.replace(/^\/bookings\/[^/]+$/, '/bookings/{bookingId}')].find(each => each in paths) ?? '';
  const listed = (paths[template]?.[method.toLowerCase()]?.parameters ?? []).map(parameter => {
    const name = parameter.$ref?.split('/').at(-1) ?? '';
    const { parameters } = document.components as { parameters: Record<string, Parameter> };
    return (parameter.$ref === undefined ? parameter : parameters[name]) as Parameter;
  });
  const allowed = listed.filter(parameter => parameter.in === 'query');
  const missing = allowed.filter(({ name, required }) => required === true && !query.has(name));
  const unknown = [...query.keys()].filter(key => !allowed.some(({ name }) => name === key));
  const wrong = allowed.filter(({ name, schema }) => {
    const value = query.get(name);
    return value !== null && schema?.enum !== undefined && !schema.enum.includes(value);
  });
  return [
    ...missing.map(({ name }) => `${method} ${path} lacks ${name}`),
    ...unknown.map(name => `${method} ${path} has the unknown parameter ${name}`),
    ...wrong.map(({ name }) => `${method} ${path} has a wrong ${name}`),
  ];
}

/** The JSON types at every pointer. All elements of an array share one pointer. */
export function shapeOf(
  value: unknown,
  pointer = '',
  shape: Record<string, string> = {},
): Record<string, string> {
  const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  const known = shape[pointer];
  shape[pointer] = known === undefined || known === type ? type : [known, type].sort().join('|');
  if (Array.isArray(value)) for (const each of value) shapeOf(each, `${pointer}/*`, shape);
  else if (type === 'object') {
    for (const [key, child] of Object.entries(value as object)) shapeOf(child, `${pointer}/${key}`, shape);
  }
  return shape;
}

/** The pointers at which a value is present and not null. */
export function namesIn(value: unknown): Set<string> {
  return new Set(
    Object.entries(shapeOf(value))
      .filter(([, type]) => type !== 'null')
      .map(([pointer]) => pointer),
  );
}
