/** What only the TypeScript client promises. contract/conformance describes what all clients share. */
import { randomBytes } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { thrown } from '../../test/scripted-server.ts';
import { type SeraiEvent, WebhookError, webhooks } from '../serai.ts';

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;
const SECRET = newSecret();

const PING: SeraiEvent = {
  id: 'evt_1',
  type: 'webhook.ping',
  timestamp: '2027-01-01T00:00:00Z',
  environment: 'sandbox',
  data: { endpointId: 'whk_1', message: 'Grüße, 東京' },
};

describe('sign', () => {
  test('the reference implementation accepts signatures from webhooks.sign with one secret and with two', async () => {
    const other = newSecret();
    for (const secrets of [SECRET, [SECRET, other], [other, SECRET]]) {
      const { body, headers } = await webhooks.sign(PING, secrets);
      expect(new Webhook(SECRET).verify(body, headers)).toEqual(PING);
    }
    const { body, headers } = await webhooks.sign(PING, other);
    expect(() => new Webhook(SECRET).verify(body, headers)).toThrow('No matching signature');
  });
});

describe('unwrap', () => {
  test('unwrap returns the event from a request signed by the reference implementation', async () => {
    const at = new Date();
    const body = JSON.stringify(PING);
    const signature = new Webhook(SECRET).sign('evt_1', at, body);
    const headers = {
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': signature,
    };
    expect(await webhooks.unwrap(body, headers, SECRET)).toEqual(PING);
  });

  test('unwrap accepts text and any binary body type, with headers from fetch or Node', async () => {
    const { body, headers } = await webhooks.sign(PING, SECRET);
    const bytes = new TextEncoder().encode(body);
    const within = Buffer.concat([Buffer.from('before'), bytes]).subarray(6);
    const ofAnotherRealm = runInNewContext('bytes => Uint8Array.from(bytes).buffer')([...bytes]);
    const views = [Buffer.from(body), within, new DataView(bytes.buffer)];
    for (const raw of [body, bytes, bytes.buffer, ofAnotherRealm, ...views]) {
      expect(await webhooks.unwrap(raw, headers, SECRET)).toEqual(PING);
    }
    const shouted = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]),
    );
    for (const sent of [new Headers(headers), new Map(Object.entries(headers)), shouted]) {
      expect(await webhooks.unwrap(body, sent as Headers, SECRET)).toEqual(PING);
    }
  });

  test.each([[undefined], [[undefined]]])('unwrap rejects %j instead of a secret', async secret => {
    const { body, headers } = await webhooks.sign(PING, SECRET);
    const error = await thrown(webhooks.unwrap(body, headers, secret as unknown as string));
    expect(error).toBeInstanceOf(WebhookError);
    expect(error.reason).toBe('BAD_SECRET');
  });

  test('unwrap reports a header whose value is undefined as missing', async () => {
    const { body, headers } = await webhooks.sign(PING, SECRET);
    const error = await thrown(webhooks.unwrap(body, { ...headers, 'webhook-id': undefined }, SECRET));
    expect([error.reason, error.message.includes('webhook-id')]).toEqual(['BAD_HEADERS', true]);
  });

  test.each([
    [
      'a body parsed by Express, Fastify or Nest',
      PING,
      {},
      /express\.raw[\s\S]*addContentTypeParser[\s\S]*rawBody: true/,
    ],
    ['a body parsed by a fetch framework', PING, new Headers(), /await request\.text\(\)/],
    [
      'a fetch request',
      new Request('http://localhost', { method: 'POST', body: '{}' }),
      new Headers(),
      /request\.text/,
    ],
    ['a fetch stream', new Response('{}').body, new Headers(), /request\.text/],
    ['a Node request', { pipe() {}, headers: {} }, {}, /Buffer\.concat\(chunks\)/],
    ['no body', undefined, {}, /received no body[\s\S]*express\.raw/],
  ])(
    'if unwrap is called with %s, its error explains how to get the raw body',
    async (_, body, headers, fix) => {
      const error = await thrown(webhooks.unwrap(body as unknown as string, headers as Headers, SECRET));
      expect(error.reason).toBe('PARSED_BODY');
      expect(error.message).toMatch(fix);
    },
  );
});
