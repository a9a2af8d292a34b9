/** The booking of a ledger entry in one line, as statements and the dashboard show it. Needs no schemas. */
import type { EntryBooking } from './ledger-entry.ts';

/** For example `TEST-2 · Mary Delacroix · Casa Luna, 17–20 Jan 2027`. A name that was erased is left out. */
export function bookingLine({ clientReference, guest, hotel, checkIn, checkOut }: EntryBooking): string {
  const shown = [clientReference, guest, `${hotel}, ${stayText(checkIn, checkOut)}`];
  return shown.filter(Boolean).join(' · ');
}

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

/** Browsers and the server set different spaces in ranges of dates, so the range is put together here. */
function stayText(checkIn: string, checkOut: string): string {
  const [first, last] = [DAY.format(new Date(checkIn)), DAY.format(new Date(checkOut))];
  const [day, month] = first.split(' ');
  if (checkIn.slice(0, 7) === checkOut.slice(0, 7)) return `${day}–${last}`;
  if (checkIn.slice(0, 4) === checkOut.slice(0, 4)) return `${day} ${month} – ${last}`;
  return `${first} – ${last}`;
}
