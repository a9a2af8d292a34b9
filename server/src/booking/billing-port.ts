/** What booking needs from billing: the ledger of what partners owe. Entries are written in booking's own transactions. */
import type { Actor, BookingState, StatusReason } from '@serai/contract/booking/booking-states.ts';
import type { Database } from '../platform/database/connect.ts';
import type { BookingScope } from './bookings/booking.ts';

/** Frozen in the quote. */
export interface BillingTerms {
  /** The billing currency of the partner. */
  currency: string;
  /** One unit of the booking's currency in the billing currency. Null if they are the same. */
  rate: string | null;
}

/** What a booking has posted, in minor units of the billing currency. Null if there is no such entry. */
export interface Bill extends BillingTerms {
  held: number | null;
  charged: number | null;
  penalty: number | null;
}

/** What determines the entries of a booking. Amounts are in the booking's own currency. */
export interface BilledBooking {
  status: BookingState;
  statusReason: StatusReason | null;
  currency: string;
  netMinor: number;
  penaltyMinor: number | null;
  /** False if the guest pays at the property. Such bookings post 0. */
  isPayable: boolean;
}

/** Entries to write together, and the bill after them. */
export interface Posting {
  bill: Bill;
  entries: readonly { kind: EntryKind; amountMinor: number }[];
}

type EntryKind = 'HOLD' | 'RELEASE' | 'CHARGE' | 'REFUND' | 'PENALTY';

export interface PostedFor {
  scope: BookingScope;
  bookingId: string;
  actor: Actor;
}

export interface BillingPort {
  /** The billing currency of the partner. It may be some seconds old until the first entry fixes it. */
  currencyOf(scope: BookingScope): Promise<string>;
  /** The hold of a new booking. `highestMinor` is the highest net that the partner accepts. */
  hold(terms: BillingTerms, booking: BilledBooking & { highestMinor: number }): Posting;
  /** What follows from the new state of a booking. Undefined if nothing does. */
  follow(bill: Bill, booking: BilledBooking): Posting | undefined;
  /** Writes the entries in the transaction of the booking. */
  post(tx: Database, posted: PostedFor, posting: Posting): Promise<void>;
  /** Like `post`, and checks the credit: now as far as it is visible, and exactly at the commit, which then fails. */
  postHold(tx: Database, posted: PostedFor, posting: Posting): Promise<'POSTED' | HoldRefusal>;
  /** Why the commit of a hold failed. Undefined for any other error. */
  refusalOf(error: unknown): HoldRefusal | undefined;
  /** Tells the operator that offers in this currency cannot be quoted. At most once a day. */
  tellNoRate(scope: BookingScope, from: string, to: string): Promise<void>;
  /** Called after a refusal, outside the transaction that was rolled back. */
  tellExceeded(db: Database, scope: BookingScope): Promise<void>;
}

/** WRONG_CURRENCY: the billing currency was changed after the quote. */
export type HoldRefusal = 'CREDIT_EXCEEDED' | 'WRONG_CURRENCY';
