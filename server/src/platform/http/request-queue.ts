/**
 * Handles one request at a time per connection. Node emits all pipelined requests together. This queue holds each
 * request back until the previous response has been sent, and stops reading while a request waits. A client that does
 * not read can therefore have only one response prepared.
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
  /** The response to the request that was started last. */
  answering?: ServerResponse;
  waiting?: Waiting[];
  /** A Node internal. Only `writeQueueSize` shows how much of a large write has been sent. */
  _handle?: { writeQueueSize?: number } | null;
}

export interface RequestQueue {
  take: Listener;
  /**
   * The response to the last request that was received completely. If nothing more is read, this is the last response
   * on the connection.
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
 * Maximum number of waiting requests per connection. Node parses everything it has read, up to 64 KiB, and a waiting
 * request of 30 bytes takes about 4 KB of memory.
 */
const MAX_WAITING = 32;

export function requestQueue(parts: QueueParts): RequestQueue {
  const { listener, limits } = parts;

  function begin(socket: QueueingSocket, { request, response }: Waiting): void {
    socket.answering = response;
    limits.busy(socket);
    // Both events are only emitted once, and `once` would wrap every listener.
    response.on('prefinish', () => {
      if (socket.writableLength > 0) watchWriting(parts, socket, response);
    });
    response.on('close', () => next(socket));
    listener(request, response);
  }

  function next(socket: QueueingSocket): void {
    // After `Connection: close`, nothing more can be sent, so no further request is started.
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
      // The request was parsed from data that was read before the reset.
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

/** How often `watchWriting` checks for progress within the time limit. */
const LOOKS = 6;

/** Resets the connection after several checks without progress, at most `writeStallMs` after the last progress. */
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
