/** Tests the HTTP client for backends with servers that each test controls byte by byte. */
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, describe, expect, test } from 'vitest';
import { LOCALHOST_CERTIFICATE, LOCALHOST_KEY } from '../../../test/localhost-certificate.ts';
import { ManualClock } from '../../../test/manual-clock.ts';
import { systemClock } from '../../platform/clock.ts';
import type { Try, TryOptions } from './backend-connection.ts';
import { BackendPool } from './backend-pool.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

interface Received {
  /** The number of the connection, starting at 0. */
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

/** Calls `answer` for each request as soon as its body `{}` has arrived. */
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

const SOME_CONNECTIONS = {
  search: 128,
  content: 128,
  list: 128,
  quote: 128,
  detail: 128,
  agent: 128,
  book: 128,
};

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
  // Longer than any test, so that no deadline hides a missed failure.
  timeoutMs: 600_000,
  signal: undefined,
  ...members,
});

const answerOf = (body: string, ...fields: string[]) =>
  ['HTTP/1.1 200 OK', `content-length: ${body.length}`, ...fields, '', body].join('\r\n');

/** Responds to each request with its number. */
const count: Answerer = ({ socket }, index) => socket.write(answerOf(String(index)));

const bodyOf = (result: Try) => (result.kind === 'answered' ? result.body.toString() : result);
const SENT = { kind: 'failed', sent: true };
const NOT_SENT = { kind: 'failed', sent: false };

