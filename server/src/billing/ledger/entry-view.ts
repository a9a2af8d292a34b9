/** A ledger entry in the form shown to people. Pure. */
import type { ledgerEntry } from '@serai/contract/billing/ledger-entry.ts';
import type { z } from 'zod';
import { isoTime } from '../../platform/iso-time.ts';
import { toMoney } from '../../platform/money/minor-units.ts';
import { changeOf } from './entry-kinds.ts';
import type { EntryPosition, StoredEntry } from './entry-list-store.ts';

export function entryView(entry: StoredEntry): z.input<typeof ledgerEntry> {
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
    actor: entry.actor,
    bookingId: entry.booking_id,
    externalReference: entry.external_reference,
    reason: entry.reason,
  };
}

/** By how much the entry changes an account. */
export function entryChange(
  { debit, credit, amount_minor: amountMinor }: Pick<StoredEntry, 'debit' | 'credit' | 'amount_minor'>,
  account: 'PARTNER' | 'HELD',
): number {
  return changeOf({ debit, credit, amountMinor }, account);
}

/** For cursors. */
export function positionTexts({ at_text, posting_id, line }: StoredEntry): string[] {
  return [at_text, posting_id, String(line)];
}

export function positionOf([at = '', postingId = '', line = '']: readonly string[]): EntryPosition {
  return { at, postingId, line: Number(line) };
}
