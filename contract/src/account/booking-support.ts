import { z } from 'zod';
import { ledgerEntry } from '../billing/ledger-entry.ts';
import { bookingRecord } from '../booking/booking-record.ts';
import { HISTORY_EXAMPLE, historyEntry } from '../booking/bookingdetail.ts';
import { bookingExample } from '../booking/examples/booking-example.ts';
import { VOUCHER_EXAMPLE } from '../booking/examples/voucher-example.ts';
import { audit, MAX_EXCHANGES_SHOWN } from '../booking/provider-exchange.ts';
import { voucherLanguage, voucherRecord } from '../booking/voucher.ts';
import { defineOperatorOperation } from '../operator-operation.ts';
import { bookingId, keyId, partnerId, requestId } from '../shared/ids.ts';
import { withoutCardNumber } from '../shared/text.ts';
import { anyCount, choice, flag, instant, listCode } from '../shared/values.ts';
import { AUDIT_ENTRY_EXAMPLE, auditEntry } from './audit.ts';
import { DELIVERY_EXAMPLE, delivery } from './deliveries.ts';
import { actor } from './fields.ts';

/** Only staff see the origin of a booking. */
export const bookingOrigin = () =>
  z.strictObject({
    partnerId: partnerId(),
    keyId: keyId()
      .nullable()
      .describe('The API key that made the booking. Null for bookings from older versions.'),
    keyName: z.string().nullable().describe('Current name of the key.'),
    requestId: requestId()
      .nullable()
      .describe('The request that made the booking. Null for bookings from older versions.'),
    providerCode: listCode().describe('Code of the provider of the booking.'),
  });

export const BOOKING_ORIGIN_EXAMPLE = {
  partnerId: 'prt_01J9ZC4T3E',
  keyId: '4Zk81mQpXr2T',
  keyName: 'Website',
  requestId: 'req_01J9ZC4T3E',
  providerCode: 'test-1',
} satisfies z.input<ReturnType<typeof bookingOrigin>>;

export const bookingNote = () =>
  z.strictObject({
    noteId: z.string().describe('Note ID (`not_…`).'),
    at: instant(),
    by: actor(),
    text: z.string().nullable().describe("Null after the guests' data has been erased."),
    isContact: flag().describe(
      'Whether the note records that the partner was contacted about the status of the booking (`bookings/mark-contacted`).',
    ),
  });

export const BOOKING_NOTE_EXAMPLE = {
  noteId: 'not_01J9ZC4T3E',
  at: '2027-02-02T09:00:00Z',
  by: 'ana@example.com',
  text: 'The guest arrives after midnight. The hotel has been informed.',
  isContact: false,
} satisfies z.input<ReturnType<typeof bookingNote>>;

export const MAX_NOTE_LENGTH = 4_000;

export const operatorHistoryEntry = () =>
  historyEntry().extend({
    evidence: z
      .string()
      .nullable()
      .describe(
        'Evidence given by the person who resolved the booking, or the reason for a cancellation by staff.',
      ),
    by: z.string().nullable().describe('The person who resolved or cancelled the booking.'),
    note: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe('Details recorded by the service: `cause`, and the differences or charges that it found.'),
  });

export const OPERATOR_HISTORY_EXAMPLE = HISTORY_EXAMPLE.map(entry => ({
  ...entry,
  evidence: null,
  by: null,
  note: null,
}));

export const addBookingNote = defineOperatorOperation({
  name: 'bookings/notes/add',
  permission: 'bookings:resolve',
  partner: ['bookingId'],
  summary: 'Add a note to a booking',
  description:
    "Adds a note that only staff see. Notes cannot be changed or removed. They become unreadable when the guests' data is erased.",
  input: z.strictObject({
    bookingId: bookingId(),
    text: withoutCardNumber(z.string().min(1).max(MAX_NOTE_LENGTH)).describe('Text of the note.'),
  }),
  output: z.strictObject({ note: bookingNote() }),
  errors: ['BOOKING_NOT_FOUND', 'INVALID_STATE'],
  examples: {
    request: { bookingId: bookingExample.bookingId, text: BOOKING_NOTE_EXAMPLE.text },
    answer: { note: BOOKING_NOTE_EXAMPLE },
  },
});

const CONTACT_EXAMPLE = {
  ...BOOKING_NOTE_EXAMPLE,
  text: 'Phoned Maria Lund. She informs the guest.',
  isContact: true,
} satisfies z.input<ReturnType<typeof bookingNote>>;

