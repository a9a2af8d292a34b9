/** What the command palette finds in lists that are short enough to be read whole. */
import type { Environment } from '@serai/contract/shared/answer.ts';
import { CalendarDays } from 'lucide-react';
import { displayName, ROLES_EXPLAINED } from '../../components/people/member.ts';
import { placeText } from '../../components/pickers/found-detail.ts';
import type { Output } from '../../lib/calls/operator-client.ts';
import { iconOf, matches, type PaletteItem } from './palette-items.ts';

/** Empty if the role may not view them, or while they are loaded. */
export interface PaletteLists {
  rules: readonly Pick<Output<'pricing/rules/list'>['rules'][number], 'ruleId' | 'name'>[];
  /** Hotels with own inventory. */
  properties: readonly Pick<
    Output<'inventory/properties'>['properties'][number],
    'hotelId' | 'name' | 'city' | 'countryCode'
  >[];
  people: readonly Pick<Output<'members/list'>['members'][number], 'memberId' | 'name' | 'email' | 'role'>[];
  operations: readonly Pick<
    Output<'reference/list'>['operations'][number],
    'name' | 'path' | 'summary' | 'scope'
  >[];
}

/** Of each kind, as in the search for records. */
const MAX_ITEMS = 6;

export function listedItems(typed: string, lists: PaletteLists, environment: Environment): PaletteItem[] {
  const first = (items: readonly PaletteItem[]) =>
    items.filter(item => matches(item, typed)).slice(0, MAX_ITEMS);
  const rules = lists.rules.map(({ ruleId, name }) => ({
    key: `rule ${ruleId}`,
    group: 'Pricing rules',
    icon: iconOf('/pricing'),
    label: name,
    words: ruleId,
    path: `/${environment}/pricing?rule=${encodeURIComponent(ruleId)}`,
  }));
  const calendars = lists.properties.map(({ hotelId, name, city, countryCode }) => ({
    key: `calendar ${hotelId}`,
    group: 'Calendars',
    icon: CalendarDays,
    label: `Open the calendar of ${name}`,
    detail: placeText(city, countryCode),
    words: 'prices rooms availability',
    path: `/${environment}/hotels/${encodeURIComponent(hotelId)}/calendar`,
  }));
  const people = lists.people.map(member => ({
    key: `person ${member.memberId}`,
    group: 'People',
    icon: iconOf('/settings/team'),
    label: displayName(member),
    detail: member.name === null ? undefined : member.email,
    status: ROLES_EXPLAINED[member.role].name,
    path: `/${environment}/settings/team`,
  }));
  const operations = lists.operations.map(({ name, path, summary, scope }) => ({
    key: `operation ${name}`,
    group: 'API operations',
    icon: iconOf('/reference'),
    label: summary,
    detail: path,
    words: `${name} ${scope}`,
    path: `/${environment}/reference/${encodeURIComponent(name)}`,
  }));
  return [...first(calendars), ...first(rules), ...first(people), ...first(operations)];
}
