/** Notifies hotels with own inventory of confirmed bookings. The email contains the voucher and therefore no price. */
import { getOperator } from '../../account/organisation-store.ts';
import type { Booking } from '../../booking/bookings/booking.ts';
import type { PeopleSafe } from '../../booking/bookings/people.ts';
import { issueVoucher } from '../../booking/voucher/issue-voucher.ts';
import { layoutVoucher } from '../../booking/voucher/voucher-lines.ts';
import { findHotelSheet } from '../../content/catalogue/hotel-sheet-store.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import type { SendMail } from '../../platform/mail/mail.ts';
import { claimHotelBookings } from './mail-needs-store.ts';

interface HotelMailParts {
  safe: PeopleSafe;
  clock: Clock;
  send: SendMail;
}

export async function mailHotels(db: Database, parts: HotelMailParts): Promise<void> {
  await inTransaction(db, async tx => {
    for (const booking of await claimHotelBookings(tx)) await mailHotel(tx, parts, booking);
  });
}

async function mailHotel(tx: Database, parts: HotelMailParts, booking: Booking): Promise<void> {
  const findIssuer = async () => {
    const { name, emergencyContact } = await getOperator(tx);
    return { name, emergencyContact };
  };
  const voucher = await issueVoucher({ ...parts, findHotelSheet, findIssuer }, tx, booking, undefined);
  if (voucher.hotel.email === null) return;
  const { sections } = layoutVoucher(voucher);
  await parts.send(tx, {
    key: `hotel-confirmation/${booking.booking_id}`,
    kind: 'hotel-confirmation',
    to: voucher.hotel.email,
    subject: `New booking ${booking.booking_id}, arrival ${booking.check_in}`,
    paragraphs: sections.map(({ heading, fields }) =>
      [
        ...(heading === undefined ? [] : [heading]),
        ...fields.map(({ label, lines }) =>
          label === '' ? lines.join('\n') : `${label}: ${lines.join('\n')}`,
        ),
      ].join('\n'),
    ),
  });
}