export const markContacted = defineOperatorOperation({
  name: 'bookings/mark-contacted',
  permission: 'bookings:resolve',
  partner: ['bookingId'],
  summary: 'Record that the partner was contacted about a booking',
  description:
    'Adds a note which records that the partner knows the status of the booking, for example because somebody phoned them. Use it if no webhook endpoint of the partner received the event about the status. Events about the booking that were not delivered before are no longer listed in `attention/list`.',
  input: z.strictObject({
    bookingId: bookingId(),
    text: withoutCardNumber(z.string().min(1).max(MAX_NOTE_LENGTH)).describe(
      'How the partner was contacted, and whom you spoke to.',
    ),
  }),
  output: z.strictObject({ note: bookingNote() }),
  errors: ['BOOKING_NOT_FOUND', 'INVALID_STATE'],
  examples: {
    request: { bookingId: bookingExample.bookingId, text: CONTACT_EXAMPLE.text },
    answer: { note: CONTACT_EXAMPLE },
  },
});

const proof = () =>
  z.strictObject({
    exportedAt: instant(),
    origin: bookingOrigin(),
    booking: bookingRecord(),
    history: z.array(operatorHistoryEntry()).describe('Oldest first.'),
    exchanges: audit().unwrap().describe('Stored exchanges with the provider, oldest first, redacted.'),
    lookupsOmitted: anyCount().describe(
      `Number of older lookups that are left out. Only the last ${MAX_EXCHANGES_SHOWN} lookups are included.`,
    ),
    deliveries: z.array(delivery).describe('The last 100 webhook deliveries, newest first.'),
    notes: z.array(bookingNote()).describe('Oldest first.'),
    auditEntries: z
      .array(auditEntry)
      .describe('Audit entries about the booking, newest first. At most 1,000.'),
    ledgerEntries: z.array(ledgerEntry).optional().describe('Ledger entries of the booking, oldest first.'),
  });

export const proveBooking = defineOperatorOperation({
  name: 'bookings/proof',
  permission: 'bookings:resolve',
  partner: ['bookingId'],
  summary: 'Export the proof file of a booking',
  description:
    'Returns everything that is stored about a booking in one document, for a dispute: history, exchanges with the provider, webhook deliveries, notes, audit entries and ledger entries. The export is recorded in the audit log. Bookings in production require a step-up (`session/confirm`).',
  input: z.strictObject({ bookingId: bookingId() }),
  output: z.strictObject({
    proof: proof(),
    sha256: z.string().describe('Hexadecimal SHA-256 of `proof` as compact JSON.'),
  }),
  errors: ['BOOKING_NOT_FOUND'],
  examples: {
    request: { bookingId: bookingExample.bookingId },
    answer: {
      proof: {
        exportedAt: '2027-02-02T09:05:00Z',
        origin: BOOKING_ORIGIN_EXAMPLE,
        booking: bookingExample,
        history: OPERATOR_HISTORY_EXAMPLE,
        exchanges: { transactions: [] },
        lookupsOmitted: 0,
        deliveries: [{ ...DELIVERY_EXAMPLE, bookingId: bookingExample.bookingId }],
        notes: [BOOKING_NOTE_EXAMPLE],
        auditEntries: [AUDIT_ENTRY_EXAMPLE],
      },
      sha256: '5d41402abc4b2a76b9719d911017c5925d41402abc4b2a76b9719d911017c592',
    },
  },
});

export const VOUCHER_FORMATS = ['JSON', 'HTML', 'PDF'] as const;

export const showVoucher = defineOperatorOperation({
  name: 'bookings/voucher',
  permission: 'bookings:view',
  partner: ['bookingId'],
  summary: 'Show the voucher of a booking',
  description:
    'Returns the voucher of a confirmed or completed booking, which guests show at the hotel. It contains no prices. The PDF embeds a font for Latin, Greek, Cyrillic and Devanagari. Texts in other scripts are complete only in the HTML page.',
  input: z.strictObject({
    bookingId: bookingId(),
    language: voucherLanguage(),
    format: choice(VOUCHER_FORMATS)
      .optional()
      .describe('JSON: only the data. HTML and PDF: also the page or the file. Default: HTML.'),
  }),
  output: z.strictObject({
    voucher: voucherRecord(),
    html: z.string().optional().describe('The printable page. Present only if `format` is HTML.'),
    pdf: z.string().optional().describe('The file in base64. Present only if `format` is PDF.'),
  }),
  errors: ['BOOKING_NOT_FOUND', 'INVALID_STATE'],
  examples: {
    request: { bookingId: bookingExample.bookingId, language: 'en', format: 'JSON' },
    answer: { voucher: VOUCHER_EXAMPLE },
  },
});
