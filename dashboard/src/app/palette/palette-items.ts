/** What the command palette lists: pages, commands and found records. */
import type { Role } from '@serai/contract/roles.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import { STATUS_LABELS } from '../../components/booking-labels.ts';
import type { Output } from '../../lib/calls/operator-client.ts';
import { EVENT_TYPE_OPTIONS } from '../../lib/event-types.ts';
import { formatDate, formatDateTime } from '../../lib/format/format.ts';
import type { Theme } from '../../lib/theme.ts';
import { ENVIRONMENT_NAMES } from '../../lib/url-state.ts';
import { NAVIGATION } from '../navigation.ts';
import { mayOpen } from '../page-permissions.ts';

export type Found = Output<'search/find'>['results'][number];

export interface PaletteItem {
  key: string;
  group: string;
  label: string;
  detail?: string | undefined;
  status?: string | undefined;
  /** Shown if the record belongs to the other environment. */
  environment?: Environment | undefined;
  /** The whole path, including the environment. */
  path?: string;
  theme?: Theme;
  /** The record, so that it can be listed as recent. */
  found?: Found;
}

const GROUPS: Record<Found['kind'], string> = {
  booking: 'Bookings',
  partner: 'Partners',
  hotel: 'Hotels',
  key: 'API keys',
  provider: 'Providers',
  endpoint: 'Webhook endpoints',
  event: 'Events',
  request: 'Requests',
};

const PATHS: Record<Found['kind'], string> = {
  booking: '/bookings',
  partner: '/partners',
  hotel: '/hotels',
  key: '/settings/api-keys',
  provider: '/providers',
  endpoint: '/webhooks',
  event: '/events',
  request: '/requests',
};

export function itemOf(found: Found, here: Environment, group = GROUPS[found.kind]): PaletteItem {
  const environment = found.environment ?? here;
  return {
    key: `${found.kind} ${environment} ${found.id}`,
    group,
    label: found.title,
    detail: found.detail === null ? undefined : readableDates(found.detail),
    status: found.status === null ? undefined : statusLabel(found.kind, found.status),
    environment: environment === here ? undefined : environment,
    path: `/${environment}${PATHS[found.kind]}/${encodeURIComponent(found.id)}`,
    found,
  };
}

/** Dates and timestamps in a list such as `TEST-2, Harbour Hotel, 2027-01-16`. A reference that contains a date stays. */
function readableDates(detail: string): string {
  return detail
    .split(', ')
    .map(part => {
      if (/^\d{4}-\d{2}-\d{2}$/.test(part)) return formatDate(`${part}T00:00:00`);
      return /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(part) ? formatDateTime(part) : part;
    })
    .join(', ');
}

/** The last entry: all bookings that match, in the list, where they can be filtered further. */
export function bookingSearchItem(typed: string, role: Role, environment: Environment): PaletteItem[] {
  if (!mayOpen(role, '/bookings')) return [];
  return [
    {
      key: 'search bookings',
      group: 'Search',
      label: `Search all bookings for “${typed}”`,
      path: `/${environment}/bookings?search=${encodeURIComponent(typed)}`,
    },
  ];
}

/** Pages and commands whose words begin with the typed words. All of them if nothing is typed. */
export function staticItems(typed: string, role: Role, environment: Environment): PaletteItem[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return [...pages(role, environment), ...commands(role, environment)].filter(({ label, detail }) => {
    const own = `${label} ${detail ?? ''}`.toLowerCase().split(/[\s.:_()]+/);
    return words.every(word => own.some(part => part.startsWith(word)));
  });
}

function pages(role: Role, environment: Environment): PaletteItem[] {
  return NAVIGATION.flatMap(({ title, items }) =>
    items
      .filter(({ to }) => mayOpen(role, to))
      .map(({ to, label }) => ({
        key: `page ${to}`,
        group: 'Pages',
        label,
        detail: title,
        path: `/${environment}${to}`,
      })),
  );
}

function commands(role: Role, environment: Environment): PaletteItem[] {
  const other: Environment = environment === 'sandbox' ? 'production' : 'sandbox';
  const to = (label: string, path: string, page = path) =>
    mayOpen(role, page.split('?')[0] ?? '')
      ? [{ key: label, group: 'Commands', label, path: `/${environment}${path}` }]
      : [];
  const themed = (label: string, theme: Theme) => ({ key: label, group: 'Commands', label, theme });
  return [
    ...to('Create API key', '/settings/api-keys/new'),
    ...to('Show bookings that need attention', '/bookings?attention=yes'),
    ...to('Show failed requests', '/requests?class=5xx'),
    ...to('My account', '/settings/account'),
    {
      key: 'switch',
      group: 'Commands',
      label: `Switch to ${ENVIRONMENT_NAMES[other].toLowerCase()}`,
      path: `/${other}`,
    },
    themed('Use light theme', 'light'),
    themed('Use dark theme', 'dark'),
    themed('Use theme of the system', 'system'),
    ...EVENT_TYPE_OPTIONS.flatMap(([type]) => to(`Show events: ${type}`, `/events?type=${type}`)),
  ];
}

/** Bookings have their own names. Otherwise `RATE_LIMITED` becomes `Rate limited`. */
function statusLabel(kind: Found['kind'], status: string): string {
  if (kind === 'booking' && Object.hasOwn(STATUS_LABELS, status)) {
    return STATUS_LABELS[status as keyof typeof STATUS_LABELS];
  }
  return `${status.charAt(0).toUpperCase()}${status.slice(1).toLowerCase().replaceAll('_', ' ')}`;
}
