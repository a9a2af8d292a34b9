/** The addresses a role opens. They are open from the start, so that a taken port is known before anything is made. */

import type { Clock } from '../platform/clock.ts';
import { type DrainLimits, type OpenAddress, openAddress } from '../platform/http/open-address.ts';
import type { Readiness } from '../platform/readiness.ts';
import { type ProcessRole, runsGateway } from '../process-role.ts';
import type { Settings } from '../settings-table.ts';
import { startingListener } from './app-pages.ts';

export interface AppAddresses {
  interface: OpenAddress | undefined;
  /** Of gateways and workers; a worker shows health and metrics there. */
  dashboard: OpenAddress | undefined;
  backend: OpenAddress | undefined;
  drain(limits: DrainLimits): Promise<void>;
}

interface AddressParts {
  settings: Settings;
  role: ProcessRole;
  readiness: Readiness;
  clock: Clock;
}

type PortSetting = 'SERAI_PORT' | 'SERAI_DASHBOARD_PORT' | 'SERAI_BACKEND_PORT';

export async function openAddresses({
  settings,
  role,
  readiness,
  clock,
}: AddressParts): Promise<AppAddresses> {
  const opened: OpenAddress[] = [];
  const drain = async (limits: DrainLimits) => {
    await Promise.all(opened.map(address => address.drain(limits)));
  };
  async function open(wanted: boolean, portSetting: PortSetting): Promise<OpenAddress | undefined> {
    if (!wanted) return undefined;
    const address = await openAddress({
      host: settings.SERAI_HOST,
      port: settings[portSetting],
      portSetting,
      first: startingListener(readiness, portSetting === 'SERAI_BACKEND_PORT'),
      clock,
    });
    opened.push(address);
    return address;
  }
  try {
    return {
      interface: await open(runsGateway(role), 'SERAI_PORT'),
      dashboard: await open(role !== 'backend', 'SERAI_DASHBOARD_PORT'),
      backend: await open(role === 'backend', 'SERAI_BACKEND_PORT'),
      drain,
    };
  } catch (error) {
    await drain({ delayMs: 0, maxMs: 0 });
    throw error;
  }
}
