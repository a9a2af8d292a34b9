import { ENVIRONMENTS, type Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { referenceIdPrefix, type SearchSource } from '../../../platform/operations/operator/search-source.ts';
import type { Booking } from '../../bookings/booking.ts';
import { type BookingPeople, nameWords, type PeopleSafe, searchedWords } from '../../bookings/people.ts';
import {
  type BookingScope,
  findByHolderMarks,
  findByHolderTerms,
  findByIdPrefix,
  findByReference,
  readBookings,
} from './booking-search-store.ts';
import { listPartnerIds } from './operator-bookings-store.ts';

interface Wanted {
  /** Undefined means all partners. */
  organisationId: string | undefined;
  environments?: readonly Environment[];
  /** For each environment. */
  limit: number;
}

interface FoundBooking {
  booking: Booking;
  people: BookingPeople | undefined;
}

/** Each word of a name that was typed in full may fit many other names, so more candidates are read than returned. */
const CANDIDATES = 50;

/** Returns bookings whose id, reference or holder's name begins with the text, most recently changed first. */
export async function findBookings(
  db: Database,
  safe: PeopleSafe,
  text: string,
  { organisationId, environments = ENVIRONMENTS, limit }: Wanted,
): Promise<FoundBooking[]> {
  const idPrefix = referenceIdPrefix(text, 'bkg');
  if (idPrefix !== undefined) {
    const ids = await findByIdPrefix(db, organisationId, { environments, limit }, idPrefix);
    return open(safe, await readBookings(db, ids));
  }
  const organisationIds = organisationId === undefined ? await listPartnerIds(db) : [organisationId];
  const scope = { organisationIds, environments, limit };
  const byReference = await findByReference(db, scope, text);
  const byHolder = await findByHolder(db, safe, text, { ...scope, limit: Math.max(limit, CANDIDATES) });
  const found = await readBookings(db, [...new Set([...byReference, ...byHolder])]);
  const words = nameWords(text);
  return open(safe, found).filter(
    ({ booking, people }) => byReference.includes(booking.booking_id) || isNamed(people, words),
  );
}

async function findByHolder(
  db: Database,
  safe: PeopleSafe,
  text: string,
  scope: BookingScope,
): Promise<string[]> {
  const { organisationIds } = scope;
  const terms = searchedWords(text).flatMap(word =>
    organisationIds.flatMap(organisationId => {
      const term = safe.holderTerm(organisationId, word);
      return term === undefined ? [] : { organisationId, term };
    }),
  );
  const byTerm = terms.length === 0 ? [] : await findByHolderTerms(db, scope, terms);
  const marks = organisationIds.map(organisationId => ({
    organisationId,
    mark: safe.holderMark(organisationId, text),
  }));
  return [...byTerm, ...(await findByHolderMarks(db, scope, marks))];
}

function open(safe: PeopleSafe, bookings: readonly Booking[]): FoundBooking[] {
  return bookings.map(booking => ({ booking, people: safe.openPeople(booking) }));
}

/** Whether each typed word is the beginning of a word of the holder's name. */
function isNamed(people: BookingPeople | undefined, words: readonly string[]): boolean {
  if (people === undefined) return false;
  const own = nameWords(`${people.holder.firstName} ${people.holder.lastName}`);
  return words.every(word => own.some(name => name.startsWith(word)));
}

export function bookingSearch(safe: PeopleSafe): SearchSource {
  return {
    kind: 'booking',
    permission: 'bookings:view',
    async find({ db, organisationId, text, environments, limit }) {
      const found = await findBookings(db, safe, text, { organisationId, environments, limit });
      return found.map(({ booking, people }) => ({
        kind: 'booking',
        id: booking.booking_id,
        title: people ? `${people.holder.firstName} ${people.holder.lastName}` : booking.client_reference,
        detail: [
          booking.client_reference,
          hotelNameOf(booking),
          `${booking.check_in} to ${booking.check_out}`,
        ]
          .filter(Boolean)
          .join(', '),
        status: booking.status,
        environment: booking.environment,
        partnerId: booking.organisation_id as never,
      }));
    },
  };
}

function hotelNameOf({ content }: Booking): string {
  return content.hotel.name;
}
