import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ERRORS } from './errors.ts';
import { EVENT_TYPES, EVENTS } from './events.ts';
import { NAMED_SCHEMAS, OPERATOR_NAMED_SCHEMAS } from './openapi/named-schemas.ts';
import { buildOpenApi, buildOperatorOpenApi, type OpenApiDocument } from './openapi.ts';
import { OPERATIONS } from './operations.ts';
import { operatorPath } from './operator-operation.ts';
import { OPERATOR_OPERATIONS } from './operator-operations.ts';

interface Media {
  schema: { $ref: string };
  example?: unknown;
  examples?: Record<string, { $ref: string } | { value: unknown }>;
}
interface Item {
  operationId: string;
  tags: string[];
  security?: object[];
  parameters?: { $ref: string }[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { description: string; headers?: object; content?: Record<string, Media> }>;
  [member: string]: unknown;
}

const partner = buildOpenApi(OPERATIONS, EVENTS, NAMED_SCHEMAS);
const operator = buildOperatorOpenApi(OPERATOR_OPERATIONS, OPERATOR_NAMED_SCHEMAS);

const DOCUMENTS = [
  ['partner', partner],
  ['operator', operator],
] as const;

describe.each(DOCUMENTS)('the OpenAPI document for the %s API', (_, document) => {
  it('the OpenAPI document is identical every time it is built', () => {
    const again =
      document === partner
        ? buildOpenApi(OPERATIONS, EVENTS, NAMED_SCHEMAS)
        : buildOperatorOpenApi(OPERATOR_OPERATIONS, OPERATOR_NAMED_SCHEMAS);
    expect(JSON.stringify(again)).toBe(JSON.stringify(document));
  });

  it('every reference in the OpenAPI document resolves, and every component is referenced', () => {
    const refs = new Set(valuesOf(document, '$ref'));
    for (const ref of refs) expect(lookUp(document, ref as string), String(ref)).toBeDefined();
    for (const section of ['schemas', 'parameters', 'headers', 'examples'] as const) {
      for (const name of Object.keys(document.components[section] as object)) {
        expect(refs).toContain(`#/components/${section}/${name}`);
      }
    }
  });

  it('every OpenAPI operation has a unique ID, a declared tag and a description for each response', () => {
    const items = itemsOf(document);
    const ids = items.map(item => item.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const tags = (document.tags as { name: string }[]).map(({ name }) => name);
    for (const item of items) {
      for (const tag of item.tags) expect(tags).toContain(tag);
      for (const response of Object.values(item.responses)) expect(response.description).not.toBe('');
    }
  });

  it('dates in the OpenAPI document have a format and no pattern, because generated clients cannot match a date', () => {
    const dates = schemasIn(document).filter(({ format }) =>
      ['date', 'date-time'].includes(format as string),
    );
    expect(dates.length).toBeGreaterThan(10);
    expect(dates.filter(({ pattern }) => pattern !== undefined)).toEqual([]);
  });

  it('every request object sets additionalProperties, and response objects allow unknown properties', () => {
    for (const item of itemsOf(document)) {
      const request = item.requestBody?.content['application/json'];
      if (!request || item.tags.includes('Events')) continue;
      for (const object of objectsUnder(document, request.schema)) {
        expect(object, item.operationId).toHaveProperty('additionalProperties');
      }
      for (const object of objectsUnder(document, answerOf(item).schema)) {
        expect(object.additionalProperties, item.operationId).not.toBe(false);
      }
    }
  });

  it('all examples in the OpenAPI document match their schemas', () => {
    const $defs = JSON.parse(
      JSON.stringify(document.components.schemas).replaceAll('#/components/schemas/', '#/$defs/'),
    );
    for (const item of itemsOf(document)) {
      for (const media of mediaOf(item)) {
        const shown = valuesShown(document, media);
        if (shown.length === 0) continue;
        const $ref = media.schema.$ref.replace('#/components/schemas/', '#/$defs/');
        const schema = z.fromJSONSchema({ $ref, $defs: definitionsOf($ref, $defs) });
        for (const value of shown) expect(schema.safeParse(value).error, item.operationId).toBeUndefined();
      }
    }
  });

  it('an object schema with more than two properties that occurs three times is a named component', () => {
    const seen = new Map<string, number>();
    for (const object of objectsIn(document.components.schemas)) {
      const { description: _, ...shape } = object;
      const text = JSON.stringify(shape);
      if (Object.keys(shape.properties as object).length > 2) seen.set(text, (seen.get(text) ?? 0) + 1);
    }
    expect([...seen].filter(([, times]) => times > 2)).toEqual([]);
  });
});

/**
 * Collects only the definitions that the reference needs. Compiling all of them for each schema would be
 * slow.
 */
function definitionsOf(
  $ref: string,
  all: Record<string, never>,
  found: Record<string, never> = {},
): Record<string, never> {
  const name = $ref.replace('#/$defs/', '');
  if (name in found || all[name] === undefined) return found;
  found[name] = all[name];
  for (const inner of valuesOf(all[name], '$ref')) definitionsOf(inner as string, all, found);
  return found;
}

describe('the OpenAPI document for the partner API', () => {
  it('the partner document has these operation ids and type names, on which generated clients depend', () => {
    const names = OPERATIONS.map(({ operationId, typeNames: { request, response } }) =>
      [operationId, request, response].join(' '),
    );
    expect(names).toEqual([
      'searchAvailability AvailabilityRequest AvailabilityResponse',
      'createQuote QuoteRequest Quote',
      'createBooking BookingRequest BookingResponse',
      'getBooking BookingDetailRequest BookingDetail',
      'listBookings BookingListRequest BookingList',
      'cancelBooking CancelRequest CancelResponse',
      'getVoucher VoucherRequest VoucherResponse',
      'getBalance BalanceRequest Balance',
      'listHotels HotelsRequest HotelsResponse',
      'listRooms RoomsRequest RoomsResponse',
      'listDestinations DestinationsRequest DestinationsResponse',
      'listBoards BoardsRequest BoardsResponse',
      'listCategories CategoriesRequest CategoriesResponse',
      'listFacilities FacilitiesRequest FacilitiesResponse',
      'searchPlaces PlaceSearchRequest PlaceSearchResponse',
      'searchDestinations DestinationSearchRequest DestinationSearchResponse',
      'listHotelsByDestination HotelsByDestinationRequest HotelsByDestinationResponse',
    ]);
    const ids = OPERATIONS.map(({ path }) => (partner.paths[path]?.post as Item | undefined)?.operationId);
    expect(ids).toEqual(OPERATIONS.map(({ operationId }) => operationId));
  });

  it('the partner document marks lists of values in responses that may grow, and closes all lists in requests', () => {
    const { schemas } = partner.components;
    const isRequest = (name: string) => /Request$|Input$/.test(name);
    const listsIn = (keyword: string, inRequests: boolean) =>
      Object.entries(schemas)
        .filter(([name]) => isRequest(name) === inRequests)
        .flatMap(([, schema]) => valuesOf(schema, keyword))
        .map(words => (words as unknown[]).join());
    expect(new Set(listsIn('enum', false))).toEqual(
      new Set(['sandbox,production', 'ASC,DESC', 'ADULT,CHILD']),
    );
    expect(listsIn('x-extensible-enum', false).length).toBeGreaterThan(30);
    expect(listsIn('x-extensible-enum', true)).toEqual([]);
    expect(schemas.BookingStatus).toMatchObject({
      type: 'string',
      'x-extensible-enum': ['PENDING', 'ON_REQUEST'].concat([
        'CONFIRMED',
        'REJECTED',
        'CANCEL_PENDING',
        'CANCELLED',
        'COMPLETED',
        'NO_SHOW',
      ]),
    });
    expect(schemas.Booking?.properties?.statusReason?.type).toEqual(['string', 'null']);
  });

  it('the partner document contains every path and alias of every operation, with its scope and error codes', () => {
    for (const operation of OPERATIONS) {
      for (const path of [operation.path, ...operation.aliases]) {
        const item = partner.paths[path]?.post as Item;
        expect(item['x-scope']).toBe(operation.scope);
        expect(item.security).toEqual([{ ApiKey: [operation.scope] }]);
        expect(codesOf(item)).toEqual([...new Set(operation.errors)].sort());
        for (const status of operation.statuses) expect(item.responses).toHaveProperty(String(status));
      }
    }
  });

  it('the partner document groups error codes by status, and its examples of 401, 403 and 429 have only a code and a message', () => {
    for (const item of itemsOf(partner)) {
      for (const [status, { content }] of Object.entries(item.responses)) {
        if (!isFailure(status)) continue;
        for (const code of Object.keys(content?.['application/json']?.examples ?? {})) {
          expect(ERRORS[code as keyof typeof ERRORS].status).toBe(Number(status));
        }
      }
    }
    const examples = partner.components.examples as Record<string, { value: { error: object } }>;
    for (const code of ['UNAUTHORIZED', 'FORBIDDEN', 'RATE_LIMIT_EXCEEDED']) {
      expect(Object.keys(examples[code]?.value.error ?? {})).toEqual(['code', 'message']);
    }
  });

  it('the partner document lists the headers of booking responses', () => {
    const item = partner.paths['/connect/hotels/v1/booking']?.post as Item;
    const headers = (status: number) => Object.keys(item.responses[status]?.headers ?? {});
    for (const status of [200, 202, 400, 429, 503]) {
      expect(headers(status)).toEqual(
        expect.arrayContaining(['X-Request-ID', 'RateLimit', 'RateLimit-Policy']),
      );
    }
    expect(headers(202)).toContain('Retry-After');
    expect(headers(429)).toContain('Retry-After');
    expect(headers(503)).toContain('Retry-After');
    expect(headers(200)).toContain('Idempotency-Replayed');
    expect(headers(409)).toContain('Idempotency-Replayed');
    expect(headers(401)).not.toContain('RateLimit');
    expect(item.parameters).toContainEqual({ $ref: '#/components/parameters/IdempotencyKey' });
  });

  it('the partner document requires no API key for health checks and documentation', () => {
    for (const path of ['/healthz', '/readyz', '/openapi.json', '/docs']) {
      expect(partner.paths[path]).toMatchObject({ get: { security: [] } });
    }
  });

  it('the partner document describes every event', () => {
    expect(Object.keys(partner.webhooks ?? {})).toEqual([...EVENT_TYPES]);
  });

  it('the partner document contains only the paths of partner operations, health checks and documentation', () => {
    const paths = OPERATIONS.flatMap(operation => [operation.path, ...operation.aliases]);
    const plain = ['/healthz', '/readyz', '/openapi.json', '/docs'];
    expect(Object.keys(partner.paths).sort()).toEqual([...paths, ...plain].sort());
  });
});

describe('the OpenAPI document for the operator API', () => {
  it('the operator document contains every operation with its permission and error codes', () => {
    for (const operation of OPERATOR_OPERATIONS) {
      const item = operator.paths[operatorPath(operation.name)]?.post as Item;
      expect(item['x-permission']).toBe(operation.permission);
      expect(codesOf(item)).toEqual([...operation.errors].sort());
      expect(item.security).toHaveLength(operation.public ? 0 : 2);
    }
  });
});

function itemsOf(document: OpenApiDocument): Item[] {
  return [...Object.values(document.paths), ...Object.values(document.webhooks ?? {})].flatMap(
    item => Object.values(item) as Item[],
  );
}

function answerOf(item: Item): Media {
  const media = item.responses[200]?.content?.['application/json'];
  if (!media) throw new Error(`${item.operationId} has no response.`);
  return media;
}

/** Returns every example of a body, with references resolved. */
function valuesShown(document: OpenApiDocument, { example, examples = {} }: Media): unknown[] {
  const named = Object.values(examples).map(each =>
    '$ref' in each ? (lookUp(document, each.$ref) as { value: unknown }).value : each.value,
  );
  return example === undefined ? named : [example, ...named];
}

function mediaOf(item: Item): Media[] {
  const bodies = [item.requestBody, ...Object.values(item.responses)];
  return bodies.flatMap(body => Object.values(body?.content ?? {}));
}

/** Error codes only. Success responses have examples with other names. */
function codesOf(item: Item): string[] {
  return Object.entries(item.responses)
    .filter(([status]) => isFailure(status))
    .flatMap(([, { content = {} }]) => Object.values(content))
    .flatMap(media => Object.keys(media.examples ?? {}))
    .sort();
}

function isFailure(status: string): boolean {
  return Number(status) >= 400;
}

function valuesOf(node: unknown, key: string): unknown[] {
  if (node === null || typeof node !== 'object') return [];
  return Object.entries(node).flatMap(([name, value]) => (name === key ? [value] : valuesOf(value, key)));
}

function lookUp(document: OpenApiDocument, ref: string): unknown {
  const steps = ref.slice('#/'.length).split('/');
  return steps.reduce<unknown>((node, step) => (node as Record<string, unknown>)?.[step], document);
}

/** Returns every object schema, without following references. */
function objectsIn(node: unknown): Record<string, unknown>[] {
  if (node === null || typeof node !== 'object') return [];
  const inner = Object.values(node).flatMap(objectsIn);
  const schema = node as Record<string, unknown>;
  return schema.type === 'object' && schema.properties ? [schema, ...inner] : inner;
}

/** Returns every object schema that a body can contain, with references followed. */
function objectsUnder(document: OpenApiDocument, root: { $ref: string }): Record<string, unknown>[] {
  const refs = new Set<string>([root.$ref]);
  for (const ref of refs) {
    for (const inner of valuesOf(lookUp(document, ref), '$ref')) refs.add(inner as string);
  }
  return [...refs].flatMap(ref => objectsIn(lookUp(document, ref)));
}

/** Every schema of a value with a format: properties, items of lists and components. */
function schemasIn(node: unknown): Record<string, unknown>[] {
  if (node === null || typeof node !== 'object') return [];
  const inner = Object.values(node).flatMap(schemasIn);
  const schema = node as Record<string, unknown>;
  return typeof schema.format === 'string' && schema.type !== undefined ? [schema, ...inner] : inner;
}
