import { booking } from '@serai/contract/booking/booking.ts';
import { mainExample } from '@serai/contract/openapi/recorded-examples.ts';
import { answerBody } from '@serai/contract/operation.ts';
import { OPERATIONS } from '@serai/contract/operations.ts';
import { loggable } from '@serai/contract/shared/loggable.ts';
import { choice, count } from '@serai/contract/shared/values.ts';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  answerText,
  cutValue,
  errorText,
  MAX_BODY_BYTES,
  MAX_SOURCE_BYTES,
  requestText,
} from './log-body.ts';
import { logShape } from './log-shape.ts';

const code = () => loggable(z.string().max(20));

function cut(schema: z.ZodType, value: unknown, check = true): unknown {
  return cutValue(logShape(schema), value, check);
}

describe('cutValue', () => {
  test('cutValue keeps loggable values and redacts the others at any depth', () => {
    const schema = z.strictObject({
      id: code(),
      name: z.string(),
      rooms: z.array(z.strictObject({ adults: count(1, 9), note: z.string().optional() })),
      nothing: z.string().nullable(),
    });
    const value = {
      id: 'a',
      name: 'Ada',
      rooms: [{ adults: 2, note: 'late' }, { adults: 1 }],
      nothing: null,
    };
    expect(cut(schema, value)).toEqual({
      id: 'a',
      name: '[redacted]',
      rooms: [{ adults: 2, note: '[redacted]' }, { adults: 1 }],
      nothing: null,
    });
  });

  test('cutValue removes fields that are not in the contract, including their names', () => {
    expect(cut(z.strictObject({ id: code() }), { id: 'a', 'Ada Moreno': 1 })).toEqual({ id: 'a' });
    expect(cut(z.looseObject({ id: code() }), { id: 'a', more: 'Ada' })).toEqual({ id: 'a' });
  });

  test('a field stays loggable when it is optional, nullable or described, or has a default or further checks', () => {
    const schema = z.strictObject({
      a: code().optional().describe('A.'),
      b: code().nullable(),
      c: code().default('x'),
      d: code().describe('D.').min(1),
    });
    const value = { a: '1', b: '2', c: '3', d: '4' };
    expect(cut(schema, value)).toEqual(value);
  });

  test('cutValue redacts values of unknown schema kinds, regardless of their type', () => {
    const schema = z.strictObject({
      a: z.unknown(),
      b: loggable(z.string().transform(text => text.length)),
      c: z.lazy(() => code()),
      d: z.tuple([code()]),
    });
    const value = { a: 'Ada', b: 'Ada', c: 'Ada', d: ['Ada'] };
    expect(JSON.stringify(cut(schema, value))).not.toContain('Ada');
  });

  test('cutValue keeps a field of a union only if every alternative that has this field marks it as loggable', () => {
    const schema = z.array(
      z.union([
        z.strictObject({ kind: choice(['code']), value: code(), only: code() }),
        z.strictObject({ kind: choice(['text']), value: z.string() }),
        count(0, 9),
        z.null(),
      ]),
    );
    const value = [{ kind: 'code', value: 'A', only: 'B' }, { kind: 'text', value: 'Ada' }, 3, null, 'Ada'];
    expect(cut(schema, value)).toEqual([
      { kind: 'code', value: '[redacted]', only: 'B' },
      { kind: 'text', value: '[redacted]' },
      3,
      null,
      '[redacted]',
    ]);
    expect(cut(z.union([z.strictObject({ a: code() }), z.unknown()]), { a: 'Ada' })).toBe('[redacted]');
  });

  test('cutValue keeps a map only if its keys are loggable', () => {
    expect(cut(z.record(z.string(), code()), { Ada: 'x' })).toBe('[redacted]');
    expect(cut(z.record(code(), code()), { a: 'x', b: 1 })).toEqual({ a: 'x', b: '[redacted]' });
  });

  test('cutValue redacts values that do not match the schema', () => {
    const schema = z.strictObject({
      currency: loggable(z.string().regex(/^[A-Z]{3}$/)),
      adults: count(1, 9),
    });
    const wrong = { currency: 'ada@example.com', adults: { name: 'Ada' } };
    expect(cut(schema, wrong)).toEqual({ currency: '[redacted]', adults: '[redacted]' });
    expect(cut(schema, { currency: ['Ada'], adults: 'Ada' })).toEqual({
      currency: '[redacted]',
      adults: '[redacted]',
    });
  });

  test('cutValue redacts card numbers, overlong strings and characters that PostgreSQL rejects, even in loggable fields', () => {
    const schema = z.array(loggable(z.union([z.string(), z.number()])));
    const items = z.array(z.union([loggable(z.string()), loggable(z.number())]));
    const odd = ['4111 1111 1111 1111', 4111111111111111, 'x'.repeat(2000), 'a\0b', '\ud800'];
    expect(cut(items, odd, false)).toEqual(odd.map(() => '[redacted]'));
    expect(cut(schema, ['a'])).toEqual(['[redacted]']);
  });
});

