import { ROLES } from '@serai/contract/roles.ts';
import { expect, it } from 'vitest';
import { maySee, menuFor, NAVIGATION } from './navigation.ts';

const labels = (items: readonly { label: string }[]) => items.map(({ label }) => label);
const shown = (role: (typeof ROLES)[number]) => menuFor(role).groups.flatMap(({ items }) => labels(items));

it.each(ROLES)('the menu of the role %s contains each page that it may open exactly once', role => {
  const all = NAVIGATION.flatMap(({ items }) => items).filter(item => maySee(role, item));
  const { groups, more } = menuFor(role);
  const listed = [...groups.flatMap(({ items }) => labels(items)), ...labels(more)];
  expect(listed.toSorted()).toEqual(labels(all).toSorted());
  expect(groups.every(({ items }) => items.length > 0)).toBe(true);
});

it('pages with a mark are never below More, where the mark would be hidden', () => {
  for (const role of ROLES) {
    // Only staff see what is overdue, and which emails failed.
    const isSeen = (counts?: string) => counts && (counts !== 'billing' || !role.startsWith('partner-'));
    expect(menuFor(role).more.filter(({ counts }) => isSeen(counts))).toEqual([]);
  }
});

it('support agents first see the pages for their work, and find the others below More', () => {
  expect(shown('support')).toEqual([
    'Overview',
    'Needs attention',
    'Bookings',
    'Partners',
    'Billing',
    'Hotels',
    'Providers',
    'Request log',
    'Webhooks',
    'Events',
  ]);
  expect(labels(menuFor('support').more)).toContain('API reference');
});

it('roles that may see reports have them in the menu, with or without the rest of billing', () => {
  const money = (role: (typeof ROLES)[number]) =>
    shown(role).filter(label => label === 'Billing' || label === 'Reports');
  for (const role of ['owner', 'admin', 'finance', 'viewer'] as const)
    expect(money(role)).toEqual(['Billing', 'Reports']);
  expect(money('revenue')).toEqual(['Reports']);
  expect(money('support')).toEqual(['Billing']);
  expect(money('partner-admin')).toEqual(['Billing']);
});

it('developers of partners find billing among the pages for their work', () => {
  const [work] = menuFor('partner-developer').groups;
  expect(labels(work?.items ?? [])).toEqual(['Overview', 'Bookings', 'Billing']);
  expect(menuFor('partner-developer').more).toEqual([]);
});

it('owners find tools of developers and what is set once below More, and all other pages without it', () => {
  expect(labels(menuFor('owner').more)).toEqual(['Places', 'Events', 'Sandbox', 'API reference', 'Security']);
  expect(shown('owner')).toHaveLength(18);
});
