/**
 * Reads the hotel descriptions of accounts. Content has the lowest class of the call budget, so it uses only calls that bookings and
 * searches do not need.
 */
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log.ts';
import type { Seal } from '../../../platform/secrets/seal.ts';
import type { Call } from '../../port/call.ts';
import type { Cause, Read } from '../../port/outcomes.ts';
import type { ContentOutcome, ContentSession, ContentSource } from '../../port/supplied-content.ts';
import { accountKey, type Provider } from '../../provider.ts';
import type { LiveProviders } from '../accounts/live-providers.ts';
import { openCredentials } from '../accounts/provider-account.ts';
import type { AccountBudgets } from '../budget/account-budgets.ts';
import { connectionKey } from '../connections/connection.ts';
import { listEffectiveConnections } from '../connections/connection-store.ts';
import type { OrganisationConnections } from '../connections/organisation-connections.ts';
import type { ContentFactories, ContentHttp } from './content-factories.ts';

const CALL_LIMIT_MS = 70_000;
const MIN_WAIT_MS = 1_000;
/** No partner has this id, so only the connections of the operator apply. */
const NO_PARTNER = '';

export interface ContentCallsOptions {
  providers: Pick<LiveProviders, 'list' | 'find' | 'accountOf'>;
  connections: Pick<OrganisationConnections, 'db'>;
  budgets: AccountBudgets;
  factories: ContentFactories;
  seal: Seal;
  http: ContentHttp;
  clock: Clock;
  log: Log;
}

interface AccountScope {
  environment: Environment;
  provider: string;
}

export class ContentCalls {
  readonly #options: ContentCallsOptions;

  constructor(options: ContentCallsOptions) {
    this.#options = options;
  }

  /** Paused accounts are left out. */
  async list(): Promise<AccountScope[]> {
    const { providers, connections, factories } = this.#options;
    const changed = await listEffectiveConnections(connections.db, NO_PARTNER);
    return (['sandbox', 'production'] as const).flatMap(environment =>
      providers.list(environment === 'sandbox').flatMap(provider => {
        const { adapter } = providers.accountOf(provider) ?? {};
        const isPaused = changed.get(connectionKey(environment, provider.code))?.enabled === false;
        if (adapter === undefined || factories[adapter] === undefined || isPaused) return [];
        return [{ environment, provider: provider.code }];
      }),
    );
  }

