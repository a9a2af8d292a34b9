import { describe, expect, test } from 'vitest';
import { type ParsedResponse, ResponseParser } from './response-parser.ts';

const FOREVER = Number.POSITIVE_INFINITY;

/** Pushes the pieces one by one and overwrites each piece afterwards, as a socket would reuse its buffer. */
function parse(...pieces: string[]): ParsedResponse | undefined {
  const parser = new ResponseParser();
  let answer: ParsedResponse | undefined;
  for (const piece of pieces) {
    expect(answer).toBeUndefined();
    const bytes = Buffer.from(piece, 'latin1');
    answer = parser.push(bytes);
    bytes.fill('#');
  }
  return answer;
}

const lines = (...all: string[]) => `${all.join('\r\n')}\r\n`;
const readable = (answer: ParsedResponse | undefined) =>
  answer && { ...answer, body: answer.body.toString('latin1') };

const WHOLE = `${lines('HTTP/1.1 200 OK', 'Content-Type: application/json', 'ETag:"e"', 'Content-Length: 7', '')}{"a":1}`;
const CHUNKED = lines(
  'HTTP/1.1 409 Conflict',
  'transfer-encoding: Chunked',
  '',
  '3;name="value"',
  '{"a',
  'A ',
  '":"\r\n0\r\n\r\n',
  '3',
  '\n"}',
  '0',
  'x-trailer: 1',
  '',
);
const INTERIM = lines('HTTP/1.1 100 Continue', '', 'HTTP/1.1 103 Early Hints', 'link: a', '');

const GOOD: Record<string, [bytes: string, answer: Partial<ReturnType<typeof readable>>]> = {
  'a body and a Content-Length': [
    WHOLE,
    {
      status: 200,
      headers: ['content-type', 'application/json', 'etag', '"e"', 'content-length', '7'],
      body: '{"a":1}',
      reusableMs: FOREVER,
    },
  ],
  'a chunked body': [CHUNKED, { status: 409, body: '{"a":"\r\n0\r\n\r\n\n"}', reusableMs: FOREVER }],
  'an empty body': [lines('HTTP/1.1 503 ', 'content-length: 0', ''), { status: 503, body: '' }],
  'a chunked body without chunks': [
    lines('HTTP/1.1 200 OK', 'transfer-encoding: chunked', '', '0', ''),
    { status: 200, body: '' },
  ],
  'status 304, which never has a body': [
    lines('HTTP/1.1 304 Not Modified', 'etag: "e"', 'content-length: 1234', ''),
    { status: 304, body: '' },
  ],
  'status 204': [lines('HTTP/1.1 204 No Content', ''), { status: 204, headers: [], body: '' }],
  'preceding interim responses': [`${INTERIM}${WHOLE}`, { status: 200, body: '{"a":1}' }],
  'a repeated Content-Length': [
    lines('HTTP/1.1 200 OK', 'content-length: 1', 'content-length: 1', '').concat('x'),
    { body: 'x' },
  ],
  'bytes above 127': [
    lines('HTTP/1.1 200 \xe9', 'x-name: \xe9 \t', 'content-length: 1', '').concat('\xff'),
    { headers: ['x-name', '\xe9', 'content-length', '1'], body: '\xff' },
  ],
};

describe.each(Object.entries(GOOD))('a response with %s', (_, [bytes, expected]) => {
  test('the response parser accepts a complete response', () => {
    expect(readable(parse(bytes))).toMatchObject(expected as object);
  });

  test('the response parser accepts a response wherever its bytes are split', () => {
    const whole = readable(parse(bytes));
    for (let at = 1; at < bytes.length; at++) {
      expect(readable(parse(bytes.slice(0, at), bytes.slice(at)))).toEqual(whole);
    }
    expect(readable(parse(...bytes))).toEqual(whole);
  });

  test('the response parser returns nothing before the last byte of a response', () => {
    for (let at = 1; at < bytes.length; at++) expect(parse(bytes.slice(0, at))).toBeUndefined();
  });

  test('the response parser rejects extra bytes after a response', () => {
    expect(() => parse(`${bytes}H`)).toThrow('followed by further bytes');
    expect(() => parse(`${bytes}${WHOLE}`)).toThrow('followed by further bytes');
  });

  test('the response parser accepts another response after the first', () => {
    const parser = new ResponseParser();
    const first = parser.push(Buffer.from(bytes, 'latin1'));
    const second = parser.push(Buffer.from(WHOLE, 'latin1'));
    expect(readable(first)).toMatchObject(expected as object);
    expect(readable(second)).toEqual(readable(parse(WHOLE)));
  });
});

const head = (...fields: string[]) => lines('HTTP/1.1 200 OK', ...fields, '');

test.each([
  ['with HTTP/1.1', head('content-length: 0'), FOREVER],
  ['with keep-alive', head('connection: keep-alive', 'content-length: 0'), FOREVER],
  ['with connection: close', head('Connection: Close', 'content-length: 0'), 0],
  ['with close among other options', head('connection: x-foo , close', 'content-length: 0'), 0],
  ['with another connection option', head('connection: closed', 'content-length: 0'), FOREVER],
  ['with a keep-alive timeout', head('keep-alive: timeout=5, max=100', 'content-length: 0'), 4_000],
  ['with a keep-alive timeout of one second', head('keep-alive: timeout=1', 'content-length: 0'), 0],
  [
    'with close and a keep-alive timeout',
    head('connection: close', 'keep-alive: timeout=5', 'content-length: 0'),
    0,
  ],
  ['with HTTP/1.0', 'HTTP/1.0 200 OK\r\nconnection: keep-alive\r\ncontent-length: 0\r\n\r\n', 0],
])(
  'the response parser reports how long a connection stays reusable after a response %s',
  (_, bytes, reusableMs) => {
    expect(parse(bytes)?.reusableMs).toBe(reusableMs);
  },
);

