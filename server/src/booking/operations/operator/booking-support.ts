import { createHash } from 'node:crypto';
import {
  addBookingNote,
  type bookingOrigin,
  markContacted,
  proveBooking,
  showVoucher,
} from '@serai/contract/account/booking-support.ts';
import type { ProviderExchange } from '@serai/contract/booking/provider-exchange.ts';
import type { z } from 'zod';
import { ApiError } from '../../../platform/api-error.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import { isoTime } from '../../../platform/iso-time.ts';
import { auditOf } from '../../../platform/operations/operator/audit-entry.ts';
import { requireConfirmed } from '../../../platform/operations/operator/caller-checks.ts';
import {
  type OperatorContext,
  type OperatorHandler,
  operate,
} from '../../../platform/operations/operator/operator-handler.ts';
import type { Booking } from '../../bookings/booking.ts';
import { bookingView } from '../../bookings/booking-view.ts';
import { listAllExchanges } from '../../bookings/exchange-store.ts';
import { listHistoryWithEvidence } from '../../bookings/history-store.ts';
import { type BookingNote, insertNote, listNotes } from '../../bookings/note-store.ts';
import { shownExchanges } from '../../request-mode.ts';
import { issueVoucher, type VoucherSources } from '../../voucher/issue-voucher.ts';
import { voucherHtml } from '../../voucher/voucher-html.ts';
import { voucherPrinter } from '../../voucher/voucher-pdf.ts';
import { findKeyName } from './operator-bookings-store.ts';
import { getOrganisationBooking, type OperatorParts } from './operator-parts.ts';

export type BookingOrigin = z.input<ReturnType<typeof bookingOrigin>>;

/** Where a booking came from. Only staff may see it. */
export async function originOf(db: Database, booking: Booking): Promise<BookingOrigin> {
  const {
    organisation_id: partnerId,
    key_id: keyId,
    request_id: requestId,
    provider: providerCode,
  } = booking;
  const keyName = keyId === null ? undefined : await findKeyName(db, keyId);
  return { partnerId, keyId, keyName: keyName ?? null, requestId, providerCode };
}

export function bookingsNotesAdd(parts: NoteParts): OperatorHandler {
  return operate(addBookingNote, (context, input) =>
    addNote(parts, context, { ...input, isContact: false, action: addBookingNote.name }),
  );
}

export function bookingsMarkContacted(parts: NoteParts): OperatorHandler {
  return operate(markContacted, (context, input) =>
    addNote(parts, context, { ...input, isContact: true, action: markContacted.name }),
  );
}

type NoteParts = Pick<OperatorParts, 'safe' | 'recordAudit'>;

interface NewNote {
  bookingId: string;
  text: string;
  isContact: boolean;
  action: typeof addBookingNote.name | typeof markContacted.name;
}

function addNote(
  { safe, recordAudit }: NoteParts,
  context: OperatorContext,
  { bookingId, text, isContact, action }: NewNote,
): Promise<{ note: BookingNote }> {
  const { organisationId, actor } = context;
  return inTransaction(context.db, async tx => {
    const booking = await getOrganisationBooking(tx, organisationId, bookingId);
    const note = await insertNote(tx, safe, booking, { by: actor, text, isContact });
    if (note === undefined) {
      const message = "The guests' data has been erased, so no notes can be added to this booking.";
      throw new ApiError('INVALID_STATE', message, { bookingId });
    }
    // The text stays out of the audit log, because it may contain personal data.
    const states = { before: null, after: { noteId: note.noteId } };
    await recordAudit(tx, auditOf(context, { action, target: bookingId, ...states }));
    return { note };
  });
}

/** If the bodies of all exchanges are too large, those of lookups are omitted first. */
const isLookup = ({ operation }: ProviderExchange) => operation === 'lookup';

export function bookingsProof(parts: OperatorParts): OperatorHandler {
  const { safe, clock, recordAudit, listDeliveries, listAuditEntries, listLedgerEntries } = parts;
  return operate(proveBooking, async (context, { bookingId }) => {
    const { db, organisationId } = context;
    const booking = await getOrganisationBooking(db, organisationId, bookingId);
    if (booking.environment === 'production') requireConfirmed(context);
    const [origin, history, { exchanges, lookupsOmitted }, deliveries, notes, auditEntries, ledgerEntries] =
      await Promise.all([
        originOf(db, booking),
        listHistoryWithEvidence(db, safe, booking),
        listAllExchanges(db, safe, booking),
        listDeliveries(db, organisationId, bookingId),
        listNotes(db, safe, booking),
        listAuditEntries(db, organisationId, bookingId),
        listLedgerEntries?.(db, booking),
      ]);
    await recordAudit(
      db,
      auditOf(context, { action: proveBooking.name, target: bookingId, before: null, after: null }),
    );
    const proof = {
      exportedAt: isoTime(clock.nowMs()),
      origin,
      booking: bookingView(booking, safe.openPeople(booking), clock.nowMs()),
      history,
      exchanges: shownExchanges(exchanges, isLookup),
      lookupsOmitted,
      deliveries,
      notes,
      auditEntries,
      ...(ledgerEntries && { ledgerEntries }),
    };
    return { proof, sha256: createHash('sha256').update(JSON.stringify(proof)).digest('hex') };
  });
}

export function bookingsVoucher(parts: OperatorParts & VoucherSources): OperatorHandler {
  const printer = voucherPrinter(parts.clock);
  return operate(showVoucher, async (context, { bookingId, language, format = 'HTML' }) => {
    const { db, organisationId, staff } = context;
    const booking = await getOrganisationBooking(db, organisationId, bookingId);
    const voucher = await issueVoucher(parts, db, booking, language);
    const print = () => printer.print(voucher, staff ? undefined : organisationId);
    return {
      voucher,
      ...(format === 'HTML' && { html: voucherHtml(voucher) }),
      ...(format === 'PDF' && { pdf: (await print()).toString('base64') }),
    };
  });
}
