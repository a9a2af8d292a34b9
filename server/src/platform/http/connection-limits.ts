/**
 * Limits the connections of a listener. No client address may hold more than its share. When the listener is nearly
 * full, the connections that have been idle longest are closed first. Trusted proxies are exempt from both limits.
 */
import type { Socket } from 'node:net';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { type AddressList, expandIpv6, unmapAddress } from './address-list.ts';
import { withoutZone } from './client-address.ts';

export interface ConnectionRules {
  max: number;
  /** Maximum number of connections per IPv4 address or IPv6 /64 network. */
  maxPerAddress: number;
  trustedProxies: AddressList | undefined;
  /** How long sending a response may stall before its connection is reset. */
  writeStallMs: number;
}

export const DEFAULT_RULES: ConnectionRules = {
  max: 10_000,
  maxPerAddress: 1_000,
  trustedProxies: undefined,
  writeStallMs: 30_000,
};

/**
 * Why a connection was closed: the address had used up its share, the listener was full, the connection was idle while
 * the listener was nearly full, its client did not read, or it pipelined too many requests.
 */
export const CLOSE_REASONS = ['address', 'full', 'idle', 'unread', 'pipelined'] as const;
export type CloseReason = (typeof CLOSE_REASONS)[number];

/** Above this share of `max`, idle connections are closed. */
const NEARLY_FULL = 0.8;
/** Connections that have been idle for less time are not closed, because a request may be on its way. */
const SPARED_MS = 1_000;
const LOG_EVERY_MS = 10_000;

interface LimitedSocket extends Socket {
  /** When the connection became idle. NaN while it has a request, and for a trusted proxy. */
  idleSinceMs?: number;
  isTrusted?: boolean;
}

type IdleSocket = [socket: LimitedSocket, sinceMs: number];

interface ConnectionLimitParts extends ConnectionRules {
  clock: Clock;
  log?: Log | undefined;
}

export class ConnectionLimits {
  readonly closed: Record<CloseReason, number> = {
    address: 0,
    full: 0,
    idle: 0,
    unread: 0,
    pipelined: 0,
  };
  readonly #parts: ConnectionLimitParts;
  readonly #open = new Set<LimitedSocket>();
  readonly #byAddress = new Map<string, number>();
  /** The connections that were idle when they were last listed. The next connection to close is at the end. */
  #longestIdle: IdleSocket[] = [];
  /** Until this time, no other connection can have been idle long enough to be closed. */
  #listAgainAtMs = 0;
  #loggedAtMs = Number.NEGATIVE_INFINITY;

  constructor(parts: ConnectionLimitParts) {
    this.#parts = parts;
  }

  get size(): number {
    return this.#open.size;
  }

  /** Returns false if the connection was rejected and closed. */
  accept(socket: LimitedSocket): boolean {
    const { max, maxPerAddress, trustedProxies, clock } = this.#parts;
    const address = unmapAddress(withoutZone(socket.remoteAddress ?? ''));
    socket.idleSinceMs = Number.NaN;
    if (trustedProxies?.has(address)) {
      socket.isTrusted = true;
      this.#open.add(socket);
      socket.once('close', () => this.#open.delete(socket));
      return true;
    }
    const group = addressGroup(address);
    const held = this.#byAddress.get(group) ?? 0;
    if (held >= maxPerAddress) return this.#reject(socket, 'address');
    if (this.#open.size >= max * NEARLY_FULL) this.#closeIdle(max * NEARLY_FULL);
    if (this.#open.size >= max) return this.#reject(socket, 'full');
    this.#open.add(socket);
    this.#byAddress.set(group, held + 1);
    socket.isTrusted = false;
    socket.idleSinceMs = clock.monotonicMs();
    socket.once('close', () => this.#remove(socket, group));
    return true;
  }

  /** Called when a request on this connection begins. */
  busy(socket: LimitedSocket): void {
    socket.idleSinceMs = Number.NaN;
  }

  /** Called when the connection starts waiting for its next request. */
  idle(socket: LimitedSocket): void {
    if (socket.isTrusted === false) socket.idleSinceMs = this.#parts.clock.monotonicMs();
  }

  /** Resets a connection, which also frees its kernel buffers. */
  reset(socket: Socket, reason: CloseReason): void {
    this.#count(reason, socket.remoteAddress);
    socket.resetAndDestroy();
  }

  /** Closes the connections that have been idle longest, until fewer than `most` are open. */
  #closeIdle(most: number): void {
    while (this.#open.size >= most) {
      const longest = this.#longestIdle.pop() ?? this.#listIdle();
      if (longest === undefined) return;
      const [socket, sinceMs] = longest;
      if (socket.idleSinceMs !== sinceMs || !this.#open.delete(socket)) continue;
      this.#count('idle', socket.remoteAddress);
      socket.destroy();
    }
  }

  /**
   * Lists the connections that may be closed, and removes and returns the one that has been idle longest. Returns
   * undefined if there are none or it is too early to list them again.
   */
  #listIdle(): IdleSocket | undefined {
    const nowMs = this.#parts.clock.monotonicMs();
    if (nowMs < this.#listAgainAtMs) return undefined;
    const idle: IdleSocket[] = [];
    let nextSinceMs = nowMs;
    for (const socket of this.#open) {
      const { idleSinceMs = Number.NaN } = socket;
      if (idleSinceMs <= nowMs - SPARED_MS) idle.push([socket, idleSinceMs]);
      else if (idleSinceMs < nextSinceMs) nextSinceMs = idleSinceMs;
    }
    this.#listAgainAtMs = nextSinceMs + SPARED_MS;
    this.#longestIdle = idle.sort(([, one], [, other]) => other - one);
    return this.#longestIdle.pop();
  }

  #reject(socket: Socket, reason: CloseReason): false {
    this.reset(socket, reason);
    return false;
  }

  #remove(socket: Socket, group: string): void {
    this.#open.delete(socket);
    const held = (this.#byAddress.get(group) ?? 1) - 1;
    if (held === 0) this.#byAddress.delete(group);
    else this.#byAddress.set(group, held);
  }

  /** Logs at most one entry per `LOG_EVERY_MS`, so that an attack does not fill the log. */
  #count(reason: CloseReason, address: string | undefined): void {
    this.closed[reason]++;
    const { clock, log } = this.#parts;
    const nowMs = clock.monotonicMs();
    if (log === undefined || nowMs - this.#loggedAtMs < LOG_EVERY_MS) return;
    this.#loggedAtMs = nowMs;
    log.warn({ reason, address, open: this.#open.size, closed: { ...this.closed } }, 'closed a connection');
  }
}

/** An IPv6 client usually owns a whole network, so its connections are counted by the first 64 bits of the address. */
function addressGroup(address: string): string {
  return address.includes(':') ? expandIpv6(address).slice(0, 4).join(':') : address;
}
