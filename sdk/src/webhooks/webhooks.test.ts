import { createHmac, randomBytes } from 'node:crypto';
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

const reasonOf = async (call: Promise<unknown>): Promise<string> => {
  const error = await thrown(call);
  expect(error).toBeInstanceOf(WebhookError);
  return error.reason;
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

  test('webhooks.sign computes the signature that Standard Webhooks defines', async () => {
    const { body, headers } = await webhooks.sign(PING, SECRET, { timestamp: new Date(1_800_000_000_000) });
    const bytes = createHmac('sha256', Buffer.from(SECRET.slice(6), 'base64'))
      .update(`evt_1.1800000000.${body}`)
      .digest('base64');
    expect(headers).toEqual({
      'content-type': 'application/json',
      'webhook-id': 'evt_1',
      'webhook-timestamp': '1800000000',
      'webhook-signature': `v1,${bytes}`,
    });
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

  test('unwrap accepts either secret during a rotation and rejects the old one afterwards', async () => {
    const [oldSecret, newOne] = [newSecret(), newSecret()];
    const during = await webhooks.sign(PING, [newOne, oldSecret]);
    for (const secrets of [oldSecret, newOne, [oldSecret, newOne]]) {
      expect(await webhooks.unwrap(during.body, during.headers, secrets)).toEqual(PING);
    }
    expect(await webhooks.unwrap(during.body, during.headers, ` ${newOne}\n`)).toEqual(PING);
    const after = await webhooks.sign(PING, newOne);
    expect(await webhooks.unwrap(after.body, after.headers, [oldSecret, newOne])).toEqual(PING);
    expect(await reasonOf(webhooks.unwrap(after.body, after.headers, oldSecret))).toBe('WRONG_SECRET');
  });

  test('the error from unwrap states how many secrets were tried if none of them matches', async () => {
    const { body, headers } = await webhooks.sign(PING, SECRET);
    const one = await thrown(webhooks.unwrap(body, headers, newSecret()));
    expect(one.message).toMatch(/^The secret does not match the signature\. Check /);
    const two = await thrown(webhooks.unwrap(body, headers, [newSecret(), newSecret()]));
    expect(two.message).toMatch(/^None of the 2 secrets match the signature\. Check /);
  });

  test('unwrap returns events of unknown types', async () => {
    const later = { ...PING, type: 'booking.teleported', data: { speed: 'high' } } as unknown as SeraiEvent;
    const { body, headers } = await webhooks.sign(later, SECRET);
    expect(await webhooks.unwrap(body, headers, SECRET)).toEqual(later);
  });

  test('unwrap rejects a wrong secret and a changed body, ID, timestamp or signature', async () => {
    const { body, headers } = await webhooks.sign(PING, SECRET);
    const now = Number(headers['webhook-timestamp']);
    const changed: [string, Record<string, string>, string][] = [
      [body, headers, newSecret()],
      [body.replace('sandbox', 'production'), headers, SECRET],
      [JSON.stringify(JSON.parse(body), null, 2), headers, SECRET],
      [body, { ...headers, 'webhook-id': 'evt_2' }, SECRET],
      [body, { ...headers, 'webhook-timestamp': String(now + 1) }, SECRET],
      [body, { ...headers, 'webhook-signature': headers['webhook-signature'].replace('v1,', 'v2,') }, SECRET],
      [body, { ...headers, 'webhook-signature': 'v1,' }, SECRET],
      [body, { ...headers, 'webhook-signature': 'v1,!!!' }, SECRET],
    ];
    for (const [text, sent, secret] of changed) {
      expect(await reasonOf(webhooks.unwrap(text, sent, secret))).toBe('WRONG_SECRET');
    }
  });

  test('unwrap distinguishes a wrong clock from a wrong secret', async () => {
    const at = new Date('2027-01-01T12:00:00Z');
    const { body, headers } = await webhooks.sign(PING, SECRET, { timestamp: at });
    const off = (seconds: number) => ({ now: new Date(at.getTime() + seconds * 1000) });
    for (const seconds of [-300, 0, 300]) {
      expect(await webhooks.unwrap(body, headers, SECRET, off(seconds))).toEqual(PING);
    }
    for (const [seconds, told] of [
      [-301, '301 seconds ahead'],
      [301, '301 seconds behind'],
      [86_400, '86400 seconds behind'],
    ] as const) {
      const error = await thrown(webhooks.unwrap(body, headers, SECRET, off(seconds)));
      expect([error.reason, error.message.includes(told)]).toEqual(['CLOCK_SKEW', true]);
    }
    const forged = webhooks.unwrap(body, headers, newSecret(), off(86_400));
    expect(await reasonOf(forged), 'an unsigned timestamp reveals nothing about the clock').toBe(
      'WRONG_SECRET',
    );
  });

  test.each([['webhook-id'], ['webhook-timestamp'], ['webhook-signature']])(
    'unwrap names the missing header %s',
    async name => {
      const { body, headers } = await webhooks.sign(PING, SECRET);
      const error = await thrown(webhooks.unwrap(body, { ...headers, [name]: undefined }, SECRET));
      expect([error.reason, error.message.includes(name)]).toEqual(['BAD_HEADERS', true]);
    },
  );

  test('unwrap rejects a timestamp that is not a number', async () => {
    const { body, headers } = await webhooks.sign(PING, SECRET);
    const sent = { ...headers, 'webhook-timestamp': '2027-01-01' };
    expect(await reasonOf(webhooks.unwrap(body, sent, SECRET))).toBe('BAD_HEADERS');
  });

  test.each([
    [''],
    ['secret'],
    ['whsec_'],
    ['whsec_c2hvcnQ='],
    ['whsec_***'],
    [[]],
    [undefined],
    [[undefined]],
  ])('unwrap rejects %j as a secret without quoting it', async secret => {
    const { body, headers } = await webhooks.sign(PING, SECRET);
    const error = await thrown(webhooks.unwrap(body, headers, secret as string));
    expect(error.reason).toBe('BAD_SECRET');
    if (typeof secret === 'string' && secret.length > 6) expect(error.message).not.toContain(secret);
  });

  test('unwrap rejects a signed body that is not an event', async () => {
    const { headers } = await webhooks.sign(PING, SECRET);
    for (const body of ['[]', 'null', '{}', 'hello']) {
      const key = Buffer.from(SECRET.slice(6), 'base64');
      const text = `evt_1.${headers['webhook-timestamp']}.${body}`;
      const signature = `v1,${createHmac('sha256', key).update(text).digest('base64')}`;
      const sent = { ...headers, 'webhook-signature': signature };
      expect(await reasonOf(webhooks.unwrap(body, sent, SECRET))).toBe('NOT_AN_EVENT');
    }
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
