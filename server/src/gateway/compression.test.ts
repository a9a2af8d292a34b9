import { request as httpRequest } from 'node:http';
import { gunzipSync, gzipSync, zstdDecompressSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { testApp } from '../../test/test-app.ts';

const FACILITIES = '/content/hotels/v1/facilities';
const BOARDS = '/content/hotels/v1/boards';

const app = await testApp();
const key = (await app.createKey({ limits: { perMinute: 1_000_000 } })).secret;
afterAll(() => app.close());

interface Response {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** Uses node:http, because `fetch` decompresses responses. */
function post(
  path: string,
  headers: Record<string, string>,
  body: string | Buffer = '{}',
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const fixed = { authorization: `ApiKey ${key}`, 'content-type': 'application/json' };
    const options = { method: 'POST', headers: { ...fixed, ...headers } };
    const request = httpRequest(`${app.interfaceUrl}${path}`, options, async response => {
      const bytes = Buffer.concat(await response.toArray());
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers as Record<string, string>,
        body: bytes,
      });
    });
    request.on('error', reject).end(body);
  });
}

const listIn = (body: Buffer) => JSON.parse(body.toString()).facilities;
const codeIn = ({ body }: Response) => JSON.parse(body.toString()).error.code;

describe('responses', () => {
  test.each([
    ['zstd', zstdDecompressSync],
    ['gzip', gunzipSync],
  ])(
    'a response is compressed with %s if the client accepts it, with the same content and ETag',
    async (encoding, open) => {
      const plain = await post(FACILITIES, {});
      const sent = await post(FACILITIES, { 'accept-encoding': encoding });
      expect(plain.headers).not.toHaveProperty('content-encoding');
      expect(plain.headers).toMatchObject({ vary: 'Accept-Encoding', etag: expect.stringMatching(/^W\//) });
      expect(sent.headers).toMatchObject({ 'content-encoding': encoding, vary: 'Accept-Encoding' });
      expect(sent.headers.etag).toBe(plain.headers.etag);
      expect(Number(sent.headers['content-length'])).toBe(sent.body.length);
      expect(sent.body.length).toBeLessThan(plain.body.length / 3);
      expect(listIn(open(sent.body))).toEqual(listIn(plain.body));
    },
  );

  test('a client that accepts both encodings receives zstd, unless it prefers gzip', async () => {
    const encodingFor = async (accept: string) =>
      (await post(FACILITIES, { 'accept-encoding': accept })).headers['content-encoding'];
    expect(await encodingFor('gzip, deflate, br, zstd')).toBe('zstd');
    expect(await encodingFor('zstd;q=0.5, gzip')).toBe('gzip');
  });

  test('a response of less than 1 kB and a 304 response are not compressed', async () => {
    const small = await post(BOARDS, { 'accept-encoding': 'gzip' });
    expect(small.body.length).toBeLessThan(1_024);
    expect(small.headers).not.toHaveProperty('content-encoding');
    const { etag } = (await post(FACILITIES, {})).headers;
    const unchanged = await post(FACILITIES, { 'accept-encoding': 'gzip', 'if-none-match': etag as string });
    expect([unchanged.status, unchanged.body.length]).toEqual([304, 0]);
    expect(unchanged.headers).not.toHaveProperty('content-encoding');
  });
});

describe('requests', () => {
  const compressed = (body: string | Buffer) => post(FACILITIES, { 'content-encoding': 'gzip' }, body);

  test('a body that was compressed with gzip is read like an uncompressed one', async () => {
    const sent = await compressed(gzipSync('{"language":"es"}'));
    expect(listIn(sent.body)).toEqual(listIn((await post(FACILITIES, {}, '{"language":"es"}')).body));
  });

  test('the limit of 1 MiB applies to the uncompressed body', async () => {
    const padded = (bytes: number) => gzipSync(`{}${' '.repeat(bytes - 2)}`);
    expect((await compressed(padded(1024 * 1024))).status).toBe(200);
    const bomb = await compressed(padded(1024 * 1024 + 1));
    expect([bomb.status, codeIn(bomb)]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    expect((await compressed(gzipSync(Buffer.alloc(200 * 1024 * 1024)))).status).toBe(413);
  });

  test.each([
    ['not compressed', Buffer.from('{}')],
    ['truncated', gzipSync('{"language":"es"}').subarray(0, 20)],
    ['empty', Buffer.alloc(0)],
    ['followed by other bytes', Buffer.concat([gzipSync('{}'), Buffer.from('{}{}{}{}')])],
  ])('a body that is declared as gzip but is %s is rejected', async (_, body) => {
    const sent = await compressed(body);
    expect([sent.status, codeIn(sent)]).toEqual([400, 'INVALID_JSON']);
  });

  test.each(['br', 'zstd', 'deflate', 'gzip, gzip'])(
    'a body with the encoding %s is rejected',
    async encoding => {
      const sent = await post(FACILITIES, { 'content-encoding': encoding });
      expect([sent.status, codeIn(sent)]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    },
  );
});
