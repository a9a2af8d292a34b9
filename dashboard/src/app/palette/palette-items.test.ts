import { ROLES, type Role } from '@serai/contract/roles.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import { describe, expect, it } from 'vitest';
import { NAVIGATION } from '../navigation.ts';
import { mayOpen } from '../page-permissions.ts';
import {
  countOf,
  countryItems,
  detailOf,
  type Found,
  firstItems,
  foldedGroups,
  itemOf,
  matchingItems,
  searchHint,
  searchItems,
} from './palette-items.ts';
import { listedItems, type PaletteLists } from './palette-lists.ts';

const found = (kind: Found['kind'], status: string) =>
  ({ kind, id: 'x', title: 'x', detail: null, status, environment: 'sandbox' }) as Found;

describe('records in the command palette', () => {
  it('the status of a booking has the same name as on its page', () => {
    expect(itemOf(found('booking', 'CANCEL_PENDING'), 'sandbox').status).toBe('Cancelling');
    expect(itemOf(found('key', 'ACTIVE'), 'sandbox').status).toBe('Active');
  });

  it('a booking names its partner, if the user sees several partners', () => {
    const booking = { detail: 'ORDER-1', found: { ...found('booking', 'x'), partnerId: 'prt_1' } as Found };
    const partners = new Map([['prt_1', { name: 'Northern Travel' }]]);
    expect(detailOf(booking, partners)).toBe('ORDER-1, Northern Travel');
    expect(detailOf(booking, new Map())).toBe('ORDER-1');
    expect(detailOf({ detail: 'Settings' }, partners)).toBe('Settings');
  });

  it('a booking names its stay in words, also if it was stored before the stay had an end', () => {
    const detail = (text: string) => itemOf({ ...found('booking', 'x'), detail: text }, 'sandbox').detail;
    expect(detail('TEST-2, Casa Luna, 2027-01-17 to 2027-01-20')).toBe('TEST-2, Casa Luna, 17–20 Jan 2027');
    expect(detail('TEST-2, Casa Luna, 2027-01-17')).toBe('TEST-2, Casa Luna, 17 Jan 2027');
  });

  it('a key states its ID and its partner', () => {
    const key = { ...found('key', 'ACTIVE'), partnerId: 'prt_1' } as Found;
    const partners = new Map([['prt_1', { name: 'Northern Travel' }]]);
    expect(detailOf(itemOf(key, 'sandbox'), partners)).toBe('Key ID x, Northern Travel');
  });

  it('a group of more than four shows four, and the others when its last entry is chosen', () => {
    const items = Array.from({ length: 6 }, (_, i) =>
      itemOf({ ...found('hotel', 'x'), id: `${i}` }, 'sandbox'),
    );
    const folded = foldedGroups(items, []);
    expect(folded.slice(0, 4)).toEqual(items.slice(0, 4));
    expect(folded.slice(4)).toMatchObject([{ label: 'Show 2 more', expands: 'Hotels' }]);
    expect(foldedGroups(items, ['Hotels'])).toEqual(items);
    expect(foldedGroups(items.slice(2), [])).toEqual(items.slice(2));
  });

  it('the number of a group is left out if there may be more records than the search returns', () => {
    const items = Array.from({ length: 6 }, (_, i) =>
      itemOf({ ...found('hotel', 'x'), id: `${i}` }, 'sandbox'),
    );
    expect([countOf(items), countOf(items.slice(1))]).toEqual(['', '5']);
  });

  it('a statement opens by its month and partner', () => {
    const statement = { ...found('statement', 'x'), title: 'TEST-2026-10-0003', partnerId: 'prt_1' } as Found;
    expect(itemOf(statement, 'sandbox').path).toBe('/sandbox/billing/statements/2026-10?partner=prt_1');
  });

  it('a record has the icon of its page in the menu', () => {
    const pages = NAVIGATION.flatMap(({ items }) => items);
    for (const [kind, to] of [
      ['booking', '/bookings'],
      ['key', '/settings/api-keys'],
      ['endpoint', '/webhooks'],
    ] as const) {
      const page = pages.find(each => each.to === to);
      expect(itemOf(found(kind, 'ACTIVE'), 'sandbox').icon).toBe(page?.icon);
    }
  });
});

