/**
 * Opens the addresses of a role. They are opened first, so that a port in use is detected before anything else starts.
 */
import { hostname } from 'node:os';
import type { Clock } from '../platform/clock.ts';
import { addressList } from '../platform/http/address-list.ts';
import type { ConnectionRules } from '../platform/http/connection-limits.ts';
import { CLOSE_REASONS, type CloseReason } from '../platform/http/connection-limits.ts';
import { type DrainLimits, type OpenAddress, openAddress } from '../platform/http/open-address.ts';
import { allowedHosts, type IsAllowedHost } from '../platform/http/request-target.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { Readiness } from '../platform/readiness.ts';
import { type ProcessRole, runsGateway, threadsOf } from '../process-role.ts';
import type { Settings } from '../settings-table.ts';
import { startingListener } from './app-pages.ts';

export interface AppAddresses {
  interface: OpenAddress | undefined;
  /** Opened in every role except `backend`. A worker serves only health and metrics there. */
  dashboard: OpenAddress | undefined;
  backend: OpenAddress | undefined;
  drain(limits: DrainLimits): Promise<void>;
}

interface AddressParts {
  settings: Settings;
  role: ProcessRole;
  readiness: Readiness;
  clock: Clock;
  log: Log;
  /** Set in a worker thread. */
  worker?: { port: number } | undefined;
  /** Overridden by tests. */
  writeStallMs?: number | undefined;
}

type PortSetting = 'SERAI_PORT' | 'SERAI_DASHBOARD_PORT' | 'SERAI_BACKEND_PORT';

export async function openAddresses(parts: AddressParts): Promise<AppAddresses> {
  const { settings, role, readiness, worker, clock, log } = parts;
  const isShared = threadsOf(settings, role) > 1;
  const opened: OpenAddress[] = [];
  const drain = async (limits: DrainLimits) => {
    await Promise.all(opened.map(address => address.drain(limits)));
  };
  async function open(wanted: boolean, portSetting: PortSetting): Promise<OpenAddress | undefined> {
    if (!wanted) return undefined;
    const isForGateways = portSetting === 'SERAI_BACKEND_PORT';
    const address = await openAddress({
      host: settings.SERAI_HOST,
      port: worker?.port ?? settings[portSetting],
      portSetting,
      ...(isShared && portSetting === 'SERAI_PORT' && { sharing: worker ? 'worker' : 'main' }),
      first: startingListener(readiness, isForGateways),
      connections: connectionRules(parts, isForGateways),
      // The Host header is not checked on a backend, because gateways reach it by any name and authenticate with a
      // token.
      ...(!isForGateways && { isAllowedHost: hostsOf(settings) }),
      clock,
      log,
    });
    opened.push(address);
    return address;
  }
  try {
    return {
      interface: await open(runsGateway(role), 'SERAI_PORT'),
      dashboard: await open(role !== 'backend' && worker === undefined, 'SERAI_DASHBOARD_PORT'),
      backend: await open(role === 'backend', 'SERAI_BACKEND_PORT'),
      drain,
    };
  } catch (error) {
    await drain({ delayMs: 0, maxMs: 0 });
    throw error;
  }
}

function connectionRules(
  { settings, writeStallMs }: AddressParts,
  isForGateways: boolean,
): Partial<ConnectionRules> {
  const max = settings.SERAI_MAX_CONNECTIONS;
  const share = settings.SERAI_MAX_CONNECTIONS_PER_ADDRESS ?? Math.ceil(max / 10);
  return {
    max,
    // Only a few gateways connect to a backend, so each may use all its connections.
    maxPerAddress: isForGateways ? max : share,
    trustedProxies: addressList(settings.TRUSTED_PROXIES),
    ...(writeStallMs !== undefined && { writeStallMs }),
  };
}

function hostsOf(settings: Settings): IsAllowedHost {
  const { SERAI_HOST, SERAI_ALLOWED_HOSTS, SERAI_API_URL, SERAI_DASHBOARD_URL } = settings;
  const urls = [SERAI_API_URL, SERAI_DASHBOARD_URL].filter(url => url !== undefined);
  const hosts = urls.map(url => new URL(url).hostname);
  return allowedHosts([SERAI_HOST, hostname(), ...hosts, ...SERAI_ALLOWED_HOSTS]);
}

const LISTENERS = ['interface', 'dashboard', 'backend'] as const;

/** Called separately, because the addresses are opened before the metrics exist. */
export function addConnectionMetrics(metrics: Metrics, addresses: AppAddresses): void {
  const connectionsOf = (listener: string) => addresses[listener as (typeof LISTENERS)[number]]?.connections;
  metrics.gauge(
    'serai_connections',
    'Open client connections.',
    listener => connectionsOf(listener)?.size ?? 0,
    { listener: LISTENERS },
  );
  metrics.reading(
    'serai_connections_closed_total',
    'Connections closed because of a limit, by reason.',
    (listener, reason) => connectionsOf(listener as string)?.closed[reason as CloseReason] ?? 0,
    { listener: LISTENERS, reason: CLOSE_REASONS },
  );
}
