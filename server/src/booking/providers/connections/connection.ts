/** What an organisation makes of the providers: which it sells with, whose offers go first, how long it waits. Pure. */
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Provider, Providers } from '../../provider.ts';

export interface Connection {
  /** As people see it. */
  name: string;
  enabled: boolean;
  preference: number;
  /** Of a search or a quote; null is the provider's own limit. */
  timeoutMs: number | null;
}

/** Those that the organisation changed, by `connectionKey`. */
export type Connections<Kept extends Connection = Connection> = ReadonlyMap<string, Kept>;

export function connectionKey(environment: Environment, code: string): string {
  return `${environment} ${code}`;
}

export function environmentOf({ supplier }: Provider): Environment {
  return supplier.kind === 'TEST' ? 'sandbox' : 'production';
}

/** For searches, quotes and bookings to come. What is booked already is read and cancelled with all of them. */
export function connectedProviders(all: Providers, connections: Connections): Providers {
  if (connections.size === 0) return all;
  const list = (testMode: boolean) =>
    all
      .list(testMode)
      .flatMap(provider => asConnected(provider, connections) ?? [])
      .toSorted((a, b) => a.preference - b.preference);
  return {
    list,
    find(code, testMode) {
      const provider = all.find(code, testMode);
      return provider && asConnected(provider, connections);
    },
  };
}

function asConnected(provider: Provider, connections: Connections): Provider | undefined {
  const connection = connections.get(connectionKey(environmentOf(provider), provider.code));
  if (connection === undefined) return provider;
  const { enabled, preference, timeoutMs } = connection;
  return enabled ? { ...provider, preference, ...(timeoutMs !== null && { timeoutMs }) } : undefined;
}
