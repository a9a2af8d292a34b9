/**
 * Validates the exchanges of the Rapid simulator and of the adapter against Rapid's document and the overlay. The
 * document requires almost no fields and allows additional ones, so it is made stricter here: an unknown field is a
 * violation.
 */
import { DocumentValidator, type OverlayEntry, type Sample, unusedEntries } from '../document-validator.ts';
import { readDocument } from '../supplier-documents.ts';
import type { SimulatedExchange } from '../supplier-simulator.ts';
import { OVERLAY } from './overlay.ts';

type Schema = Record<string, unknown>;

let validator: DocumentValidator | undefined;
let parsed: Schema | undefined;

function ownDocument(): Schema {
  parsed ??= readDocument('expedia-rapid.yaml');
  return parsed;
}

/** The request bodies and responses of all exchanges. A response that a fault replaced is left out. */
export function samplesOf(exchanges: readonly SimulatedExchange[]): Sample[] {
  return exchanges.flatMap(({ request, response }) => {
    const path = request.path.replace(/^\/v3/, '');
    const { method } = request;
    const sent = request.body === undefined ? [] : [{ method, path, body: request.body }];
    // The body was sent as JSON, so values such as undefined must not be validated.
    const body = response?.body === undefined ? undefined : JSON.parse(JSON.stringify(response.body));
    return response === undefined ? sent : [...sent, { method, path, status: response.status, body }];
  });
}

export function violationsOf(samples: readonly Sample[]): string[] {
  validator ??= new DocumentValidator(strictDocument(), OVERLAY);
  const known = validator;
  return samples.flatMap(sample => known.check(sample));
}

export function unusedOverlayEntries(samples: readonly Sample[]): OverlayEntry[] {
  return unusedEntries(strictDocument(), OVERLAY, samples);
}

/** Returns parameters of a request that the document does not describe, and required ones that are missing. */
export function parameterViolations({ request }: SimulatedExchange): string[] {
  const template = `/${request.path.split('/').slice(2).join('/')}`
    .replace(
      /^\/properties\/\d+\/rooms\/\w+\/rates\/\w+$/,
      '/properties/{property_id}/rooms/{room_id}/rates/{rate_id}',
    )
    .replace(/^\/itineraries\/\d+\/rooms\/\w+$/, '/itineraries/{itinerary_id}/rooms/{room_id}')
    .replace(/^\/itineraries\/\d+$/, '/itineraries/{itinerary_id}');
  const paths = ownDocument().paths as Record<string, Record<string, { parameters: Parameter[] }>>;
  const parameters = paths[template]?.[request.method.toLowerCase()]?.parameters ?? [];
  const known = new Set(parameters.flatMap(each => (each.in === 'query' ? [each.name] : [])));
  const unknown = [...new Set(request.query.keys())].filter(name => !known.has(name));
  const missing = parameters.filter(
    each =>
      each.required === true &&
      ((each.in === 'query' && request.query.get(each.name) === null) ||
        (each.in === 'header' && request.headers[each.name.toLowerCase()] === undefined)),
  );
  return [
    ...unknown.map(name => `${template}: unknown parameter ${name}`),
    ...missing.map(({ name }) => `${template}: missing ${name}`),
  ];
}

/** The document's own examples of the simulated operations. */
export function examples(): Sample[] {
  const paths = ownDocument().paths as Record<string, Record<string, Operation>>;
  return SIMULATED.flatMap(([method, path]) => {
    const operation = paths[path]?.[method.toLowerCase()];
    const sent = bodiesOf(operation?.requestBody).map(body => ({ method, path: sampled(path), body }));
    const received = Object.entries(operation?.responses ?? {}).flatMap(([status, response]) =>
      bodiesOf(response).map(body => ({ method, path: sampled(path), status: Number(status), body })),
    );
    return [...sent, ...received];
  });
}

const SIMULATED = [
  ['GET', '/properties/availability'],
  ['GET', '/properties/{property_id}/rooms/{room_id}/rates/{rate_id}'],
  ['POST', '/itineraries'],
  ['GET', '/itineraries'],
  ['GET', '/itineraries/{itinerary_id}'],
  ['DELETE', '/itineraries/{itinerary_id}/rooms/{room_id}'],
  ['GET', '/properties/content'],
  ['GET', '/properties/inactive'],
  ['GET', '/files/properties/content'],
] as const;

/**
 * Examples in the document that are wrong: they belong to another operation, contain a single itinerary instead of a
 * list, or contain nightly prices as an object.
 */
const WRONG_EXAMPLE = /^Room Change|^Itinerary with History V2|^Price Changed/;

function sampled(path: string): string {
  return path.replaceAll(/\{\w+\}/g, '1');
}

interface Operation {
  requestBody?: Holder;
  responses: Record<string, Holder>;
}

interface Holder {
  content?: Record<string, { example?: unknown; examples?: Record<string, { value: unknown }> }>;
}

function bodiesOf(holder: Holder | undefined): unknown[] {
  const json = holder?.content?.['application/json'];
  const single = json?.example === undefined ? [] : [json.example];
  const named = Object.entries(json?.examples ?? {}).filter(([name]) => !WRONG_EXAMPLE.test(name));
  return [...single, ...named.map(([, { value }]) => value)];
}

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
}

function strictDocument(): Schema {
  const document = structuredClone(ownDocument());
  const { schemas } = document.components as { schemas: Record<string, Schema> };
  const base = schemas.Property as { properties: Schema };
  // The discriminator of a property: each status has its own fields.
  const subtypes = { PropertyAvailability: 'available', PropertyUnavailability: 'partially_unavailable' };
  for (const [name, status] of Object.entries(subtypes)) {
    const own = (schemas[name]?.allOf as { properties?: Schema }[] | undefined)?.at(-1)?.properties;
    const properties = { ...base.properties, ...own, status: { type: 'string', enum: [status] } };
    schemas[name] = { type: 'object', required: ['property_id', 'status'], properties };
  }
  const availability = (document.paths as Record<string, { get: { responses: Record<string, Schema> } }>)[
    '/properties/availability'
  ];
  const content = availability?.get.responses['200']?.content as Record<string, { schema: Schema }>;
  const items = { anyOf: Object.keys(subtypes).map(name => ({ $ref: `#/components/schemas/${name}` })) };
  content['application/json'] = { schema: { type: 'array', items } };
  for (const schema of Object.values(schemas)) {
    if (schema.properties !== undefined && schema.additionalProperties === undefined)
      schema.additionalProperties = false;
  }
  return document;
}
