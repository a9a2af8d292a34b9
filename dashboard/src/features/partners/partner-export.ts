/** The CSV file of the partners. Pure. */
import type { CsvCell } from '@serai/contract/shared/csv-line.ts';
import type { ListedPartner } from './partner-columns.tsx';

export const PARTNER_HEADINGS = [
  'partner',
  'partner name',
  'status',
  'groups',
  'billing',
  'payment days',
  'billing email',
  'revenue 30 days',
  'revenue currency',
  'owed',
  'overdue',
  'oldest due',
  'currency',
  'last request',
] as const;

/** A partner with revenue in several currencies has the highest amount, as in the list. */
export function partnerCells({ summary, ...partner }: ListedPartner): CsvCell[] {
  const revenue = summary?.revenue?.[0];
  const { owed, overdue } = summary?.balance ?? {};
  return [
    partner.partnerId,
    partner.name,
    partner.status,
    partner.groups.join(' '),
    partner.billing.model,
    partner.paymentDays,
    partner.company.billingEmail,
    decimal(revenue),
    revenue?.currency,
    decimal(owed),
    decimal(overdue?.amount),
    overdue?.since,
    owed?.currency,
    summary?.traffic?.lastRequestAt,
  ];
}

function decimal(money: { amount: string } | null | undefined): CsvCell {
  return money ? { decimal: money.amount } : null;
}
