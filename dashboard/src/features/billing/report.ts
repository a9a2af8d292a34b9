/** The query and the columns of a report. Pure. */
import type { Input, Output } from '../../lib/calls/operator-client.ts';
import type { Filters } from '../../lib/url-state.ts';

export type ReportRow = Output<'reports/show'>['rows'][number];
export type ReportTotal = Output<'reports/show'>['totals'][number];
export type Group = NonNullable<Input<'reports/show'>['by']>[number];

export const REPORT_FILTERS = ['by', 'partner', 'from', 'to', 'country', 'provider'] as const;
export type ReportFilters = Filters<(typeof REPORT_FILTERS)[number]>;

export const GROUP_LABELS: Record<Group, string> = {
  PARTNER: 'Partner',
  HOTEL: 'Hotel',
  PROVIDER: 'Provider',
  COUNTRY: 'Country',
  MONTH: 'Month',
};

export const GROUPS = Object.keys(GROUP_LABELS) as Group[];

/** The groups in the URL, in the order in which they were chosen. Default: partner. */
export function groupsOf({ by }: Pick<ReportFilters, 'by'>): Group[] {
  const chosen = (by ?? '').split(',').filter((name): name is Group => GROUPS.includes(name as Group));
  return chosen.length === 0 ? ['PARTNER'] : [...new Set(chosen)];
}

/** The last group cannot be removed, because a report needs one. */
export function toggleGroup(groups: readonly Group[], group: Group): string {
  const next = groups.includes(group) ? groups.filter(each => each !== group) : [...groups, group];
  return (next.length === 0 ? groups : next).join(',');
}

export function reportQuery(
  environment: 'sandbox' | 'production',
  filters: ReportFilters,
): Omit<Input<'reports/show'>, 'page'> {
  const { partner, from, to, provider } = filters;
  const country = filters.country?.trim().toUpperCase() ?? '';
  return {
    environment,
    by: groupsOf(filters),
    ...(partner !== undefined && { partnerId: partner }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(provider !== undefined && { provider }),
    ...(/^[A-Z]{2}$/.test(country) && { country }),
  } as Omit<Input<'reports/show'>, 'page'>;
}
