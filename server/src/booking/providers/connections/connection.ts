/** The settings of each provider that apply to a partner: whether it is used, its preference and its timeout. */
import type { SupportContact } from '@serai/contract/account/support-contact.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Provider, Providers } from '../../provider.ts';

export interface Connection {
  name: string;
  enabled: boolean;
  preference: number;
  /** Timeout of a search or quote. Null uses the provider's own limit. */
  timeoutMs: number | null;
  /** Only in the operator's settings. Null if no field is set. */
  supportContact: SupportContact | null;
}

/** The changed settings, by `connectionKey`. Other providers use their defaults. */
export type Connections<T extends Connection = Connection> = ReadonlyMap<string, T>;

export function connectionKey(environment: Environment, code: string): string {
  return `${environment} ${code}`;
}

export function environmentOf({ supplier }: Provider): Environment {
  return supplier.kind === 'TEST' ? 'sandbox' : 'production';
}

/** For new searches, quotes and bookings. Existing bookings can still reach all providers. */
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
