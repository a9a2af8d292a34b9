/** Sends raw bytes and reads one response, for requests that no client library would send. */
import { connect } from 'node:net';

export interface RawAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

interface RawOptions {
  timeoutMs?: number;
  /** Closes the client's side of the connection after sending. */
  halfClose?: boolean;
}

/** Rejects if the connection ends without a response. */
export function rawRequest(
  url: string,
  bytes: string | Buffer,
  { timeoutMs = 5_000, halfClose = false }: RawOptions = {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    const chunks: Buffer[] = [];
    const finish = (error?: Error) => {
      clearTimeout(timer);
      socket.destroy();
      const answer = parseAnswer(Buffer.concat(chunks));
      if (answer !== undefined) resolve(answer);
      else reject(error ?? new Error('the connection was closed without an answer'));
    };
    const timer = setTimeout(() => finish(new Error('no answer in time')), timeoutMs);
    socket.on('connect', () => (halfClose ? socket.end(bytes) : socket.write(bytes)));
    socket.on('data', chunk => {
      chunks.push(chunk);
      if (parseAnswer(Buffer.concat(chunks)) !== undefined) finish();
    });
    socket.on('end', () => finish());
    socket.on('error', finish);
  });
}

/** Headers are a list, so that they can be repeated. */
export function requestText(line: string, headers: readonly string[], body = ''): string {
  return `${line}\r\n${headers.map(header => `${header}\r\n`).join('')}\r\n${body}`;
}

function parseAnswer(bytes: Buffer): RawAnswer | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const [line = '', ...lines] = bytes.subarray(0, end).toString().split('\r\n');
  const headers = Object.fromEntries(
    lines.map(text => {
      const colon = text.indexOf(':');
      return [text.slice(0, colon).toLowerCase(), text.slice(colon + 1).trim()];
    }),
  );
  const body = bytes.subarray(end + 4);
  const status = Number(line.split(' ')[1]);
  if (status === 100) return parseAnswer(body);
  if (body.length < Number(headers['content-length'] ?? 0)) return undefined;
  return { status, headers, body: body.toString() };
}
