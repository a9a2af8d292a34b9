/**
 * One request at a time for each connection. Node emits every pipelined request at once; here the next one waits until
 * the response before it has left, and nothing more is read meanwhile. So a client that reads no responses cannot have
 * more than one prepared.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '../clock.ts';
import type { ConnectionLimits } from './connection-limits.ts';

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

interface Waiting {
  request: IncomingMessage;
  response: ServerResponse;
}

interface QueueingSocket extends Socket {
  /** The response to the request that was begun last. */
  answering?: ServerResponse;
  waiting?: Waiting[];
  /** Node's own. `writeQueueSize` is the only figure that shows how much of a large write has left the process. */
  _handle?: { writeQueueSize?: number } | null;
}

export interface RequestQueue {
  take: Listener;
  /**
   * The response to the last request that arrived completely. It is the last on the connection if nothing more is read
   * from it.
   */
  lastResponse(socket: Socket): ServerResponse | undefined;
}

interface QueueParts {
  listener: Listener;
  limits: ConnectionLimits;
  writeStallMs: number;
  clock: Clock;
}

/**
 * Most requests that wait on one connection. Node parses whatever it has read, up to 64 KiB at once, and a request of 30 bytes
 * takes about 4 KB of memory while it waits.
 */
const MAX_WAITING = 32;

export function requestQueue(parts: QueueParts): RequestQueue {
  const { listener, limits } = parts;

  function begin(socket: QueueingSocket, { request, response }: Waiting): void {
    socket.answering = response;
    limits.busy(socket);
    // Both are emitted only once, and `once` would wrap every listener.
    response.on('prefinish', () => {
      if (socket.writableLength > 0) watchWriting(parts, socket, response);
    });
    response.on('close', () => next(socket));
    listener(request, response);
  }

  function next(socket: QueueingSocket): void {
    // After `Connection: close` nothing more can be sent, so nothing more is begun.
    if (socket.destroyed || socket.writableEnded) return;
    const following = socket.waiting?.shift();
    if (following === undefined) limits.idle(socket);
    else {
      if (socket.waiting?.length === 0) socket.resume();
      begin(socket, following);
    }
  }

  return {
    take(request, response) {
      const socket = request.socket as QueueingSocket;
      // The rest of what was read before the connection was reset.
      if (socket.destroyed) return;
      if (socket.answering === undefined || socket.answering.closed) {
        begin(socket, { request, response });
        return;
      }
      socket.waiting ??= [];
      if (socket.waiting.length === MAX_WAITING) {
        socket.waiting = [];
        limits.reset(socket, 'pipelined');
        return;
      }
      socket.waiting.push({ request, response });
      socket.pause();
    },
    lastResponse(socket) {
      const { waiting = [], answering } = socket as QueueingSocket;
      const isComplete = ({ req }: ServerResponse) => req.complete;
      const last = waiting.findLast(({ response }) => isComplete(response))?.response;
      return last ?? (answering && isComplete(answering) ? answering : undefined);
    },
  };
}

/** Looks of `watchWriting` in the time allowed. */
const LOOKS = 6;

/** Resets the connection once several looks in a row see no progress: no later than `writeStallMs` after the last. */
function watchWriting(
  { limits, writeStallMs, clock }: QueueParts,
  socket: QueueingSocket,
  response: ServerResponse,
): void {
  const unsent = () => socket._handle?.writeQueueSize ?? socket.writableLength;
  let before = unsent();
  let unchanged = 0;
  function look(): void {
    if (socket.destroyed || response.writableFinished) return;
    const now = unsent();
    unchanged = now === before ? unchanged + 1 : 0;
    before = now;
    if (unchanged === LOOKS - 1) limits.reset(socket, 'unread');
    else timer = clock.after(writeStallMs / LOOKS, look);
  }
  let timer = clock.after(writeStallMs / LOOKS, look);
  response.once('close', () => timer.cancel());
}