test('the backend pool sends the head and body together, with the given headers unchanged', async () => {
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

test.each(['a\r\nx-b: 2', 'a\n', 'a\0', '\u20ac'])(
  'the backend pool does not send the invalid header value %j',
  async value => {
    const peer = await startPeer(count);
    expect(await poolTo(peer.port).try(options({ headers: ['x-a', value] }))).toMatchObject(NOT_SENT);
    expect(peer.sockets).toEqual([]);
  },
);

describe('a connection', () => {
  test('the backend pool reuses connections separately for each traffic class', async () => {
    const peer = await startPeer(count);
    const pool = poolTo(peer.port);
    for (const trafficClass of ['content', 'content', 'book', 'content', 'book'] as const) {
      await pool.try(options({ trafficClass }));
    }
    expect(peer.received.map(({ connection }) => connection)).toEqual([0, 0, 1, 0, 1]);
  });

  test('the backend pool does not reuse a connection after a response that closes it', async () => {
    const peer = await startPeer(({ socket }) => socket.write(answerOf('', 'connection: close')));
    const pool = poolTo(peer.port);
    for (let i = 0; i < 3; i++) expect(bodyOf(await pool.try(options()))).toBe('');
    expect(peer.received.map(({ connection }) => connection)).toEqual([0, 1, 2]);
  });

  test('the backend pool discards an idle connection that the backend closes', async () => {
    const peer = await startPeer(count);
    const pool = poolTo(peer.port);
    await pool.try(options());
    const closed = new Promise(resolve => peer.sockets[0]?.on('close', resolve));
    peer.sockets[0]?.end();
    await closed;
    expect(bodyOf(await pool.try(options()))).toBe('1');
    expect(peer.received.map(({ connection }) => connection)).toEqual([0, 1]);
  });

  test('the backend pool closes an idle connection on which bytes arrive and ignores those bytes', async () => {
    const peer = await startPeer(count);
    const pool = poolTo(peer.port);
    await pool.try(options());
    const closed = new Promise(resolve => peer.sockets[0]?.on('close', resolve));
    peer.sockets[0]?.write(answerOf('not asked for'));
    await closed;
    expect(bodyOf(await pool.try(options()))).toBe('1');
  });

  test('the backend pool does not reuse a connection if the response arrived before the request was fully sent', async () => {
    const server = createServer(socket => {
      // Reads nothing, so that the client cannot finish writing the request.
      socket.on('error', () => {});
      socket.write(answerOf('early'));
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    closing.push(() => server.close());
    const pool = poolTo((server.address() as AddressInfo).port);
    const body = Buffer.alloc(64 * 1024 * 1024);
    for (let i = 0; i < 2; i++) expect(bodyOf(await pool.try(options({ body })))).toBe('early');
  });

  test('the backend pool keeps an idle connection for at most 30 s', async () => {
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

  test('the backend pool closes an idle connection earlier if the backend announces a shorter keep-alive timeout', async () => {
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

describe('broken responses', () => {
  const BROKEN: Record<string, (socket: Socket) => void> = {
    'when the connection ends before the response': socket => socket.end(),
    'when the connection is reset before the response': socket => socket.resetAndDestroy(),
    'when the connection ends within the response': socket => socket.end(answerOf('half').slice(0, -2)),
    'when the connection ends and the length is missing': socket => socket.end('HTTP/1.1 200 OK\r\n\r\n{}'),
    'when the response is not HTTP': socket => socket.write('hello\r\n\r\n'),
    'when the response has conflicting lengths': socket => socket.write(answerOf('', 'content-length: 5')),
    'when another response follows immediately': socket => socket.write(answerOf('a') + answerOf('b')),
  };

  test.each(Object.entries(BROKEN))(
    'the backend pool fails only the affected attempt %s',
    async (_, breakIt) => {
      const peer = await startPeer((request, index) =>
        index === 1 ? breakIt(request.socket) : count(request, index),
      );
      const pool = poolTo(peer.port);
      expect(bodyOf(await pool.try(options()))).toBe('0');
      expect(await pool.try(options())).toMatchObject(SENT);
      expect(bodyOf(await pool.try(options()))).toBe('2');
      expect(peer.received.map(({ connection }) => connection)).toEqual([0, 0, 1]);
    },
  );
});

describe('abandoned attempts', () => {
  test('the backend pool abandons an attempt at its deadline while the response trickles in, and ignores its late bytes', async () => {
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

  test('the backend pool abandons an attempt when its signal aborts, and closes its connection', async () => {
    const peer = await startPeer(() => {});
    const hangUp = new AbortController();
    const result = poolTo(peer.port).try(options({ signal: hangUp.signal }));
    await expect.poll(() => peer.received.length).toBe(1);
    const closed = new Promise(resolve => peer.sockets[0]?.on('close', resolve));
    hangUp.abort();
    expect(await result).toMatchObject(SENT);
    await closed;
  });

  test('the backend pool does not send an attempt whose signal is already aborted', async () => {
    const peer = await startPeer(count);
    expect(await poolTo(peer.port).try(options({ signal: AbortSignal.abort() }))).toMatchObject(NOT_SENT);
    expect(peer.sockets).toEqual([]);
  });
});

describe('attempts beyond 128 connections', () => {
  test('the backend pool sends waiting attempts in order of arrival and never sends abandoned attempts', async () => {
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

  test('the backend pool sends more concurrent bookings than one environment has slots', async () => {
    const peer = await startPeer(() => {});
    const pool = new BackendPool(`http://127.0.0.1:${peer.port}`, systemClock);
    closing.push(() => pool.close());
    for (let i = 0; i < 501; i++) void pool.try(options({ trafficClass: 'book' }));
    await expect.poll(() => peer.received.length).toBe(501);
  });

  test('the backend pool does not send a waiting attempt on a connection whose response contained `connection: close`', async () => {
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

  test('the backend pool opens a new connection when one of its 128 connections is lost', async () => {
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

describe('an unreachable backend', () => {
  test('an unreachable backend fails every attempt, including queued attempts, without sending anything', async () => {
    const gone = createServer();
    await new Promise<void>(resolve => gone.listen(0, '127.0.0.1', resolve));
    const { port } = gone.address() as AddressInfo;
    await new Promise(resolve => gone.close(resolve));
    const pool = poolTo(port);
    const results = await Promise.all(Array.from({ length: 200 }, () => pool.try(options())));
    expect(results.filter(result => result.kind === 'failed' && !result.sent).length).toBe(200);
  });

  test('the backend pool waits one second for a connection, not until the deadline', async () => {
    const clock = new ManualClock();
    // Accepts the connection but never completes the TLS handshake.
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

test('closing the backend pool fails sent and waiting attempts, and nothing is sent afterwards', async () => {
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

  test('the backend pool sends requests and reuses the connection over TLS', async () => {
    const before = getCACertificates('default');
    setDefaultCACertificates([...before, LOCALHOST_CERTIFICATE]);
    closing.push(() => setDefaultCACertificates(before));
    const peer = await start();
    const pool = poolTo(peer.port, systemClock, 'https://localhost');
    for (let i = 0; i < 3; i++) expect(bodyOf(await pool.try(options()))).toBe(String(i));
    expect(peer.sockets.length).toBe(1);
  });

  test('the backend pool sends nothing to a backend whose certificate is not trusted', async () => {
    const peer = await start();
    const pool = poolTo(peer.port, systemClock, 'https://localhost');
    expect(await pool.try(options())).toMatchObject(NOT_SENT);
    expect(peer.received).toEqual([]);
  });
});
