/**
 * The active rules of this node, compiled for each partner. Changes on any node take effect within a second,
 * including changes to a partner's groups and to the operator's margin on exchange rates.
 */
import { SecondChanceCache } from '../platform/cache/second-chance-cache.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/connect.ts';
import { every, type Repetition } from '../platform/every.ts';
import type { Log } from '../platform/log.ts';
import { PartnerRules } from './matching/compile-rules.ts';
import type { Rule } from './rule.ts';
import { readActiveRules, readEpoch } from './rule-store.ts';

/** Below half a second, so that a change takes effect within a second even if a poll is slow. */
const POLL_MS = 400;
const MAX_PARTNERS = 1_000;

/** The data about partners and the operator that pricing needs. The account area implements it. */
export interface Companies {
  /** Returns the groups of a partner, or an empty list if the partner is unknown. */
  groupsOf(db: Database, partnerId: string): Promise<readonly string[]>;
  /** The operator's margin on exchange rates, as a decimal string. */
  fxMarginPercent(db: Database): Promise<string>;
}

interface LiveParts {
  db: Database;
  companies: Companies;
  clock: Clock;
  log: Log;
}

interface Compiled {
  used: boolean;
  rules: Promise<PartnerRules>;
}

export class LiveRules {
  readonly #parts: LiveParts;
  #epoch = -1;
  #rules: readonly Rule[] = [];
  #fxMarginPercent = '0';
  #compiled = new SecondChanceCache<Compiled>(MAX_PARTNERS);
  #polling: Repetition | undefined;

  constructor(parts: LiveParts) {
    this.#parts = parts;
  }

  async start(): Promise<void> {
    await this.follow();
    const { clock, log } = this.#parts;
    const failed = (err: unknown) =>
      log.warn({ err }, 'reading pricing rules failed, continuing with the last known rules');
    this.#polling = every(clock, POLL_MS, () => this.follow(), failed);
  }

  async stop(): Promise<void> {
    await this.#polling?.stop();
  }

  get fxMarginPercent(): string {
    return this.#fxMarginPercent;
  }

  get active(): readonly Rule[] {
    return this.#rules;
  }

  /** Reads the rules and the margin on exchange rates again if the epoch has changed. */
  async follow(): Promise<void> {
    const { db, companies } = this.#parts;
    const epoch = await readEpoch(db);
    if (epoch === this.#epoch) return;
    // Rules that change after the epoch was read raise it again, so they are read by the next poll.
    const [rules, fxMarginPercent] = await Promise.all([readActiveRules(db), companies.fxMarginPercent(db)]);
    this.#rules = rules;
    this.#fxMarginPercent = fxMarginPercent;
    this.#compiled = new SecondChanceCache<Compiled>(MAX_PARTNERS);
    this.#epoch = epoch;
  }

  /** The compiled rules of a partner. Undefined if there are no rules at all. */
  of(partnerId: string): Promise<PartnerRules> | undefined {
    if (this.#rules.length === 0) return undefined;
    const compiled = this.#compiled;
    let known = compiled.get(partnerId);
    if (known === undefined) {
      known = { used: false, rules: this.#compile(partnerId) };
      compiled.set(partnerId, known);
      known.rules.catch(() => compiled.delete(partnerId));
    }
    return known.rules;
  }

  async #compile(partnerId: string): Promise<PartnerRules> {
    const { db, companies } = this.#parts;
    const rules = this.#rules;
    const groups = await companies.groupsOf(db, partnerId);
    return new PartnerRules(rules, { partnerId, groups });
  }
}
