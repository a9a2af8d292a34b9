/** The client towards backends, against servers that answer byte by byte what a test says. */
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, describe, expect, test } from 'vitest';
import { LOCALHOST_CERTIFICATE, LOCALHOST_KEY } from '../../../test/localhost-certificate.ts';
import { ManualClock } from '../../../test/manual-clock.ts';
import { systemClock } from '../../platform/clock.ts';
import { BackendPool } from './backend-pool.ts';
import type { Try, TryOptions } from './backend-try.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

interface Received {
  /** Which connection it came on, counted from 0. */
  connection: number;
  text: string;
  socket: Socket;
}

interface Peer {
  port: number;
  received: Received[];
  sockets: Socket[];
}

type Answerer = (request: Received, index: number) => void;

/** Takes what comes as one request when its body `{}` is there. */
async function startPeer(answer: Answerer, server: Server = createServer()): Promise<Peer> {
  const peer: Peer = { port: 0, received: [], sockets: [] };
  server.on(server.listenerCount('secureConnection') > 0 ? 'secureConnection' : 'connection', onConnection);
  function onConnection(socket: Socket): void {
    const connection = peer.sockets.push(socket) - 1;
    let text = '';
    socket.on('error', () => {});
    socket.on('data', bytes => {
      text += bytes.toString('latin1');
      if (!text.endsWith('\r\n\r\n{}')) return;
      const request = { connection, text, socket };
      text = '';
      answer(request, peer.received.push(request) - 1);
    });
  }
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  peer.port = (server.address() as AddressInfo).port;
  closing.push(() => {
    for (const socket of peer.sockets) socket.destroy();
    server.close();
  });
  return peer;
}

const SOME_CONNECTIONS = { search: 128, content: 128, list: 128, quote: 128, detail: 128, book: 128 };

function poolTo(port: number, clock = systemClock, origin = 'http://127.0.0.1'): BackendPool {
  const pool = new BackendPool(`${origin}:${port}`, clock, SOME_CONNECTIONS);
  closing.push(() => pool.close());
  return pool;
}

const options = (members: Partial<TryOptions> = {}): TryOptions => ({
  trafficClass: 'content',
  path: '/path',
  token: 'token',
  headers: [],
  body: Buffer.from('{}'),
  // Longer than a test may take: no deadline hides a failure that was not seen.
  timeoutMs: 600_000,
  signal: undefined,
  ...members,
});

const answerOf = (body: string, ...fields: string[]) =>
  ['HTTP/1.1 200 OK', `content-length: ${body.length}`, ...fields, '', body].join('\r\n');

/** Answers each request with its number. */
const count: Answerer = ({ socket }, index) => socket.write(answerOf(String(index)));

const bodyOf = (result: Try) => (result.kind === 'answered' ? result.body.toString() : result);
const SENT = { kind: 'failed', sent: true };
const NOT_SENT = { kind: 'failed', sent: false };

test('a request is head and body in one, with its own headers as they are', async () => {
  const peer = await startPeer(count);
  const pool = poolTo(peer.port);
  const result = await pool.try(options({ headers: ['x-a', '1', 'if-none-match', '"\xe9"'] }));
  expect(peer.received[0]?.text).toBe(
    `POST /path HTTP/1.1\r\nhost: 127.0.0.1:${peer.port}\r\nauthorization: Bearer token\r\n` +
      'x-a: 1\r\nif-none-match: "\xe9"\r\ncontent-length: 2\r\n\r\n{}',
  );
  expect(result).toEqual({
    kind: 'answered',
    status: 200,
    headers: ['content-length', '1'],
    body: Buffer.from('0'),
  });
});

test.each(['a\r\nx-b: 2', 'a\n', 'a\0', '\u20ac'])('a header that is none is never sent: %j', async value => {
  const peer = await startPeer(count);
  expect(await poolTo(peer.port).try(options({ headers: ['x-a', value] }))).toMatchObject(NOT_SENT);
  expect(peer.sockets).toEqual([]);
});