describe('countries in the command palette', () => {
  const listed = (typed: string, role: Role = 'owner') =>
    countryItems(typed, role, 'sandbox').map(({ label, path }) => [label, path]);

  it('a country is found by the beginning of a word of its name, and leads to its hotels', () => {
    expect(listed('spa')).toEqual([['Hotels in Spain', '/sandbox/hotels?country=ES']]);
    expect(listed('kingdom')).toEqual([['Hotels in United Kingdom', '/sandbox/hotels?country=GB']]);
    expect(listed('reunion')).toEqual([['Hotels in Réunion', '/sandbox/hotels?country=RE']]);
    expect(listed('bissau')).toEqual([['Hotels in Guinea-Bissau', '/sandbox/hotels?country=GW']]);
    expect(listed('united')).toHaveLength(3);
  });

  it('two letters find no country, and neither does a word of the command', () => {
    expect([...listed('sp'), ...listed('hotels')]).toEqual([]);
  });

  it('the country of a found hotel is shown by its name', () => {
    const hotel = { ...found('hotel', 'ACTIVE'), detail: 'Barcelona, ES, htl_1' };
    expect(itemOf(hotel, 'sandbox').detail).toBe('Barcelona, Spain, htl_1');
  });
});

describe('commands in the command palette', () => {
  const quick = (role: Role, environment: Environment = 'sandbox') =>
    firstItems(role, environment)
      .filter(({ group }) => group === 'Quick actions')
      .map(({ label }) => label);
  const matching = (typed: string, role: Role, environment: Environment = 'sandbox') =>
    matchingItems(typed, role, environment).map(({ label }) => label);

  it.each<[Role, string[]]>([
    ['owner', ['Create partner', 'Create pricing rule', 'Invite person', 'Create API key']],
    ['support', ['Show failed requests', 'Show statements', 'Explain a price']],
    ['revenue', ['Create pricing rule', 'Show sales reports', 'Explain a price']],
    ['finance', ['Record a payment', 'Close and send statements', 'Send reminders', 'Show sales reports']],
    ['developer', ['Create API key', 'Add webhook endpoint', 'Make a test booking', 'Show failed requests']],
    ['viewer', ['Show sales reports', 'Show failed requests', 'Show statements', 'Explain a price']],
    ['partner-admin', ['Invite person', 'Create API key', 'Add webhook endpoint', 'Make a test booking']],
    [
      'partner-developer',
      ['Create API key', 'Add webhook endpoint', 'Make a test booking', 'Show failed requests'],
    ],
    ['partner-viewer', ['Show failed requests', 'Show statements']],
  ])('the quick actions of the role %s are %j', (role, labels) => expect(quick(role)).toEqual(labels));

  it('the queue has the name that it has in the menu, and is listed once', () => {
    const named = (items: readonly { label: string }[]) =>
      items.filter(({ label }) => label === 'Needs attention').length;
    expect(named(firstItems('support', 'sandbox'))).toBe(1);
    expect(named(matchingItems('needs att', 'support', 'sandbox'))).toBe(1);
  });

  it('the last entries lead to all bookings and hotels that match', () => {
    expect(searchItems('casa luna', 'support', 'sandbox').map(({ label, path }) => [label, path])).toEqual([
      ['All bookings matching “casa luna”', '/sandbox/bookings?search=casa%20luna'],
      ['All hotels matching “casa luna”', '/sandbox/hotels?query=casa%20luna'],
    ]);
  });

  it('the box names partners only for staff, who can find them', () => {
    expect(searchHint('support')).toContain('partners');
    expect(searchHint('partner-developer')).not.toContain('partners');
  });

  it('a viewer finds no command that changes something', () => {
    for (const typed of ['create', 'new', 'add', 'invite', 'connect']) {
      expect(matching(typed, 'viewer')).toEqual([]);
      expect(matching(typed, 'owner')).not.toEqual([]);
    }
  });

  it('payments, statements and reminders open their dialog, for those who may change billing', () => {
    const paths = (role: Role) =>
      ['record payment', 'import payments', 'send statements', 'send reminders'].flatMap(typed =>
        matchingItems(typed, role, 'production').map(({ path }) => path),
      );
    expect(paths('finance')).toEqual(
      ['payment', 'import', 'statements', 'reminders'].map(dialog => `/production/billing?create=${dialog}`),
    );
    expect(paths('support')).toEqual([]);
  });

  it('developers create keys in the sandbox only, and test bookings are made there only', () => {
    expect(matching('create key', 'developer')).toEqual(['Create API key']);
    expect(matching('create key', 'developer', 'production')).toEqual([]);
    expect(quick('developer', 'production')).not.toContain('Make a test booking');
  });

  it.each(ROLES)('every command of the role %s opens a page that it may open', role => {
    const all = [...matchingItems('', role, 'sandbox'), ...firstItems(role, 'sandbox')];
    const paths = all.flatMap(({ path }) => path ?? []).filter(path => path.startsWith('/sandbox'));
    for (const path of paths) {
      expect(mayOpen(role, path.slice('/sandbox'.length).split('?')[0] ?? ''), path).toBe(true);
    }
  });

  it.each([
    ['dark mode', 'Use dark theme'],
    ['switch to dark', 'Use dark theme'],
    ['new partner', 'Create partner'],
    ['new pricing rule', 'Create pricing rule'],
    ['invite a person', 'Invite person'],
  ])('the words “%s” find the command “%s”', (typed, label) =>
    expect(matching(typed, 'owner')).toEqual([label]),
  );
});

