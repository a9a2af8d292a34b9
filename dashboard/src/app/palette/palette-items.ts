/** What the command palette lists: pages, commands and found records. */
import { MAX_SEARCH_RESULTS } from '@serai/contract/account/account-limits.ts';
import type { Role } from '@serai/contract/roles.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import { COUNTRIES } from '@serai/contract/shared/iso-code-sets.ts';
import { ChevronDown, type LucideIcon, Search } from 'lucide-react';
import { STATUS_LABELS, STATUS_TONES } from '../../components/booking-labels.ts';
import type { Tone } from '../../components/feedback.tsx';
import { countryName } from '../../components/pickers/code-options.ts';
import { foundDetail } from '../../components/pickers/found-detail.ts';
import { fold } from '../../lib/format/fold.ts';
import { formatDate, formatDateTime } from '../../lib/format/format.ts';
import { formatStayWithYear } from '../../lib/format/stay.ts';
import type { FoundRecord } from '../../lib/recent-records.ts';
import type { Theme } from '../../lib/theme.ts';
import { maySee, NAVIGATION, pathOf } from '../navigation.ts';
import { mayOpen } from '../page-permissions.ts';
import { type Command, commandsFor, quickActions } from './palette-commands.ts';

export type Found = FoundRecord;

export interface PaletteItem {
  key: string;
  group: string;
  icon: LucideIcon;
  label: string;
  /** Other words by which it is found. */
  words?: string | undefined;
  detail?: string | undefined;
  status?: string | undefined;
  statusTone?: Tone | undefined;
  /** Shown if the record belongs to the other environment. */
  environment?: Environment | undefined;
  /** The whole path, including the environment. */
  path?: string;
  theme?: Theme;
  /** The record, so that it can be listed as recent. */
  found?: Found;
  /** The group of which this entry shows the rest. */
  expands?: string;
}

const GROUPS: Record<Found['kind'], string> = {
  booking: 'Bookings',
  partner: 'Partners',
  hotel: 'Hotels',
  statement: 'Statements',
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
  statement: '/billing',
  key: '/settings/api-keys',
  provider: '/providers',
  endpoint: '/webhooks',
  event: '/events',
  request: '/requests',
};

const OF_PARTNERS: readonly Found['kind'][] = ['booking', 'key', 'request'];

export function itemOf(found: Found, here: Environment, group = GROUPS[found.kind]): PaletteItem {
  const environment = found.environment ?? here;
  return {
    key: `${found.kind} ${environment} ${found.id}`,
    group,
    icon: iconOf(PATHS[found.kind]),
    label: found.title,
    detail: found.kind === 'key' ? `Key ID ${found.id}` : readableDates(foundDetail(found)),
    status: found.status === null ? undefined : statusLabel(found.kind, found.status),
    statusTone: toneOf(found),
    environment: environment === here ? undefined : environment,
    path: `/${environment}${pathWithin(found)}`,
    found,
  };
}

/** Guests and keys of different partners may have the same name. Partner users see only their own. */
export function detailOf(
  { detail, found }: Pick<PaletteItem, 'detail' | 'found'>,
  partners: ReadonlyMap<string, { name: string }>,
): string {
  const isOfPartner = found !== undefined && OF_PARTNERS.includes(found.kind);
  const partner = isOfPartner ? partners.get(found.partnerId ?? '')?.name : undefined;
  return [detail, partner].filter(Boolean).join(', ');
}

/** Pages of statements are named by the month, which is part of the number. */
function pathWithin({ kind, id, title, partnerId }: Found): string {
  const month = kind === 'statement' ? /\d{4}-\d{2}/.exec(title)?.[0] : undefined;
  if (month !== undefined) return `/billing/statements/${month}?partner=${partnerId}`;
  return `${PATHS[kind]}/${encodeURIComponent(id)}`;
}

/** The icon of a page in the side bar. */
export function iconOf(path: string): LucideIcon {
  return NAVIGATION.flatMap(({ items }) => items).find(({ to }) => to === path)?.icon ?? Search;
}

/** Stays, dates and times in a list such as `TEST-2, Harbour Hotel, 2027-01-16 to 2027-01-19`. A reference that contains a date stays. */
function readableDates(detail: string | undefined): string | undefined {
  return detail
    ?.split(', ')
    .map(part => {
      const [, checkIn, checkOut] = /^(\d{4}-\d{2}-\d{2}) to (\d{4}-\d{2}-\d{2})$/.exec(part) ?? [];
      if (checkIn && checkOut) return formatStayWithYear({ checkIn, checkOut });
      if (/^\d{4}-\d{2}-\d{2}$/.test(part)) return formatDate(`${part}T00:00:00`);
      return /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(part) ? formatDateTime(part) : part;
    })
    .join(', ');
}

/** Lists with a search. */
const SEARCHES = [
  { records: 'bookings', parameter: 'search' },
  { records: 'hotels', parameter: 'query' },
] as const;

/** The last entries: all records that match, in their list, where they can be filtered further. */
export function searchItems(typed: string, role: Role, environment: Environment): PaletteItem[] {
  return SEARCHES.filter(({ records }) => mayOpen(role, `/${records}`)).map(({ records, parameter }) => ({
    key: `search ${records}`,
    group: 'Search',
    icon: Search,
    label: `All ${records} matching “${typed}”`,
    path: `/${environment}/${records}?${parameter}=${encodeURIComponent(typed)}`,
  }));
}

