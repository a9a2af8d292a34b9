import type { AttentionList } from '@serai/contract/account/attention.ts';
import type { auditEntry } from '@serai/contract/account/audit.ts';
import type { delivery } from '@serai/contract/account/deliveries.ts';
import type { ledgerEntry } from '@serai/contract/billing/ledger-entry.ts';
import type { z } from 'zod';
import { ApiError } from '../../../platform/api-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { SendMail } from '../../../platform/mail/mail.ts';
import type { RecordAudit } from '../../../platform/operations/operator/audit-entry.ts';
import type { BillingPort } from '../../billing-port.ts';
import type { Booking } from '../../bookings/booking.ts';
import type { PeopleSafe } from '../../bookings/people.ts';
import type { ErasureList } from '../../guests/erasure-list.ts';
import type { Providers } from '../../provider.ts';
import type { ProviderCalls } from '../../providers/call-provider.ts';
import type { AttentionScope } from './attention-store.ts';
import { findOrganisationBooking } from './operator-bookings-store.ts';

export interface OperatorParts {
  safe: PeopleSafe;
  billing: BillingPort | undefined;
  providers: Providers;
  calls: Pick<ProviderCalls, 'poolsOf'>;
  recordAudit: RecordAudit;
  erasures: ErasureList;
  cursorKey: Buffer;
  clock: Clock;
  startedAtMs: number;
  /** Omitted if the installation sends no emails. */
  sendMail?: SendMail | undefined;
  /** Without a trailing slash. */
  dashboardUrl?: string | undefined;
  /** True if this is the address of a person who works on bookings. */
  isStaff(address: string): Promise<boolean>;
  /** Time zone of the operator, in which days begin. */
  timeZone: () => Promise<string>;
  /** Webhook deliveries about a booking, newest first. */
  listDeliveries(
    db: Database,
    organisationId: string,
    bookingId: string,
  ): Promise<z.input<typeof delivery>[]>;
  /** Webhook endpoints that miss events about bookings, oldest first. */
  listMissedEvents(db: Database, scope: AttentionScope, limit: number): Promise<AttentionList['endpoints']>;
  /** Audit entries about a booking, newest first. */
  listAuditEntries(
    db: Database,
    organisationId: string,
    bookingId: string,
  ): Promise<z.input<typeof auditEntry>[]>;
  /** Ledger entries of a booking, oldest first. Omitted without a ledger. */
  listLedgerEntries?:
    | ((db: Database, booking: Booking) => Promise<z.input<typeof ledgerEntry>[]>)
    | undefined;
}

/** Throws the same error for another partner's booking as for an unknown booking. */
export async function getOrganisationBooking(
  db: Database,
  organisationId: string,
  bookingId: string,
): Promise<Booking> {
  const booking = await findOrganisationBooking(db, organisationId, bookingId);
  if (booking === undefined) {
    throw new ApiError(
      'BOOKING_NOT_FOUND',
      'Unknown booking for this partner. Check the booking ID, or find the booking in bookings/list.',
    );
  }
  return booking;
}