describe('answerText', () => {
  const shape = logShape(z.strictObject({ items: z.array(code()) }));

  test('answerText keeps the beginning of a long body and marks it as truncated', () => {
    const text = answerText(shape, JSON.stringify({ items: Array(5_000).fill('0123456789') }));
    const kept = JSON.parse(text ?? '');
    expect(kept._cut).toBe(true);
    expect(kept.items.length).toBeGreaterThan(1_000);
    expect(Buffer.byteLength(text ?? '')).toBeLessThanOrEqual(MAX_BODY_BYTES);
  });

  test('answerText never exceeds 16 KiB, even with multi-byte characters', () => {
    const text = answerText(shape, JSON.stringify({ items: Array(2_000).fill('旅館旅館旅館') }));
    expect(Buffer.byteLength(text ?? '')).toBeLessThanOrEqual(MAX_BODY_BYTES);
    expect(JSON.parse(text ?? '')._cut).toBe(true);
  });

  test('the request log stores only the size of a body that is huge or not JSON, and nothing for an empty body', () => {
    const huge = `{"items":["${'x'.repeat(MAX_SOURCE_BYTES)}"]}`;
    expect(JSON.parse(answerText(shape, huge) ?? '')).toEqual({ _cut: true, bytes: huge.length });
    expect(JSON.parse(requestText(shape, Buffer.from('{"Ada')) ?? '')).toEqual({ _cut: true, bytes: 5 });
    expect(requestText(shape, Buffer.alloc(0))).toBeUndefined();
  });
});

describe('errorText', () => {
  const input = logShape(booking.input);

  test('errorText keeps the codes and known paths of an error and removes messages and names that quote the request', () => {
    const error = {
      code: 'VALIDATION_ERROR',
      message: 'Unknown field "Ada".',
      requestId: 'req_1',
      details: [
        { path: '/rooms/0/guests/1/firstName', code: 'REQUIRED', message: 'Ada' },
        {
          path: '/holder/Ada Moreno',
          code: 'UNKNOWN_FIELD',
          message: 'Unknown field "Ada Moreno".',
        },
        { path: '/metadata/Ada', code: 'TOO_BIG', message: 'Too long', extra: 'Ada' },
      ],
    };
    expect(JSON.parse(errorText(input, JSON.stringify({ error })) ?? '')).toEqual({
      error: {
        code: 'VALIDATION_ERROR',
        details: [
          { path: '/rooms/0/guests/1/firstName', code: 'REQUIRED' },
          { path: '/holder/[redacted]', code: 'UNKNOWN_FIELD' },
          { path: '/metadata/[redacted]', code: 'TOO_BIG' },
        ],
      },
    });
  });

  test('errorText keeps the message of an error that does not quote the request', () => {
    const body = '{"error":{"code":"QUOTE_EXPIRED","message":"The quote expired.","bookingId":"bkg_1"}}';
    expect(JSON.parse(errorText(input, body) ?? '')).toEqual(JSON.parse(body));
  });
});

test('errorText keeps the number of a protocol error', () => {
  const body = '{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Unknown method."}}';
  const error = { code: -32601, message: 'Unknown method.' };
  expect(JSON.parse(errorText(logShape(booking.input), body) ?? '')).toEqual({ error });
});

describe('the contract', () => {
  function withCanaries(value: unknown, mark: string): unknown {
    if (typeof value === 'string') return mark;
    if (Array.isArray(value)) return value.map(item => withCanaries(item, mark));
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [key, withCanaries(member, mark)]),
    );
  }

  test('the request log contains nothing about the people in a booking', () => {
    const { request, answer } = mainExample(booking);
    const kept = requestText(logShape(booking.input), Buffer.from(JSON.stringify(request)));
    const keptAnswer = answerText(logShape(answerBody(booking)), JSON.stringify(answer));
    const people = [
      ...Object.values(request.holder),
      ...request.rooms.flatMap(room =>
        room.guests.flatMap(({ firstName, lastName }) => [firstName, lastName]),
      ),
      request.remarks,
      ...request.rooms.map(room => room.specialRequests),
      ...Object.values(request.metadata ?? {}),
    ].filter(text => text !== undefined);
    expect(people.length).toBeGreaterThan(8);
    for (const text of people) {
      expect(kept).not.toContain(text);
      expect(keptAnswer).not.toContain(text);
    }
    expect(kept).toContain(request.clientReference);
    expect(keptAnswer).toContain('"status":"CONFIRMED"');
  });

  test.each(OPERATIONS.map(operation => [operation.name, operation] as const))(
    'the log of %s contains neither personal text nor a card number, whichever field of the request contained them',
    (_, operation) => {
      for (const canary of ['Grace Hopper', 'grace@example.com', 'Grâce', '4111111111111111']) {
        const request = Buffer.from(JSON.stringify(withCanaries(mainExample(operation).request, canary)));
        expect(requestText(logShape(operation.input), request)).not.toContain(canary);
      }
    },
  );
});
