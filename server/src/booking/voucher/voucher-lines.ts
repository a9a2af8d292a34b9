/** The parts of a voucher as lines of text, for the page and the PDF. Pure. */
import type { Voucher } from '@serai/contract/booking/voucher.ts';
import type { VoucherLanguage } from '@serai/contract/booking/voucher-languages.ts';
import { textsIn } from './voucher-texts.ts';

export interface Field {
  label: string;
  lines: readonly string[];
}

export interface VoucherSection {
  heading: string | undefined;
  fields: readonly Field[];
}

export interface VoucherLayout {
  language: string;
  title: string;
  /** The warning that the booking is a test, shown in a frame. */
  warning: string | undefined;
  hotelName: string;
  sections: readonly VoucherSection[];
  footer: readonly string[];
}

export function layoutVoucher(voucher: Voucher): VoucherLayout {
  const texts = textsIn(voucher.language as VoucherLanguage);
  return {
    language: voucher.language,
    title: texts.title,
    warning: voucher.testMode ? texts.test : undefined,
    hotelName: voucher.hotel.name,
    sections: [
      section(undefined, [
        field('', addressLines(voucher)),
        field(texts.phone, [voucher.hotel.phone]),
        field(texts.email, [voucher.hotel.email]),
      ]),
      section(undefined, [
        field(texts.hotelConfirmation, [voucher.hotelConfirmationNumber]),
        field(texts.bookingReference, [voucher.bookingId]),
        field(texts.providerReference, [voucher.providerReference]),
        field(texts.yourReference, [voucher.clientReference]),
        field(texts.holder, [fullName(voucher.holder)]),
      ]),
      section(undefined, [
        field(texts.checkIn, [dayOf(voucher, 'checkIn', texts.from)]),
        field(texts.checkOut, [dayOf(voucher, 'checkOut', texts.until)]),
        field(texts.nights, [String(voucher.nights)]),
        field(texts.board, [voucher.board.name]),
      ]),
      ...voucher.rooms.map(room => roomSection(voucher, room)),
      section(undefined, [
        field(texts.payment, [voucher.payableThrough]),
        field(texts.emergency, contactLines(voucher.issuedBy.emergencyContact)),
      ]),
    ].filter(({ fields }) => fields.length > 0),
    footer: [texts.present, `${texts.issuedBy} ${voucher.issuedBy.name}`],
  };
}

function roomSection(voucher: Voucher, room: Voucher['rooms'][number]): VoucherSection {
  const texts = textsIn(voucher.language as VoucherLanguage);
  const requests = room.specialRequests === null ? [] : [room.specialRequests, texts.requestsNote];
  return section(`${texts.room} ${room.roomRef}: ${room.name}`, [
    field(
      texts.guests,
      room.guests.map(guest => guestLine(voucher, guest)),
    ),
    field(texts.requests, requests),
  ]);
}

function guestLine({ language }: Voucher, guest: Voucher['rooms'][number]['guests'][number]): string {
  const texts = textsIn(language as VoucherLanguage);
  const name = fullName(guest);
  const kind = guest.type === 'CHILD' ? texts.child : texts.adult;
  const age = guest.age === null ? '' : `, ${guest.age} ${texts.years}`;
  return name === null ? `${kind}${age}` : `${name} (${kind}${age})`;
}

function fullName({
  title,
  firstName,
  lastName,
}: {
  title?: string | null;
  firstName: string | null;
  lastName: string | null;
}): string | null {
  const name = [title, firstName, lastName].filter(part => part).join(' ');
  return name === '' ? null : name;
}

function addressLines({ hotel, language }: Voucher): (string | null)[] {
  const { address } = hotel;
  if (address === null) return [];
  const town = [address.postalCode, address.city].filter(part => part).join(' ');
  const country = new Intl.DisplayNames([language], { type: 'region' }).of(address.countryCode);
  return [address.street, town, address.region, country ?? address.countryCode];
}

function contactLines({ name, phone, email }: Voucher['issuedBy']['emergencyContact']): (string | null)[] {
  return [name, phone, email];
}

function dayOf(voucher: Voucher, which: 'checkIn' | 'checkOut', preposition: string): string {
  const day = new Intl.DateTimeFormat(voucher.language === 'en' ? 'en-GB' : voucher.language, {
    dateStyle: 'full',
    timeZone: 'UTC',
  }).format(new Date(`${voucher[which]}T00:00:00Z`));
  const time = which === 'checkIn' ? voucher.hotel.checkInFrom : voucher.hotel.checkOutUntil;
  return time === null ? day : `${day}, ${preposition} ${time}`;
}

function field(label: string, lines: readonly (string | null)[]): Field {
  return { label, lines: lines.filter((line): line is string => line !== null && line !== '') };
}

function section(heading: string | undefined, fields: readonly Field[]): VoucherSection {
  return { heading, fields: fields.filter(({ lines }) => lines.length > 0) };
}