  /** Returns undefined if the account is not connected or has no content source. */
  open({ environment, provider: code }: AccountScope): ContentSession | undefined {
    const { providers, factories, seal } = this.#options;
    const provider = providers.find(code, environment === 'sandbox');
    const account = provider && providers.accountOf(provider);
    const factory = factories[account?.adapter ?? ''];
    if (provider === undefined || account === undefined || factory === undefined) return undefined;
    const budget = new BudgetedHttp(this.#options, provider);
    const source = factory(
      {
        code,
        kind: provider.supplier.kind,
        settings: account.settings,
        credentials: openCredentials(seal, account),
      },
      budget,
    );
    return new AccountSession(this.#options, provider, source, budget);
  }
}

class AccountSession implements ContentSession {
  readonly #options: ContentCallsOptions;
  readonly #provider: Provider;
  readonly #source: ContentSource;
  readonly #budget: BudgetedHttp;
  readonly hasDetails: boolean;
  readonly isPagedByOffset: boolean;

  constructor(options: ContentCallsOptions, provider: Provider, source: ContentSource, budget: BudgetedHttp) {
    this.#options = options;
    this.#provider = provider;
    this.#source = source;
    this.#budget = budget;
    this.hasDetails = source.detail !== undefined;
    this.isPagedByOffset = source.isPagedByOffset ?? false;
  }

  page(
    since: Parameters<ContentSession['page']>[0],
    signal: AbortSignal,
  ): ReturnType<ContentSession['page']> {
    const limitMs = this.#source.pageLimitMs ?? CALL_LIMIT_MS;
    return this.#call(limitMs, signal, call => this.#source.changed(call, since));
  }

  detail(supplierId: string, signal: AbortSignal): ReturnType<ContentSession['detail']> {
    return this.#call(
      CALL_LIMIT_MS,
      signal,
      async call => (await this.#source.detail?.(call, supplierId)) ?? { kind: 'UNSUPPORTED' },
    );
  }

  async close(): Promise<void> {
    await this.#source.close?.();
  }

  /** The returned promise never rejects. */
  async #call<T>(
    limitMs: number,
    signal: AbortSignal,
    run: (call: Call) => Promise<Read<T>>,
  ): Promise<ContentOutcome<T>> {
    const { clock, log } = this.#options;
    const ended = new AbortController();
    const end = () => ended.abort();
    const timer = clock.after(limitMs, end);
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted) end();
    this.#budget.refusedMs = undefined;
    const call: Call = {
      attempt: 1,
      deadlineMs: clock.monotonicMs() + limitMs,
      signal: ended.signal,
      scenario: undefined,
      // Not recorded, because hotel descriptions are public and a run has thousands of exchanges.
      record: () => {},
    };
    try {
      return this.#outcome(await run(call));
    } catch (err) {
      log.error({ err, provider: this.#provider.code }, 'a content source threw an exception');
      return failed('UNREADABLE');
    } finally {
      timer.cancel();
      signal.removeEventListener('abort', end);
    }
  }

  #outcome<T>(read: Read<T>): ContentOutcome<T> {
    const { clock } = this.#options;
    const { refusedMs } = this.#budget;
    if (refusedMs !== undefined) return { kind: 'WAIT', reason: 'BUDGET', waitMs: waitOf(refusedMs) };
    switch (read.kind) {
      case 'OK':
      case 'GONE':
        return read;
      case 'THROTTLED': {
        // Only the run waits. Searches and bookings may have limits of their own at the supplier.
        const waitMs = waitOf(read.retryAtMs - clock.monotonicMs());
        return { kind: 'WAIT', reason: 'SUPPLIER_LIMIT', waitMs };
      }
      case 'NONE':
      case 'UNSUPPORTED':
        return failed('UNREADABLE');
      case 'FAILED':
        return failed(read.cause);
    }
  }
}

/** Counts every request before it is sent. A refused request is not sent. */
class BudgetedHttp implements ContentHttp {
  readonly #options: ContentCallsOptions;
  readonly #provider: Provider;
  /** How long to wait, if the latest call was refused. */
  refusedMs: number | undefined;

  constructor(options: ContentCallsOptions, provider: Provider) {
    this.#options = options;
    this.#provider = provider;
  }

  async send(request: Parameters<ContentHttp['send']>[0]): ReturnType<ContentHttp['send']> {
    return (await this.#take()) ? this.#options.http.send(request) : { kind: 'NOT_SENT' };
  }

  async open(request: Parameters<ContentHttp['open']>[0]): ReturnType<ContentHttp['open']> {
    return (await this.#take()) ? this.#options.http.open(request) : { kind: 'NOT_SENT' };
  }

  async #take(): Promise<boolean> {
    const { supplier } = this.#provider;
    const key = accountKey(this.#provider);
    const decision = await this.#options.budgets.take(key, supplier.limits, 'CONTENT', 1);
    if (!decision.isAdmitted) this.refusedMs = decision.retryAfterMs;
    return decision.isAdmitted;
  }
}

function waitOf(ms: number): number {
  return Math.max(MIN_WAIT_MS, Math.ceil(ms));
}

const PROBLEMS: Readonly<Record<Cause, string>> = {
  TIMEOUT: 'The supplier did not respond in time.',
  CONNECTION: 'The supplier could not be reached, or the connection was lost.',
  SERVER: 'The supplier reported an internal error.',
  UNREADABLE: 'The response of the supplier could not be read.',
  CREDENTIALS: 'The supplier rejected the credentials.',
  ENVIRONMENT: 'The response belongs to the other environment of the supplier.',
  CONTRADICTORY: 'The response of the supplier contradicts itself.',
  INCOMPLETE: 'The response of the supplier is incomplete.',
};

function failed(cause: Cause): Extract<ContentOutcome<never>, { kind: 'FAILED' }> {
  const isFinal = cause === 'CREDENTIALS' || cause === 'ENVIRONMENT';
  return { kind: 'FAILED', problem: PROBLEMS[cause], isFinal };
}
