/**
 * Which connections a listener accepts and keeps. No client address may hold more than its share, and once the listener
 * is nearly full the connections that have been idle longest are closed first. Trusted proxies are exempt from both.
 */
import type { Socket } from 'node:net';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { type AddressList, expandIpv6, unmapAddress } from './address-list.ts';
import { withoutZone } from './client-address.ts';

export interface ConnectionRules {
  /** Most connections of the listener. */
  max: number;
  /** Most connections of one IPv4 address or one IPv6 network of 64 bits. */
  maxPerAddress: number;
  trustedProxies: AddressList | undefined;
  /** How long the unsent rest of a response may make no progress before its connection is reset. */
  writeStallMs: number;
}

export const DEFAULT_RULES: ConnectionRules = {
  max: 10_000,
  maxPerAddress: 1_000,
  trustedProxies: undefined,
  writeStallMs: 30_000,
};

/**
 * Why a listener closed a connection: the address had its share, the listener was full, idle while nearly full, not read, or
 * too many requests pipelined.
 */
export const CLOSE_REASONS = ['address', 'full', 'idle', 'unread', 'pipelined'] as const;
export type CloseReason = (typeof CLOSE_REASONS)[number];

/** Above this share of `max`, idle connections are closed. */
const NEARLY_FULL = 0.8;
/** A connection this young may have its first request on the way. */
const SPARED_MS = 1_000;
const LOG_EVERY_MS = 10_000;

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
  readonly #open = new Set<Socket>();
  readonly #byAddress = new Map<string, number>();
  /** Since when each connection has had no request, oldest first. Trusted proxies are not in it. */
  readonly #idle = new Map<Socket, number>();
  #loggedAtMs = Number.NEGATIVE_INFINITY;

  constructor(parts: ConnectionLimitParts) {
    this.#parts = parts;
  }

  get size(): number {
    return this.#open.size;
  }

  /** Whether the connection may stay; if not, it is closed already. */
  accept(socket: Socket): boolean {
    const { max, maxPerAddress, trustedProxies, clock } = this.#parts;
    const address = unmapAddress(withoutZone(socket.remoteAddress ?? ''));
    if (trustedProxies?.has(address)) {
      this.#open.add(socket);
      socket.once('close', () => this.#open.delete(socket));
      return true;
    }
    const group = addressGroup(address);
    const held = this.#byAddress.get(group) ?? 0;
    if (held >= maxPerAddress) return this.#refuse(socket, 'address');
    if (this.#open.size >= max * NEARLY_FULL) this.#closeIdle(max * NEARLY_FULL);
    if (this.#open.size >= max) return this.#refuse(socket, 'full');
    this.#open.add(socket);
    this.#byAddress.set(group, held + 1);
    this.#idle.set(socket, clock.monotonicMs());
    socket.once('close', () => this.#gone(socket, group));
    return true;
  }

  /** A request of the connection has begun. */
  busy(socket: Socket): void {
    this.#idle.delete(socket);
  }

  /** The connection waits for its next request. */
  idle(socket: Socket): void {
    if (!this.#open.has(socket) || socket.destroyed) return;
    if (this.#parts.trustedProxies?.has(unmapAddress(withoutZone(socket.remoteAddress ?? '')))) return;
    this.#idle.set(socket, this.#parts.clock.monotonicMs());
  }

  /** Resets a connection, which also frees what the kernel holds for it. */
  reset(socket: Socket, reason: CloseReason): void {
    this.#count(reason, socket.remoteAddress);
    socket.resetAndDestroy();
  }

  #closeIdle(most: number): void {
    const sparedFromMs = this.#parts.clock.monotonicMs() - SPARED_MS;
    for (const [socket, sinceMs] of this.#idle) {
      if (this.#open.size < most || sinceMs > sparedFromMs) return;
      this.#open.delete(socket);
      this.#idle.delete(socket);
      this.#count('idle', socket.remoteAddress);
      socket.destroy();
    }
  }

  #refuse(socket: Socket, reason: CloseReason): false {
    this.reset(socket, reason);
    return false;
  }

  #gone(socket: Socket, group: string): void {
    this.#open.delete(socket);
    this.#idle.delete(socket);
    const held = (this.#byAddress.get(group) ?? 1) - 1;
    if (held === 0) this.#byAddress.delete(group);
    else this.#byAddress.set(group, held);
  }

  /** An attack must not fill the log as well. */
  #count(reason: CloseReason, address: string | undefined): void {
    this.closed[reason]++;
    const { clock, log } = this.#parts;
    const nowMs = clock.monotonicMs();
    if (log === undefined || nowMs - this.#loggedAtMs < LOG_EVERY_MS) return;
    this.#loggedAtMs = nowMs;
    log.warn({ reason, address, open: this.#open.size, closed: { ...this.closed } }, 'closed a connection');
  }
}

/** IPv6 clients own whole networks, so their addresses are counted by the first 64 bits. */
function addressGroup(address: string): string {
  return address.includes(':') ? expandIpv6(address).slice(0, 4).join(':') : address;
}
