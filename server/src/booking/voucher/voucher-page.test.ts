import type { Voucher } from '@serai/contract/booking/voucher.ts';
import { expect, test } from 'vitest';
import { pdfPages } from '../../../test/pdf-text.ts';
import { voucherHtml } from './voucher-html.ts';
import { layoutVoucher } from './voucher-lines.ts';
import { voucherPdf } from './voucher-pdf.ts';
import { labelLanguage } from './voucher-texts.ts';

const VOUCHER: Voucher = {
  bookingId: 'bkg_0123456789ABCDEFGHIJ' as Voucher['bookingId'],
  clientReference: 'TRIP-1',
  language: 'en',
  issuedAt: '2027-01-05T10:00:00Z',
  testMode: false,
  hotelConfirmationNumber: 'HC-42',
  providerReference: 'TP1-1',
  hotel: {
    hotelId: 'htl_1' as Voucher['hotel']['hotelId'],
    name: 'Hotel Ξενία <b>',
    address: {
      street: 'Calle "Mayor" 1',
      postalCode: '28001',
      city: 'Madrid',
      region: null,
      countryCode: 'ES',
    },
    phone: '+34 910 000 001',
    email: null,
    location: { latitude: 1, longitude: 2 },
    checkInFrom: '15:00',
    checkOutUntil: '11:00',
  },
  checkIn: '2027-03-12',
  checkOut: '2027-03-14',
  nights: 2,
  board: { code: 'BB', name: 'Bed and breakfast' },
  holder: { firstName: 'Żaneta', lastName: 'Ścisłowska' },
  rooms: [
    {
      roomRef: 1,
      name: 'Double & more',
      guests: [
        { type: 'ADULT', age: null, firstName: 'Żaneta', lastName: 'Ścisłowska', title: 'Ms' },
        { type: 'ADULT', age: null, firstName: 'Юрий', lastName: 'Ковальов', title: null },
        { type: 'CHILD', age: 7, firstName: null, lastName: null, title: null },
      ],
      specialRequests: "<script>alert('x')</script>",
    },
  ],
  payableThrough: 'Payable through Example Agency.',
  issuedBy: {
    name: 'Serai Hotels',
    emergencyContact: { name: 'Help desk', phone: '+34 910 000 000', email: null },
  },
};

test('the voucher page escapes values and contains no scripts or external resources', () => {
  const html = voucherHtml(VOUCHER);
  expect(html).toContain('Hotel Ξενία &lt;b&gt;');
  expect(html).toContain('Calle &quot;Mayor&quot; 1');
  expect(html).toContain('&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;');
  expect(html).toContain('Double &amp; more');
  expect(html).not.toMatch(/<script|<link|<img|<iframe|\son\w+=|https?:|url\(|@import/i);
  expect(html).toContain("default-src 'none'");
});

test('the voucher page shows address, phone, references, guests, times, payment text and emergency contact', () => {
  const html = voucherHtml(VOUCHER);
  const shown = [
    '+34 910 000 001',
    '28001 Madrid',
    'Spain',
    'HC-42',
    'TP1-1',
    'TRIP-1',
    VOUCHER.bookingId,
    'Ms Żaneta Ścisłowska (Adult)',
    'Юрий Ковальов (Adult)',
    'Child, 7 years',
    'Friday, 12 March 2027, from 15:00',
    'until 11:00',
    'Bed and breakfast',
    'Payable through Example Agency.',
    'Help desk',
    '+34 910 000 000',
  ];
  expect(shown.filter(text => !html.includes(text))).toEqual([]);
});

test('the voucher page marks a test booking, but not a real booking', () => {
  expect(voucherHtml({ ...VOUCHER, testMode: true })).toContain('TEST BOOKING');
  expect(voucherHtml(VOUCHER)).not.toContain('TEST BOOKING');
});

test('a voucher omits the labels of missing values', () => {
  const bare = {
    ...VOUCHER,
    hotelConfirmationNumber: null,
    payableThrough: null,
    hotel: { ...VOUCHER.hotel, address: null, phone: null },
    issuedBy: { ...VOUCHER.issuedBy, emergencyContact: { name: null, phone: null, email: null } },
  };
  const labels = layoutVoucher(bare).sections.flatMap(({ fields }) => fields.map(({ label }) => label));
  for (const label of ['Telephone', 'Payment', 'Help during the stay', 'Hotel confirmation number', '']) {
    expect(labels).not.toContain(label);
  }
});

test.each([
  ['es', 'es', 'Bono de hotel'],
  ['de-AT', 'de', 'Hotelgutschein'],
  ['FR', 'fr', 'Bon d’échange hôtel'],
  ['ja', 'en', 'Hotel voucher'],
])('a voucher in %s has labels in %s with the title "%s"', (requested, language, title) => {
  expect(labelLanguage(requested)).toBe(language);
  const voucher = { ...VOUCHER, language: labelLanguage(requested) };
  expect(layoutVoucher(voucher).title).toBe(title);
});

test('the font in the voucher PDF has a glyph for every Latin, Greek and Cyrillic letter that is used', async () => {
  const text = pdfPages(await voucherPdf(VOUCHER)).join('\n');
  for (const shown of ['Żaneta Ścisłowska', 'Юрий Ковальов', 'Ξενία', '+34 910 000 001']) {
    expect(text).toContain(shown);
  }
});

test('the PDF of a long voucher has several pages', async () => {
  const rooms = Array.from({ length: 8 }, () => VOUCHER.rooms).flat();
  expect(pdfPages(await voucherPdf({ ...VOUCHER, rooms: [...rooms, ...rooms] })).length).toBeGreaterThan(1);
});
