/** An address that is open from the start of the process to its end, whatever answers behind it meanwhile. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Clock, sleep } from '../clock.ts';
import { StartError } from '../start-error.ts';
import { createHttpServer, type RequestListener } from './http-server.ts';

export interface OpenAddress {
  url: string;
  port: number;
  /** From now on this answers. */
  serve(listener: RequestListener): void;
  /** Takes no new connections and lets requests under way finish, at most so long. */
  drain(maxMs: number): Promise<void>;
}

export interface AddressOptions {
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
  const server = createHttpServer((request, response) => {
    if (draining) response.shouldKeepAlive = false;
    listener(request, response);
  });
  await listenOn(server, options);
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://${urlHost(options.host)}:${port}`,
    serve(next) {
      listener = next;
    },
    async drain(maxMs) {
      draining = true;
      const closed = new Promise<void>(resolve => server.close(() => resolve()));
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
