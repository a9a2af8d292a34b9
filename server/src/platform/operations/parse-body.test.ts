import fc from 'fast-check';
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

/** A JSON object that keeps duplicate keys. The flag means that the key is written with escapes. */
type Tree = null | boolean | number | string | Tree[] | { members: [string, boolean, Tree][] };

function hasDuplicate(value: Tree): boolean {
  if (Array.isArray(value)) return value.some(hasDuplicate);
  if (value === null || typeof value !== 'object') return false;
  const names = value.members.map(([name]) => name);
  return new Set(names).size < names.length || value.members.some(([, , member]) => hasDuplicate(member));
}

function print(value: Tree): string {
  if (Array.isArray(value)) return `[${value.map(print).join(' , ')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  return `{${value.members.map(([name, escaped, member]) => `${escaped ? escapes(name) : JSON.stringify(name)}: ${print(member)}`).join(',')}}`;
}

const escapes = (text: string) =>
  `"${[...text].map(char => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"`;

const nested = (depth: number) => `${'{"a":'.repeat(depth - 1)}{}${'}'.repeat(depth - 1)}`;

describe('parsing a request body', () => {
  test('a request body may be one JSON object', () => {
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
  ])('a request body that is %s is rejected as INVALID_JSON', (_, body) =>
    expect(codeOf(body)).toBe('INVALID_JSON'),
  );

  test.each([
    ['at the top', '{"a":1,"b":2,"a":1}', '/a'],
    ['in a nested object', '{"a":{"b":[{"c":1},{"c":1,"d":2,"c":3}]}}', '/a/b/1/c'],
    ['with an escape', '{"\\u0061":1,"a":2}', '/a'],
    ['with two different escapes', '{"\\/":1,"\\u002f":2}', '/~1'],
    ['with a surrogate pair', '{"\\ud83d\\ude00":1,"😀":2}', '/😀'],
    ['that is an index', '{"1":1,"01":2,"1":3}', '/1'],
    ['that is empty', '{"":1,"":2}', '/'],
    ['that is __proto__', '{"__proto__":1,"__proto__":2}', '/__proto__'],
    ['after a string that looks like one', '{"a":"\\",\\"a\\":1","b":"}{","b":[]}', '/b'],
    ['whose values are empty objects', '{"a":{},"a":{}}', '/a'],
    ['behind a number, a space and a line break', '{"a" : -1.5e3 ,\n"a"\t:true}', '/a'],
  ])('a duplicate key %s is rejected as INVALID_JSON with its path', (_, body, path) => {
    expect(() => parseBody(Buffer.from(body))).toThrow(
      expect.objectContaining({
        code: 'INVALID_JSON',
        extras: { details: [expect.objectContaining({ path, code: 'DUPLICATE_KEY' })] },
      }),
    );
  });

  test('an escaped duplicate key is rejected even if V8 confuses the escape with an earlier key', () => {
    expect(codeOf('{"p":1,"a":1,"\\\\":2}')).toBe('ok');
    expect(codeOf('{"p":1,"a":1,"\\u0061":2}')).toBe('INVALID_JSON');
  });

  test('the same key is accepted in different objects, in values and inside strings', () => {
    expect(
      codeOf('{"a":{"a":[{"a":1},{"a":"a"}]},"b":"{\\"a\\":1,\\"a\\":2}","A":1,"á":1,"a\u0301":1}'),
    ).toBe('ok');
  });

  test('a duplicate key is found exactly when a parser that keeps every key finds one', () => {
    const key = fc.constantFrom('a', 'b', '1', '', 'a"', '\\', '__proto_', 'é', ':,');
    const { tree } = fc.letrec<{ tree: Tree; object: Tree }>(tie => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom<Tree>(1, 'a:b', null, true),
        fc.array(tie('tree'), { maxLength: 3 }),
        tie('object'),
      ),
      object: fc
        .array(fc.tuple(key, fc.boolean(), tie('tree')), { maxLength: 4 })
        .map(members => ({ members })),
    }));
    const outcomes = new Set<string>();
    fc.assert(
      fc.property(tree, value => {
        const expected = hasDuplicate(value) ? 'INVALID_JSON' : 'ok';
        outcomes.add(expected);
        expect(codeOf(`{"root":${print(value)}}`)).toBe(expected);
      }),
      { numRuns: 500 },
    );
    expect(outcomes.size).toBe(2);
  });

  test('a request body may have 32 levels of nesting, even with brackets inside strings', () => {
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
  ])('a request body with %s is rejected with the path', (_, body, path) => {
    expect(() => parseBody(Buffer.from(body))).toThrow(
      expect.objectContaining({
        code: 'VALIDATION_ERROR',
        extras: { details: [expect.objectContaining({ path, code: 'NOT_ALLOWED' })] },
      }),
    );
  });

  test('forbidden key names are accepted as values', () => {
    expect(codeOf('{"a":"constructor","b":"__proto__"}')).toBe('ok');
  });

  test('the error for an invalid request body does not quote the body', () => {
    expect(() => parseBody(Buffer.from('{"card":4111111111111111x}'))).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining('4111') }),
    );
  });
});

test('parsing a request body does not change prototypes', () => {
  expect(() => parseBody(Buffer.from('{"__proto__":{"polluted":1}}'))).toThrow(ApiError);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});
