/** An address that is open from the start of the process to its end, whatever answers behind it meanwhile. */
import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { type Clock, sleep } from '../clock.ts';
import { StartError } from '../start-error.ts';
import type { ConnectionLimits } from './connection-limits.ts';
import { createHttpServer, type HttpServerOptions, type RequestListener } from './http-server.ts';

export interface OpenAddress {
  url: string;
  port: number;
  /** Figures for metrics. */
  connections: Pick<ConnectionLimits, 'size' | 'closed'>;
  /** From now on this answers. */
  serve(listener: RequestListener): void;
  /**
   * First tells clients with every answer to leave, and still answers whoever comes; at once over when nobody is
   * connected. Then takes no new connections and lets requests under way finish.
   */
  drain(limits: DrainLimits): Promise<void>;
}

export interface DrainLimits {
  /** How long new requests are still taken. */
  delayMs: number;
  /** How long requests under way may take after that. */
  maxMs: number;
}

/** A request sent with the last moment's connection has arrived by then. */
const LINGER_MS = 50;
const MAX_TURNS = 1_000;

export interface AddressOptions extends HttpServerOptions {
  host: string;
  port: number;
  /** The setting that chooses the port, for the words of an error. */
  portSetting: string;
  /** Answers until `serve` is called. */
  first: RequestListener;
  clock: Clock;
}

export async function openAddress(options: AddressOptions): Promise<OpenAddress> {
  let listener = options.first;
  let draining = false;
  /** Every connection with the answer to its last request. */
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
  await listenOn(server, options);
  const { port } = server.address() as AddressInfo;

  async function untilNobody(maxMs: number): Promise<void> {
    if (connections.size === 0 || maxMs === 0) return;
    const nobody = new AbortController();
    onNobody = () => nobody.abort();
    await sleep(options.clock, maxMs, nobody.signal);
  }
  /** Connections that the kernel took for us and we did not yet see would be cut off by closing. */
  async function untilNoneArrives(): Promise<void> {
    for (let turn = 0; turn < MAX_TURNS; turn++) {
      const before = accepted;
      await new Promise<void>(resolve => setImmediate(() => setImmediate(resolve)));
      if (accepted === before) return;
    }
  }
  /** Browsers open connections that they may never use. */
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
    async drain({ delayMs, maxMs }) {
      draining = true;
      for (const response of connections.values()) {
        if (response?.headersSent === false) response.shouldKeepAlive = false;
      }
      await untilNobody(delayMs);
      await untilNoneArrives();
      const closed = new Promise<void>(resolve => server.close(() => resolve()));
      await untilNobody(Math.min(LINGER_MS, maxMs));
      closeUnused();
      await Promise.race([closed, sleep(options.clock, maxMs)]);
      server.closeAllConnections();
      await closed;
    },
  };
}

function listenOn(server: Server, { host, port, portSetting }: AddressOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, host, port, portSetting)));
    server.listen(port, host, resolve);
  });
}

function explain(error: NodeJS.ErrnoException, host: string, port: number, setting: string): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new StartError(
        `Port ${port} on ${host} is taken by another program.`,
        `Stop that program, or choose another port: ${setting}=${port + (port > 64_000 ? -1000 : 1000)} npm start`,
      );
    case 'EACCES':
      return new StartError(
        `Port ${port} may not be opened by this user.`,
        `Choose a port above 1023 with ${setting}.`,
      );
    case 'EADDRNOTAVAIL':
      return new StartError(`${host} is no address of this machine.`, 'Correct SERAI_HOST.');
    default:
      return error;
  }
}

/** Where a person on this machine reaches a bound host. */
export function urlHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}
