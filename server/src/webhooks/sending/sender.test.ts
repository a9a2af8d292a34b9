import { afterEach, describe, expect, it } from 'vitest';
import { ManualClock } from '../../../test/manual-clock.ts';
import { type Received, rawReceiver, readWhole, receiver } from '../../../test/webhook-receiver.ts';
import { systemClock } from '../../platform/clock.ts';
import { targetPolicy } from '../targets/target-policy.ts';
import { createSender, type Sender, type SenderParts } from './sender.ts';

const POLICY = targetPolicy(['127.0.0.1'], [443, 8443]);
const BODY = Buffer.from('{"id":"evt_1"}');
const opened: Sender[] = [];
afterEach(() => {
  for (const sender of opened.splice(0)) sender.close();
});

function open(parts: Partial<SenderParts> = {}): Sender {
  const sender = createSender({ policy: POLICY, clock: systemClock, ...parts });
  opened.push(sender);
  return sender;
}

const to = (port: number, path = '/hook', signal?: AbortSignal) => ({
  url: `http://127.0.0.1:${port}${path}`,
  environment: 'sandbox' as const,
  headers: { 'content-type': 'application/json', 'webhook-id': 'evt_1' },
  body: BODY,
  signal,
});

/**
 * Advances the clock by 15 s after the request has reached the receiver. The attempt must end then, and not earlier.
 */
async function whileTimePasses<T>(
  clock: ManualClock,
  reached: Promise<unknown>,
  post: Promise<T>,
): Promise<T> {
  await reached;
  await new Promise(resolve => setTimeout(resolve, 20));
  clock.advance(14_999);
  expect(await Promise.race([post, 'still waiting'])).toBe('still waiting');
  clock.advance(1);
  return post;
}

describe('a response', () => {
  it('the webhook sender returns the status of the response and sends the request unchanged', async () => {
    const received: Received[] = [];
    await using target = await receiver(async (request, response) => {
      received.push({ headers: request.headers, body: await readWhole(request) });
      response.writeHead(202, { 'retry-after': '3', 'set-cookie': 'a=b' }).end('taken');
    });
    const sender = open();
    for (let i = 0; i < 2; i++) {
      expect(await sender.postOnce(to(target.port, '/a?b=%20c'))).toEqual({
        status: 202,
        answer: 'taken',
        retryAfterMs: 3_000,
        durationMs: expect.any(Number),
      });
    }
    expect(received[1]).toEqual({
      headers: {
        'content-type': 'application/json',
        'webhook-id': 'evt_1',
        'content-length': String(BODY.length),
        host: `127.0.0.1:${target.port}`,
        connection: 'keep-alive',
      },
      body: BODY,
    });
    expect(target.connections()).toBe(1);
  });

  it('the webhook sender does not follow a redirect', async () => {
    let asked = 0;
    await using target = await receiver((_, response) => {
      asked += 1;
      response.writeHead(307, { location: '/again' }).end();
    });
    expect(await open().postOnce(to(target.port))).toMatchObject({ status: 307, answer: '' });
    expect(asked).toBe(1);
  });

  it('an endless webhook response is truncated to 4 KiB, and its connection is closed', async () => {
    const closed = Promise.withResolvers<void>();
    let sentBytes = 0;
    await using target = await receiver((_, response) => {
      response.writeHead(200);
      const send = () => {
        while (!response.destroyed && response.write('x'.repeat(8192))) sentBytes += 8192;
      };
      response.on('drain', send).on('close', () => closed.resolve());
      send();
    });
    const { status, answer } = await open().postOnce(to(target.port));
    expect(status).toBe(200);
    expect(answer).toBe('x'.repeat(4096));
    await closed.promise;
    expect(sentBytes).toBeLessThan(50_000_000);
  });

  it('a webhook response that contains NUL or is truncated within a character is converted to valid text', async () => {
    await using target = await receiver((_, response) => response.end(`\0${'é'.repeat(4096)}`));
    const { answer } = await open().postOnce(to(target.port));
    expect(answer).toBe(`\u{FFFD}${'é'.repeat(2047)}`);
  });

  it('a webhook response whose body does not end within 15 s is recorded with its status and the body received so far', async () => {
    const clock = new ManualClock();
    const reached = Promise.withResolvers<void>();
    await using target = await receiver((_, response) => {
      response.writeHead(200).write('so far');
      reached.resolve();
    });
    const result = await whileTimePasses(clock, reached.promise, open({ clock }).postOnce(to(target.port)));
    expect(result).toMatchObject({ status: 200, answer: 'so far', durationMs: 15_000 });
  });

  it('a webhook response with a truncated body is recorded with its status and the body received so far', async () => {
    await using target = await rawReceiver(socket => {
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\nhalf'));
    });
    expect(await open().postOnce(to(target.port))).toMatchObject({ status: 200, answer: 'half' });
  });
});

