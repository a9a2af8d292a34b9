import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { failuresOf } from '../test/failures.ts';
import { ERRORS } from './errors.ts';
import { mainExample, recordedCalls } from './openapi/recorded-examples.ts';
import { answerBody } from './operation.ts';
import { OPERATIONS } from './operations.ts';
import { isLoggable } from './shared/loggable.ts';
import { TIMEOUTS } from './shared/settings.ts';

const each = OPERATIONS.map(operation => [operation.name, operation] as const);

/** Yields every schema inside a schema with its dotted path. */
function* partsOf(schema: z.ZodType, path = ''): Iterable<[path: string, part: z.ZodType]> {
  yield [path, schema];
  if (schema instanceof z.ZodObject) {
    for (const [name, member] of Object.entries(schema.shape)) {
      yield* partsOf(member as z.ZodType, `${path}.${name}`);
    }
  } else if (schema instanceof z.ZodArray) {
    yield* partsOf(schema.element as z.ZodType, `${path}[]`);
  } else if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    yield* partsOf(schema.unwrap() as z.ZodType, path);
  } else if (schema instanceof z.ZodRecord) {
    yield* partsOf(schema.valueType as z.ZodType, `${path}{}`);
  }
}

/** Yields a copy of the value for each object in it, with an unknown field added to that object. */
function* intruded(value: unknown): Iterable<unknown> {
  if (value === null || typeof value !== 'object') return;
  if (!Array.isArray(value)) yield { ...value, intruder: 1 };
  for (const [name, member] of Object.entries(value)) {
    for (const inner of intruded(member)) {
      yield Array.isArray(value) ? value.with(Number(name), inner) : { ...value, [name]: inner };
    }
  }
}

describe('partner operations', () => {
  it('the partner API has exactly the 17 expected operations, and no path is used twice', () => {
    expect(OPERATIONS.map(({ name }) => name)).toEqual([
      'availability',
      'prebooking',
      'booking',
      'bookingdetail',
      'bookinglist',
      'cancel',
      'voucher',
      'balance',
      'hotels',
      'rooms',
      'destinations',
      'boards',
      'categories',
      'facilities',
      'places-search',
      'places-search-destination',
      'hotels-by-destination',
    ]);
    const paths = OPERATIONS.flatMap(({ path, aliases }) => [path, ...aliases]);
    expect(new Set(paths).size).toBe(paths.length);
  });

  it.each(each)('the recorded calls of %s are valid', (_, operation) => {
    for (const { request, answer } of recordedCalls(operation)) {
      expect(failuresOf(operation.input, request)).toEqual([]);
      expect(failuresOf(answerBody(operation), answer)).toEqual([]);
    }
  });

  it.each(each)(
    '%s rejects an unknown field in every object of the request except metadata',
    (_, operation) => {
      const { input } = operation;
      for (const [path, part] of partsOf(input)) {
        if (part instanceof z.ZodObject) expect(part.def.catchall, path).toBeInstanceOf(z.ZodNever);
      }
      for (const request of intruded(mainExample(operation).request)) {
        const [first = ''] = failuresOf(input, request);
        // `metadata` is the only map with keys chosen by the partner.
        if (first !== '/metadata/intruder invalid_type') expect(first).toMatch(/\/intruder UNKNOWN_FIELD$/);
      }
    },
  );

  it.each(each)('the schema of %s detects an unknown field in the response', (_, { output }) => {
    for (const [path, part] of partsOf(output)) {
      if (part instanceof z.ZodObject) expect(part.def.catchall, path).toBeInstanceOf(z.ZodNever);
    }
  });

  it.each(each)('the request and response of %s can be converted to JSON Schema', (_, operation) => {
    expect(z.toJSONSchema(operation.input, { io: 'input' })).toMatchObject({ type: 'object' });
    expect(z.toJSONSchema(answerBody(operation))).toMatchObject({ type: 'object' });
  });

  it.each(each)('%s declares each error code only once and declares only known codes', (_, { errors }) => {
    expect(new Set(errors).size).toBe(errors.length);
    for (const code of errors) expect(ERRORS).toHaveProperty(code);
  });

  it('the gateway timeout is ten seconds above the longest request timeout, or 15 seconds for operations without a timeout', () => {
    for (const { name, path, deadlineMs } of OPERATIONS) {
      const timeout = TIMEOUTS[name as keyof typeof TIMEOUTS];
      expect(deadlineMs, path).toBe(timeout ? timeout.max + 10_000 : 15_000);
    }
  });
});

describe('enumerations', () => {
  it('every enumeration in a request or response is exported as a list', async () => {
    const exported = new Set<string>();
    for (const folder of ['billing', 'booking', 'content', 'shared']) {
      const files = readdirSync(new URL(`./${folder}`, import.meta.url)).filter(name =>
        /(?<!\.test)\.ts$/.test(name),
      );
      for (const file of files) {
        const module: object = await import(`./${folder}/${file}`);
        for (const value of Object.values(module)) if (Array.isArray(value)) exported.add(value.join());
      }
    }
    for (const { name, input, output } of OPERATIONS) {
      for (const [path, part] of [...partsOf(input), ...partsOf(output)]) {
        if (part instanceof z.ZodEnum) expect(exported, `${name}${path}`).toContain(part.options.join());
      }
    }
  });
});

describe('the request log', () => {
  it('every request field except personal data, free text and metadata may be logged', () => {
    const leftOut = OPERATIONS.flatMap(({ name, input }) =>
      [...partsOf(input)]
        .filter(([, part]) => isLeaf(part) && !isLoggable(part))
        .map(([path]) => name + path),
    );
    expect(leftOut).toEqual([
      'booking.holder.firstName',
      'booking.holder.lastName',
      'booking.holder.email',
      'booking.holder.phone',
      'booking.rooms[].guests[].firstName',
      'booking.rooms[].guests[].lastName',
      'booking.rooms[].guests[].title',
      'booking.rooms[].specialRequests',
      'booking.remarks',
      'booking.metadata{}',
      'bookinglist.filters.holderLastName',
      'cancel.reason',
    ]);
  });

  function isLeaf(part: z.ZodType): boolean {
    return !(
      part instanceof z.ZodObject ||
      part instanceof z.ZodArray ||
      part instanceof z.ZodOptional ||
      part instanceof z.ZodNullable ||
      part instanceof z.ZodRecord
    );
  }
});
