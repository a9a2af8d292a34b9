/** Converts a ledger entry to the form that the APIs return. Pure. */
import type { ledgerEntry } from '@serai/contract/billing/ledger-entry.ts';
import type { z } from 'zod';
import { isoTime } from '../../platform/iso-time.ts';
import { toMoney } from '../../platform/money/minor-units.ts';
import type { Viewer } from '../../platform/operations/operator/shown-actor.ts';
import { changeOf } from './entry-kinds.ts';
import type { EntryPosition, EntryWithBooking, ReturnedPayment, StoredEntry } from './entry-list-store.ts';

/** Partner users do not see which member of the staff entered a payment or an adjustment. */
export function entryView(entry: EntryWithBooking, { staff }: Viewer): z.input<typeof ledgerEntry> {
  const { currency, amount_minor: amountMinor } = entry;
  return {
    entryId: `${entry.posting_id}.${entry.line}`,
    partnerId: entry.organisation_id,
    environment: entry.environment,
    kind: entry.kind,
    amount: toMoney(amountMinor, currency),
    owed: toMoney(entryChange(entry, 'PARTNER'), currency),
    held: toMoney(entryChange(entry, 'HELD'), currency),
    debit: entry.debit,
    credit: entry.credit,
    at: isoTime(entry.at.getTime()),
    actor: staff === true || entry.booking_id !== null ? entry.actor : 'OPERATOR',
    bookingId: entry.booking_id,
    ...(entry.booking && { booking: entry.booking }),
    externalReference: referenceOf(entry),
    receivedOn: entry.received_on,
    returned: entry.returned && {
      on: entry.returned.on,
      entryId: `${otherPosting(entry, entry.returned)}.1`,
    },
    reason: entry.reason,
  };
}

/** An entry that returns a payment has the reference of the payment. */
export function referenceOf({
  external_reference: own,
  returned,
}: Pick<StoredEntry, 'external_reference' | 'returned'>): string | null {
  return own ?? returned?.reference ?? null;
}

function otherPosting({ kind }: Pick<StoredEntry, 'kind'>, { paymentId, returnId }: ReturnedPayment): string {
  return kind === 'PAYMENT' ? returnId : paymentId;
}

export function entryChange(
  { debit, credit, amount_minor: amountMinor }: Pick<StoredEntry, 'debit' | 'credit' | 'amount_minor'>,
  account: 'PARTNER' | 'HELD',
): number {
  return changeOf({ debit, credit, amountMinor }, account);
}

export function positionTexts({ at_text, posting_id, line }: StoredEntry): string[] {
  return [at_text, posting_id, String(line)];
}

export function positionOf([at = '', postingId = '', line = '']: readonly string[]): EntryPosition {
  return { at, postingId, line: Number(line) };
}
