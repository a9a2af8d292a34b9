import type { Role } from '@serai/contract/roles.ts';
import { describe, expect, it } from 'vitest';
import { currentItem } from './current-page.ts';
import { maySee, NAVIGATION } from './navigation.ts';

interface Visit {
  role?: Role;
  tab?: string;
  isInQueue?: boolean;
}

function currentLabel(path: string, { role = 'owner', tab, isInQueue = false }: Visit = {}) {
  const items = NAVIGATION.flatMap(group => group.items).filter(item => maySee(role, item));
  return currentItem(items, { path, tab, environment: 'sandbox', isInQueue })?.label;
}

describe('currentItem', () => {
  it('a page and the pages below it mark one item of the menu', () => {
    expect(currentLabel('/sandbox')).toBe('Overview');
    expect(currentLabel('/sandbox/webhooks/')).toBe('Webhooks');
    expect(currentLabel('/sandbox/bookings/bkg_1')).toBe('Bookings');
  });

  it('a booking that was opened from the queue marks the queue', () => {
    expect(currentLabel('/sandbox/bookings/bkg_1', { isInQueue: true })).toBe('Needs attention');
    expect(currentLabel('/sandbox/hotels/htl_1', { isInQueue: true })).toBe('Hotels');
  });

  it('the reports of the billing page mark Reports, and its other tabs mark Billing', () => {
    expect(currentLabel('/sandbox/billing')).toBe('Billing');
    expect(currentLabel('/sandbox/billing', { tab: 'statements' })).toBe('Billing');
    expect(currentLabel('/sandbox/billing', { tab: 'reports' })).toBe('Reports');
    // A revenue manager sees no other tab.
    expect(currentLabel('/sandbox/billing', { role: 'revenue' })).toBe('Reports');
  });
});
