/**
 * API3 and API4, as far as the contract ensures them: unknown fields are rejected, and every accepted list is bounded.
 */
import { OPERATIONS } from '@serai/contract/operations.ts';
import { OPERATOR_OPERATIONS } from '@serai/contract/operator-operations.ts';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

interface Schema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  maxLength?: number;
  maximum?: number;
  minimum?: number;
  maxItems?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  propertyNames?: Schema;
  anyOf?: Schema[];
  allOf?: Schema[];
  oneOf?: Schema[];
}

interface Place {
  path: string;
  schema: Schema;
}

function* walk(schema: Schema, path: string): Generator<Place> {
  yield { path, schema };
  for (const [name, member] of Object.entries(schema.properties ?? {}))
    yield* walk(member, `${path}/${name}`);
  if (schema.items) yield* walk(schema.items, `${path}/*`);
  if (typeof schema.additionalProperties === 'object') yield* walk(schema.additionalProperties, `${path}/*`);
  for (const each of [...(schema.anyOf ?? []), ...(schema.allOf ?? []), ...(schema.oneOf ?? [])]) {
    yield* walk(each, path);
  }
}

const schemaOf = (type: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(type, { io, unrepresentable: 'any', reused: 'inline' }) as Schema;

const EVERY = [...OPERATIONS, ...OPERATOR_OPERATIONS];

describe.each(EVERY)('requests of $name', ({ input }) => {
  const places = [...walk(schemaOf(input, 'input'), '')];

  test('a request schema accepts no unknown fields', () => {
    const open = places.filter(
      ({ schema }) => schema.properties !== undefined && schema.additionalProperties !== false,
    );
    expect(open.map(({ path }) => path)).toEqual([]);
  });

  test('a request schema has no unbounded list', () => {
    const endless = places.filter(({ schema }) => schema.type === 'array' && schema.maxItems === undefined);
    expect(endless.map(({ path }) => path)).toEqual([]);
  });
});

const DELICATE =
  /^(net|commission|providerReference|supplier.*|.*secret.*|.*password.*|.*hash|peopleKey|tokens?|fingerprint)$/i;

test('sensitive fields appear only where the contract intends them', () => {
  const found = OPERATIONS.flatMap(({ name, output }) =>
    [...walk(schemaOf(output, 'output'), '')]
      .map(({ path }) => path)
      .filter(path => DELICATE.test(path.split('/').at(-1) ?? ''))
      .map(path => `${name} ${path}`),
  );
  expect([...new Set(found)].sort()).toEqual([
    'availability /hotels/*/offers/*/fingerprint',
    'availability /hotels/*/offers/*/price/commission',
    'availability /hotels/*/offers/*/price/net',
    'availability /hotels/*/offers/*/rooms/*/price/net',
    'availability /hotels/*/offers/*/rooms/*/price/nightly/*/net',
    'booking /booking/price/commission',
    'booking /booking/price/net',
    'booking /booking/providerReference',
    'booking /booking/rooms/*/price/net',
    'booking /booking/rooms/*/price/nightly/*/net',
    'bookingdetail /booking/price/commission',
    'bookingdetail /booking/price/net',
    'bookingdetail /booking/providerReference',
    'bookingdetail /booking/rooms/*/price/net',
    'bookingdetail /booking/rooms/*/price/nightly/*/net',
    'bookinglist /bookings/*/price/commission',
    'bookinglist /bookings/*/price/net',
    'bookinglist /bookings/*/providerReference',
    'cancel /booking/price/commission',
    'cancel /booking/price/net',
    'cancel /booking/providerReference',
    'cancel /booking/rooms/*/price/net',
    'cancel /booking/rooms/*/price/nightly/*/net',
    'prebooking /offer/fingerprint',
    'prebooking /offer/price/commission',
    'prebooking /offer/price/net',
    'prebooking /offer/rooms/*/price/net',
    'prebooking /offer/rooms/*/price/nightly/*/net',
    'prebooking /termsHash',
    'voucher /voucher/providerReference',
  ]);
});

test('only operations that create a secret return a secret', () => {
  const SECRET = /^(secret|token|password)$/i;
  const found = OPERATOR_OPERATIONS.filter(({ output }) =>
    [...walk(schemaOf(output, 'output'), '')].some(
      ({ path, schema }) => schema.type === 'string' && SECRET.test(path.split('/').at(-1) ?? ''),
    ),
  );
  expect(found.map(({ name }) => name).sort()).toEqual([
    'keys/create',
    'keys/rotate',
    'second-factor/begin',
    'webhooks/create',
    'webhooks/rotate-secret',
  ]);
});

test('a response schema accepts no unknown fields', () => {
  for (const { name, output } of EVERY) {
    const open = [...walk(schemaOf(output, 'output'), '')].filter(
      ({ schema }) => schema.properties !== undefined && schema.additionalProperties !== false,
    );
    expect([name, open.map(({ path }) => path)]).toEqual([name, []]);
  }
});
