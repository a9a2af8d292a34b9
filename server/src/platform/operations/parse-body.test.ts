import { describe, expect, test } from 'vitest';
import { ApiError } from '../api-error.ts';
import { parseBody } from './parse-body.ts';

function codeOf(body: string | Buffer): string {
  try {
    parseBody(Buffer.from(body));
    return 'ok';
  } catch (error) {
    return (error as ApiError).code;
  }
}

const nested = (depth: number) => `${'{"a":'.repeat(depth - 1)}{}${'}'.repeat(depth - 1)}`;

describe('a body', () => {
  test('of one JSON object is taken', () => {
    expect(parseBody(Buffer.from('{"a":[1,"ü",null]}'))).toEqual({ a: [1, 'ü', null] });
  });

  test.each([
    ['empty', ''],
    ['blank', '  \n'],
    ['an array', '[]'],
    ['a string', '"a"'],
    ['a number', '1'],
    ['null', 'null'],
    ['cut off', '{"a":'],
    ['two values', '{}{}'],
    ['with a trailing comma', '{"a":1,}'],
    ['with a byte order mark', '\ufeff{}'],
    ['not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['with an overlong sequence', Buffer.from([0x7b, 0x22, 0xc0, 0x80, 0x22, 0x3a, 0x31, 0x7d])],
    ['33 deep', nested(33)],
    ['a million brackets', '['.repeat(1_000_000)],
    ['with too many values', `{"a":[${'0,'.repeat(200_001)}0]}`],
  ])('that is %s is INVALID_JSON', (_, body) => expect(codeOf(body)).toBe('INVALID_JSON'));

  test('32 deep is taken, also with brackets inside of strings', () => {
    expect(codeOf(nested(32))).toBe('ok');
    expect(codeOf(`{"a":"${'['.repeat(100)}\\"${'{'.repeat(100)}"}`)).toBe('ok');
  });

  test.each([
    ['__proto__', '{"__proto__":{"admin":true}}', '/__proto__'],
    ['an escaped __proto__', '{"\\u005f_proto__":1}', '/__proto__'],
    ['constructor deep inside', '{"a":[{"constructor":1}]}', '/a/0/constructor'],
    ['prototype', '{"prototype":1}', '/prototype'],
    ['NUL', '{"a":"x\\u0000y"}', '/a'],
    ['NUL in a name', '{"a\\u0000":1}', '/a\0'],
    ['half of a surrogate pair', '{"a":"\\ud800"}', '/a'],
    ['a name with a slash', '{"a/b~":"\\u0000"}', '/a~1b~0'],
  ])('with %s is refused with its path', (_, body, path) => {
    expect(() => parseBody(Buffer.from(body))).toThrow(
      expect.objectContaining({
        code: 'VALIDATION_ERROR',
        extras: { details: [expect.objectContaining({ path, code: 'NOT_ALLOWED' })] },
      }),
    );
  });

  test('the words of the names above are fine as values', () => {
    expect(codeOf('{"a":"constructor","b":"__proto__"}')).toBe('ok');
  });

  test('the error does not quote the body', () => {
    expect(() => parseBody(Buffer.from('{"card":4111111111111111x}'))).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining('4111') }),
    );
  });
});

test('parsing changes no prototype', () => {
  expect(() => parseBody(Buffer.from('{"__proto__":{"polluted":1}}'))).toThrow(ApiError);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});
