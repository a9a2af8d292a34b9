import { ReadThroughCache } from '../../platform/cache/read-through-cache.ts';
import { TtlCache } from '../../platform/cache/ttl-cache.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, DatabasePool } from '../../platform/database/connect.ts';
import type { Statement } from '../../platform/database/statement.ts';
import type { Seal } from '../../platform/secrets/seal.ts';
import { tellExceeded } from './account-events.ts';
import { noticeMissingRate } from './alert-store.ts';
import { availableMinor } from './available.ts';
import { type Bill, type BilledBooking, entriesFor, holdFor, type Posting } from './booking-entries.ts';
import { ledgerLine } from './entry-kinds.ts';
import {
  entriesOfChange,
  getAccount,
  insertEntries,
  type LedgerScope,
  type NewEntries,
  type StoredAccount,
} from './ledger-store.ts';

interface LedgerParts {
  pool: Pick<DatabasePool, 'forPartner' | 'asService'>;
  seal: Seal;
  clock: Clock;
}

interface PostedFor {
  scope: LedgerScope;
  bookingId: string;
  actor: string;
}

type HoldRefusal = 'CREDIT_EXCEEDED' | 'WRONG_CURRENCY';

/** Error codes that the trigger raises when the transaction commits. */
const REFUSALS: Readonly<Record<string, HoldRefusal>> = { SB402: 'CREDIT_EXCEEDED', SB409: 'WRONG_CURRENCY' };

const TTL_MS = 5_000;
const MAX_LEDGERS = 10_000;

export class BookingLedger {
  readonly #parts: LedgerParts;
  readonly #accounts: ReadThroughCache<StoredAccount>;
  /** The last value read, for work inside a transaction, which must not wait for another connection. */
  readonly #recent: TtlCache<StoredAccount>;

  constructor(parts: LedgerParts) {
    const { pool, clock } = parts;
    this.#parts = parts;
    const limits = { clock, ttlMs: TTL_MS, maxEntries: MAX_LEDGERS };
    this.#recent = new TtlCache(limits);
    this.#accounts = new ReadThroughCache({
      ...limits,
      read: async key => {
        const [organisationId, environment] = key.split(' ') as [string, LedgerScope['environment']];
        const scope = { organisationId, environment };
        const account = await getAccount(pool.forPartner(scope), scope);
        this.#recent.set(key, account);
        return account;
      },
    });
  }

  async currencyOf(scope: LedgerScope): Promise<string> {
    return (await this.#accounts.find(keyOf(scope))).currency;
  }

  hold(terms: Parameters<typeof holdFor>[0], booking: BilledBooking & { highestMinor: number }): Posting {
    return holdFor(terms, booking);
  }

  follow(bill: Bill, booking: BilledBooking): Posting | undefined {
    return entriesFor(bill, booking);
  }

  async post(tx: Database, posted: PostedFor, posting: Posting): Promise<void> {
    await insertEntries(tx, newEntries(posted, posting));
  }

  entriesOfChange(tx: Database, posted: PostedFor, posting: Posting): Statement {
    return entriesOfChange(tx, newEntries(posted, posting), false);
  }

  entriesOfHold(tx: Database, posted: PostedFor, posting: Posting): Statement {
    return entriesOfChange(tx, newEntries(posted, posting), true);
  }

  /** The balance is read only if the cached balance is low or in another currency. */
  async checkHold(
    tx: Database,
    scope: LedgerScope,
    { bill: { currency, held } }: Posting,
  ): Promise<HoldRefusal | undefined> {
    const recent = this.#recent.get(keyOf(scope));
    if (!recent || (recent.lowPercent === null && recent.currency === currency)) return undefined;
    const account = await getAccount(tx, scope);
    if (account.currency !== currency) return 'WRONG_CURRENCY';
    const available = availableMinor(account);
    const amountMinor = held ?? 0;
    return available !== null && amountMinor > 0 && amountMinor > available ? 'CREDIT_EXCEEDED' : undefined;
  }

  refusalOf(error: unknown): HoldRefusal | undefined {
    return REFUSALS[String((error as { code?: unknown } | undefined)?.code)];
  }

  async tellNoRate({ environment }: LedgerScope, from: string, to: string): Promise<void> {
    const db = this.#parts.pool.asService('A missing exchange rate is reported to the operator.');
    await noticeMissingRate(db, environment, from, to);
  }

  async tellExceeded(db: Database, scope: LedgerScope): Promise<void> {
    // The next bookings read the balance first, instead of failing at the commit.
    const recent = this.#recent.get(keyOf(scope));
    if (recent) this.#recent.set(keyOf(scope), { ...recent, lowPercent: recent.lowPercent ?? 5 });
    return tellExceeded(db, this.#parts.seal, scope);
  }
}

function newEntries(
  { scope, bookingId, actor }: PostedFor,
  { bill: { currency }, entries }: Posting,
): NewEntries & { bookingId: string } {
  const lines = entries.map(({ kind, amountMinor }) => ledgerLine(kind, amountMinor));
  return { scope, currency, lines, actor, bookingId };
}

function keyOf({ organisationId, environment }: LedgerScope): string {
  return `${organisationId} ${environment}`;
}
