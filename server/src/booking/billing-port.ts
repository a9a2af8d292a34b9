/**
 * The ledger of the amounts that partners owe, as the booking area uses it. The billing area implements it. Entries are
 * written in the transactions of the booking area.
 */
import type { Actor, BookingState } from '@serai/contract/booking/booking-states.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../platform/database/connect.ts';
import type { Statement } from '../platform/database/statement.ts';

/** Each partner has one ledger in each environment. */
export interface BillingScope {
  organisationId: string;
  environment: Environment;
}

/** Frozen in the quote. */
export interface BillingTerms {
  currency: string;
  /** One unit of the booking's currency in the billing currency. Null if they are the same. */
  rate: string | null;
}

/**
 * The amounts that a booking has posted, in minor units of the billing currency. Null if there is no such entry.
 */
export interface Bill extends BillingTerms {
  held: number | null;
  charged: number | null;
  penalty: number | null;
}

/** Amounts are in the booking's own currency. */
export interface BilledBooking {
  status: BookingState;
  currency: string;
  netMinor: number;
  /** The penalty that the partner owes. Posted only if the booking is cancelled. */
  penaltyMinor: number;
  /** False if the guest pays at the property. Such bookings post entries with the amount 0. */
  isPayable: boolean;
}

export interface Posting {
  bill: Bill;
  entries: readonly { kind: EntryKind; amountMinor: number }[];
}

type EntryKind = 'HOLD' | 'RELEASE' | 'CHARGE' | 'REFUND' | 'PENALTY';

export interface PostedFor {
  scope: BillingScope;
  bookingId: string;
  actor: Actor;
}

export interface BillingPort {
  /** The billing currency of the partner. The value may be a few seconds old until the first entry fixes it. */
  currencyOf(scope: BillingScope): Promise<string>;
  /** The hold of a new booking. `highestMinor` is the highest net that the partner accepts. */
  hold(terms: BillingTerms, booking: BilledBooking & { highestMinor: number }): Posting;
  /** Returns the entries that follow from the new state of a booking, or undefined if there are none. */
  follow(bill: Bill, booking: BilledBooking): Posting | undefined;
  post(tx: Database, posted: PostedFor, posting: Posting): Promise<void>;
  /**
   * Returns the same entries as a CTE for the statement that changes the booking. That statement has a CTE `moment (at)`, which
   * is their time.
   */
  entriesOfChange(tx: Database, posted: PostedFor, posting: Posting): Statement;
  /** Like `entriesOfChange`, but the commit fails if the credit is exceeded. */
  entriesOfHold(tx: Database, posted: PostedFor, posting: Posting): Statement;
  /**
   * If little credit is left, checks a hold against the entries that are visible now, so that a booking that is refused does
   * little work. Only the commit decides exactly.
   */
  checkHold(tx: Database, scope: BillingScope, posting: Posting): Promise<HoldRefusal | undefined>;
  /** Returns why the commit of a hold failed, or undefined for any other error. */
  refusalOf(error: unknown): HoldRefusal | undefined;
  /** Notifies the operator, at most once a day, that offers in this currency cannot be quoted. */
  tellNoRate(scope: BillingScope, from: string, to: string): Promise<void>;
  /** Called after a refusal, outside the transaction that was rolled back. */
  tellExceeded(db: Database, scope: BillingScope): Promise<void>;
}

/** WRONG_CURRENCY: the billing currency was changed after the quote. */
export type HoldRefusal = 'CREDIT_EXCEEDED' | 'WRONG_CURRENCY';