/** More countries begin alike only until another letter is typed. */
const MAX_COUNTRIES = 3;

/** Fewer letters begin the names of many countries. */
const MIN_COUNTRY = 3;

/** The hotels of a country, which is found by its name. */
export function countryItems(typed: string, role: Role, environment: Environment): PaletteItem[] {
  if (typed.length < MIN_COUNTRY || !mayOpen(role, '/hotels')) return [];
  return [...COUNTRIES]
    .map(code => [code, countryName(code)] as const)
    .filter(([, name]) => hasWords(name, typed))
    .sort(([, a], [, b]) => a.localeCompare(b, 'en'))
    .slice(0, MAX_COUNTRIES)
    .map(([code, name]) => ({
      key: `country ${code}`,
      group: 'Countries',
      icon: iconOf('/hotels'),
      label: `Hotels in ${name}`,
      path: `/${environment}/hotels?country=${code}`,
    }));
}

/** What is listed before anything is typed, after the recent records. */
export function firstItems(role: Role, environment: Environment): PaletteItem[] {
  const quick = quickActions(role, environment).map(command => commandItem(command, 'Quick actions'));
  return withoutDuplicates([...quick, ...pages(role, environment)]);
}

/** Pages and commands whose words begin with the typed words. */
export function matchingItems(typed: string, role: Role, environment: Environment): PaletteItem[] {
  const commands = commandsFor(role, environment).map(command => commandItem(command, 'Commands'));
  const all = [...pages(role, environment), ...commands];
  return withoutDuplicates(all.filter(item => matches(item, typed)));
}

/** More would hide the pages below them. */
const MAX_SHOWN = 4;

/** The search returns no more of each kind, so that there may be others. */
const MAX_FOUND = MAX_SEARCH_RESULTS;

/** Empty if there may be more than were found. */
export function countOf(group: readonly PaletteItem[]): string {
  const isCut = group[0]?.found !== undefined && group.length >= MAX_FOUND;
  return isCut ? '' : String(group.length);
}

/** The first entries of each group. The last one shows the others. */
export function foldedGroups(items: readonly PaletteItem[], opened: readonly string[]): PaletteItem[] {
  return [...Map.groupBy(items, ({ group }) => group)].flatMap(([group, members]) => {
    if (members.length <= MAX_SHOWN || opened.includes(group)) return members;
    const all = {
      key: `all ${group}`,
      group,
      icon: ChevronDown,
      label: `Show ${members.length - MAX_SHOWN} more`,
      expands: group,
    };
    return [...members.slice(0, MAX_SHOWN), all];
  });
}

/** A page that is a command too is listed once. */
function withoutDuplicates(items: readonly PaletteItem[]): PaletteItem[] {
  const isFirst = ({ label, path }: PaletteItem, at: number) =>
    at === items.findIndex(other => other.label === label && other.path === path);
  return items.filter(isFirst);
}

/** Whether each typed word is the beginning of a word of the item. Paths, scopes and addresses are found whole, too. */
export function matches({ label, detail = '', words = '' }: PaletteItem, typed: string): boolean {
  return hasWords(`${label} ${detail} ${words}`, typed);
}

function hasWords(content: string, typed: string): boolean {
  const text = fold(content);
  const own = [...text.split(/[\s.:_()/-]+/), ...text.split(/\s+/)];
  const wanted = fold(typed).split(/\s+/).filter(Boolean);
  return wanted.every(word => own.some(part => part.startsWith(word)));
}

/** What the box of a role finds, in words that fit on a phone. Partner users see only their own company. */
export function searchHint(role: Role): string {
  return mayOpen(role, '/partners') ? 'Bookings, hotels, partners…' : 'Bookings, hotels, pages…';
}

function pages(role: Role, environment: Environment): PaletteItem[] {
  return NAVIGATION.flatMap(({ title, items }) =>
    items
      .filter(item => maySee(role, item))
      .map(item => ({
        key: `page ${pathOf(item)}`,
        group: 'Pages',
        icon: item.icon,
        label: item.label,
        detail: title,
        path: `/${environment}${pathOf(item)}`,
      })),
  );
}

function commandItem(command: Command, group: string): PaletteItem {
  return { key: `command ${command.label}`, group, ...command };
}

function toneOf({ kind, status }: Found): Tone {
  if (kind === 'booking') return STATUS_TONES[status as keyof typeof STATUS_TONES] ?? 'plain';
  return status === 'ACTIVE' ? 'good' : 'plain';
}

/** Bookings have their own names. Otherwise `RATE_LIMITED` becomes `Rate limited`. */
function statusLabel(kind: Found['kind'], status: string): string {
  if (kind === 'booking' && Object.hasOwn(STATUS_LABELS, status)) {
    return STATUS_LABELS[status as keyof typeof STATUS_LABELS];
  }
  return `${status.charAt(0).toUpperCase()}${status.slice(1).toLowerCase().replaceAll('_', ' ')}`;
}
