/**
 * Reads request bodies. A small body that arrives together with its headers is free: it needs no timer and is not
 * counted. Every other body counts against its holder's share. It counts as one body until it is complete, and by its
 * buffered bytes until its response is sent. A body that takes too long is rejected.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { FairShare, type NoShare } from '../admission/fair-share.ts';
import { shed } from '../admission/shed.ts';
import { ApiError } from '../api-error.ts';
import type { Clock, Timer } from '../clock.ts';
import type { Metrics } from '../metrics.ts';
import { type BodyReader, DirectRequest } from './direct-request.ts';
import { bodyTooLarge, MAX_BODY_BYTES } from './media.ts';

/** The client disconnected before its request was complete, so no response can be sent. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}

/** Each pool has its own limits: partners by environment, authenticated operators, and all other clients. */
export const BODY_POOLS = ['sandbox', 'production', 'operators', 'visitors'] as const;
export type BodyPool = (typeof BODY_POOLS)[number];

export interface BodyHolder {
  pool: BodyPool;
  /** The holder of a share of the pool: an organisation, a person or a client address. */
  name: string;
}

/** Limits per pool. */
const MAX_UNFINISHED = 1_000;
const MAX_BYTES = 32 * 1024 * 1024;
/** A body up to this size is covered by the slot of its request and is not counted. */
const SMALL_BYTES = 16 * 1024;
/** The interval at which all deadlines are checked. */
const SWEEP_MS = 1_000;

const REJECTIONS = ['slow', 'full', 'share'] as const;

interface BodyReadsParts {
  clock: Clock;
  metrics: Metrics;
  deadlineMs: number;
  bodies?: number;
  /** Maximum bytes of unfinished and large bodies per pool. */
  bytes?: number;
}

interface PoolUse {
  bodies: FairShare;
  bytes: FairShare;
}

export class BodyReads {
  readonly #clock: Clock;
  readonly #deadlineMs: number;
  readonly #pools: Record<BodyPool, PoolUse>;
  readonly #onRejected: (pool: BodyPool, reason: (typeof REJECTIONS)[number]) => void;
  /** Reads that started since the event loop last polled the network. Most are complete after the next poll. */
  #begun: BodyRead[] = [];
  /** Counted bodies, oldest first. */
  readonly #unfinished = new Set<BodyRead>();
  #sweep: Timer | undefined;

  constructor({ clock, metrics, deadlineMs, bodies = MAX_UNFINISHED, bytes = MAX_BYTES }: BodyReadsParts) {
    this.#clock = clock;
    this.#deadlineMs = deadlineMs;
    const pools = BODY_POOLS.map(name => [
      name,
      // A holder may always buffer one body of the maximum size, as long as the pool has room.
      { bodies: new FairShare(bodies), bytes: new FairShare(bytes, { least: MAX_BODY_BYTES }) },
    ]);
    this.#pools = Object.fromEntries(pools);
    const rejected = metrics.counter(
      'serai_bodies_rejected_total',
      'Request bodies rejected because they arrived too slowly or too many were unfinished.',
      {
        pool: BODY_POOLS,
        reason: REJECTIONS,
      },
    );
    this.#onRejected = (pool, reason) => rejected.add(rejected.series(pool, reason));
    metrics.gauge(
      'serai_bodies_unfinished',
      'Request bodies still being received.',
      name => this.#pools[name as BodyPool].bodies.total,
      { pool: BODY_POOLS },
    );
  }

  /** Rejects with ClientGone or with the error for the client. */
  read(request: IncomingMessage, response: ServerResponse, holder: BodyHolder): Promise<Buffer> {
    // The client disconnected while another promise was awaited, so no further event will follow.
    if (request.destroyed) return Promise.reject(new ClientGone());
    return new Promise((resolve, reject) => {
      const read = new BodyRead({ reads: this, request, response, holder, resolve, reject });
      if (this.#begun.push(read) === 1) setImmediate(this.#countBegun);
    });
  }

  /** Counts a body, or rejects it because the pool is full or its holder has used up its share. */
  count(read: BodyRead): void {
    const { pool, name } = read.holder;
    const { bodies, bytes } = this.#pools[pool];
    const reason = bodies.checkTake(name) ?? bytes.checkTake(name, read.size);
    if (reason !== undefined) {
      this.#reject(read, reason);
      return;
    }
    if (!read.onClosed(() => bytes.release(name, read.countedBytes))) return;
    bodies.take(name);
    bytes.take(name, read.size);
    read.countedBytes = read.size;
    read.isCounted = true;
    read.endsAtMs = this.#clock.monotonicMs() + this.#deadlineMs;
    this.#unfinished.add(read);
    this.#sweep ??= this.#clock.after(SWEEP_MS, this.#giveUpSlow);
  }

  grow(read: BodyRead, amount: number): void {
    const { pool, name } = read.holder;
    const reason = this.#pools[pool].bytes.tryTake(name, amount);
    if (reason !== undefined) this.#reject(read, reason);
    else read.countedBytes += amount;
  }

  /** Called when a counted body is complete or no longer needed. */
  finish(read: BodyRead): void {
    if (this.#unfinished.delete(read)) this.#pools[read.holder.pool].bodies.release(read.holder.name);
  }

  #reject(read: BodyRead, reason: NoShare): void {
    this.#onRejected(read.holder.pool, reason);
    read.fail(shed(reason));
  }

  readonly #countBegun = () => {
    const begun = this.#begun;
    this.#begun = [];
    for (const read of begun) if (!read.isOver && !read.isCounted) this.count(read);
  };

