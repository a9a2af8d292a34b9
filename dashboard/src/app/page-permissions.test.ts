import { ROLES } from '@serai/contract/roles.ts';
import { expect, it } from 'vitest';
import { mayOpen } from './page-permissions.ts';

const rolesThatOpen = (path: string) => ROLES.filter(role => mayOpen(role, path));

it('a page without a required permission is open to every role', () => {
  for (const path of ['', '/', '/bookings', '/hotels/htl_1', '/settings/account']) {
    expect(rolesThatOpen(path)).toEqual(ROLES);
  }
});

it('a permission applies to all paths below a page, but not to pages whose name only starts the same', () => {
  expect(rolesThatOpen('/partners/prt_1')).toEqual(rolesThatOpen('/partners'));
  expect(mayOpen('partner-admin', '/partners/prt_1')).toBe(false);
  expect(mayOpen('partner-admin', '/partners-guide')).toBe(true);
});

it('a page below another page can need a further permission', () => {
  expect(mayOpen('revenue', '/billing')).toBe(true);
  expect(mayOpen('revenue', '/billing/statements/2026-07')).toBe(false);
  expect(mayOpen('partner-viewer', '/hotels/htl_1/calendar')).toBe(false);
});
