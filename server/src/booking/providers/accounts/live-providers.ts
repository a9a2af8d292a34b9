/**
 * The providers of this node: the built-in ones and the accounts at suppliers. A connected or changed account takes effect on all
 * nodes within a second. Calls that are already running finish with the credentials they started with.
 */
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { every, type Repetition } from '../../../platform/every.ts';
import type { Log } from '../../../platform/log.ts';
import type { Seal } from '../../../platform/secrets/seal.ts';
import type { Supplier } from '../../port/supplier.ts';
import type { Provider, Providers } from '../../provider.ts';
import { environmentOf } from '../connections/connection.ts';
import { providerRegistry } from '../provider-registry.ts';
import { listAccounts, readAccountVersion } from './account-store.ts';
import {
  type AccountId,
  type Credentials,
  openCredentials,
  type ProviderAccount,
} from './provider-account.ts';

/** Below half a second, so that a change takes effect within a second even if a poll is slow. */
const POLL_MS = 400;
/** Default preference of an account, so that new accounts come after the built-in providers. */
const PREFERENCE = 100;

export interface AccountSetup {
  code: string;
  kind: Supplier['kind'];
  settings: ProviderAccount['settings'];
  credentials: Credentials;
}

/** Creating a supplier makes no call. */
export type SupplierFactory = (account: AccountSetup) => Supplier;

export type SupplierFactories = Readonly<Record<string, SupplierFactory>>;

interface LiveParts {
  db: Database;
  clock: Clock;
  log: Log;
  seal: Seal;
  factories: SupplierFactories;
  builtIn: readonly Provider[];
}

interface Connected {
  account: ProviderAccount;
  provider: Provider;
}

export class LiveProviders implements Providers {
  readonly #parts: LiveParts;
  #version = 0;
  #connected: ReadonlyMap<string, Connected> = new Map();
  #registry: Providers;
  #polling: Repetition | undefined;

  constructor(parts: LiveParts) {
    this.#parts = parts;
    this.#registry = providerRegistry(parts.builtIn);
  }

  async start(): Promise<void> {
    await this.follow();
    const { clock, log } = this.#parts;
    const failed = (err: unknown) =>
      log.warn({ err }, 'reading the provider accounts failed, continuing with the last known accounts');
    this.#polling = every(clock, POLL_MS, () => this.follow(), failed);
  }

  async stop(): Promise<void> {
    await this.#polling?.stop();
  }

  list(testMode: boolean): readonly Provider[] {
    return this.#registry.list(testMode);
  }

  find(code: string, testMode: boolean): Provider | undefined {
    return this.#registry.find(code, testMode);
  }

  /** Returns undefined for built-in providers. */
  accountOf(provider: Provider): ProviderAccount | undefined {
    return this.#connected.get(keyOf(environmentOf(provider), provider.code))?.account;
  }

  /** Creates a provider that is not stored yet, so that its connection can be tested. */
  candidate(account: Pick<ProviderAccount, 'adapter'> & Omit<AccountSetup, 'kind'> & AccountId): Provider {
    const { adapter, environment, ...setup } = account;
    const factory = this.#parts.factories[adapter];
    if (factory === undefined) throw new Error(`This version of Serai has no adapter named ${adapter}.`);
    return {
      code: setup.code,
      preference: PREFERENCE,
      supplier: factory({ ...setup, kind: environment === 'sandbox' ? 'TEST' : 'LIVE' }),
    };
  }

  async follow(): Promise<void> {
    const { db, builtIn } = this.#parts;
    const version = await readAccountVersion(db);
    if (version === this.#version) return;
    const connected = new Map<string, Connected>();
    for (const account of await listAccounts(db)) {
      const key = keyOf(account.environment, account.code);
      const known = this.#connected.get(key);
      const provider =
        known?.account.version === account.version ? known.provider : this.#providerOf(account);
      if (provider !== undefined) connected.set(key, { account, provider });
    }
    this.#connected = connected;
    this.#registry = providerRegistry([
      ...builtIn,
      ...[...connected.values()].map(({ provider }) => provider),
    ]);
    this.#version = version;
  }

  /** Returns undefined if this version of the service has no such adapter or the credentials cannot be decrypted. */
  #providerOf(account: ProviderAccount): Provider | undefined {
    const { log, seal } = this.#parts;
    const { adapter, code, environment, settings } = account;
    try {
      const credentials = openCredentials(seal, account);
      return this.candidate({ adapter, environment, code, settings, credentials });
    } catch (err) {
      log.error(
        { err, provider: code, environment },
        'a provider account is not used until this problem is fixed',
      );
      return undefined;
    }
  }
}

function keyOf(environment: string, code: string): string {
  return `${environment} ${code}`;
}