describe('lists in the command palette', () => {
  const lists: PaletteLists = {
    rules: [{ ruleId: 'rul_1' as never, name: 'Summer markup' }],
    properties: [{ hotelId: 'htl_luna' as never, name: 'Casa Luna', city: 'Barcelona', countryCode: 'ES' }],
    people: [
      { memberId: 'mbr_1' as never, name: 'Ana Ruiz', email: 'ana@example.com', role: 'support' },
      { memberId: 'mbr_2' as never, name: null, email: 'ben@example.com', role: 'viewer' },
    ],
    operations: [
      {
        ...{ name: 'prebooking', path: '/hotel/v1/prebooking', summary: 'Quote an offer' },
        scope: 'hotels:quote',
      },
    ],
  };
  const listed = (typed: string) => listedItems(typed, lists, 'sandbox');

  it.each([
    ['prebooking', 'API operations', '/sandbox/reference/prebooking'],
    ['/hotel/v1/pre', 'API operations', '/sandbox/reference/prebooking'],
    ['hotels:quote', 'API operations', '/sandbox/reference/prebooking'],
    ['summer', 'Pricing rules', '/sandbox/pricing?rule=rul_1'],
    ['rul_1', 'Pricing rules', '/sandbox/pricing?rule=rul_1'],
    ['calendar luna', 'Calendars', '/sandbox/hotels/htl_luna/calendar'],
    ['barcelona', 'Calendars', '/sandbox/hotels/htl_luna/calendar'],
    ['calendar spain', 'Calendars', '/sandbox/hotels/htl_luna/calendar'],
    ['ruiz', 'People', '/sandbox/settings/team'],
    ['ben@exa', 'People', '/sandbox/settings/team'],
  ])('the text “%s” finds an entry of the group “%s”', (typed, group, path) =>
    expect(listed(typed)).toMatchObject([{ group, path }]),
  );

  it('a person without a name is listed by email address once, with the role', () => {
    expect(listed('ben')).toMatchObject([{ label: 'ben@example.com', detail: undefined, status: 'Viewer' }]);
  });

  it('lists that the role may not view add nothing', () => {
    expect(listedItems('a', { rules: [], people: [], operations: [], properties: [] }, 'sandbox')).toEqual(
      [],
    );
  });

  it('each group shows at most six entries', () => {
    const rules = Array.from({ length: 9 }, (_, i) => ({ ruleId: `rul_${i}` as never, name: `Summer ${i}` }));
    expect(listedItems('summer', { ...lists, rules }, 'sandbox')).toHaveLength(6);
  });
});
