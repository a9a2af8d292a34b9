/**
 * Connections to receivers. Nothing is written to a socket until the address it reached has been checked. Pooled
 * sockets were checked when they connected. Each environment has its own pool, because the allowed addresses differ.
 */
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { isIP, connect as netConnect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as tlsConnect } from 'node:tls';
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Clock } from '../../platform/clock.ts';
import { mayCallAddress, privateAddress } from '../targets/target-policy.ts';
import { resolveTarget, type TargetChecks, TargetRefused } from '../targets/target-resolver.ts';

export interface TargetConnections extends TargetChecks {
  clock: Clock;
  /** Time limit for the connection and the TLS handshake. */
  connectMs: number;
  /** Trusted certificates. Used by tests. */
  ca?: string | undefined;
  /** Opens a connection to one of the checked addresses. Replaced by tests. */
  connect?: ((addresses: readonly string[], port: number) => Socket) | undefined;
}

export interface TargetAgents {
  http: HttpAgent;
  https: HttpsAgent;
}

/**
 * Limits for idle connections in a pool: number per host (one host may serve many endpoints), idle time, and total
 * number.
 */
const IDLE = { perHost: 256, ms: 30_000, total: 1_024 };

type Created = (error: Error | null, socket: Duplex) => void;
type Target = { host: string; port: number };

export function createTargetAgents(environment: Environment, connections: TargetConnections): TargetAgents {
  const options = { keepAlive: true, maxFreeSockets: IDLE.perHost, timeout: IDLE.ms };

  /** Passes the socket to `created`, as Node's agents allow, instead of returning it. */
  function open(target: Target, secure: boolean, created: Created): undefined {
    openSocket(target, secure, environment, connections).then(
      socket => created(null, socket),
      error => created(error, undefined as never),
    );
  }

  class Http extends HttpAgent {
    override createConnection(target: object, created?: Created) {
      return open(target as Target, false, created as Created);
    }
    override keepSocketAlive(socket: Duplex) {
      return hasRoom(this) && isKept(super.keepSocketAlive(socket));
    }
  }
  class Https extends HttpsAgent {
    override createConnection(target: object, created?: Created) {
      return open(target as Target, true, created as Created);
    }
    override keepSocketAlive(socket: Duplex) {
      return hasRoom(this) && isKept(super.keepSocketAlive(socket));
    }
  }
  return { http: new Http(options), https: new Https(options) };
}

function hasRoom(agent: HttpAgent): boolean {
  let idle = 0;
  for (const name in agent.freeSockets) idle += agent.freeSockets[name]?.length ?? 0;
  return idle < IDLE.total;
}

function isKept(kept: unknown): boolean {
  return kept !== false;
}

async function openSocket(
  { host, port }: Target,
  secure: boolean,
  environment: Environment,
  connections: TargetConnections,
): Promise<Duplex> {
  const { clock, connectMs, policy, connect = connectToAny } = connections;
  const bare = host.replace(/^\[|\]$/g, '').replace(/\.+$/, '');
  const addresses = await resolveTarget(bare, environment, connections);
  const socket = connect(addresses, port);
  // The request may have ended by the time the connection opens. Without a limit, the connection would wait
  // indefinitely.
  const limit = clock.after(connectMs, () => socket.destroy(new Error('connecting took too long')));
  try {
    await opened(socket, 'connect');
    const reached = socket.remoteAddress ?? '';
    if (!mayCallAddress(reached, bare, environment, policy)) {
      throw new TargetRefused(privateAddress(`${bare} connects to an address that`));
    }
    socket.setNoDelay(true);
    if (!secure) return socket;
    const encrypted = tlsConnect({
      socket,
      host: bare,
      ...(isIP(bare) === 0 && { servername: bare }),
      ALPNProtocols: ['http/1.1'],
      rejectUnauthorized: true,
      ...(connections.ca !== undefined && { ca: connections.ca }),
    });
    await opened(encrypted, 'secureConnect');
    return encrypted;
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    limit.cancel();
  }
}

/** Tries the addresses as Node.js does for a name, without resolving the name again. */
function connectToAny(addresses: readonly string[], port: number): Socket {
  const found = addresses.map(address => ({ address, family: isIP(address) }));
  return netConnect({
    host: 'checked.invalid',
    port,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: 2000,
    lookup: (_, options, done) =>
      options.all ? done(null, found) : done(null, found[0]?.address ?? '', found[0]?.family),
  });
}

function opened(socket: Duplex, event: 'connect' | 'secureConnect'): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (error?: Error) => {
      socket.off(event, onOpen);
      socket.off('error', settle);
      socket.off('close', onClose);
      if (error === undefined) resolve();
      else reject(error);
    };
    const onOpen = () => settle();
    const onClose = () => settle(new Error('closed while connecting'));
    socket.on(event, onOpen);
    socket.on('error', settle);
    socket.on('close', onClose);
  });
}
