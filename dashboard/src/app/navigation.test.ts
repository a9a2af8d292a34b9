import { ROLES } from '@serai/contract/roles.ts';
import { expect, it } from 'vitest';
import { menuFor, NAVIGATION } from './navigation.ts';
import { mayOpen } from './page-permissions.ts';

const labels = (items: readonly { label: string }[]) => items.map(({ label }) => label);
const shown = (role: (typeof ROLES)[number]) => menuFor(role).groups.flatMap(({ items }) => labels(items));

it.each(ROLES)('the menu of the role %s contains each page that it may open exactly once', role => {
  const all = NAVIGATION.flatMap(({ items }) => items).filter(({ to }) => mayOpen(role, to));
  const { groups, more } = menuFor(role);
  const listed = [...groups.flatMap(({ items }) => labels(items)), ...labels(more)];
  expect(listed.toSorted()).toEqual(labels(all).toSorted());
  expect(groups.every(({ items }) => items.length > 0)).toBe(true);
});

it('pages with a mark are never below More, where the mark would be hidden', () => {
  for (const role of ROLES) expect(menuFor(role).more.filter(({ counts }) => counts)).toEqual([]);
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

it('owners find tools of developers and what is set once below More, and all other pages without it', () => {
  expect(labels(menuFor('owner').more)).toEqual(['Places', 'Events', 'Sandbox', 'API reference', 'Company']);
  expect(shown('owner')).toHaveLength(17);
});