  readonly #giveUpSlow = () => {
    this.#sweep = undefined;
    const nowMs = this.#clock.monotonicMs();
    for (const read of this.#unfinished) {
      if (read.endsAtMs > nowMs) break;
      this.#onRejected(read.holder.pool, 'slow');
      read.fail(tooSlow(this.#deadlineMs));
    }
    if (this.#unfinished.size > 0) this.#sweep = this.#clock.after(SWEEP_MS, this.#giveUpSlow);
  };
}

interface BodyReadParts {
  reads: BodyReads;
  request: IncomingMessage;
  response: ServerResponse;
  holder: BodyHolder;
  resolve(body: Buffer): void;
  reject(reason: Error): void;
}

const NOTHING = Buffer.alloc(0);

class BodyRead implements BodyReader {
  readonly holder: BodyHolder;
  isOver = false;
  isCounted = false;
  countedBytes = 0;
  endsAtMs = 0;
  size = 0;
  readonly #parts: BodyReadParts;
  readonly #isDirect: boolean;
  /** The first chunk as it arrived, or a copy of all chunks with room for more. */
  #bytes: Buffer = NOTHING;

  constructor(parts: BodyReadParts) {
    this.#parts = parts;
    this.holder = parts.holder;
    const { request } = parts;
    this.#isDirect = request instanceof DirectRequest && request.readInto(this);
    if (!this.#isDirect) {
      request.on('data', (chunk: Buffer) => this.add(chunk));
      request.on('end', () => this.end());
    }
    request.on('error', () => this.fail(new ClientGone()));
    // Every request emits `close`. Only an early close needs an error, which is expensive to create.
    request.on('close', () => {
      if (!request.readableEnded) this.fail(new ClientGone());
    });
  }

  /** Returns false if the client has already disconnected. */
  onClosed(listener: () => void): boolean {
    const { response } = this.#parts;
    if (response.destroyed) this.fail(new ClientGone());
    else response.once('close', listener);
    return !this.isOver;
  }

  fail(reason: Error): void {
    if (this.isOver) return;
    this.#leave();
    this.#parts.reject(reason);
  }

  add(chunk: Buffer): void {
    if (this.isOver) return;
    this.size += chunk.length;
    if (this.size > MAX_BODY_BYTES) this.fail(bodyTooLarge());
    else if (this.isCounted) this.#parts.reads.grow(this, chunk.length);
    else if (this.size > SMALL_BYTES) this.#parts.reads.count(this);
    if (!this.isOver) this.#append(chunk);
  }

  /**
   * Copies the chunk into one buffer. A chunk may be a single byte, and as a separate object it would take about 200
   * bytes.
   */
  #append(chunk: Buffer): void {
    const before = this.size - chunk.length;
    if (before === 0) {
      this.#bytes = chunk;
      return;
    }
    if (this.size > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(this.size, 2 * this.#bytes.length));
      this.#bytes.copy(larger, 0, 0, before);
      this.#bytes = larger;
    }
    chunk.copy(this.#bytes, before);
  }

  end(): void {
    if (this.isOver) return;
    const body = this.#bytes.length === this.size ? this.#bytes : this.#bytes.subarray(0, this.size);
    this.#leave();
    this.#parts.resolve(body);
  }

  #leave(): void {
    this.isOver = true;
    this.#bytes = NOTHING;
    if (this.#isDirect) (this.#parts.request as DirectRequest).stopReading();
    if (this.isCounted) this.#parts.reads.finish(this);
  }
}

function tooSlow(deadlineMs: number): ApiError {
  const message = `The body did not arrive within ${deadlineMs / 1000} seconds. Send it again.`;
  // Closes the connection instead of waiting for the rest of the body.
  return new ApiError('VALIDATION_ERROR', message, { headers: { connection: 'close' } });
}
