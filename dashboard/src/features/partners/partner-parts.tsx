import { Badge } from '../../components/feedback.tsx';
import type { Partner } from '../../components/partners/partners.tsx';
import { formatMoney } from '../../lib/format/format.ts';

export function StatusBadge({ status }: Pick<Partner, 'status'>) {
  return status === 'ACTIVE' ? <Badge tone="good">Active</Badge> : <Badge tone="bad">Suspended</Badge>;
}

export function OverdueBadge() {
  return <Badge tone="bad">Overdue</Badge>;
}

export function describeBilling({ model, currency, limit }: Partner['billing']): string {
  switch (model) {
    case 'CREDIT':
      return limit === null ? 'Credit' : `Credit limit ${formatMoney(limit)}`;
    case 'PREPAID':
      return `Prepaid in ${currency}`;
    case 'NONE':
      return 'No credit limit';
  }
}

/** `Group: silver`, for a line with other facts. Empty without groups. */
export function describeGroups(groups: readonly string[]): string[] {
  if (groups.length === 0) return [];
  return [`${groups.length === 1 ? 'Group' : 'Groups'}: ${groups.join(', ')}`];
}
