/** The API key must never appear in errors, in printed or serialised objects, or in logs. */
import { inspect } from 'node:util';
import { afterAll, expect, test, vi } from 'vitest';
import { BOOK, failure, hangUp, KEY, scriptedServer, thrown } from '../../test/scripted-server.ts';
import { Serai } from '../serai.ts';

const server = await scriptedServer();
afterAll(() => server.close());

const SECRET = KEY.split('_').at(-1) ?? '';

/** The common ways in which a value ends up in a log. */
function printed(value: unknown): string {
  const deep = { depth: 20, showHidden: true, getters: true };
  const { message, stack } = value as Error;
  return [String(value), JSON.stringify(value), inspect(value), inspect(value, deep), message, stack].join(
    '\n',
  );
}

test('the helper that searches for the API key detects it when it is present', () => {
  expect(printed({ a: { key: KEY } })).toContain(SECRET);
  expect(printed(new Error('x', { cause: new Error(KEY) }))).toContain(SECRET);
});

test('printing the client or one of its resources does not reveal the API key', () => {
  const serai = server.client();
  for (const part of [serai, serai.hotels, serai.bookings, serai.content, serai.places, serai.webhooks]) {
    expect(printed(part)).not.toContain(SECRET);
  }
  expect(JSON.stringify(serai)).toBe(JSON.stringify({ baseUrl: server.url }));
  expect(printed(serai.content.hotels)).not.toContain(SECRET);
});

test('no error reveals the API key, even if a response echoes the request', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const echo = { status: 500, body: `<pre>Authorization: ApiKey ${KEY}</pre>` };
  const echoed = { details: [{ path: '', code: KEY, message: SECRET }], requestId: KEY };
  const steps = [hangUp, echo, failure(401, 'UNAUTHORIZED', echoed), failure(409, KEY, echoed)];
  for (const step of [...steps, { status: 200, body: KEY }, { status: 404, body: KEY }]) {
    server.script(step, step, { status: 500, body: KEY, headers: { 'x-request-id': KEY } });
    const lines: unknown[] = [];
    const log = (...line: unknown[]) => lines.push(line);
    const serai = server.client({ logger: { debug: log, warn: log } });
    const error = await thrown(serai.bookings.create(BOOK));
    expect(printed(error)).not.toContain(SECRET);
    expect(printed(lines)).not.toContain(SECRET);
    expect(lines.length).toBeGreaterThan(0);
  }
});

test('neither an error from a custom fetch nor an abort reason reveals the API key that it contains', async () => {
  const fetch = (url: string, init: RequestInit) => {
    const cause = Object.assign(new Error(`sent ${JSON.stringify(init.headers)}`), {
      code: 'ECONNRESET',
      init,
      cause: Object.assign(new Error('x'), { code: KEY, name: KEY }),
    });
    throw Object.assign(new Error(`${url} failed with ApiKey ${KEY}`, { cause }), { request: init });
  };
  const error = await thrown(server.client({ fetch, maxRetries: 0 }).places.search({ query: 'x' }));
  expect(error.cause.cause.code).toBe('ECONNRESET');
  expect(error.cause.message).toContain('[api key]');
  expect(printed(error)).not.toContain(SECRET);

  const controller = new AbortController();
  controller.abort(new Error(KEY));
  const aborted = await thrown(server.client().places.search({ query: 'x' }, { signal: controller.signal }));
  expect(printed(aborted)).not.toContain(SECRET);
});

test.each([[`${KEY}\n${KEY}`], [`${KEY} ${SECRET}`], [`${KEY}é`], [`${KEY}\u0000`]])(
  'an API key that is not a valid header value is rejected without quoting it',
  async key => {
    const error = await thrown((async () => new Serai({ apiKey: key, baseUrl: server.url }))());
    expect(error.name).toBe('SeraiError');
    expect(printed(error)).not.toContain(SECRET);
  },
);
