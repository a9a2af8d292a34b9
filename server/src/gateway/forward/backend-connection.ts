/** One connection to a backend: one request at a time, and after anything odd none any more. */
import { connect as connectTcp, isIP, type OnReadOpts, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Clock } from '../../platform/clock.ts';
import { AnswerParser } from './answer-parser.ts';
import type { PendingTry } from './backend-try.ts';

const CONNECT_TIMEOUT_MS = 1_000;
const READ_BYTES = 16 * 1024;

export interface ConnectionOwner {
  /** Connected for the first time, or done with a request: may rest for so long and be used again. */
  onFree(connection: BackendConnection, isNew: boolean, reusableMs: number): void;
  onGone(connection: BackendConnection, wasConnected: boolean, cause: unknown): void;
}

export class BackendConnection {
  /** When a connection at rest must not be used any more. */
  restsUntilMs = 0;
  readonly #owner: ConnectionOwner;
  readonly #host: string;
  readonly #socket: Socket;
  readonly #parser = new AnswerParser();
  #pending: PendingTry | undefined;
  #isConnected = false;
  #isGone = false;

  constructor(url: URL, clock: Clock, owner: ConnectionOwner) {
    this.#owner = owner;
    this.#host = url.host;
    // One buffer for all that is ever read: no stream that makes and hands on a new one for every answer.
    this.#socket = open(url, {
      buffer: Buffer.allocUnsafeSlow(READ_BYTES),
      callback: (count, buffer) => this.#onBytes(buffer as Buffer, count),
    });
    this.#socket.setNoDelay(true);
    const timer = clock.after(CONNECT_TIMEOUT_MS, () =>
      this.#end(new Error('the backend cannot be reached in time')),
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
    this.#end(new Error('the connection was given up'));
  }

  /** Whether to read on. */
  #onBytes(buffer: Buffer, count: number): boolean {
    if (this.#isGone) return false;
    try {
      // Nobody asked for what comes now, so what comes next could be taken for the answer to something else.
      if (this.#pending === undefined) throw new Error('the backend sent bytes that nobody asked for');
      const answer = this.#parser.push(buffer.subarray(0, count));
      if (answer === undefined) return true;
      const pending = this.#pending;
      this.#pending = undefined;
      pending.answered(answer.status, answer.headers, answer.body);
      // Answered before the whole request was out: the rest is still on its way.
      if (answer.reusableMs === 0 || this.#socket.writableLength > 0) this.close();
      else this.#owner.onFree(this, false, answer.reusableMs);
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
    // Documented, though its types do not have it.
    ...{ onread },
  });
}

/** Head and body in one piece: one system call, one packet where it fits. */
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
