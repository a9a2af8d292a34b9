/**
 * A listening address that stays open from the start of the process to its end, while its request listener may change.
 */
import type { Server, ServerResponse } from 'node:http';
import { type AddressInfo, createServer, type Server as NetServer, type Socket } from 'node:net';
import { type Clock, sleep } from '../clock.ts';
import { StartError } from '../start-error.ts';
import type { ConnectionLimits } from './connection-limits.ts';
import { createHttpServer, type HttpServerOptions, type RequestListener } from './http-server.ts';

export interface OpenAddress {
  url: string;
  port: number;
  connections: Pick<ConnectionLimits, 'size' | 'closed'>;
  serve(listener: RequestListener): void;
  /** Begins to accept connections in a worker. The main thread accepts them from the beginning. */
  accept(): Promise<void>;
  /**
   * At first, requests are still accepted, but each connection is closed after its response. This phase ends early when
   * no client is connected. After that, no new connections are accepted, and requests in progress can finish.
   */
  drain(limits: DrainLimits): Promise<void>;
}

export interface DrainLimits {
  /** How long new requests are still accepted after the drain has begun. */
  delayMs: number;
  /** How long the remaining requests may run after `delayMs`. */
  maxMs: number;
}

/** Long enough for a request to arrive on the connection that was accepted last. */
const LINGER_MS = 50;
const MAX_TURNS = 1_000;

/** The main thread chooses the port. A worker listens on it only when it can serve requests. */
export type PortSharing = 'main' | 'worker';

export interface AddressOptions extends HttpServerOptions {
  host: string;
  port: number;
  /** The setting that determines the port, for error messages. */
  portSetting: string;
  /** Handles requests until `serve` is called. */
  first: RequestListener;
  /** Set if several threads of this process listen on the port. The kernel then distributes connections among them. */
  sharing?: PortSharing | undefined;
  clock: Clock;
}

export async function openAddress(options: AddressOptions): Promise<OpenAddress> {
  let listener = options.first;
  let draining = false;
  /** Every connection with the response to its latest request. */
  const connections = new Map<Socket, ServerResponse | undefined>();
  let onNobody = () => {};
  let accepted = 0;
  const server = createHttpServer((request, response) => {
    connections.set(request.socket, response);
    if (draining) response.shouldKeepAlive = false;
    listener(request, response);
  }, options);
  server.on('connection', (socket: Socket) => {
    accepted += 1;
    connections.set(socket, undefined);
    socket.once('close', () => {
      connections.delete(socket);
      if (connections.size === 0) onNobody();
    });
  });
  const port = options.sharing === 'worker' ? options.port : await openPort(server, options);

  async function untilNobody(maxMs: number): Promise<void> {
    if (connections.size === 0 || maxMs === 0) return;
    const nobody = new AbortController();
    onNobody = () => nobody.abort();
    await sleep(options.clock, maxMs, nobody.signal);
  }
  /** Closing the server would cut off connections that the kernel has accepted and Node has not seen yet. */
  async function untilNoneArrives(): Promise<void> {
    for (let turn = 0; turn < MAX_TURNS; turn++) {
      const before = accepted;
      await new Promise<void>(resolve => setImmediate(() => setImmediate(resolve)));
      if (accepted === before) return;
    }
  }
  /** Browsers open spare connections that they may never use. */
  function closeUnused(): void {
    for (const [socket, response] of connections) {
      if (response === undefined && socket.bytesRead === 0) socket.destroy();
    }
  }
  return {
    port,
    connections: server.limits,
    url: `http://${urlHost(options.host)}:${port}`,
    serve(next) {
      listener = next;
    },
    async accept() {
      if (options.sharing === 'worker') await listenOn(server, options);
    },
    async drain({ delayMs, maxMs }) {
      draining = true;
      for (const response of connections.values()) {
        if (response?.headersSent === false) response.shouldKeepAlive = false;
      }
      await untilNobody(delayMs);
      await untilNoneArrives();
      // A worker that is stopped before it accepts connections has nothing to close.
      const closed = new Promise<void>(resolve => server.close(() => resolve()));
      await untilNobody(Math.min(LINGER_MS, maxMs));
      closeUnused();
      await Promise.race([closed, sleep(options.clock, maxMs)]);
      server.closeAllConnections();
      await closed;
    },
  };
}

/**
 * Returns the port. Two programs could share a port without noticing, so the port is first opened exclusively to detect
 * another program that uses it.
 */
async function openPort(server: Server, options: AddressOptions): Promise<number> {
  if (options.sharing === undefined) return listenOn(server, options);
  const probe = createServer();
  const port = await listenOn(probe, { ...options, sharing: undefined });
  await new Promise(resolve => probe.close(resolve));
  return listenOn(server, { ...options, port });
}

function listenOn(
  server: Server | NetServer,
  { host, port, portSetting, sharing }: AddressOptions,
): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, host, port, portSetting)));
    server.listen({ port, host, reusePort: sharing !== undefined }, () =>
      resolve((server.address() as AddressInfo).port),
    );
  });
}

function explain(error: NodeJS.ErrnoException, host: string, port: number, setting: string): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new StartError(
        `Port ${port} on ${host} is already in use.`,
        `Stop the other program, or choose another port: ${setting}=${port + (port > 64_000 ? -1000 : 1000)} npm start`,
      );
    case 'EACCES':
      return new StartError(
        `This user is not allowed to open port ${port}.`,
        `Choose a port above 1023 with ${setting}.`,
      );
    case 'EADDRNOTAVAIL':
      return new StartError(`${host} is not an address of this machine.`, 'Correct SERAI_HOST.');
    default:
      return error;
  }
}

/** Whether a listener on this host accepts connections to every address of the machine. */
export function isWildcard(host: string): boolean {
  return host === '0.0.0.0' || host === '::';
}

/** Returns the host at which this machine can reach a bound address. */
export function urlHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}
