/** Two partners, the emails that the billing schedule sends to them, and a clock that only moves forward. */
import type { BillingParts } from '../src/billing/operations/operator/billing-parts.ts';
import { runSchedule } from '../src/billing/schedule/run-schedule.ts';
import { settleStatementMail } from '../src/billing/statements/statement-mail-store.ts';
import { createLog } from '../src/platform/log.ts';
import type { Mail, SendMail } from '../src/platform/mail/mail.ts';
import { insertMail, takeDueMails } from '../src/platform/mail/mail-outbox-store.ts';
import { createSeal } from '../src/platform/secrets/seal.ts';
import { BillingCalls, type Response } from './billing-calls.ts';
import { type BookingWorld, bookingWorld } from './booking-world.ts';

const seal = createSeal(Buffer.alloc(32, 3));

/** The billing email of `org_a`. Its neighbour `org_b` has none. */
export const ADDRESS = 'accounts@northern.example';

interface Rules {
  statementsDay?: number;
  reminderDays?: number;
  since: string;
}

export class ScheduledBilling {
  readonly calls: BillingCalls;
  readonly #world: BookingWorld;

  constructor(world: BookingWorld) {
    this.#world = world;
    this.calls = new BillingCalls(world);
  }

  static async start(): Promise<ScheduledBilling> {
    return new ScheduledBilling(await bookingWorld());
  }

  get db(): BookingWorld['db'] {
    return this.#world.db;
  }

  get ownerDb(): BookingWorld['ownerDb'] {
    return this.#world.ownerDb;
  }

  drop(): Promise<void> {
    return this.#world.drop();
  }

  async clear(): Promise<void> {
    await this.calls.clear();
    const { ownerDb } = this.#world;
    await ownerDb`DELETE FROM mail_outbox`;
    await ownerDb`DELETE FROM billing_run`;
    await ownerDb`DELETE FROM billing_run_start`;
    await ownerDb`DELETE FROM notice`;
    await this.addressOf('org_a', ADDRESS);
    await this.addressOf('org_b', null);
    await ownerDb`UPDATE organisation SET payment_days = 14 WHERE kind = 'PARTNER'`;
    this.calls.sendMail = this.queue;
    this.calls.zone = 'Europe/Madrid';
  }

  readonly queue: SendMail = (tx, mail) => insertMail(tx, seal, mail);

  /** The mail server cannot be reached for one of the partners. */
  failFor(address: string): void {
    this.calls.sendMail = async (tx, mail) => {
      if (mail.to === address) throw new Error('the connection was lost');
      await this.queue(tx, mail);
    };
  }

  async addressOf(id: string, billingEmail: string | null): Promise<void> {
    const { ownerDb } = this.#world;
    const company = { legalName: null, address: null, taxNumber: null, billingEmail, contacts: [] };
    await ownerDb`UPDATE organisation SET company = ${ownerDb.json(company)} WHERE id = ${id}`;
  }

  /** Only moves forward, so that each test uses later months than the one before. */
  async at(time: string): Promise<void> {
    const { time: clock } = this.#world;
    await clock.advanceDatabase(Date.parse(time) - clock.databaseNowMs());
  }

  readonly call: BillingCalls['call'] = (...input) => this.calls.call(...input);

  owe(partner: string, amount = '300.00'): Promise<Response> {
    const money = { amount, currency: 'EUR' };
    return this.call(
      'billing/adjust',
      { effect: 'OWES_MORE', amount: money, reason: 'Opening balance' },
      partner,
    );
  }

  async turnOn({ statementsDay, reminderDays, since }: Rules): Promise<void> {
    await this.#world.ownerDb`
      UPDATE organisation SET statements_day = ${statementsDay ?? null}, statements_since = ${since}::text::date,
        reminder_days = ${reminderDays ?? null}, reminders_since = ${since}::text::date
      WHERE kind = 'OPERATOR'`;
  }

  scheduleParts() {
    const parts: BillingParts = this.calls.parts();
    return { ...parts, pool: this.#world.pool, log: createLog('silent') };
  }

  run(signal = new AbortController().signal) {
    return runSchedule(this.scheduleParts(), { db: this.db, signal });
  }

  /** The emails in the outbox. */
  async queued(): Promise<Mail[]> {
    const due = await takeDueMails(this.db, seal, { limit: 100, leaseMs: 0 });
    return due.flatMap(({ mail }) => mail ?? []);
  }

  accept(mail: Mail | undefined): Promise<void> {
    return settleStatementMail(this.db, { key: mail?.key ?? '' }, 'SENT', '250 Ok');
  }

  /** The mail server refuses the email. */
  refuse(mail: Mail | undefined): Promise<void> {
    return settleStatementMail(this.db, { key: mail?.key ?? '' }, 'FAILED', '550 Unknown user');
  }

  shown(): Promise<Response> {
    return this.call('billing/schedule/show', {}, null);
  }

  async statement(month: string, partner = 'org_a'): Promise<Response> {
    return (await this.call('statements/show', { month }, partner)).statement;
  }

  async notices(): Promise<{ text: string; open: boolean }[]> {
    return await this.#world.ownerDb<{ text: string; open: boolean }[]>`
      SELECT text, ended_at IS NULL AS open FROM notice WHERE kind = 'billing.schedule_failed'`;
  }
}
