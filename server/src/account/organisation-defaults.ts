/** What requests of an organisation take when they do not say. Kept for seconds: other nodes may have changed it. */
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/connect.ts';
import { type Entry, SecondChanceCache } from '../platform/memory/second-chance-cache.ts';
import { getOrganisation } from './organisation-store.ts';

const KEPT_MS = 5_000;
const MAX_ORGANISATIONS = 10_000;

export interface Defaults {
  nationality: string;
  currency: string;
  language: string;
}

interface Kept extends Entry {
  defaults: Promise<Defaults>;
  /** Monotonic. */
  untilMs: number;
}

export class OrganisationDefaults {
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #kept = new SecondChanceCache<Kept>(MAX_ORGANISATIONS);

  constructor({ db, clock }: { db: Database; clock: Clock }) {
    this.#db = db;
    this.#clock = clock;
  }

  find(organisationId: string): Promise<Defaults> {
    const nowMs = this.#clock.monotonicMs();
    const kept = this.#kept.get(organisationId);
    if (kept !== undefined && nowMs < kept.untilMs) return kept.defaults;
    const entry = { defaults: this.#read(organisationId), untilMs: nowMs + KEPT_MS, used: false };
    this.#kept.set(organisationId, entry);
    entry.defaults.catch(() => {
      if (this.#kept.peek(organisationId) === entry) this.#kept.delete(organisationId);
    });
    return entry.defaults;
  }

  /** After a change here, which is seen at once. */
  drop(organisationId: string): void {
    this.#kept.delete(organisationId);
  }

  async #read(organisationId: string): Promise<Defaults> {
    const found = await getOrganisation(this.#db, organisationId);
    const { defaultNationality, defaultCurrency, defaultLanguage } = found;
    return { nationality: defaultNationality, currency: defaultCurrency, language: defaultLanguage };
  }
}
