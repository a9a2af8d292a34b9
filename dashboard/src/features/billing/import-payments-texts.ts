/** The texts of the dialog that imports payments. Pure. */
import type { Tone } from '../../components/feedback.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { sumDecimals } from '../../lib/format/decimal.ts';
import { formatMoney, formatNumber, formatUtcDay } from '../../lib/format/format.ts';

export type Imported = Output<'billing/payments/import'>;
export type ImportedRow = Imported['rows'][number];

/** Before anything is recorded. */
export const OUTCOMES: Readonly<Record<ImportedRow['outcome'], { label: string; tone: Tone }>> = {
  RECORDED: { label: 'New', tone: 'good' },
  ALREADY_RECORDED: { label: 'Already recorded', tone: 'plain' },
  INVALID: { label: 'Invalid', tone: 'bad' },
};

const RANKS: Readonly<Record<ImportedRow['outcome'], number>> = {
  INVALID: 0,
  RECORDED: 1,
  ALREADY_RECORDED: 2,
};

/** Invalid rows come first. The order of the file is otherwise kept. */
export function invalidFirst(rows: readonly ImportedRow[]): ImportedRow[] {
  return rows.toSorted((a, b) => RANKS[a.outcome] - RANKS[b.outcome]);
}

/** For example `2 new payments, 1,240.00 EUR. 1 already recorded. 1 invalid.`, with one sum for each currency. */
export function foundText({ rows, recorded, alreadyRecorded, invalid }: Omit<Imported, 'written'>): string {
  const amounts = rows.flatMap(({ outcome, amount }) => (outcome === 'RECORDED' && amount ? [amount] : []));
  const sums = [...Map.groupBy(amounts, ({ currency }) => currency)].map(([currency, each]) =>
    formatMoney({ amount: sumDecimals(each.map(({ amount }) => amount)), currency }),
  );
  return [
    recorded === 0 ? 'No new payments.' : `${[counted(recorded, 'new payment'), ...sums].join(', ')}.`,
    alreadyRecorded > 0 && `${formatNumber(alreadyRecorded)} already recorded.`,
    invalid > 0 && `${formatNumber(invalid)} invalid.`,
  ]
    .filter(part => part !== false)
    .join(' ');
}

type Counts = Pick<Imported, 'recorded' | 'alreadyRecorded' | 'invalid'>;

/** Someone else may have recorded the payments after the file was checked. */
export function doneText({ recorded, alreadyRecorded, invalid }: Counts): string {
  const leftOut = invalid > 0 ? `, ${counted(invalid, 'row')} skipped` : '';
  if (recorded === 0 && alreadyRecorded > 0) {
    const all = alreadyRecorded === 1 ? 'the payment' : `all ${counted(alreadyRecorded, 'payment')}`;
    return `Nothing new: ${all} had already been recorded${leftOut}.`;
  }
  const known = alreadyRecorded > 0 ? `, ${formatNumber(alreadyRecorded)} already recorded` : '';
  return `${counted(recorded, 'payment')} recorded${known}${leftOut}.`;
}

type Facts = Pick<ImportedRow, 'line' | 'receivedOn' | 'externalReference' | 'returnedOn'>;

/** For example `Line 3, 5 Jan 2026, BANK-2, returned on 9 Jan 2026`. */
export function factsText({ line, receivedOn, externalReference, returnedOn }: Facts): string {
  return [
    `Line ${line}`,
    receivedOn === null ? null : formatUtcDay(receivedOn),
    externalReference,
    returnedOn === null ? null : `returned on ${formatUtcDay(returnedOn)}`,
  ]
    .filter(fact => fact !== null)
    .join(', ');
}

export function counted(count: number, noun: string): string {
  return `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`;
}
