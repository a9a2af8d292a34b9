import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createServer as createRawServer, type Server, type Socket } from 'node:net';
import { LOCALHOST_CERTIFICATE, LOCALHOST_KEY } from './localhost-certificate.ts';

export interface Receiver extends AsyncDisposable {
  port: number;
  /** Number of connections accepted since the start, including closed ones. Shows whether connections are reused. */
  connections(): number;
}

export interface Received {
  headers: IncomingMessage['headers'];
  body: Buffer;
}

export function receiver(answer: RequestListener): Promise<Receiver> {
  return listening(createServer(answer));
}

/** Uses TLS with the certificate for localhost. */
export function secureReceiver(answer: RequestListener): Promise<Receiver> {
  return listening(createSecureServer({ cert: LOCALHOST_CERTIFICATE, key: LOCALHOST_KEY }, answer));
}

export function rawReceiver(take: (socket: Socket) => void): Promise<Receiver> {
  return listening(createRawServer(take));
}

export async function readWhole(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function listening(server: Server): Promise<Receiver> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', socket => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise(resolve => server.close(resolve));
    },
  };
}
