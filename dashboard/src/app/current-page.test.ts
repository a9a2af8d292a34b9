import { describe, expect, it } from 'vitest';
import { isCurrentPage } from './current-page.ts';
import { NAVIGATION } from './navigation.ts';

function currentLabels(path: string, isInQueue = false): string[] {
  return NAVIGATION.flatMap(({ items }) => items)
    .filter(item => isCurrentPage(item, { path, environment: 'sandbox', isInQueue }))
    .map(({ label }) => label);
}

describe('isCurrentPage', () => {
  it('a page and the pages below it mark one item of the menu', () => {
    expect(currentLabels('/sandbox')).toEqual(['Overview']);
    expect(currentLabels('/sandbox/webhooks/')).toEqual(['Webhooks']);
    expect(currentLabels('/sandbox/bookings/bkg_1')).toEqual(['Bookings']);
  });

  it('a booking that was opened from the queue marks the queue', () => {
    expect(currentLabels('/sandbox/bookings/bkg_1', true)).toEqual(['Needs attention']);
    expect(currentLabels('/sandbox/hotels/htl_1', true)).toEqual(['Hotels']);
  });
});
