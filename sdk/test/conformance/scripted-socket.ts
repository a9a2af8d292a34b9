/** A server on a socket that plays a script of responses and connection failures. */
import { type AddressInfo, createServer, type Socket } from 'node:net';

export interface Step {
  status?: number;
  headers?: Record<string, string>;
  /** Text is sent as it is, anything else as JSON. */
  body?: unknown;
  hangUp?: 'before-request' | 'after-request' | 'half-body';
  stopListening?: boolean;
  silent?: boolean;
  slowBody?: boolean;
}

export interface Received {
  path: string;
  headers: Record<string, string>;
  text: string;
}

const DRIP_MS = 20;

export class ScriptedSocket {
  readonly received: Received[] = [];
  /** Requests, and connections that were closed before a request was read. */
  sent = 0;
  #steps: Step[] = [];
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer(socket => this.#serve(socket));

  async listen(): Promise<string> {
    await new Promise<void>(resolve => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The last step is repeated. */
  script(steps: readonly Step[]): void {
    this.#steps = [...steps];
    this.received.length = 0;
    this.sent = 0;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise<void>(resolve => this.#server.close(() => resolve()));
  }

  #next(): Step {
    this.sent += 1;
    return (this.#steps.length > 1 ? this.#steps.shift() : this.#steps[0]) ?? {};
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket));
    socket.on('error', () => {});
    if (this.#steps[0]?.hangUp === 'before-request') {
      this.#next();
      socket.resetAndDestroy();
      return;
    }
    let bytes = Buffer.alloc(0);
    socket.on('data', chunk => {
      bytes = Buffer.concat([bytes, chunk]);
      const request = parseRequest(bytes);
      if (request === undefined) return;
      bytes = Buffer.alloc(0);
      this.received.push(request);
      this.#play(socket, this.#next());
    });
  }

  #play(socket: Socket, step: Step): void {
    if (step.stopListening) this.#server.close();
    if (step.hangUp === 'after-request') socket.resetAndDestroy();
    else if (step.hangUp === 'half-body') {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{', () => socket.destroy());
    } else if (step.slowBody) drip(socket);
    else if (!step.silent) socket.end(responseText(step));
  }
}

function drip(socket: Socket): void {
  socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n');
  const timer = setInterval(() => socket.write(' '), DRIP_MS);
  socket.on('close', () => clearInterval(timer));
}

function parseRequest(bytes: Buffer): Received | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const [first = '', ...lines] = bytes.subarray(0, end).toString().split('\r\n');
  const headers = Object.fromEntries(
    lines.map(line => {
      const [name = '', ...value] = line.split(':');
      return [name.toLowerCase(), value.join(':').trim()];
    }),
  );
  const body = bytes.subarray(end + 4);
  if (body.length < Number(headers['content-length'] ?? 0)) return undefined;
  return { path: first.split(' ')[1] ?? '', headers, text: body.toString() };
}

function responseText({ status = 200, headers = {}, body = {} }: Step): string {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const all = {
    'x-request-id': 'req_test',
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(text)),
    connection: 'close',
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} Scripted\r\n${lines.join('')}\r\n${text}`;
}
