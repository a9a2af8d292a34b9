/** What ledger entries and statements show of their bookings. */
import type { EntryBooking } from '@serai/contract/billing/ledger-entry.ts';
import type { Database } from '../../platform/database/connect.ts';
import { listBilledBookings } from './billed-bookings-store.ts';
import type { PeopleSafe } from './people.ts';

/** Returns the bookings by their id, with one query. The guest is null if the personal data was erased. */
export function billedBookings(safe: Pick<PeopleSafe, 'openPeople'>) {
  return async (
    db: Database,
    organisationId: string | undefined,
    bookingIds: readonly string[],
  ): Promise<ReadonlyMap<string, EntryBooking>> => {
    const rows = await listBilledBookings(db, organisationId, bookingIds);
    return new Map(
      rows.map(({ bookingId, people, people_key, ...shown }) => {
        const holder = safe.openPeople({ people, people_key })?.holder;
        return [bookingId, { ...shown, guest: holder ? `${holder.firstName} ${holder.lastName}` : null }];
      }),
    );
  };
}
