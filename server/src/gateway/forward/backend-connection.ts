/** A connection to a backend. It carries one request at a time and is closed after any protocol error. */
import { connect as connectTcp, isIP, type OnReadOpts, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { TrafficClass } from '@serai/contract/operation.ts';
import type { Clock, Timer } from '../../platform/clock.ts';
import { ResponseParser } from './response-parser.ts';

const CONNECT_TIMEOUT_MS = 1_000;
const READ_BYTES = 16 * 1024;

export interface ConnectionOwner {
  /**
   * Called when the connection has been established, and after each response that leaves it reusable. It may then be
   * reused within `reusableMs`.
   */
  onFree(connection: BackendConnection, isNew: boolean, reusableMs: number): void;
  onGone(connection: BackendConnection, wasConnected: boolean, cause: unknown): void;
}

export class BackendConnection {
  /** An idle connection must not be used after this time. */
  restsUntilMs = 0;
  readonly #owner: ConnectionOwner;
  readonly #host: string;
  readonly #socket: Socket;
  readonly #parser = new ResponseParser();
  #pending: PendingTry | undefined;
  #isConnected = false;
  #isGone = false;

  constructor(url: URL, clock: Clock, owner: ConnectionOwner) {
    this.#owner = owner;
    this.#host = url.host;
    // All reads use the same buffer. A stream would allocate a new buffer for every response.
    this.#socket = open(url, {
      buffer: Buffer.allocUnsafeSlow(READ_BYTES),
      callback: (count, buffer) => this.#onBytes(buffer as Buffer, count),
    });
    this.#socket.setNoDelay(true);
    const timer = clock.after(CONNECT_TIMEOUT_MS, () =>
      this.#end(new Error('the backend did not accept the connection in time')),
    );
    this.#socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
      timer.cancel();
      if (this.#isGone) return;
      this.#isConnected = true;
      owner.onFree(this, true, Number.POSITIVE_INFINITY);
    });
    this.#socket.on('error', cause => this.#end(cause));
    this.#socket.on('end', () => this.#end(new Error('the backend closed the connection')));
    this.#socket.on('close', () => {
      timer.cancel();
      this.#end(new Error('the connection is closed'));
    });
  }

  send(pending: PendingTry): void {
    this.#pending = pending;
    pending.sendingOn(this);
    this.#socket.write(requestBytes(pending, this.#host));
  }

  abandon(pending: PendingTry): void {
    if (this.#pending !== pending) return;
    this.#pending = undefined;
    this.close();
  }

  close(): void {
    this.#end(new Error('the connection was abandoned'));
  }

  #onBytes(buffer: Buffer, count: number): boolean {
    if (this.#isGone) return false;
    try {
      // After unexpected bytes, later bytes could be mistaken for the response to another request.
      if (this.#pending === undefined) throw new Error('the backend sent unexpected bytes');
      const response = this.#parser.push(buffer.subarray(0, count));
      if (response === undefined) return true;
      const pending = this.#pending;
      this.#pending = undefined;
      pending.answered(response.status, response.headers, response.body);
      // If the response arrived before the whole request was sent, the rest of the request is still being written.
      if (response.reusableMs === 0 || this.#socket.writableLength > 0) this.close();
      else this.#owner.onFree(this, false, response.reusableMs);
      return !this.#isGone;
    } catch (cause) {
      this.#end(cause);
      return false;
    }
  }

  #end(cause: unknown): void {
    if (this.#isGone) return;
    this.#isGone = true;
    this.#socket.destroy();
    const pending = this.#pending;
    this.#pending = undefined;
    this.#owner.onGone(this, this.#isConnected, cause);
    pending?.failed(cause);
  }
}

function open({ protocol, hostname, port }: URL, onread: OnReadOpts): Socket {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (protocol !== 'https:') return connectTcp({ host, port: Number(port || 80), onread });
  const named = isIP(host) === 0 ? { servername: host } : {};
  return connectTls({
    host,
    port: Number(port || 443),
    ...named,
    ALPNProtocols: ['http/1.1'],
    // Documented by Node.js, but missing from its type definitions.
    ...{ onread },
  });
}

/** The head and the body are sent in one buffer, which needs a single system call and, if they fit, a single packet. */
function requestBytes({ options }: PendingTry, host: string): Buffer {
  const { path, token, headers, body } = options;
  let head = `POST ${path} HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${token}\r\n`;
  for (let i = 0; i < headers.length; i += 2) head += `${headers[i]}: ${headers[i + 1]}\r\n`;
  head += `content-length: ${body.length}\r\n\r\n`;
  const bytes = Buffer.allocUnsafe(head.length + body.length);
  bytes.write(head, 'latin1');
  body.copy(bytes, head.length);
  return bytes;
}

/** The result of one attempt. `sent` is true if any byte of the request may have left this process. */
export type Try =
  | { kind: 'answered'; status: number; headers: readonly string[]; body: Buffer }
  | { kind: 'failed'; sent: boolean; cause: unknown };

export interface TryOptions {
  trafficClass: TrafficClass;
  path: string;
  /** The gateway's token. We signed it ourselves, so it is not checked for invalid characters. */
  token: string;
  /** Alternating lower-case names and values. */
  headers: readonly string[];
  body: Buffer;
  timeoutMs: number;
  signal: AbortSignal | undefined;
}

/** The object that currently holds the attempt: first the queue, then a connection. */
interface Holder {
  /** Called when the attempt is abandoned. No more of it may be sent. */
  abandon(pending: PendingTry): void;
}

/** One attempt to send a request to a backend, from queueing until its response or failure. */
export class PendingTry {
  readonly options: TryOptions;
  readonly #resolve: (result: Try) => void;
  readonly #timer: Timer;
  #holder: Holder;
  #sent = false;

  constructor(options: TryOptions, clock: Clock, queue: Holder, resolve: (result: Try) => void) {
    this.options = options;
    this.#holder = queue;
    this.#resolve = resolve;
    this.#timer = clock.after(Math.max(0, options.timeoutMs), this.#giveUp);
    options.signal?.addEventListener('abort', this.#giveUp, { once: true });
  }

  /** After this call, a failure can no longer report that nothing was sent. */
  sendingOn(connection: Holder): void {
    this.#holder = connection;
    this.#sent = true;
  }

  answered(status: number, headers: readonly string[], body: Buffer): void {
    this.#finish({ kind: 'answered', status, headers, body });
  }

  failed(cause: unknown): void {
    this.#finish({ kind: 'failed', sent: this.#sent, cause });
  }

  readonly #giveUp = () => {
    this.#holder.abandon(this);
    this.failed(new Error('the backend did not respond in time'));
  };

  #finish(result: Try): void {
    this.#timer.cancel();
    this.options.signal?.removeEventListener('abort', this.#giveUp);
    this.#resolve(result);
  }
}
