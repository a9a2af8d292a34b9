/** Calls the billing operations with the database scope of one partner, or of staff, and sells rooms. */

import { OPERATOR_LEGAL_EXAMPLE } from '@serai/contract/account/company.ts';
import { PAYMENT_DETAILS_EXAMPLE } from '@serai/contract/account/payment-details.ts';
import { billingHandlers } from '../src/billing/operations/operator/billing-handlers.ts';
import type { BillingParts } from '../src/billing/operations/operator/billing-parts.ts';
import { statementPrinter } from '../src/billing/statements/statement-pdf.ts';
import { billedBookings } from '../src/booking/bookings/billed-bookings.ts';
import { journalCancel } from '../src/booking/bookings/protocol/journal-cancel.ts';
import { recordBooked, recordCancelled } from '../src/booking/bookings/protocol/record-outcome.ts';
import type { SendMail } from '../src/platform/mail/mail.ts';
import type { AuditEntry } from '../src/platform/operations/operator/audit-entry.ts';
import type { OperatorContext } from '../src/platform/operations/operator/operator-handler.ts';
import { type BookingWorld, bookingContent, NET_MINOR, RESERVATION } from './booking-world.ts';
import { ManualClock } from './manual-clock.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests access responses without types
export type Response = any;

/** Makes a booking post to the ledger. */
export const BILLING = { terms: { currency: 'EUR', rate: null }, highestMinor: NET_MINOR };

export class BillingCalls {
  readonly audited: AuditEntry[] = [];
  zone = 'Europe/Madrid';
  /** Whether the calls come from the staff of the operator, or from users of the partner. */
  staff = true;
  /** Undefined if email is off. */
  sendMail: SendMail | undefined;
  readonly #world: BookingWorld;
  readonly #printer = statementPrinter(new ManualClock());

  constructor(world: BookingWorld) {
    this.#world = world;
  }

  parts(): BillingParts {
    return {
      recordAudit: async (_: unknown, entry: AuditEntry) => void this.audited.push(entry),
      cursorKey: Buffer.alloc(32),
      timeZone: async () => this.zone,
      issuer: async () => ({
        ...{ name: 'Serai Hotels', ...OPERATOR_LEGAL_EXAMPLE },
        paymentDetails: PAYMENT_DETAILS_EXAMPLE,
      }),
      findBookings: billedBookings(this.#world.parts.safe),
      printer: this.#printer,
      sendMail: this.sendMail,
      dashboardUrl: 'https://dashboard.example.com',
    };
  }

  /** `partner` null means all partners. */
  async call(name: string, input: object = {}, partner: string | null = 'org_a'): Promise<Response> {
    const handler = billingHandlers(this.parts()).find(({ operation }) => operation.name === name);
    const { db, pool } = this.#world;
    const context = {
      db: partner === null ? db : pool.forPartner({ organisationId: partner, environment: null }),
      organisationId: partner ?? 'opr',
      partnerId: partner ?? undefined,
      actor: 'finance@example.com',
      staff: this.staff,
    } as unknown as OperatorContext;
    const parsed = handler?.operation.input.parse(input);
    const answer = await handler?.run(context, parsed as never);
    return handler?.operation.output.parse(answer);
  }

  /** Sells a stay for 444.00 EUR net. The content is the default unless it is given. */
  async sell(content = bookingContent()): Promise<string> {
    const { db, parts, supplier } = this.#world;
    const { attempt } = await this.#world.journalled({ billing: BILLING, content });
    const outcome = { kind: 'CONFIRMED', ...RESERVATION } as const;
    const { booking } = await recordBooked(db, parts, { supplier, attempt, outcome, exchanges: [] });
    return booking.booking_id;
  }

  /** Cancels a booking through the booking protocol, with the penalty of its terms. */
  async cancel(bookingId: string): Promise<void> {
    const { db, parts, supplier, time } = this.#world;
    const sent = await journalCancel(db, parts, {
      ...{ bookingId, arrivedAtMs: time.databaseNowMs(), maxPenaltyMinor: NET_MINOR, reason: null, supplier },
    });
    if (sent.kind !== 'SENT') throw new Error(sent.kind);
    const outcome = { kind: 'CANCELLED', penaltyMinor: null } as const;
    await recordCancelled(db, parts, { supplier, attempt: sent.attempt, outcome, exchanges: [] });
  }

  /** Deletes all bookings, entries, statements and reports. */
  async clear(): Promise<void> {
    this.audited.length = 0;
    const { ownerDb } = this.#world;
    await ownerDb`TRUNCATE ledger_entry, adjustment_reference, payment_return, ledger_balance, ledger_alert, statement, statement_counter, statement_mail, booking, booking_note, booking_attempt, booking_history,
      booking_exchange, job, outbox_event, report_booking, report_total, report_stay_total, report_sum`;
    await ownerDb`UPDATE report_progress SET changed_at = '-infinity', booking_id = '', as_of = NULL`;
  }
}