describe('a connection', () => {
  test('is used again, a class of traffic for itself', async () => {
    const peer = await startPeer(count);
    const pool = poolTo(peer.port);
    for (const trafficClass of ['content', 'content', 'book', 'content', 'book'] as const) {
      await pool.try(options({ trafficClass }));
    }
    expect(peer.received.map(({ connection }) => connection)).toEqual([0, 0, 1, 0, 1]);
  });

  test('is not used after an answer that closes it', async () => {
    const peer = await startPeer(({ socket }) => socket.write(answerOf('', 'connection: close')));
    const pool = poolTo(peer.port);
    for (let i = 0; i < 3; i++) expect(bodyOf(await pool.try(options()))).toBe('');
    expect(peer.received.map(({ connection }) => connection)).toEqual([0, 1, 2]);
  });

  test('that the backend closes at rest is forgotten', async () => {
    const peer = await startPeer(count);
    const pool = poolTo(peer.port);
    await pool.try(options());
    const closed = new Promise(resolve => peer.sockets[0]?.on('close', resolve));
    peer.sockets[0]?.end();
    await closed;
    expect(bodyOf(await pool.try(options()))).toBe('1');
    expect(peer.received.map(({ connection }) => connection)).toEqual([0, 1]);
  });

  test('that gets bytes at rest is closed, and they are nobody’s answer', async () => {
    const peer = await startPeer(count);
    const pool = poolTo(peer.port);
    await pool.try(options());
    const closed = new Promise(resolve => peer.sockets[0]?.on('close', resolve));
    peer.sockets[0]?.write(answerOf('not asked for'));
    await closed;
    expect(bodyOf(await pool.try(options()))).toBe('1');
  });

  test('that is answered before its request is out is not used again', async () => {
    const server = createServer(socket => {
      // Reads nothing, so that the request cannot be written to its end.
      socket.on('error', () => {});
      socket.write(answerOf('early'));
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    closing.push(() => server.close());
    const pool = poolTo((server.address() as AddressInfo).port);
    const body = Buffer.alloc(64 * 1024 * 1024);
    for (let i = 0; i < 2; i++) expect(bodyOf(await pool.try(options({ body })))).toBe('early');
  });

  test('rests for 30 s at most', async () => {
    const clock = new ManualClock();
    const peer = await startPeer(count);
    const pool = poolTo(peer.port, clock);
    await pool.try(options());
    clock.advance(29_999);
    await pool.try(options());
    const closed = new Promise(resolve => peer.sockets[0]?.on('close', resolve));
    clock.advance(29_999);
    expect(peer.sockets[0]?.destroyed).toBe(false);
    clock.advance(1);
    await closed;
    await pool.try(options());
    expect(peer.received.map(({ connection }) => connection)).toEqual([0, 0, 1]);
  });

  test('rests for less where the backend says so', async () => {
    const clock = new ManualClock();
    const peer = await startPeer(({ socket }, index) =>
      socket.write(index === 0 ? answerOf('') : answerOf('', 'keep-alive: timeout=5')),
    );
    const pool = poolTo(peer.port, clock);
    for (const restMs of [10_000, 3_999, 4_000, 0]) {
      await pool.try(options());
      clock.advance(restMs);
    }
    expect(peer.received.map(({ connection }) => connection)).toEqual([0, 0, 0, 1]);
  });
});

describe('a broken answer is a failed try, and the next one is answered', () => {
  const BROKEN: Record<string, (socket: Socket) => void> = {
    'the connection ends before it': socket => socket.end(),
    'the connection is reset before it': socket => socket.resetAndDestroy(),
    'the connection ends within it': socket => socket.end(answerOf('half').slice(0, -2)),
    'the connection ends where a length is missing': socket => socket.end('HTTP/1.1 200 OK\r\n\r\n{}'),
    'it is no HTTP': socket => socket.write('hello\r\n\r\n'),
    'it has two lengths': socket => socket.write(answerOf('', 'content-length: 5')),
    'another answer follows at once': socket => socket.write(answerOf('a') + answerOf('b')),
  };

  test.each(Object.entries(BROKEN))('%s', async (_, breakIt) => {
    const peer = await startPeer((request, index) =>
      index === 1 ? breakIt(request.socket) : count(request, index),
    );
    const pool = poolTo(peer.port);
    expect(bodyOf(await pool.try(options()))).toBe('0');
    expect(await pool.try(options())).toMatchObject(SENT);
    expect(bodyOf(await pool.try(options()))).toBe('2');
    expect(peer.received.map(({ connection }) => connection)).toEqual([0, 0, 1]);
  });
});

describe('a try is given up', () => {
  test('at its deadline, however the answer trickles in; its late bytes reach nobody', async () => {
    const clock = new ManualClock();
    const peer = await startPeer((request, index) =>
      index === 0 ? request.socket.write('HTTP/1.1 200 OK\r\n') : count(request, index),
    );
    const pool = poolTo(peer.port, clock);
    const first = pool.try(options({ timeoutMs: 1_500 }));
    await expect.poll(() => peer.received.length).toBe(1);
    clock.advance(1_500);
    expect(await first).toMatchObject(SENT);
    peer.sockets[0]?.write('content-length: 4\r\n\r\nlate');
    expect(bodyOf(await pool.try(options()))).toBe('1');
    expect(peer.received.map(({ connection }) => connection)).toEqual([0, 1]);
  });

  test('when its signal says so, and the backend sees the connection go', async () => {
    const peer = await startPeer(() => {});
    const hangUp = new AbortController();
    const result = poolTo(peer.port).try(options({ signal: hangUp.signal }));
    await expect.poll(() => peer.received.length).toBe(1);
    const closed = new Promise(resolve => peer.sockets[0]?.on('close', resolve));
    hangUp.abort();
    expect(await result).toMatchObject(SENT);
    await closed;
  });

  test('before it is sent, when its signal had said so', async () => {
    const peer = await startPeer(count);
    expect(await poolTo(peer.port).try(options({ signal: AbortSignal.abort() }))).toMatchObject(NOT_SENT);
    expect(peer.sockets).toEqual([]);
  });
});

describe('tries beyond 128', () => {
  test('wait in order of arrival; those given up leave the queue and are never sent', async () => {
    const clock = new ManualClock();
    const peer = await startPeer(() => {});
    const pool = poolTo(peer.port, clock);
    const path = (i: number) => `/${i}`;
    const busy = Array.from({ length: 128 }, (_, i) =>
      pool.try(options({ path: path(i), timeoutMs: 60_000 })),
    );
    const waiting = [128, 129, 130].map(i =>
      pool.try(options({ path: path(i), timeoutMs: i === 129 ? 900 : 60_000 })),
    );
    await expect.poll(() => peer.received.length).toBe(128);
    clock.advance(900);
    expect(await waiting[1]).toMatchObject(NOT_SENT);
    const answered: string[] = [];
    for (let i = 0; i < 130; i++) {
      await expect.poll(() => peer.received.length).toBeGreaterThan(i);
      const { socket, text } = peer.received[i] as Received;
      answered.push(text.split(' ')[1] as string);
      socket.write(answerOf(''));
      if (i < 2) await expect.poll(() => peer.received.length).toBe(129 + i);
    }
    expect((await Promise.all([...busy, waiting[0], waiting[2]])).map(result => result?.kind)).toEqual(
      Array(130).fill('answered'),
    );
    expect(answered.slice(128)).toEqual(['/128', '/130']);
    expect(peer.sockets.length).toBe(128);
  });

  test('never wait behind slow bookings that fill the slots of the sandbox', async () => {
    const peer = await startPeer(() => {});
    const pool = new BackendPool(`http://127.0.0.1:${peer.port}`, systemClock);
    closing.push(() => pool.close());
    for (let i = 0; i < 501; i++) void pool.try(options({ trafficClass: 'book' }));
    await expect.poll(() => peer.received.length).toBe(501);
  });

  test('get no connection whose last answer closes it', async () => {
    const peer = await startPeer(({ socket }, index) => {
      if (index >= 128) socket.write(answerOf(''));
    });
    const pool = poolTo(peer.port);
    for (let i = 0; i < 128; i++) void pool.try(options());
    const waiting = pool.try(options());
    await expect.poll(() => peer.received.length).toBe(128);
    peer.received[0]?.socket.write(answerOf('', 'connection: close'));
    expect(await waiting).toMatchObject({ kind: 'answered' });
    expect(peer.received.at(-1)?.connection).toBe(128);
  });

  test('get a new connection when one of the 128 is lost', async () => {
    const peer = await startPeer(({ socket }, index) => {
      if (index >= 128) socket.write(answerOf(''));
    });
    const pool = poolTo(peer.port);
    const busy = Array.from({ length: 128 }, () => pool.try(options()));
    const waiting = pool.try(options());
    await expect.poll(() => peer.received.length).toBe(128);
    peer.sockets[7]?.destroy();
    expect(await waiting).toMatchObject({ kind: 'answered' });
    expect(await Promise.race(busy)).toMatchObject(SENT);
  });
});

describe('a backend that cannot be reached', () => {
  test('fails every try, those in the queue among them, with nothing sent', async () => {
    const gone = createServer();
    await new Promise<void>(resolve => gone.listen(0, '127.0.0.1', resolve));
    const { port } = gone.address() as AddressInfo;
    await new Promise(resolve => gone.close(resolve));
    const pool = poolTo(port);
    const results = await Promise.all(Array.from({ length: 200 }, () => pool.try(options())));
    expect(results.filter(result => result.kind === 'failed' && !result.sent).length).toBe(200);
  });

  test('is waited for a second, not the whole deadline', async () => {
    const clock = new ManualClock();
    // Takes the connection and never shakes hands.
    const peer = await startPeer(() => {});
    const result = poolTo(peer.port, clock, 'https://localhost').try(options());
    await expect.poll(() => peer.sockets.length).toBe(1);
    clock.advance(999);
    expect(await Promise.race([result, new Promise(resolve => setTimeout(resolve, 20, 'waits'))])).toBe(
      'waits',
    );
    clock.advance(1);
    expect(await result).toMatchObject(NOT_SENT);
  });
});

test('closing ends what is sent and what waits, and nothing is sent afterwards', async () => {
  const peer = await startPeer(() => {});
  const pool = poolTo(peer.port);
  const busy = Array.from({ length: 128 }, () => pool.try(options()));
  const waiting = pool.try(options());
  await expect.poll(() => peer.received.length).toBe(128);
  pool.close();
  expect(await waiting).toMatchObject(NOT_SENT);
  expect(await Promise.all(busy)).toEqual(Array(128).fill(expect.objectContaining(SENT)));
  expect(await pool.try(options())).toMatchObject(NOT_SENT);
  expect(peer.received.length).toBe(128);
});

describe('over TLS', () => {
  const start = () => {
    const server = createTlsServer({ cert: LOCALHOST_CERTIFICATE, key: LOCALHOST_KEY });
    server.on('tlsClientError', () => {});
    server.on('secureConnection', () => {});
    return startPeer(count, server);
  };

  test('the same, on a connection that is used again', async () => {
    const before = getCACertificates('default');
    setDefaultCACertificates([...before, LOCALHOST_CERTIFICATE]);
    closing.push(() => setDefaultCACertificates(before));
    const peer = await start();
    const pool = poolTo(peer.port, systemClock, 'https://localhost');
    for (let i = 0; i < 3; i++) expect(bodyOf(await pool.try(options()))).toBe(String(i));
    expect(peer.sockets.length).toBe(1);
  });

  test('nothing is sent to a backend whose certificate nobody vouches for', async () => {
    const peer = await start();
    const pool = poolTo(peer.port, systemClock, 'https://localhost');
    expect(await pool.try(options())).toMatchObject(NOT_SENT);
    expect(peer.received).toEqual([]);
  });
});