const MALFORMED: Record<string, string> = {
  'something other than HTTP': 'SSH-2.0-OpenSSH_9.6\r\n\r\n',
  'another HTTP version': lines('HTTP/2 200 OK', 'content-length: 0', ''),
  'no status': lines('HTTP/1.1 OK', 'content-length: 0', ''),
  'a status out of range': lines('HTTP/1.1 600 No', 'content-length: 0', ''),
  'a four-digit status': lines('HTTP/1.1 2000 OK', 'content-length: 0', ''),
  'a protocol switch': lines('HTTP/1.1 101 Switching Protocols', 'upgrade: x', ''),
  'a preceding line break': `\r\n${WHOLE}`,
  'neither Content-Length nor chunked encoding': head('content-type: text/plain'),
  'conflicting Content-Length headers': head('content-length: 1', 'content-length: 2'),
  'two lengths in one Content-Length header': head('content-length: 1, 1'),
  'a negative length': head('content-length: -1'),
  'a signed length': head('content-length: +1'),
  'a hexadecimal length': head('content-length: 0x1'),
  'a fractional length': head('content-length: 1.5'),
  'an empty length': head('content-length:'),
  'a length of more than 64 MB': head('content-length: 67108865'),
  'an enormous length': head(`content-length: ${'9'.repeat(400)}`),
  'a length and a chunked encoding': head('content-length: 1', 'transfer-encoding: chunked'),
  'a chunked encoding and a length': head('transfer-encoding: chunked', 'content-length: 1'),
  'an unknown transfer encoding': head('transfer-encoding: gzip, chunked'),
  'a repeated Transfer-Encoding header': head('transfer-encoding: chunked', 'transfer-encoding: chunked'),
  'a header without a colon': head('content-length 0'),
  'a header without a name': head(': 0', 'content-length: 0'),
  'a space before the colon': head('content-length : 0'),
  'a folded header line': head('x-a: 1', ' 2', 'content-length: 0'),
  'a bare line feed': head('x-a: 1\ncontent-length: 0'),
  'a bare carriage return': head('x-a: 1\rcontent-length: 0'),
  'a zero byte': head('x-a: \0', 'content-length: 0'),
  'a head of more than 16 kB': head(`x-a: ${'a'.repeat(16 * 1024)}`, 'content-length: 0'),
  'a head without an end': `HTTP/1.1 200 OK\r\nx-a: ${'a'.repeat(16 * 1024)}`,
  'a chunk without a size': head('transfer-encoding: chunked').concat('\r\n'),
  'a negative chunk size': head('transfer-encoding: chunked').concat('-1\r\n'),
  'a chunk size that is not a number': head('transfer-encoding: chunked').concat('g\r\n'),
  'a chunk size that ends in a bare line feed': head('transfer-encoding: chunked').concat('1\nx\r\n'),
  'a chunk size of more than 64 MB': head('transfer-encoding: chunked').concat('4000001\r\n'),
  'an enormous chunk size': head('transfer-encoding: chunked').concat('f'.repeat(400), '\r\n'),
  'an endless chunk size line': head('transfer-encoding: chunked').concat('1;', 'a'.repeat(2_000)),
  'a chunk longer than its size': head('transfer-encoding: chunked').concat('1\r\nxy\r\n'),
  'endless trailers': head('transfer-encoding: chunked').concat('0\r\n', 'a: b\r\n'.repeat(1_000)),
};

describe.each(Object.entries(MALFORMED))('a response with %s', (_, bytes) => {
  test('the response parser rejects a malformed response that arrives in one piece', () => {
    expect(() => parse(bytes)).toThrow('is invalid');
  });

  test('the response parser rejects a malformed response that arrives in 500 pieces', () => {
    const size = Math.ceil(bytes.length / 500);
    const pieces = Array.from({ length: 500 }, (_, i) => bytes.slice(i * size, (i + 1) * size));
    expect(() => parse(...pieces.filter(piece => piece !== ''))).toThrow('is invalid');
  });
});

test('the response parser assembles a body from many pieces in order', () => {
  const body = Array.from({ length: 5_000 }, (_, i) => `${i},`).join('');
  const bytes = `${head(`content-length: ${body.length}`)}${body}`;
  const pieces = bytes.match(/[\s\S]{1,997}/g) as string[];
  expect(readable(parse(...pieces))?.body).toBe(body);
});

test('responses with equal heads on one connection each get their own body', () => {
  const parser = new ResponseParser();
  const head = (length: number) => lines('HTTP/1.1 200 OK', `Content-Length: ${length}`, '');
  const chunked = lines('HTTP/1.1 200 OK', 'Transfer-Encoding: chunked', '');
  const answers = [`${head(3)}one`, `${head(3)}two`, `${head(4)}four`, `${head(3)}six`]
    .concat([`${chunked}3\r\nabc\r\n0\r\n\r\n`, `${chunked}2\r\nde\r\n0\r\n\r\n`, `${INTERIM}${head(3)}end`])
    .map(text => parser.push(Buffer.from(text, 'latin1')));
  expect(answers.map(answer => answer?.body.toString('latin1'))).toEqual([
    'one',
    'two',
    'four',
    'six',
    'abc',
    'de',
    'end',
  ]);
  expect(new Set(answers.map(answer => answer?.body)).size).toBe(answers.length);
});
