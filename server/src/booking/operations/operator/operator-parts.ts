/** What the operator's operations on bookings and providers are made with. */
import type { delivery } from '@serai/contract/account/deliveries.ts';
import type { z } from 'zod';
import { ApiError } from '../../../platform/api-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { RecordAudit } from '../../../platform/operations/operator/audit-entry.ts';
import type { Booking } from '../../bookings/booking.ts';
import type { PeopleSafe } from '../../bookings/people.ts';
import type { ErasureList } from '../../guests/erasure-list.ts';
import type { Providers } from '../../provider.ts';
import type { ProviderCalls } from '../../providers/call-provider.ts';
import { findOrganisationBooking } from './bookings/organisation-bookings-store.ts';

export interface OperatorParts {
  safe: PeopleSafe;
  providers: Providers;
  calls: Pick<ProviderCalls, 'poolsOf'>;
  recordAudit: RecordAudit;
  /** Where erasures are written down, apart from the database. */
  erasures: ErasureList;
  /** Signs the cursors of lists. */
  cursorKey: Buffer;
  clock: Clock;
  startedAtMs: number;
  /** What was told to webhook endpoints about a booking, the newest first. */
  listDeliveries(
    db: Database,
    organisationId: string,
    bookingId: string,
  ): Promise<z.input<typeof delivery>[]>;
}

/** A foreign booking and one that never was look the same. */
export async function getOrganisationBooking(
  db: Database,
  organisationId: string,
  bookingId: string,
): Promise<Booking> {
  const booking = await findOrganisationBooking(db, organisationId, bookingId);
  if (booking === undefined) {
    throw new ApiError('BOOKING_NOT_FOUND', 'There is no such booking in this organisation.');
  }
  return booking;
}
