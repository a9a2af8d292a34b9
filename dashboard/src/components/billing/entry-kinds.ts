/** Labels for the kinds of ledger entries. Pure. */
import type { Output } from '../../lib/calls/operator-client.ts';
import type { Tone } from '../feedback.tsx';

export type Entry = Output<'billing/entries/list'>['entries'][number];

export const KINDS: Record<Entry['kind'], { label: string; tone: Tone }> = {
  HOLD: { label: 'Hold', tone: 'plain' },
  RELEASE: { label: 'Release', tone: 'plain' },
  CHARGE: { label: 'Charge', tone: 'info' },
  REFUND: { label: 'Refund', tone: 'good' },
  PENALTY: { label: 'Penalty', tone: 'warn' },
  PAYMENT: { label: 'Payment', tone: 'good' },
  RETURNED_PAYMENT: { label: 'Returned payment', tone: 'bad' },
  ADJUSTMENT: { label: 'Adjustment', tone: 'plain' },
};

export const ENTRY_KINDS = Object.keys(KINDS) as Entry['kind'][];
export const KIND_OPTIONS = ENTRY_KINDS.map(kind => [kind, KINDS[kind].label] as const);