describe('a missing response', () => {
  it('a webhook attempt without a response is abandoned after 15 s', async () => {
    const clock = new ManualClock();
    const reached = Promise.withResolvers<void>();
    const closed = Promise.withResolvers<void>();
    await using target = await receiver((_, response) => {
      response.on('close', () => closed.resolve());
      reached.resolve();
    });
    const result = await whileTimePasses(clock, reached.promise, open({ clock }).postOnce(to(target.port)));
    expect(result).toEqual({ error: 'No response within 15 s.', durationMs: 15_000 });
    await closed.promise;
  });

  it('a webhook attempt whose response headers never end is abandoned after 15 s', async () => {
    const clock = new ManualClock();
    const reached = Promise.withResolvers<void>();
    await using target = await rawReceiver(socket => {
      socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\nx-slow: ', () => reached.resolve()));
    });
    const result = await whileTimePasses(clock, reached.promise, open({ clock }).postOnce(to(target.port)));
    expect(result).toEqual({ error: 'No response within 15 s.', durationMs: 15_000 });
  });

  it('a webhook attempt whose TLS handshake never completes is abandoned, and its connection is closed', async () => {
    const clock = new ManualClock();
    const reached = Promise.withResolvers<void>();
    const closed = Promise.withResolvers<void>();
    await using target = await rawReceiver(socket => {
      socket.resume().on('close', () => closed.resolve());
      reached.resolve();
    });
    const post = { ...to(0), url: `https://127.0.0.1:${target.port}/` };
    const result = await whileTimePasses(clock, reached.promise, open({ clock }).postOnce(post));
    expect(result).toEqual({ error: 'No response within 15 s.', durationMs: 15_000 });
    await closed.promise;
  });

  it.each([
    ['closes the connection immediately', (end: (text?: string) => void) => end(), /closed the connection/],
    [
      'does not speak HTTP',
      (end: (text?: string) => void) => end('SSH-2.0-x\r\n\r\n'),
      /did not send a valid HTTP response/,
    ],
    [
      'sends endless headers',
      (end: (text?: string) => void) => end(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`),
      /did not send a valid HTTP response/,
    ],
    [
      'switches protocols',
      (end: (text?: string) => void) =>
        end('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
      /closed the connection/,
    ],
  ])('the webhook sender reports an error for a receiver that %s', async (_, act, words) => {
    await using target = await rawReceiver(socket => {
      socket.once('data', () => act((text = '') => socket.end(text)));
    });
    const result = await open().postOnce(to(target.port));
    expect(result).toEqual({ error: expect.stringMatching(words), durationMs: expect.any(Number) });
  });

  it('the webhook sender reports that the receiver refused the connection if the port is closed', async () => {
    const { port } = await closedReceiver();
    expect((await open().postOnce(to(port))).error).toBe('The receiver refused the connection.');
  });

  it('the webhook sender does not wait for a response after the service was stopped', async () => {
    const reached = Promise.withResolvers<void>();
    await using target = await receiver(() => reached.resolve());
    const stop = new AbortController();
    const post = open().postOnce(to(target.port, '/', stop.signal));
    await reached.promise;
    stop.abort();
    expect((await post).error).toBe('The service was stopped.');
    expect((await open().postOnce(to(target.port, '/', stop.signal))).error).toBe('The service was stopped.');
  });

  it('a webhook attempt on an idle connection that the receiver closed is retried on a new connection', async () => {
    let requests = 0;
    await using target = await rawReceiver(socket => {
      socket.on('data', () => {
        requests += 1;
        if (socket.bytesRead > 400) socket.destroy();
        else socket.write('HTTP/1.1 204 No Content\r\n\r\n');
      });
    });
    const sender = open();
    const post = { ...to(target.port), headers: { filler: 'x'.repeat(150) } };
    for (let i = 0; i < 3; i++) expect((await sender.postOnce(post)).status).toBe(204);
    expect(target.connections()).toBeGreaterThan(1);
    expect(requests).toBeGreaterThan(3);
  });
});

async function closedReceiver(): Promise<{ port: number }> {
  await using target = await receiver(() => {});
  return { port: target.port };
}
