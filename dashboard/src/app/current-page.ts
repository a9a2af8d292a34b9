/** Which item of the menu is the current one. Pure. */
import type { NavigationItem } from './navigation.ts';

interface Shown {
  /** Path of the window, for example `/sandbox/bookings/bkg_1`. */
  path: string;
  /** The open tab, if the address names it. */
  tab: string | undefined;
  environment: string;
  /** The booking was opened from the queue, and its page leads through the queue. */
  isInQueue: boolean;
}

/** Returns one of the items of the user's menu. If a page has items for some of its tabs, the open tab decides. */
export function currentItem(items: readonly NavigationItem[], shown: Shown): NavigationItem | undefined {
  const found = items.filter(item => leadsTo(item, shown));
  const page = found.find(({ tab }) => tab === undefined) ?? found[0];
  return found.find(({ tab }) => tab !== undefined && tab === shown.tab) ?? page;
}

function leadsTo({ to, exact }: NavigationItem, { path, environment, isInQueue }: Shown): boolean {
  const isBooking = path.startsWith(`/${environment}/bookings/`);
  const place = isBooking && isInQueue ? `/${environment}/attention` : path;
  const address = `/${environment}${to}`;
  return place === address || place === `${address}/` || (!exact && place.startsWith(`${address}/`));
}
