/** Tests which address a webhook reaches: how its name is resolved, which addresses are refused, and certificates. */
import { connect } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { LOCALHOST_CERTIFICATE } from '../../../test/localhost-certificate.ts';
import { rawReceiver, receiver, secureReceiver } from '../../../test/webhook-receiver.ts';
import { systemClock } from '../../platform/clock.ts';
import { targetPolicy } from '../targets/target-policy.ts';
import { createSender, type Sender, type SenderParts } from './sender.ts';

const POLICY = targetPolicy(['127.0.0.1'], [443, 8443]);
const opened: Sender[] = [];
afterEach(() => {
  for (const sender of opened.splice(0)) sender.close();
});

function open(parts: Partial<SenderParts> = {}): Sender {
  const sender = createSender({ policy: POLICY, clock: systemClock, ...parts });
  opened.push(sender);
  return sender;
}

const hooks = {
  url: 'https://localhost.example.com/hook',
  environment: 'production' as const,
  headers: {},
  body: Buffer.from('{"id":"evt_1"}'),
};
const resolver = (...answers: string[][]) => {
  let asked = 0;
  const resolve = async () => answers[Math.min(asked++, answers.length - 1)] ?? [];
  return { public: resolve, system: resolve };
};

it('a receiver name is resolved only once per connection, so that a different second result has no effect', async () => {
  let asked = 0;
  const reached: (readonly string[])[] = [];
  const resolve = async () => [['93.184.216.34'], ['127.0.0.1']][asked++] ?? [];
  const sender = open({
    resolver: { public: resolve, system: resolve },
    connect: addresses => {
      reached.push(addresses);
      return connect({ host: '127.0.0.1', port: 1 });
    },
  });
  await sender.postOnce(hooks);
  expect([asked, reached]).toEqual([1, [['93.184.216.34']]]);
});

it.each([
  [['127.0.0.1']],
  [['10.0.0.1']],
  [['169.254.169.254']],
  [['93.184.216.34', '10.0.0.1']],
  [['93.184.216.34', '::1']],
  [['::ffff:10.0.0.1']],
  [['64:ff9b::a9fe:a9fe']],
])(
  'the webhook sender does not connect to a host name that resolves to %j and does not reveal the addresses',
  async addresses => {
    let connected = 0;
    const sender = open({
      resolver: resolver(addresses),
      connect: () => {
        connected += 1;
        return connect({ host: '127.0.0.1', port: 1 });
      },
    });
    const { error } = await sender.postOnce(hooks);
    expect(error).toMatch(/^localhost.example.com resolves to an address that is not public/);
    for (const address of addresses) expect(error).not.toContain(address);
    expect(connected).toBe(0);
  },
);

it('the webhook sender sends nothing if the connection reaches an address other than the checked one', async () => {
  let receivedBytes = 0;
  const closed = Promise.withResolvers<void>();
  await using target = await rawReceiver(socket => {
    socket.on('data', chunk => {
      receivedBytes += chunk.length;
    });
    socket.on('close', () => closed.resolve());
  });
  const sender = open({
    resolver: resolver(['93.184.216.34']),
    connect: () => connect({ host: '127.0.0.1', port: target.port }),
  });
  expect((await sender.postOnce(hooks)).error).toMatch(
    /^localhost.example.com connects to an address that is not public/,
  );
  await closed.promise;
  expect(receivedBytes).toBe(0);
});

it('the webhook sender tries the next address if the first refuses the connection', async () => {
  await using target = await receiver((_, response) => response.end());
  const policy = targetPolicy(['receiver'], [443]);
  const sender = open({ policy, resolver: resolver(['127.0.0.2', '::1', '127.0.0.1']) });
  const post = { ...hooks, url: `http://receiver:${target.port}/`, environment: 'sandbox' as const };
  expect((await sender.postOnce(post)).status).toBe(200);
});

it('the webhook sender reports a host name that does not resolve', async () => {
  const fail = async () => Promise.reject(new Error('ENOTFOUND'));
  const sender = open({ resolver: { public: fail, system: fail } });
  expect((await sender.postOnce(hooks)).error).toBe('localhost.example.com does not resolve to an address.');
});

it('the webhook sender rejects an address that is not allowed', async () => {
  expect((await open().postOnce({ ...hooks, url: 'https://10.0.0.1/' })).error).toMatch(/not public/);
});

/** Simulates a connection to this machine that seems to have reached a public address. */
const asIfPublic = (port: number) => () => {
  const socket = connect({ host: '127.0.0.1', port });
  Object.defineProperty(socket, 'remoteAddress', { value: '93.184.216.34' });
  return socket;
};

it('the webhook sender rejects a certificate for another host name before anything is sent', async () => {
  let requests = 0;
  await using target = await secureReceiver((_, response) => {
    requests += 1;
    response.end();
  });
  const sender = open({
    ca: LOCALHOST_CERTIFICATE,
    resolver: resolver(['93.184.216.34']),
    connect: asIfPublic(target.port),
  });
  expect((await sender.postOnce(hooks)).error).toBe(
    "The receiver's certificate was issued for another name.",
  );
  expect(requests).toBe(0);
});

it('the webhook sender rejects a certificate that is not trusted', async () => {
  await using target = await secureReceiver((_, response) => response.end());
  const sender = open({ resolver: resolver(['93.184.216.34']), connect: asIfPublic(target.port) });
  expect((await sender.postOnce(hooks)).error).toBe("The receiver's certificate is self-signed.");
});

it('the webhook sender accepts a valid certificate and reuses its connection', async () => {
  await using target = await secureReceiver((request, response) => {
    request.resume().on('end', () => response.end('ok'));
  });
  const policy = targetPolicy(['localhost'], [443]);
  const sender = open({
    policy,
    ca: LOCALHOST_CERTIFICATE,
    resolver: resolver(['127.0.0.1']),
    connect: () => connect({ host: '127.0.0.1', port: target.port }),
  });
  const post = { ...hooks, url: 'https://localhost/', environment: 'sandbox' as const };
  for (let i = 0; i < 3; i++)
    expect(await sender.postOnce(post)).toMatchObject({ status: 200, answer: 'ok' });
  expect(target.connections()).toBe(1);
  expect((await sender.postOnce({ ...post, environment: 'production' })).error).toMatch(/not public/);
});
